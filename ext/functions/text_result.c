/* text_result.c - see text_result.h. */
#include "text_result.h"

void text_result_append(sqlite3_str *text, const uint32_t *points, size_t count) {
    enum { at_once = 256 };
    char utf8[4 * at_once];
    for (size_t i = 0; i < count; i += at_once) {
        size_t some = count - i < at_once ? count - i : at_once;
        sqlite3_str_append(text, utf8, (int)code_points_encode(points + i, some, utf8));
    }
}

void text_result_set(sqlite3_context *context, sqlite3_str *text) {
    int code = sqlite3_str_errcode(text), length = sqlite3_str_length(text);
    char *bytes = sqlite3_str_finish(text);
    if (code == SQLITE_TOOBIG)
        sqlite3_result_error_toobig(context);
    else if (code != SQLITE_OK)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, bytes ? bytes : "", length, SQLITE_TRANSIENT);
    sqlite3_free(bytes);
}
