/*
 * guard.c - neardup_begin() and neardup_error(): how the scripts of sql/ take their lock, and how
 * they stop with a message that says what to do.
 */
#include "arguments.h"
#include "connection.h"
#include "terminal.h"
#include "text_result.h"

#include <string.h> /* memcmp, strlen */

/*
 * BEGIN and SAVEPOINT take no lock. Reading anything takes a reader's. A vacuum of one page takes a
 * writer's, and changes nothing unless the database is vacuumed incrementally.
 */
static const struct {
    const char *mode, *statements;
} beginnings[] = {{"read", "BEGIN; PRAGMA main.schema_version"},
                  {"write", "BEGIN IMMEDIATE"},
                  {"lock", "PRAGMA main.incremental_vacuum(1)"}};

static const char *begin_statements(struct arguments *arguments, sqlite3_value *value) {
    struct argument_bytes mode = argument_text(arguments, "mode", value);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (mode.length == strlen(beginnings[i].mode) &&
            memcmp(mode.bytes, beginnings[i].mode, mode.length) == 0)
            return beginnings[i].statements;
    arguments_refuse_word(arguments, "mode", "'read', 'write' or 'lock'", mode);
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
    const char *statements = begin_statements(&arguments, values[0]);
    if (!statements) {
        arguments_result(&arguments, context);
        return;
    }
    sqlite3 *db = sqlite3_context_db_handle(context);
    bool begins = sqlite3_get_autocommit(db);
    int code = sqlite3_exec(db, statements, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return;
    if ((code & 0xFF) == SQLITE_BUSY)
        locked_result(context, db);
    else
        sqlite3_result_error(context, sqlite3_errmsg(db), -1);
    sqlite3_result_error_code(context, code);
    if (begins && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

void neardup_error_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct arguments arguments = {.function = "neardup_error"};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct argument_bytes message = argument_text(&arguments, "message", values[0]);
    struct code_points clean = {0};
    if (arguments.code == SQLITE_OK &&
        !code_points_decode(&clean, &sqlite_allocator, message.bytes, message.length))
        arguments.code = SQLITE_NOMEM;
    if (arguments.code != SQLITE_OK) {
        arguments_result(&arguments, context);
        return;
    }
    /* The names of tables and files are in it, and shells print it as it is. */
    terminal_clean(clean.values, clean.count);
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    text_result_append(text, clean.values, clean.count);
    code_points_free(&clean, &sqlite_allocator);
    int code = sqlite3_str_errcode(text), length = sqlite3_str_length(text);
    char *bytes = sqlite3_str_finish(text);
    sqlite3_result_error(context, bytes ? bytes : "", length);
    if (code != SQLITE_OK)
        sqlite3_result_error_code(context, code);
    sqlite3_free(bytes);
}
