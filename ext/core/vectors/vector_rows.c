/* vector_rows.c - see vector_rows.h. */
#include "vector_rows.h"

void *vector_rows_add(struct vector_rows *rows, const struct allocator *allocator) {
    unsigned bits = vector_rows_bits(rows);
    if (rows->count >> bits == rows->piece_count) {
        if (!ARRAY_RESERVE(allocator, rows->pieces, rows->piece_capacity, rows->piece_count + 1))
            return NULL;
        void *piece = allocator->resize(NULL, rows->row_size << bits);
        if (!piece)
            return NULL;
        rows->pieces[rows->piece_count++] = piece;
    }
    return vector_rows_at(rows, bits, rows->count++);
}

void vector_rows_free(struct vector_rows *rows, const struct allocator *allocator) {
    for (size_t i = 0; i < rows->piece_count; i++)
        allocator->release(rows->pieces[i]);
    allocator->release(rows->pieces);
    *rows = (struct vector_rows){.row_size = rows->row_size};
}
