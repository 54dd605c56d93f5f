/* runner.c - the stages of a job, and neardup_run(). */
#include "../functions.h"
#include "parameters.h"

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

/* Drops what a run has left that was stopped; the connection knows what it was. */
static void drop_left(struct run *run) {
    if (!run->connection->left)
        return;
    drop_temporary(run, run->connection->left);
    if (run->code == SQLITE_OK) {
        sqlite3_free(run->connection->left);
        run->connection->left = NULL;
    }
}

/*
 * Drops what a run that fails has made. After an interruption no statement runs any more: then the
 * next run drops what was committed, which is in `left`.
 */
static void clean(struct run *run) {
    struct run own = {.db = run->db, .connection = run->connection};
    char *filled = run->filled ? run_value(&own,
                                           "SELECT json_group_array(json_extract(value, '$.name')) "
                                           "FROM json_each(%Q)",
                                           run->schema)
                               : NULL;
    if (filled)
        drop_temporary(&own, filled);
    if (run->names)
        drop_temporary(&own, run->names);
    drop_left(&own);
    sqlite3_free(filled);
    sqlite3_free(own.message);
}

/* Finds what the job makes for itself, and refuses it if the session has such names. */
static void take_names(struct run *run) {
    sqlite3_str *list = sqlite3_str_new(run->db);
    sqlite3_str_appendall(list, "[\"checked_parameters\"");
    add_names_of(list, "views changed_articles");
    for (const struct stage *stage = run->job->stages; stage->name; stage++) {
        const char *const lists[] = {stage->begin, stage->prepare, stage->repeat, stage->end};
        for (int i = 0; i < 4; i++)
            add_names_of(list, lists[i]);
    }
    sqlite3_str_appendall(list, "]");
    char *names = run_finish(run, list);
    char *taken = run_value(run,
                            "SELECT type || ' ' || name FROM temp.sqlite_schema WHERE name COLLATE "
                            "NOCASE IN (SELECT value FROM json_each(%Q))",
                            names);
    if (taken)
        run_refuse(run, SQLITE_ERROR,
                   "this session has a temporary %s, and neardup needs that name. Nothing was "
                   "written. Run this in a session of its own",
                   taken);
    sqlite3_free(taken);
    if (run->code == SQLITE_OK)
        run->names = names;
    else
        sqlite3_free(names);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/*
 * Debian's SQLite overwrites what is deleted, in temporary tables, too, and a copy of each page
 * goes to a journal before: 10 GB when a large database is judged. Larger pages of temporary tables
 * save some percent of the time of the pipeline; much larger ones are slow to read at random. (Once
 * there is a table, its pages stay as they are. What the pragma says would hold for the next VACUUM
 * of any database, too; 0 takes that back.)
 */
static const char temporary_pages[] = "PRAGMA temp.secure_delete = OFF; PRAGMA temp.page_size = "
                                      "8192; PRAGMA main.page_size = 0";

/*
 * Takes a writer's lock of main, and not of databases that are attached, as BEGIN IMMEDIATE would:
 * a vacuum of one page takes it, and changes nothing unless the database is vacuumed incrementally.
 * The busy handler of the host waits for who holds it.
 */
static const char take_lock[] = "PRAGMA main.incremental_vacuum(1)";

/*
 * The page caches, for sorting and for the texts that are compared, have 64 MB each instead of 2.
 * What they had is restored by the next run if this one is interrupted.
 */
static void enlarge_caches(struct run *run) {
    char **sizes = &run->connection->cache_sizes;
    if (!*sizes)
        *sizes = run_value(run, "SELECT printf('PRAGMA main.cache_size = %%d; PRAGMA "
                                "temp.cache_size = %%d', m.cache_size, t.cache_size) FROM "
                                "pragma_cache_size('main') AS m, pragma_cache_size('temp') AS t");
    run_statements(run, "PRAGMA main.cache_size = -65536; PRAGMA temp.cache_size = -65536");
}

/*
 * What a run does once, when it has its lock: nothing before reads a schema, which needs one. A
 * table is dropped to see whether another statement of the connection reads: then SQLite refuses
 * it, as it would refuse later to drop or to undo what the job has made.
 */
static void prepare_run(struct run *run) {
    take_names(run);
    run_statements(run, "CREATE TEMP TABLE checked_parameters (id); "
                        "DROP TABLE temp.checked_parameters");
    parameters_read(run);
    parameters_check_names(run);
    enlarge_caches(run);
}

static void begin(struct run *run) {
    bool read_only = sqlite3_db_readonly(run->db, "main") == 1, locks = run->writes && !read_only;
    if (!run->joined)
        run_statements(run, "%s", temporary_pages);
    run_statements(run, run->joined ? "SAVEPOINT neardup_run" : "BEGIN");
    run_statements(run, locks ? take_lock : "PRAGMA main.schema_version");
    if (!run->names)
        prepare_run(run);
    schema_check(run); /* which says more of what is not neardup's than that it may only be read */
    if (run->writes && read_only)
        run_refuse(run, SQLITE_READONLY, "%s", sqlite3_errstr(SQLITE_READONLY));
    run->connection->locked = locks && !run->joined && run->code == SQLITE_OK;
    if (run->job->access == job_reads && !run->job->strict)
        schema_fill(run);
    else if (run->job->tables)
        schema_make(run, run->job->tables);
}

/*
 * Undoes what was not committed; a run that reads always does. Where an interruption or a lack of
 * memory forbids it, a statement that writes does: see run_renew_writer().
 */
static void undo(struct run *run) {
    static const char to_savepoint[] = "ROLLBACK TO neardup_run; RELEASE neardup_run";
    int code = SQLITE_OK;
    if (sqlite3_get_autocommit(run->db))
        return;
    if (run->joined) {
        code = sqlite3_exec(run->db, to_savepoint, NULL, NULL, NULL) & 0xFF;
    } else {
        sqlite3_step(run->rollback); /* which may tell of a lack of memory that was before */
        sqlite3_reset(run->rollback);
        code = sqlite3_get_autocommit(run->db) ? SQLITE_OK : SQLITE_INTERRUPT;
    }
    if (code == SQLITE_INTERRUPT || code == SQLITE_NOMEM)
        sqlite3_step(run->writer);
    run->connection->unfinished = code != SQLITE_OK && !sqlite3_get_autocommit(run->db);
}

/* ---- Stages ---------------------------------------------------------------------------------- */

static void enter(struct run *run, const struct stage *stage, int number) {
    int count = number;
    while (run->job->stages[count].name)
        count++;
    if (stage->title)
        run_line(run, "%s", stage->title);
    if (run->rows.taker && run->rows.taker->stage)
        run->rows.taker->stage(run->rows.taker->context, stage->name, number, count);
    else if (run->job->access == job_resumes)
        run_line(run, "%d of %d: %s", number, count, stage->name);
    if (run->entered)
        run_statements(run, "SELECT \"%w\"(%Q, %d, %d)", run->entered, stage->name, number, count);
    if (sqlite3_get_autocommit(run->db))
        run_refuse(run, SQLITE_ERROR,
                   "neardup_run(): the function that is told of stages must not end the "
                   "transaction");
}

/* What a part has made that is temporary goes when it ends: the next one makes its own. */
static void drop_part(struct run *run, const struct stage *stage) {
    sqlite3_str *made = sqlite3_str_new(run->db);
    sqlite3_str_appendall(made, "[");
    add_names_of(made, stage->repeat);
    sqlite3_str_appendall(made, "]");
    char *names = run_finish(run, made);
    drop_temporary(run, names);
    sqlite3_free(names);
}

/* Keeps what a part has done, and goes on; nobody else may have begun meanwhile. */
static void keep_part(struct run *run) {
    static const char stages[] =
        "SELECT json_group_array(json_array(name, basis, done)) FROM stage";
    static const char temporary[] =
        "SELECT json_group_array(name) FROM temp.sqlite_schema WHERE type IN ('table', 'view') "
        "AND name IN (SELECT value FROM json_each(%Q))";
    if (run->joined)
        return;
    sqlite3_free(run->connection->left);
    run->connection->left = run_value(run, temporary, run->names);
    char *before = run_value(run, stages);
    run_statements(run, "COMMIT; BEGIN");
    run_statements(run, take_lock);
    schema_check(run);
    char *after = run_value(run, stages);
    if (before && after && strcmp(before, after) != 0)
        run_refuse(run, SQLITE_ERROR,
                   "another run of find has begun on this database; this one ends, and that one "
                   "goes on");
    sqlite3_free(before);
    sqlite3_free(after);
}

static void empty_tables(struct run *run, const char *list) {
    char name[64];
    while (list && *list) {
        list = run_next_name(list, name);
        run_statements(run, "DELETE FROM main.%s", name);
    }
}

/* `find` notes of its stages with which parameters they ran, and how far it has come. */
static void run_stage(struct run *run, const struct stage *stage, bool begun) {
    bool resumes = run->job->access == job_resumes;
    if (resumes)
        parameters_settle(run);
    if (!begun) {
        if (resumes)
            stages_begin(run, stage);
        empty_tables(run, stage->fills);
        run_list(run, stage->begin, true);
    }
    run_list(run, stage->prepare, true);
    for (bool more = stage->repeat != NULL; more && run->code == SQLITE_OK;) {
        run->last = 0;
        run_list(run, stage->repeat, false);
        more = run->last == 1;
        drop_part(run, stage);
        keep_part(run);
    }
    run_list(run, stage->end, true);
    if (resumes)
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
        if (i >= next) {
            enter(run, stage, i + 1);
            run_stage(run, stage, begun && i == next);
        }
        parameters_set(run, run->job->name);
        if (run->writes)
            drop_temporary(run, run->names);
        kept_collections_release(run->connection, true);
        if (run->job->access == job_reads)
            undo(run);
        else if (!stage[1].name || !together)
            run_statements(run, run->joined ? "RELEASE neardup_run" : "COMMIT");
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

static void run_whole(struct run *run) {
    run->joined = !sqlite3_get_autocommit(run->db);
    run->writes = run->job->access != job_reads;
    if (run->joined && run->connection->unfinished)
        run_refuse(run, SQLITE_ERROR,
                   "a run that was interrupted has left its transaction open. ROLLBACK, then run "
                   "this again");
    run->connection->unfinished &= run->joined;
    drop_left(run);
    run_renew_writer(run, NULL);
    int code = sqlite3_prepare_v2(run->db, "ROLLBACK", -1, &run->rollback, NULL);
    if (code != SQLITE_OK)
        run_failed(run, code);
    if (run->code == SQLITE_OK)
        run_stages(run);
    run->connection->locked = false;
    if (run->code != SQLITE_OK)
        clean(run);
    char *sizes = run->connection->cache_sizes;
    if (sizes && sqlite3_exec(run->db, sizes, NULL, NULL, NULL) == SQLITE_OK) {
        sqlite3_free(sizes);
        run->connection->cache_sizes = NULL;
    }
}

/* A script of a run may ask for other scripts only. */
static void refuse_job(struct run *run, const char *name) {
    const struct shown_text shown = shown_text((struct argument_bytes){name, strlen(name)});
    if (job_find(name)) {
        run_refuse(run, SQLITE_ERROR,
                   "neardup_run('%s') cannot run within another run; a script can, such as "
                   "neardup_run('choose.sql')",
                   shown.utf8);
        return;
    }
    sqlite3_str *list = sqlite3_str_new(run->db);
    for (const struct job *job = jobs; job->name; job++)
        sqlite3_str_appendf(list, "%s%s", job == jobs ? "" : ", ", job->name);
    char *names = run_finish(run, list);
    run_refuse(run, SQLITE_ERROR, "neardup_run(): argument job must be one of %s, found '%s'",
               names, shown.utf8);
    sqlite3_free(names);
}

/*
 * A job; or, also for a host that puts a job together as a job's scripts do, the settings, which
 * fill the table setting, or a script, which runs as it is.
 */
static void run_named(struct run *run, const char *name, bool nested) {
    if (strcmp(name, "settings") == 0) {
        run->writes |= !nested;
        if (!nested)
            schema_check(run);
        parameters_settle(run);
    } else if (strstr(name, ".sql") && script_text(name)) {
        char owner[64];
        sqlite3_snprintf(sizeof owner, owner, "%.*s", (int)(strstr(name, ".sql") - name), name);
        if (!nested) {
            parameters_read(run);
            parameters_take(run, owner);
            choose_format(run);
        }
        run_text(run, script_text(name), !nested || run->prints);
    } else if (!nested && job_find(name)) {
        run->job = job_find(name);
        run_whole(run);
    } else {
        refuse_job(run, name);
    }
}

/*
 * A script of a run asks for another one, or for the settings. The other one has its parameters,
 * unless it is given its own. Its error is the caller's, who may catch it.
 */
static void run_nested(struct call *call, struct run *run, const char *name, const char *given) {
    struct run before = *run;
    if (given) {
        run->given = given;
        run->given_value = NULL;
        run->values = NULL;
        parameters_read(run);
    }
    run_named(run, name, true);
    if (given) {
        sqlite3_finalize(run->given_value);
        run->given = before.given;
        run->given_value = before.given_value;
        run->values = before.values;
    }
    call->code = run->code;
    call->message = run->message;
    run->code = SQLITE_OK;
    run->message = NULL;
}

/* Without the last line end, which a shell adds. */
static void give_text(struct call *call, struct run *run) {
    int length = sqlite3_str_length(run->rows.text), code = sqlite3_str_errcode(run->rows.text);
    char *text = sqlite3_str_finish(run->rows.text);
    while (length > 0 && strchr("\r\n", text[length - 1]))
        length--;
    if (code != SQLITE_OK)
        call->code = code;
    else if (text)
        sqlite3_result_text(call->context, text, length, SQLITE_TRANSIENT);
    sqlite3_free(text);
}

/* False, with the error: a text has a character that ends it for C. */
static bool is_whole(struct call *call, const char *name, const struct given *given) {
    struct argument_bytes bytes = given->value ? given->bytes : (struct argument_bytes){"", 0};
    if (strlen(bytes.bytes) == bytes.length)
        return true;
    call_refuse(call, "argument %s must not hold the character 0, found '%s'", name,
                shown_text(bytes).utf8);
    return false;
}

static void neardup_run_call(struct call *call) {
    enum { argument_job, argument_parameters, argument_output };
    const struct given *given = call->given;
    sqlite3_value *output = given[argument_output].value;
    sqlite3 *db = sqlite3_context_db_handle(call->context);
    struct run run = {.db = db, .connection = call->connection};
    const char *name = given[argument_job].bytes.bytes;
    if (!is_whole(call, "job", &given[argument_job]) ||
        !is_whole(call, "parameters", &given[argument_parameters]))
        return;
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
    run_named(&run, name, false);
    parameters_release(&run);
    sqlite3_finalize(run.given_value);
    sqlite3_finalize(run.rollback);
    sqlite3_finalize(run.writer);
    sqlite3_free(run.names);
    call->connection->running = NULL;
    call->code = run.code;
    call->message = run.message;
    if (run.code == SQLITE_OK)
        give_text(call, &run);
    else
        sqlite3_free(sqlite3_str_finish(run.rows.text));
}

SCALAR(neardup_run, "TEXT", .stability = stability_direct,
       .arguments = ARGUMENTS(REQUIRED("job", text), NULLABLE("parameters", text, .usual = NULL),
                              OPTIONAL("output", any, .usual = NULL)));

static void neardup_script_call(struct call *call) {
    const char *text = script_text(call->given[0].bytes.bytes);
    if (text)
        sqlite3_result_text(call->context, text, -1, SQLITE_STATIC);
}

SCALAR(neardup_script, "TEXT", .stability = stability_changing,
       .arguments = ARGUMENTS(REQUIRED("name", text)));
