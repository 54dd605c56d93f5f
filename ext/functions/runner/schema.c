/*
 * schema.c - what a database of neardup's holds: see run.h; and neardup_schema().
 *
 * The scripts of sql/tables declare it. They run once for each connection, on a database in memory,
 * which then tells the names, columns and statements of all tables, views and indexes.
 */
#include "../functions.h"
#include "../table_function.h"
#include "parameters.h"

#include <string.h>

/*
 * In the order in which they refer to each other. What ends with "parameters" is a table of
 * parameters, the others are scripts.
 */
static const char declared[] =
    "text_tables parameters compared_table sentence_tables verdict_table likelihood_view "
    "finding_views sample_table template_tables reuse_parameters reuse_tables web_parameters "
    "web_tables "
    "history_tables watch_tables index_tables planted_table";

void schema_make(struct run *run, const char *list) {
    char name[64], file[72];
    while (*list && run->code == SQLITE_OK) {
        list = run_next_name(list, name);
        sqlite3_snprintf(sizeof file, file, "%s.sql", name);
        if (script_text(file))
            run_text(run, script_text(file), false);
        else
            parameters_make(run, name);
    }
}

/* ---- What is declared ------------------------------------------------------------------------ */

/*
 * What marks a database as ours; columns of a table, or of an index. What a statement names begins
 * after CREATE.
 */
static const char description[] =
    "SELECT json_group_array(json(described)) FROM (SELECT json_object('type', 'database', "
    "'application_id', application_id, 'user_version', user_version) AS described "
    "FROM pragma_application_id, pragma_user_version UNION ALL "
    "SELECT json_object('type', type, 'name', name, 'belongs_to', tbl_name, "
    "'columns', CASE type WHEN 'table' THEN (SELECT group_concat(name, ' ') FROM "
    "pragma_table_xinfo(object.name)) WHEN 'index' THEN (SELECT group_concat(name, ' ') FROM "
    "pragma_index_info(object.name)) END, 'sql', substr(sql, 8)) "
    "FROM (SELECT * FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid) AS object)";

/* Scripts that make an index when they have filled a table, which says that a result is there. */
static const char *const marking[] = {"clusters.sql", "reuse_cases.sql", "reuse_clusters.sql",
                                      "lineages.sql", "stale_copies.sql"};

/* Makes the indexes that a script makes in main. */
static void make_indexes(struct run *run, const char *script) {
    for (const char *at = script; (at = strstr(at, "\nCREATE ")) != NULL; at++) {
        size_t length = strcspn(at, ";");
        const char *index = strstr(at, "INDEX "), *place = strstr(at, " main.");
        if (index && index < at + length && place && place < at + length)
            run_statements(run, "%.*s", (int)length, at);
    }
}

/* In JSON, the database and each table, view and index; the connection keeps it. */
static const char *schema_of(struct connection *connection, int *code) {
    struct run own = {.connection = connection};
    if (connection->schema)
        return connection->schema;
    own.code = sqlite3_open(":memory:", &own.db);
    schema_make(&own, declared);
    for (size_t i = 0; i < sizeof marking / sizeof *marking && own.code == SQLITE_OK; i++)
        make_indexes(&own, script_text(marking[i]));
    if (own.code == SQLITE_OK)
        connection->schema = run_value(&own, "%s", description);
    *code = own.code;
    sqlite3_free(own.message);
    sqlite3_close(own.db);
    return connection->schema;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static const struct {
    enum job_need need;
    const char *missing; /* a condition */
    const char *message;
} needs[] = {
    {need_texts, "'sentence' NOT IN (SELECT name FROM main.sqlite_schema)",
     "has no table sentence. Load a file into it: neardup load FILE DATABASE, or make its tables: "
     "SELECT neardup_run('schema')"},
    {need_clusters, "'member_sentence' NOT IN (SELECT name FROM main.sqlite_schema)",
     "has no clusters yet. Find them first: neardup DATABASE"},
    {need_findings,
     "(SELECT count(*) FROM main.sqlite_schema WHERE name IN ('contradiction', "
     "'pair_kind_score', 'pair_evidence')) < 3",
     "has no results yet. Find them first: neardup DATABASE"},
    {need_findings,
     "NOT EXISTS (SELECT * FROM pragma_table_info('contradiction', 'main') WHERE name = 'verdict')",
     "has the view contradiction of an earlier release. DROP VIEW contradiction; DELETE FROM stage "
     "WHERE name = 'kinds'; then find again: neardup DATABASE"},
    {need_findings, "NOT EXISTS (SELECT * FROM main.detection)",
     "has no results yet. Find them first: neardup DATABASE"},
    {need_passages, "'passage' NOT IN (SELECT name FROM main.sqlite_schema)",
     "has no passages yet. Find them first: neardup reuse DATABASE"},
    {need_cases, "'reuse_b' NOT IN (SELECT name FROM main.sqlite_schema)",
     "has no cases of text reuse yet. Find them first: neardup reuse DATABASE"},
    {need_lineages, "'value_change_lineage' NOT IN (SELECT name FROM main.sqlite_schema)",
     "has no lineages yet. Find them first: neardup history DATABASE"},
};

/* Refuses a database that is not neardup's, before anything is made in it: guard.sql. */
static void guard(struct run *run) {
    int code = SQLITE_OK;
    const char *schema = run->code == SQLITE_OK ? schema_of(run->connection, &code) : NULL;
    if (code != SQLITE_OK)
        run_refuse(run, code, "the declared tables cannot be made: %s", sqlite3_errstr(code));
    run->schema = schema;
    if (schema)
        run_text(run, script_text("guard.sql"), false);
}

void schema_check(struct run *run) {
    const char *path = sqlite3_db_filename(run->db, "main");
    enum job_need need = run->job ? run->job->need : need_texts;
    guard(run);
    for (size_t i = 0; i < sizeof needs / sizeof *needs && run->code == SQLITE_OK; i++) {
        enum job_need at = needs[i].need;
        bool needed = need != need_nothing &&
                      (at == need || at == need_texts || (need <= need_findings && at < need));
        char *missing = needed ? run_value(run, "SELECT 1 WHERE %s", needs[i].missing) : NULL;
        if (missing)
            run_refuse(run, SQLITE_ERROR, "%s %s", path && path[0] ? path : "this database",
                       needs[i].message);
        sqlite3_free(missing);
    }
}

/* But not those that a script of the job makes itself. */
void schema_fill(struct run *run) {
    char *missing =
        run_value(run,
                  "SELECT group_concat('CREATE TEMP ' || sql, '; ') FROM "
                  "(SELECT json_extract(value, '$.sql') AS sql FROM json_each(%Q) WHERE "
                  "json_extract(value, '$.type') IN ('table', 'view') AND "
                  "json_extract(value, '$.name') COLLATE NOCASE NOT IN "
                  "(SELECT name FROM main.sqlite_schema UNION ALL "
                  "SELECT value FROM json_each(%Q)))",
                  run->schema, run->names);
    run->filled = missing != NULL;
    if (missing)
        run_text(run, missing, false);
    sqlite3_free(missing);
}

/* ---- neardup_schema() ------------------------------------------------------------------------ */

static void neardup_schema_call(struct call *call) {
    const char *schema = schema_of(call->connection, &call->code);
    if (schema)
        sqlite3_result_text(call->context, schema, -1, SQLITE_TRANSIENT);
}

SCALAR(neardup_schema, "TEXT", .stability = stability_changing);
