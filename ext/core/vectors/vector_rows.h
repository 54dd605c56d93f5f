/*
 * vector_rows.h - very many rows of one size, in pieces that never move.
 *
 * Growing them takes no second copy, so what is held is also what is needed at most.
 */
#pragma once

#include "../base/allocator.h"

enum { vector_rows_piece_bits = 20 }; /* a piece has up to 2^20 bytes, or one row */

/* Begins as all zeroes but for `row_size`, in bytes; released by vector_rows_free(). */
struct vector_rows {
    size_t row_size;
    size_t count; /* of rows */
    void **pieces;
    size_t piece_count, piece_capacity;
};

/* Rows of a piece: a power of two, which is given by its logarithm. */
static inline unsigned vector_rows_bits(const struct vector_rows *rows) {
    unsigned bits = 0;
    while (rows->row_size << (bits + 1) <= (size_t)1 << vector_rows_piece_bits)
        bits++;
    return bits;
}

/* A row by its number; `bits` is vector_rows_bits(). */
static inline void *vector_rows_at(const struct vector_rows *rows, unsigned bits, size_t row) {
    size_t place = row & (((size_t)1 << bits) - 1);
    return (char *)rows->pieces[row >> bits] + place * rows->row_size;
}

/* Adds a row, which is not cleared, and returns it; NULL if memory runs out. */
void *vector_rows_add(struct vector_rows *rows, const struct allocator *allocator);

void vector_rows_free(struct vector_rows *rows, const struct allocator *allocator);
