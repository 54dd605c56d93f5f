/*
 * shingles.c - shingles(text [, length]).
 *
 * Table-valued: one row (position, shingle) for each run of `length` code points, in text order.
 * Positions count from 1, as in substr(). A shingle that occurs twice has two rows. A shorter text
 * is one shingle; the empty text has none.
 *
 *   (1) If an argument is NULL, there are no rows.
 *   (2) Bytes that are not UTF-8 are returned as U+FFFD.
 */
#include "connection.h"
#include "table_function.h"

#include <assert.h>

enum { column_position, column_shingle, result_count };
enum { argument_of_text, argument_of_length, argument_count };

struct shingles_cursor {
    struct table_cursor base;
    struct code_points points;
    size_t length; /* the argument */
};

static void shingles_open(struct table_cursor *base, const struct table_arguments *given,
                          struct arguments *arguments) {
    struct shingles_cursor *cursor = (struct shingles_cursor *)base;
    struct argument_bytes text = argument_text(arguments, "text", given->values[argument_of_text]);
    cursor->length = shingle_length_default;
    if (given->values[argument_of_length])
        cursor->length = (size_t)argument_integer(
            arguments, "length", given->values[argument_of_length], 1, shingle_length_max);
    if (arguments->code != SQLITE_OK)
        return;
    if (!code_points_decode(&cursor->points, &sqlite_allocator, text.bytes, text.length))
        arguments->code = SQLITE_NOMEM;
    else
        base->rows = (sqlite3_int64)shingle_count(cursor->points.count, cursor->length);
}

static void shingles_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct shingles_cursor *cursor = (const struct shingles_cursor *)base;
    if (column == column_position) {
        sqlite3_result_int64(context, base->row + 1);
        return;
    }
    char utf8[4 * shingle_length_max];
    size_t bytes = code_points_encode(cursor->points.values + base->row,
                                      shingle_width(cursor->points.count, cursor->length), utf8);
    sqlite3_result_text(context, utf8, (int)bytes, SQLITE_TRANSIENT);
}

static struct default_value shingles_default(struct table_cursor *base, int argument) {
    assert(argument == argument_of_length); /* the only optional one */
    (void)argument;
    return (struct default_value){.number = (int64_t)((struct shingles_cursor *)base)->length};
}

static void shingles_close(struct table_cursor *base) {
    code_points_free(&((struct shingles_cursor *)base)->points, &sqlite_allocator);
}

static const char *const argument_names[] = {"text", "length"};

const struct table_function shingles_table = {
    .name = "shingles",
    .columns = "CREATE TABLE x(position INTEGER, shingle TEXT, input_text HIDDEN, length HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .estimated_rows = 150,
    .cursor_size = sizeof(struct shingles_cursor),
    .open = shingles_open,
    .column = shingles_column,
    .default_argument = shingles_default,
    .close = shingles_close,
};
