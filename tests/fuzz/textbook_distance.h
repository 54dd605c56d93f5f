/*
 * textbook_distance.h - the edit distance by the table of Wagner and Fischer (1974), a row at a
 * time.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { textbook_longest = 1600 }; /* symbols of a text */

static inline size_t least(size_t x, size_t y) {
    return x < y ? x : y;
}

/* Texts are of symbols of `size` bytes: bytes (1) or code points (4). */
static inline uint32_t symbol_at(const void *text, size_t at, size_t size) {
    return size == 1 ? ((const uint8_t *)text)[at] : ((const uint32_t *)text)[at];
}

static inline size_t textbook_distance(const void *a, size_t a_count, const void *b, size_t b_count,
                                       size_t size) {
    size_t row[textbook_longest + 1];
    if (b_count > textbook_longest)
        abort();
    for (size_t j = 0; j <= b_count; j++)
        row[j] = j;
    for (size_t i = 0; i < a_count; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b_count; j++) {
            size_t moved = diagonal + (symbol_at(a, i, size) != symbol_at(b, j, size));
            diagonal = row[j + 1];
            row[j + 1] = least(moved, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[b_count];
}
