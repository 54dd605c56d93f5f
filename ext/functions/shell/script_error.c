/*
 * script_error.c - neardup_error() and neardup_last_error(): how the scripts of sql/ stop with a
 * message that says what to do, and how a program that runs them gets the parts of that message.
 */
#include "../functions.h"
#include "../table_function.h"
#include "terminal.h"

#include <string.h>

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
    struct script_error *kept = &call->connection->error; /* NULL without memory */
    sqlite3_free(kept->message);
    kept->message = code == SQLITE_OK ? sqlite3_mprintf("%s", message) : NULL;
    kept->parameter_length = strlen(name.utf8);
    sqlite3_result_error(call->context, message, length);
    if (code != SQLITE_OK)
        sqlite3_result_error_code(call->context, code);
    sqlite3_free(bytes);
}

/* Not deterministic, which also keeps SQLite from making a constant call early. */
SCALAR(neardup_error, "NULL", .stability = stability_changing,
       .arguments = ARGUMENTS(REQUIRED("reason", text), NULLABLE("parameter", text, .usual = NULL),
                              OPTIONAL("found", any, .usual = NULL)));

static void last_open(struct table_cursor *cursor, struct call *call) {
    (void)call;
    cursor->rows = cursor->connection->error.message != NULL;
}

static void last_column(struct table_cursor *cursor, sqlite3_context *context, int column) {
    const struct script_error *error = &cursor->connection->error;
    size_t length = error->parameter_length, begin = length > 0 ? length + strlen("@ ") : 0;
    if (error->message && (column != 1 || length > 0))
        sqlite3_result_text(context, error->message + (const size_t[]){0, 1, begin}[column],
                            column == 1 ? (int)length : -1, SQLITE_TRANSIENT);
}

TABLE(neardup_last_error, last, struct table_cursor, "message TEXT, parameter TEXT, reason TEXT",
      .stability = stability_changing, .estimated_rows = 1);
