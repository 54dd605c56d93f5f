/* runner.c - see runner.h; and neardup_run(). */
#include "runner.h"

#include "../functions.h"
#include "parameters.h"
#include "scripts.h"

#include <assert.h>
#include <string.h>

/* ---- Temporary tables ------------------------------------------------------------------------ */

/* Adds the names of the tables and views that a script makes for itself, and those that it runs. */
static void add_names(sqlite3_str *names, const char *text) {
    static const char makes[] = "CREATE TEMP ", calls[] = "neardup_run('";
    for (const char *at = text; (at = strstr(at, calls)) != NULL;) {
        char name[64];
        at += sizeof calls - 1;
        sqlite3_snprintf(sizeof name, name, "%.*s", (int)strcspn(at, "'"), at);
        if (script_text(name))
            add_names(names, script_text(name));
    }
    for (const char *at = text; (at = strstr(at, makes)) != NULL;) {
        at += sizeof makes - 1;
        bool named = strncmp(at, "TABLE ", 6) == 0 || strncmp(at, "VIEW ", 5) == 0;
        at += strcspn(at, " ") + 1;
        if (named)
            sqlite3_str_appendf(names, "%s\"%.*s\"", sqlite3_str_length(names) > 1 ? ", " : "",
                                (int)strcspn(at, " (\n;"), at);
    }
}

static void add_names_of(sqlite3_str *names, const char *list) {
    char name[64];
    while (list && *list) {
        list = run_next_name(list, name);
        add_names(names, run_script_text(name));
    }
}

static void drop_temporary(struct run *run, const char *names) {
    for (char *sql = NULL; run->code == SQLITE_OK; sqlite3_free(sql)) {
        sql = run_value(
            run,
            "SELECT printf('DROP %%s temp.\"%%w\"', type, name) FROM temp.sqlite_schema "
            "WHERE name IN (SELECT value FROM json_each(%Q)) AND type IN ('view', 'table') "
            "ORDER BY type = 'table' LIMIT 1",
            names);
        if (!sql)
            break;
        run_statements(run, "%s", sql);
    }
}

/*
 * Drops what is left of parts that were kept. After an interruption no statement runs any more:
 * then the next run does it.
 */
static void clean(struct run *run) {
    int code = run->code;
    char *message = run->message;
    run->code = SQLITE_OK;
    run->message = NULL;
    drop_temporary(run, run->connection->temporary);
    if (run->code == SQLITE_OK) {
        sqlite3_free(run->connection->temporary);
        run->connection->temporary = NULL;
    }
    if (code != SQLITE_OK) {
        sqlite3_free(run->message);
        run->code = code;
        run->message = message;
    }
}

/*
 * Finds what the job makes for itself, and refuses it if the session has such names. What an
 * interrupted run has left goes first.
 */
static void take_names(struct run *run) {
    sqlite3_str *names = sqlite3_str_new(run->db);
    if (run->connection->temporary)
        clean(run);
    sqlite3_str_appendall(names, "[\"checked_parameters\"");
    add_names_of(names, "views changed_articles");
    for (const struct stage *stage = run->job->stages; stage->name; stage++) {
        const char *const lists[] = {stage->begin, stage->prepare, stage->repeat, stage->end};
        for (int i = 0; i < 4; i++)
            add_names_of(names, lists[i]);
    }
    sqlite3_str_appendall(names, "]");
    sqlite3_free(run->connection->temporary);
    run->connection->temporary = sqlite3_str_finish(names);
    char *taken = run_value(run,
                            "SELECT type || ' ' || name FROM temp.sqlite_schema WHERE name COLLATE "
                            "NOCASE IN (SELECT value FROM json_each(%Q))",
                            run->connection->temporary);
    if (taken) { /* and is not dropped by the next run */
        sqlite3_free(run->connection->temporary);
        run->connection->temporary = NULL;
        run_refuse(run, SQLITE_ERROR,
                   "this session has a temporary %s, and neardup needs that name. Nothing was "
                   "written. Run this in a session of its own",
                   taken);
    }
    sqlite3_free(taken);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/*
 * BEGIN and SAVEPOINT take no lock. Reading anything takes a reader's. A vacuum of one page takes a
 * writer's, and changes nothing unless the database is vacuumed incrementally.
 *
 * Debian's SQLite overwrites what is deleted, in temporary tables, too, and a copy of each page
 * goes to a journal before: 10 GB when a large database is judged. Larger pages of temporary tables
 * save some percent of the time of the pipeline; much larger ones are slow to read at random. (Once
 * there is a table, its pages stay as they are. What the pragma says would hold for the next VACUUM
 * of any database, too; 0 takes that back.)
 */
static const char temporary_pages[] = "PRAGMA temp.secure_delete = OFF; PRAGMA temp.page_size = "
                                      "8192; PRAGMA main.page_size = 0";

/* The time in milliseconds. (Where SQLite omits what is deprecated, there is no xCurrentTime.) */
static double now(void) {
    sqlite3_int64 milliseconds = 0;
    double days = 0;
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (vfs->iVersion >= 2 && vfs->xCurrentTimeInt64) {
        vfs->xCurrentTimeInt64(vfs, &milliseconds);
        return (double)milliseconds;
    }
    vfs->xCurrentTime(vfs, &days);
    return days * 86400e3;
}

/* Waits ten seconds for who holds the lock, unless the host has a busy handler, which waits itself.
 */
static void take_lock(struct run *run, const char *sql) {
    enum { pause = 50, long_try = 500, patience = 10000 };
    if (run->code != SQLITE_OK)
        return;
    for (double begin = now(), tried = begin;; tried = now()) {
        int code = sqlite3_exec(run->db, sql, NULL, NULL, NULL);
        bool again =
            (code & 0xFF) == SQLITE_BUSY && now() - tried < long_try && now() - begin < patience;
        if (code != SQLITE_OK && !again)
            run_failed(run, code);
        if (!again)
            return;
        sqlite3_sleep(pause);
    }
}

static void begin(struct run *run) {
    bool read_only = sqlite3_db_readonly(run->db, "main") == 1, locks = run->writes && !read_only;
    if (run->joined) {
        run_statements(run, "SAVEPOINT neardup_run");
        if (locks)
            take_lock(run, "PRAGMA main.incremental_vacuum(1)");
    } else {
        run_statements(run, "%s", temporary_pages);
        take_lock(run, locks ? "BEGIN IMMEDIATE" : "BEGIN");
        if (!locks)
            take_lock(run, "PRAGMA main.schema_version");
    }
    schema_check(run); /* which says more of what is not neardup's than that it may only be read */
    if (run->writes && read_only)
        run_refuse(run, SQLITE_READONLY, "%s", sqlite3_errstr(SQLITE_READONLY));
    if (run->job->access == job_reads && !run->job->strict)
        schema_fill(run);
    else if (run->job->tables)
        schema_make(run, run->job->tables);
}

/* Prepares what undo() needs. The second changes nothing: see keep_writer(). */
static void prepare_undo(struct run *run) {
    static const char writes[] = "PRAGMA temp.user_version = 0";
    int code = sqlite3_prepare_v2(run->db, "ROLLBACK", -1, &run->rollback, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(run->db, writes, -1, &run->writer, NULL);
    if (code != SQLITE_OK)
        run_failed(run, code);
}

/* Undoes what was not committed; a run that reads always does. */
static void undo(struct run *run) {
    static const char to_savepoint[] = "ROLLBACK TO neardup_run; RELEASE neardup_run";
    bool undone = sqlite3_get_autocommit(run->db);
    if (!undone && run->joined) {
        undone = sqlite3_exec(run->db, to_savepoint, NULL, NULL, NULL) == SQLITE_OK;
    } else if (!undone) {
        sqlite3_step(run->rollback); /* which may tell of a lack of memory that was before */
        sqlite3_reset(run->rollback);
        undone = sqlite3_get_autocommit(run->db);
    }
    if (!undone)
        sqlite3_step(run->writer); /* see keep_writer() */
}

static void commit(struct run *run) {
    if (run->job->access == job_reads)
        undo(run);
    else
        run_statements(run, run->joined ? "RELEASE neardup_run" : "COMMIT");
}

/* ---- Stages ---------------------------------------------------------------------------------- */

static void enter(struct run *run, const struct stage *stage, int number) {
    int count = number;
    while (run->job->stages[count].name)
        count++;
    if (stage->title)
        run_line(run, stage->title);
    if (run->rows.taker && run->rows.taker->stage)
        run->rows.taker->stage(run->rows.taker->context, stage->name, number, count);
    else if (run->job->access == job_resumes)
        sqlite3_str_appendf(run->rows.text, "%d of %d: %s\n", number, count, stage->name);
    if (run->entered)
        run_statements(run, "SELECT \"%w\"(%Q, %d, %d)", run->entered, stage->name, number, count);
}

/* What a part has made that is temporary goes when it ends: the next one makes its own. */
static void drop_part(struct run *run, const struct stage *stage) {
    sqlite3_str *made = sqlite3_str_new(run->db);
    sqlite3_str_appendall(made, "[");
    add_names_of(made, stage->repeat);
    sqlite3_str_appendall(made, "]");
    char *names = sqlite3_str_finish(made);
    if (names)
        drop_temporary(run, names);
    else
        run_refuse(run, SQLITE_NOMEM, "");
    sqlite3_free(names);
}

/* Keeps what a part has done, and goes on; nobody else may have begun meanwhile. */
static void keep_part(struct run *run) {
    static const char stages[] =
        "SELECT json_group_array(json_array(name, basis, done)) FROM stage";
    if (run->joined)
        return;
    char *before = run_value(run, stages);
    run_statements(run, "COMMIT");
    take_lock(run, "BEGIN IMMEDIATE");
    schema_check(run);
    char *after = run_value(run, stages);
    if (before && after && strcmp(before, after) != 0)
        run_refuse(run, SQLITE_ERROR,
                   "another run has begun anew on this database, and goes on alone");
    sqlite3_free(before);
    sqlite3_free(after);
}

static void run_stage(struct run *run, const struct stage *stage, bool begun) {
    if (!begun)
        run_list(run, stage->begin, true);
    run_list(run, stage->prepare, true);
    for (bool more = stage->repeat != NULL; more && run->code == SQLITE_OK;) {
        run->last = 0;
        run_list(run, stage->repeat, false);
        more = run->last == 1;
        drop_part(run, stage);
        keep_part(run);
    }
    run_list(run, stage->end, true);
}

/* What `find` notes of its stages: with which parameters, and how far it has come. */
static void run_resumable(struct run *run, const struct stage *stage, bool begun) {
    parameters_settle(run);
    if (!begun)
        stages_begin(run, stage);
    run_stage(run, stage, begun);
    stages_end(run, stage);
}

/* What the parameter @format says; without one, rows are a list. */
static void choose_format(struct run *run) {
    sqlite3_value *value = run_parameter(run, "format");
    char *given = value        ? sqlite3_mprintf("%s", sqlite3_value_text(value))
                  : run->given ? run_value(run, "SELECT json_extract(%Q, '$.format')", run->given)
                               : NULL;
    run->rows.format = !given                        ? rows_list
                       : strcmp(given, "csv") == 0   ? rows_csv
                       : strcmp(given, "jsonl") == 0 ? rows_jsonl
                                                     : rows_list;
    sqlite3_free(given);
}

static void run_stages(struct run *run) {
    bool resumes = run->job->access == job_resumes, together = run->job->access == job_writes;
    bool begun = false;
    int next = 0;
    for (int i = 0; run->job->stages[i].name && run->code == SQLITE_OK; i++) {
        const struct stage *stage = &run->job->stages[i];
        if (i == 0 || !together)
            begin(run);
        run_list(run, "views", false);
        parameters_take(run, stage->name);
        choose_format(run);
        if (i == 0 && resumes)
            next = stages_next(run, &begun);
        if (i >= next)
            enter(run, stage, i + 1);
        if (i >= next && resumes)
            run_resumable(run, stage, begun && i == next);
        else if (i >= next)
            run_stage(run, stage, false);
        parameters_set(run, run->job->name);
        if (run->writes)
            drop_temporary(run, run->connection->temporary);
        kept_collections_release(run->connection, true);
        if (!stage[1].name || !together)
            commit(run);
    }
    if (run->code != SQLITE_OK)
        undo(run);
    else if (together && sqlite3_str_length(run->rows.text) == 0)
        sqlite3_str_appendall(run->rows.text, "done\n");
    else if (resumes && next > 0 && !run->job->stages[next].name)
        sqlite3_str_appendall(run->rows.text, "nothing has changed since the last run\n");
}

/* ---- neardup_run() --------------------------------------------------------------------------- */

static const struct job *job_find(const char *name) {
    const struct job *job = jobs;
    while (job->name && strcmp(job->name, name) != 0)
        job++;
    return job->name ? job : NULL;
}

/* The values of parameters, by their names; what is no JSON object is refused. */
static void take_parameters(struct run *run) {
    static const char by_name[] = "SELECT value FROM json_each(%Q) WHERE key = ?1 ORDER BY id DESC";
    char *wrong =
        run_value(run, "SELECT 1 WHERE iif(json_valid(%Q), json_type(%Q), '') <> 'object'",
                  run->given, run->given);
    if (wrong)
        run_refuse(run, SQLITE_ERROR,
                   "neardup_run(): argument parameters must be a JSON object, found %s",
                   shown_text((struct argument_bytes){run->given, strlen(run->given)}).utf8);
    sqlite3_free(wrong);
    char *sql = run->code == SQLITE_OK ? sqlite3_mprintf(by_name, run->given) : NULL;
    int code = sql ? sqlite3_prepare_v2(run->db, sql, -1, &run->parameters, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (code != SQLITE_OK)
        run_failed(run, code);
}

/* The page caches, for sorting and for the texts that are compared, have 64 MB each instead of 2.
 */
static void run_whole(struct run *run) {
    char *sizes = run_value(run, "SELECT printf('PRAGMA main.cache_size = %%d; PRAGMA "
                                 "temp.cache_size = %%d', m.cache_size, t.cache_size) FROM "
                                 "pragma_cache_size('main') AS m, pragma_cache_size('temp') AS t");
    run->joined = !sqlite3_get_autocommit(run->db);
    run->writes = run->job->access != job_reads;
    take_names(run);
    prepare_undo(run);
    if (run->code == SQLITE_OK) {
        run_statements(run, "PRAGMA main.cache_size = -65536; PRAGMA temp.cache_size = -65536");
        run_stages(run);
        clean(run);
    }
    if (sizes)
        sqlite3_exec(run->db, sizes, NULL, NULL, NULL);
    sqlite3_free(sizes);
}

static void refuse_job(struct run *run, const char *name) {
    sqlite3_str *list = sqlite3_str_new(run->db);
    for (const struct job *job = jobs; job->name; job++)
        sqlite3_str_appendf(list, "%s%s", job == jobs ? "" : ", ", job->name);
    char *names = sqlite3_str_finish(list);
    run_refuse(run, names ? SQLITE_ERROR : SQLITE_NOMEM,
               "neardup_run(): argument job must be one of %s, found '%s'", names ? names : "",
               shown_text((struct argument_bytes){name, strlen(name)}).utf8);
    sqlite3_free(names);
}

static void run_script(struct run *run, const char *name) {
    char owner[64];
    sqlite3_snprintf(sizeof owner, owner, "%.*s", (int)(strstr(name, ".sql") - name), name);
    parameters_take(run, owner);
    choose_format(run);
    run_text(run, script_text(name), true);
}

/* A script is named with its suffix; it runs as it is, for a host that puts a job together. */
static void run_named(struct run *run, const char *name) {
    run->job = job_find(name);
    if (run->given)
        take_parameters(run);
    if (run->job)
        run_whole(run);
    else if (strcmp(name, "settings") == 0)
        parameters_settle(run);
    else if (script_text(name) && strstr(name, ".sql"))
        run_script(run, name);
    else
        refuse_job(run, name);
    parameters_release(run);
    sqlite3_finalize(run->rollback);
    sqlite3_finalize(run->writer);
    sqlite3_finalize(run->parameters);
}

/*
 * A script of a run asks for another one, or for the settings. The other one has its parameters,
 * unless it is given its own.
 */
static void run_nested(struct call *call, struct run *run, const char *name, const char *given) {
    struct run before = *run;
    if (given) {
        run->given = given;
        run->values = NULL;
        take_parameters(run);
    }
    if (strcmp(name, "settings") == 0)
        parameters_settle(run);
    else if (script_text(name) && strstr(name, ".sql"))
        run_text(run, script_text(name), run->prints);
    else
        refuse_job(run, name);
    if (given) {
        sqlite3_finalize(run->parameters);
        run->given = before.given;
        run->parameters = before.parameters;
        run->values = before.values;
    }
    if (run->code != SQLITE_OK) {
        call->code = run->code;
        call->message = sqlite3_mprintf("%s", run->message);
    }
}

/* Without the last line end, which a shell adds. */
static void give_text(struct call *call, struct run *run) {
    int length = sqlite3_str_length(run->rows.text), code = sqlite3_str_errcode(run->rows.text);
    char *text = sqlite3_str_finish(run->rows.text);
    int end = run->rows.format == rows_csv ? 2 : 1;
    if (code != SQLITE_OK)
        call->code = code;
    else if (text)
        sqlite3_result_text(call->context, text, length - end, SQLITE_TRANSIENT);
    sqlite3_free(text);
}

static void neardup_run_call(struct call *call) {
    enum { argument_job, argument_parameters, argument_output };
    const struct given *given = call->given;
    sqlite3_value *output = given[argument_output].value;
    sqlite3 *db = sqlite3_context_db_handle(call->context);
    struct run run = {.db = db, .connection = call->connection};
    const char *name = given[argument_job].bytes.bytes;
    if (given[argument_parameters].value)
        run.given = given[argument_parameters].bytes.bytes;
    if (call->connection->running) {
        run_nested(call, call->connection->running, name, run.given);
        return;
    }
    if (output) {
        run.rows.taker = sqlite3_value_pointer(output, "neardup_rows");
        run.entered = (const char *)sqlite3_value_text(output);
    }
    run.rows.text = sqlite3_str_new(db);
    call->connection->running = &run;
    run_named(&run, name);
    call->connection->running = NULL;
    call->code = run.code;
    call->message = run.message;
    if (run.code == SQLITE_OK)
        give_text(call, &run);
    else
        sqlite3_free(sqlite3_str_finish(run.rows.text));
}

const struct function neardup_run_function = {
    .name = "neardup_run",
    .stability = stability_direct,
    .arguments = ARGUMENTS(REQUIRED("job", text), NULLABLE("parameters", text, .usual = NULL),
                           OPTIONAL("output", any, .usual = NULL)),
    .results = "TEXT",
    .call = neardup_run_call,
};

static void neardup_script_call(struct call *call) {
    const char *text = script_text(call->given[0].bytes.bytes);
    if (text)
        sqlite3_result_text(call->context, text, -1, SQLITE_STATIC);
}

const struct function neardup_script_function = {
    .name = "neardup_script",
    .stability = stability_changing,
    .arguments = ARGUMENTS(REQUIRED("name", text)),
    .results = "TEXT",
    .call = neardup_script_call,
};
