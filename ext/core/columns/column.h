/*
 * column.h - a column of values in a blob whose buffers have the layout of Apache Arrow.
 *
 * Layout (docs/formats/column-format.md): a header of 16 bytes, then the buffers of an Arrow array,
 * each at a multiple of 8 bytes from the blob's first one.
 *   header   "NDA1", type (1 byte), whether there is a bitmap (1), zero (2), rows (8)
 *   bitmap   one bit per row, low bits first: whether it has a value; absent if all have one
 *   values   of integers and reals: 8 bytes per row
 *   offsets  of texts and blobs: rows + 1 ascending numbers from 0, between which the values are
 *   bytes    of texts and blobs, one after the other
 * All numbers are little-endian. A column that is all NULL has the bitmap only.
 *
 * See https://arrow.apache.org/docs/format/Columnar.html.
 */
#pragma once

#include "../base/interruption.h"
#include "../base/little_endian.h"

#include <string.h> /* memcpy */

/* The numbers are part of the format. The name in Arrow is given beside each. */
enum packed_type {
    packed_null = 0,       /* null: no values */
    packed_integer = 1,    /* int64 */
    packed_real = 2,       /* double */
    packed_text = 3,       /* large_string, with offsets of 64 bits */
    packed_blob = 4,       /* large_binary */
    packed_short_text = 5, /* string, with offsets of 32 bits; read, but not written */
    packed_short_blob = 6, /* binary, likewise */
    packed_type_count = 7,
};

enum { column_header_size = 16, column_alignment = 8, column_value_size = 8 };

/* Where the next buffer begins. */
static inline uint64_t column_aligned(uint64_t size) {
    return (size + column_alignment - 1) / column_alignment * column_alignment;
}

/* The bytes of a bitmap. */
static inline uint64_t column_bitmap_size(uint64_t rows) {
    return rows / 8 + (rows % 8 > 0);
}

/* A view of a blob, which must remain. */
struct packed_column {
    enum packed_type type;
    uint64_t rows;
    const unsigned char *bitmap;  /* NULL if each row has a value */
    const unsigned char *offsets; /* of texts and blobs */
    const unsigned char *values;  /* numbers, or the bytes of texts and blobs */
};

enum column_fault {
    column_sound,
    column_unknown,       /* does not begin with a header of this format */
    column_unknown_type,  /* `place` is the type */
    column_too_short,     /* for its rows: `place` is their number */
    column_too_long,      /* `place` is the number of bytes after the last buffer */
    column_not_ascending, /* `place` is the row, from 0, that ends before it begins, or row 0, which
                             does not begin at 0 */
    column_stopped,       /* by the interruption */
};

/*
 * Reads `size` untrusted bytes: every place that the functions below read is checked. That a text
 * is UTF-8 is not, as SQLite does not require it. O(rows) for texts and blobs, else O(1).
 * `interruption` may be NULL.
 */
enum column_fault column_read(const unsigned char *blob, size_t size,
                              struct interruption *interruption, struct packed_column *column,
                              uint64_t *place);

/* Whether row number `row`, from 0, has no value. */
static inline bool column_is_null(const struct packed_column *column, uint64_t row) {
    return column->type == packed_null ||
           (column->bitmap && !(column->bitmap[row / 8] >> row % 8 & 1));
}

static inline int64_t column_integer_at(const struct packed_column *column, uint64_t row) {
    return (int64_t)little_endian_load64(column->values + row * column_value_size);
}

static inline double column_real_at(const struct packed_column *column, uint64_t row) {
    uint64_t bits = little_endian_load64(column->values + row * column_value_size);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The text or blob of a row, `*length` bytes. */
static inline const unsigned char *column_bytes_at(const struct packed_column *column, uint64_t row,
                                                   size_t *length) {
    bool is_short = column->type >= packed_short_text;
    const unsigned char *at = column->offsets + row * (is_short ? 4 : 8);
    uint64_t begin = is_short ? little_endian_load32(at) : little_endian_load64(at);
    uint64_t end = is_short ? little_endian_load32(at + 4) : little_endian_load64(at + 8);
    *length = (size_t)(end - begin);
    return column->values + begin;
}
