/*
 * cell.h - a value of a table that is loaded, with SQLite's type: a key, or what is carried along.
 * The bytes of texts and blobs stand in a buffer that the owner of the value names.
 */
#pragma once

#include "text_buffer.h"

#include <sqlite3.h>

#include <stdint.h>

/* As SQLite numbers them, except that NULL is 0. */
enum cell_type {
    cell_null,
    cell_integer = SQLITE_INTEGER,
    cell_real = SQLITE_FLOAT,
    cell_text = SQLITE_TEXT,
    cell_blob = SQLITE_BLOB
};

static inline enum cell_type cell_type_of(sqlite3_stmt *row, int column) {
    int type = sqlite3_column_type(row, column);
    return type == SQLITE_NULL ? cell_null : (enum cell_type)type;
}

/* All zeroes are NULL. */
struct cell {
    enum cell_type type;
    union {
        int64_t integer;
        double real;
        struct {
            size_t offset, length; /* of a text or a blob, in the buffer */
        } bytes;
    } as;
};

/* A value that is carried along from a column of this name. */
struct carried_value {
    const char *name; /* borrowed */
    struct cell value;
};

/* Appends the bytes to the buffer and returns the value: a text or, if `type` says so, a blob. */
struct cell cell_add(struct text_buffer *buffer, enum cell_type type, const char *bytes,
                     size_t length);

/*
 * Appends the values, none of which may be a blob, to `to` as a JSON array, and returns it as a
 * text, with the bytes that SQLite's json_array() gives. `from`, another buffer, holds their bytes.
 */
struct cell cell_add_array(struct text_buffer *to, const struct text_buffer *from,
                           const struct cell *values, size_t count);
