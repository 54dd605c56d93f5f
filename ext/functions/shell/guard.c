/*
 * guard.c - neardup_begin(), neardup_error() and neardup_last_error(): how the scripts of sql/ take
 * their lock, how they stop with a message that says what to do, and how a program that runs them
 * gets the parts of that message.
 */
#include "../functions.h"
#include "../table_function.h"
#include "terminal.h"

#include <string.h>

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
static const char *const modes[] = {"read", "write", "lock", NULL};
static const char *const beginnings[] = {"PRAGMA temp.secure_delete = OFF; "
                                         "PRAGMA temp.page_size = 8192; "
                                         "PRAGMA main.page_size = 0; "
                                         "BEGIN; "
                                         "PRAGMA main.schema_version",
                                         "BEGIN IMMEDIATE", "PRAGMA main.incremental_vacuum(1)"};

static void locked_result(sqlite3_context *context, sqlite3 *db) {
    const char *path = sqlite3_db_filename(db, "main");
    char *message =
        sqlite3_mprintf("%s: the database is locked: another program is writing to it. Wait until "
                        "that program has finished, or close it, then run this again",
                        path && path[0] ? path : "main");
    if (message)
        sqlite3_result_error(context, message, -1);
    else
        sqlite3_result_error_nomem(context);
    sqlite3_free(message);
}

static void neardup_begin_call(struct call *call) {
    sqlite3 *db = sqlite3_context_db_handle(call->context);
    bool begins = sqlite3_get_autocommit(db);
    int code = sqlite3_exec(db, beginnings[call->given[0].integer], NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return;
    if ((code & 0xFF) == SQLITE_BUSY)
        locked_result(call->context, db);
    else
        sqlite3_result_error(call->context, sqlite3_errmsg(db), -1);
    sqlite3_result_error_code(call->context, code);
    if (begins && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

const struct function neardup_begin_function = {
    .name = "neardup_begin",
    .stability = stability_direct,
    .arguments = ARGUMENTS({.name = "mode",
                            .type = argument_is_word,
                            .words = modes,
                            .wanted = "'read', 'write' or 'lock'"}),
    .results = "NULL",
    .call = neardup_begin_call,
};

/* What was found instead, as a message shows it. False: no memory. */
static bool append_found(sqlite3_str *text, sqlite3_value *value) {
    if (sqlite3_value_type(value) == SQLITE_BLOB) {
        sqlite3_str_appendf(text, ", found a blob of length %d", sqlite3_value_bytes(value));
        return true;
    }
    bool quoted = sqlite3_value_type(value) == SQLITE_TEXT;
    const char *bytes = (const char *)sqlite3_value_text(value);
    if (!bytes)
        return false;
    struct argument_bytes found = {bytes, (size_t)sqlite3_value_bytes(value)};
    sqlite3_str_appendf(text, quoted ? ", found '%s'" : ", found %s", shown_text(found).utf8);
    return true;
}

/* Keeps the message, for neardup_last_error(). Without memory, nothing is kept, or NULL given. */
static void keep_error(struct connection *connection, const char *message, size_t parameter) {
    sqlite3_free(connection->error.message);
    connection->error.message = message ? sqlite3_mprintf("%s", message) : NULL;
    connection->error.parameter_length = parameter;
}

static void neardup_error_call(struct call *call) {
    enum { argument_reason, argument_parameter, argument_found };
    struct argument_bytes reason = call->given[argument_reason].bytes;
    const struct given *parameter = &call->given[argument_parameter];
    const struct given *found = &call->given[argument_found];
    struct shown_text name = {""};
    struct code_points clean = {0};
    if (found->value && sqlite3_value_type(found->value) == SQLITE_NULL)
        return;
    if (!code_points_decode(&clean, &sqlite_allocator, reason.bytes, reason.length)) {
        call->code = SQLITE_NOMEM;
        return;
    }
    /* The names of tables and files are in it, and shells print it as it is. */
    terminal_clean(clean.values, clean.count);
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    if (parameter->value) {
        name = shown_text(parameter->bytes);
        sqlite3_str_appendf(text, "@%s ", name.utf8);
    }
    text_result_append(text, clean.values, clean.count);
    code_points_free(&clean, &sqlite_allocator);
    bool enough = !found->value || append_found(text, found->value);
    int code = enough ? sqlite3_str_errcode(text) : SQLITE_NOMEM;
    int length = sqlite3_str_length(text);
    char *bytes = sqlite3_str_finish(text);
    const char *message = bytes ? bytes : "";
    keep_error(call->connection, code == SQLITE_OK ? message : NULL, strlen(name.utf8));
    sqlite3_result_error(call->context, message, length);
    if (code != SQLITE_OK)
        sqlite3_result_error_code(call->context, code);
    sqlite3_free(bytes);
}

/* Not deterministic, which also keeps SQLite from making a constant call early. */
const struct function neardup_error_function = {
    .name = "neardup_error",
    .stability = stability_changing,
    .arguments = ARGUMENTS(REQUIRED("reason", text), NULLABLE("parameter", text, .usual = NULL),
                           OPTIONAL("found", any, .usual = NULL)),
    .results = "NULL",
    .call = neardup_error_call,
};

/* ---- neardup_last_error() ---- */

static void last_open(struct table_cursor *cursor, struct call *call) {
    (void)call;
    cursor->rows = cursor->connection->error.message != NULL;
}

static void last_column(struct table_cursor *cursor, sqlite3_context *context, int column) {
    const struct script_error *error = &cursor->connection->error;
    size_t length = error->parameter_length, begin = length > 0 ? length + strlen("@ ") : 0;
    if (!error->message)
        return;
    if (column == 0)
        sqlite3_result_text(context, error->message, -1, SQLITE_TRANSIENT);
    else if (column == 2)
        sqlite3_result_text(context, error->message + begin, -1, SQLITE_TRANSIENT);
    else if (length > 0)
        sqlite3_result_text(context, error->message + 1, (int)length, SQLITE_TRANSIENT);
}

const struct function neardup_last_error_function = {
    .name = "neardup_last_error",
    .stability = stability_changing,
    .results = "message TEXT, parameter TEXT, reason TEXT",
    .size = sizeof(struct table_cursor),
    .estimated_rows = 1,
    .open = last_open,
    .column = last_column,
};
