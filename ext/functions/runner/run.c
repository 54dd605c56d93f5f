/* run.c - see run.h. */
#include "run.h"

#include <assert.h>
#include <string.h>

/* ---- Errors ---------------------------------------------------------------------------------- */

void run_refuse(struct run *run, int code, const char *format, ...) {
    va_list values;
    if (run->code != SQLITE_OK)
        return;
    va_start(values, format);
    run->message = sqlite3_vmprintf(format, values);
    va_end(values);
    run->code = run->message ? code : SQLITE_NOMEM;
}

void run_failed(struct run *run, int code) {
    const char *path = sqlite3_db_filename(run->db, "main");
    bool beside = strstr(sqlite3_errmsg(run->db), "SQL statements in progress") != NULL;
    bool shared = code == SQLITE_LOCKED_SHAREDCACHE;
    if (!beside && ((code & 0xFF) == SQLITE_BUSY || shared))
        run_refuse(run, code,
                   "%s: the database is locked: another program is writing to it. Wait until that "
                   "program has finished, or close it, then run this again",
                   path && path[0] ? path : "main");
    else if (beside || (code & 0xFF) == SQLITE_LOCKED)
        run_refuse(run, code,
                   "neardup_run() must be the only statement of its connection that is running: "
                   "call it in a SELECT of its own, without FROM, and end other statements before");
    else
        run_refuse(run, code, "%s", sqlite3_errmsg(run->db));
}

/* ---- Statements ------------------------------------------------------------------------------ */

sqlite3_value *run_parameter(const struct run *run, const char *name) {
    struct parameter_value *at = run->values;
    while (at && at->name && strcmp(at->name, name) != 0)
        at++;
    return at && at->name ? at->value : NULL;
}

/* Parameters are bound by name; those that are neither given nor declared are NULL. */
static int bind_parameter(struct run *run, sqlite3_stmt *statement, int place) {
    const char *name = sqlite3_bind_parameter_name(statement, place);
    if (name && strcmp(name, "@schema") == 0)
        return sqlite3_bind_text(statement, place, run->schema, -1, SQLITE_STATIC);
    if (name && strcmp(name, "@writes") == 0)
        return sqlite3_bind_int(statement, place, run->writes || (run->job && run->job->strict));
    sqlite3_value *value = name ? run_parameter(run, name + 1) : NULL;
    if (value)
        return sqlite3_bind_value(statement, place, value);
    if (!name || !run->given_value)
        return SQLITE_OK;
    int code = sqlite3_bind_text(run->given_value, 1, name + 1, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(run->given_value);
    if (code == SQLITE_ROW)
        code = sqlite3_bind_value(statement, place, sqlite3_column_value(run->given_value, 0));
    sqlite3_reset(run->given_value);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Records why something could not be printed. */
static void check_printed(struct run *run, int code) {
    if (code == SQLITE_TOOBIG)
        run_refuse(run, code,
                   "neardup_run(): the output is longer than a text of SQLite can be; the program "
                   "neardup prints it");
    else if (code == SQLITE_INTERRUPT)
        run_refuse(run, code, "interrupted");
    else if (code != SQLITE_OK)
        run_failed(run, code);
}

void run_line(struct run *run, const char *format, ...) {
    va_list values;
    va_start(values, format);
    sqlite3_str_vappendf(run->rows.text, format, values);
    va_end(values);
    check_printed(run, rows_end_line(&run->rows));
}

/*
 * It must not have expired, as all statements do when a temporary table or an index is made: so it
 * is prepared anew after each that writes. If an interruption forbids that, too, this one is kept,
 * which has not expired itself.
 */
void run_renew_writer(struct run *run, sqlite3_stmt *statement) {
    static const char writes[] = "PRAGMA temp.user_version = 0";
    sqlite3_stmt *writer = NULL;
    int code = sqlite3_prepare_v2(run->db, writes, -1, &writer, NULL);
    if (code != SQLITE_OK)
        run_failed(run, code);
    sqlite3_finalize(run->writer);
    run->writer = writer ? writer : statement;
    if (writer)
        sqlite3_finalize(statement);
    else
        sqlite3_reset(statement);
}

/* Rows of what writes, such as those of PRAGMA count_changes, are not printed. */
static void run_statement(struct run *run, sqlite3_stmt *statement, bool prints) {
    int code = SQLITE_OK, count = sqlite3_column_count(statement);
    bool writes = !sqlite3_stmt_readonly(statement);
    prints = prints && !writes;
    for (int i = sqlite3_bind_parameter_count(statement); i > 0 && code == SQLITE_OK; i--)
        code = bind_parameter(run, statement, i);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (prints && (code == SQLITE_ROW || code == SQLITE_DONE))
        check_printed(run, rows_head(&run->rows, statement));
    while (run->code == SQLITE_OK && code == SQLITE_ROW) {
        int type = sqlite3_column_type(statement, 0);
        run->last = type == SQLITE_INTEGER ? sqlite3_column_int64(statement, 0) : 0;
        if (prints && (count > 1 || type != SQLITE_NULL)) /* what a nested script gives is NULL */
            check_printed(run, rows_print(&run->rows, statement));
        code = run->code == SQLITE_OK ? sqlite3_step(statement) : code;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        run_failed(run, code);
    if (run->code == SQLITE_OK && writes && run->writer)
        run_renew_writer(run, statement);
    else
        sqlite3_finalize(statement);
}

void run_text(struct run *run, const char *text, bool prints) {
    run->prints = prints;
    while (run->code == SQLITE_OK && *text) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v2(run->db, text, -1, &statement, &text);
        if (code != SQLITE_OK)
            run_failed(run, code);
        else if (statement) /* else only a comment is left */
            run_statement(run, statement, prints);
        run->prints = prints; /* which a nested script may have changed */
    }
}

char *run_finish(struct run *run, sqlite3_str *text) {
    char *finished = sqlite3_str_finish(text);
    if (!finished)
        run_refuse(run, SQLITE_NOMEM, "");
    return finished;
}

void run_built(struct run *run, sqlite3_str *sql) {
    char *text = run_finish(run, sql);
    run_text(run, text ? text : "", false);
    sqlite3_free(text);
}

void run_statements(struct run *run, const char *format, ...) {
    va_list values;
    sqlite3_str *sql = sqlite3_str_new(run->db);
    va_start(values, format);
    sqlite3_str_vappendf(sql, format, values);
    va_end(values);
    run_built(run, sql);
}

char *run_value(struct run *run, const char *format, ...) {
    char *value = NULL;
    sqlite3_stmt *statement = NULL;
    va_list values;
    sqlite3_str *built = sqlite3_str_new(run->db);
    va_start(values, format);
    sqlite3_str_vappendf(built, format, values);
    va_end(values);
    char *sql = run_finish(run, built);
    int code = run->code;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(run->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        value = text ? sqlite3_mprintf("%s", text) : NULL;
        code = value ? code : SQLITE_NOMEM;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        run_failed(run, code);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return value;
}

/* ---- Scripts --------------------------------------------------------------------------------- */

const char *script_text(const char *name) {
    for (const struct script *script = scripts; script->name; script++)
        if (strcmp(script->name, name) == 0)
            return script->text;
    return NULL;
}

const char *run_next_name(const char *list, char name[64]) {
    size_t length = strcspn(list, " ");
    assert(length < 64);
    memcpy(name, list, length);
    name[length] = '\0';
    return list + length + strspn(list + length, " ");
}

const char *run_script_text(const char *name) {
    char file[72];
    sqlite3_snprintf(sizeof file, file, "%s.sql", name);
    const char *text = script_text(file);
    assert(text);
    return text;
}

void run_list(struct run *run, const char *list, bool prints) {
    char name[64];
    while (list && *list && run->code == SQLITE_OK) {
        list = run_next_name(list, name);
        run_text(run, run_script_text(name), prints);
    }
}
