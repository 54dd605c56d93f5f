/*
 * guard.c - neardup_begin() and neardup_error(): how the scripts of sql/ take their lock, and how
 * they stop with a message that says what to do.
 */
#include "../functions.h"
#include "terminal.h"

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

static void neardup_error_call(struct call *call) {
    struct argument_bytes message = call->given[0].bytes;
    struct code_points clean = {0};
    if (!code_points_decode(&clean, &sqlite_allocator, message.bytes, message.length)) {
        call->code = SQLITE_NOMEM;
        return;
    }
    /* The names of tables and files are in it, and shells print it as it is. */
    terminal_clean(clean.values, clean.count);
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    text_result_append(text, clean.values, clean.count);
    code_points_free(&clean, &sqlite_allocator);
    int code = sqlite3_str_errcode(text), length = sqlite3_str_length(text);
    char *bytes = sqlite3_str_finish(text);
    sqlite3_result_error(call->context, bytes ? bytes : "", length);
    if (code != SQLITE_OK)
        sqlite3_result_error_code(call->context, code);
    sqlite3_free(bytes);
}

/* Not deterministic, which also keeps SQLite from making a constant call early. */
const struct function neardup_error_function = {
    .name = "neardup_error",
    .stability = stability_changing,
    .arguments = ARGUMENTS(REQUIRED("message", text)),
    .results = "NULL",
    .call = neardup_error_call,
};
