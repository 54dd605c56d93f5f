/*
 * script.c - text_script(text): the script that most letters of a text are of, by its English name.
 *
 *   (1) It looks at no more than the first 4,096 characters. See core/text/text_script.h.
 *   (2) NULL, and a text without letters, give NULL.
 */
#include "arguments.h"
#include "connection.h"

void text_script_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct code_points *points = &connection->folding.text;
    struct arguments arguments = {.function = "text_script"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    if (arguments.code == SQLITE_OK &&
        !code_points_decode(points, &sqlite_allocator, text.bytes, text_script_bytes(text.length)))
        arguments.code = SQLITE_NOMEM;
    if (arguments.code == SQLITE_OK) /* without a name, the result is NULL */
        sqlite3_result_text(context, text_script_name(points->values, points->count), -1,
                            SQLITE_STATIC);
    else
        arguments_result(&arguments, context);
}
