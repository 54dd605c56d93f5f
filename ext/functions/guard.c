/*
 * guard.c - neardup_begin() and neardup_error(): how the scripts of sql/ take their lock, and how
 * they stop with a message that says what to do.
 */
#include "arguments.h"
#include "functions.h"

#include <string.h> /* memcmp */

/* BEGIN takes no lock and so notices none; the read before it does. */
static const char begin_read[] = "PRAGMA main.schema_version; BEGIN";
static const char begin_write[] = "BEGIN IMMEDIATE";

static const char *begin_statement(struct arguments *arguments, sqlite3_value *value) {
    struct argument_bytes mode = argument_text(arguments, "mode", value);
    if (mode.length == 4 && memcmp(mode.bytes, "read", 4) == 0)
        return begin_read;
    if (mode.length == 5 && memcmp(mode.bytes, "write", 5) == 0)
        return begin_write;
    arguments_refuse_word(arguments, "mode", "'read' or 'write'", mode);
    return NULL;
}

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

void neardup_begin_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct arguments arguments = {.function = "neardup_begin"};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    const char *statement = begin_statement(&arguments, values[0]);
    if (!statement) {
        arguments_result(&arguments, context);
        return;
    }
    sqlite3 *db = sqlite3_context_db_handle(context);
    int code = sqlite3_exec(db, statement, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return;
    if ((code & 0xFF) == SQLITE_BUSY)
        locked_result(context, db);
    else
        sqlite3_result_error(context, sqlite3_errmsg(db), -1);
    sqlite3_result_error_code(context, code);
}

void neardup_error_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct arguments arguments = {.function = "neardup_error"};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct argument_bytes message = argument_text(&arguments, "message", values[0]);
    if (arguments.code == SQLITE_OK)
        sqlite3_result_error(context, message.bytes, (int)message.length);
    else
        arguments_result(&arguments, context);
}
