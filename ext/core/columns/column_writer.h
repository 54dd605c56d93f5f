/*
 * column_writer.h - writes a column value by value; see column.h for the format.
 *
 *   (1) The first value gives the column its type. A value of another type is refused, except that
 *       integers and real numbers make a column of real numbers, if these hold them exactly.
 *   (2) The blob depends only on the values and their order. It has a bitmap only if there is a
 *       NULL, and bytes that nothing uses are 0.
 *   (3) A column grows in memory that at least doubles, so a value costs O(1) amortised besides its
 *       bytes. It is moved once at the end, without being copied.
 */
#pragma once

#include "../base/allocator.h"
#include "column.h"

enum column_write_result {
    column_written,
    column_no_memory, /* or interrupted */
    column_too_large, /* for `limit` */
    column_mixed,     /* the type of the value is another than that of the column */
    column_inexact,   /* an integer among real numbers that no double equals */
};

struct column_buffer {
    unsigned char *bytes;
    size_t size, capacity;
};

/* Initialise with zeroes and the first three members; release with column_writer_free(). */
struct column_writer {
    const struct allocator *allocator;
    struct interruption *interruption; /* or NULL */
    size_t limit;                      /* the most bytes that the blob may have */
    enum packed_type type;
    uint64_t rows;
    bool has_nulls;
    enum column_write_result result; /* the first that is not column_written stays */
    struct column_buffer bitmap, offsets, values;
};

/* Each appends a row. After any other result than column_written the column can only be freed. */
enum column_write_result column_write_null(struct column_writer *writer);
enum column_write_result column_write_integer(struct column_writer *writer, int64_t value);
enum column_write_result column_write_real(struct column_writer *writer, double value);
/* `type` is packed_text, for which the bytes must be well-formed UTF-8, or packed_blob. */
enum column_write_result column_write_bytes(struct column_writer *writer, enum packed_type type,
                                            const void *bytes, size_t length);

/* Makes the blob, `*size` bytes that the caller releases. The writer can then only be freed. */
enum column_write_result column_writer_finish(struct column_writer *writer, unsigned char **blob,
                                              size_t *size);

void column_writer_free(struct column_writer *writer);
