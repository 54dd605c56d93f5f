/*
 * shingles.c - shingles(text [, length]), table-valued: one row (position, shingle) for each run of
 * `length` code points, in text order; see docs/functions/texts.md.
 */
#include "../functions.h"
#include "../table_function.h"

struct shingles_cursor {
    struct table_cursor base;
    struct code_points points;
    size_t length;
};

static void shingles_open(struct table_cursor *base, struct call *call) {
    struct shingles_cursor *cursor = (struct shingles_cursor *)base;
    struct argument_bytes text = call->given[0].bytes;
    cursor->length = (size_t)call->given[1].integer;
    if (!code_points_decode(&cursor->points, &sqlite_allocator, text.bytes, text.length))
        call->code = SQLITE_NOMEM;
    else
        base->rows = (sqlite3_int64)shingle_count(cursor->points.count, cursor->length);
}

static void shingles_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_position, column_shingle };
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

static void shingles_close(struct table_cursor *base) {
    code_points_free(&((struct shingles_cursor *)base)->points, &sqlite_allocator);
}

TABLE(shingles, shingles, struct shingles_cursor, "position INTEGER, shingle TEXT",
      .arguments = ARGUMENTS(INPUT("text", text),
                             OPTIONAL("length", integer,
                                      .range = {1, shingle_length_max, shingle_length_default})),
      .estimated_rows = 150, .close = shingles_close);
