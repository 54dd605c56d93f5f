/*
 * edit_trimming.h - the common beginning and end of two texts, which need no edits.
 *
 * Texts are arrays of symbols of `size` bytes, 1 or 4, which is a constant where it is passed.
 */
#pragma once

#include "../base/cpu.h"

#include <stddef.h>

/* A text whose symbols have 1 or 4 bytes each. */
struct edit_text {
    const unsigned char *bytes;
    size_t count;
};

/* The number of symbols that two texts share at the beginning. Compares eight bytes at a time. */
static INLINED size_t edit_common_begin(const unsigned char *a, const unsigned char *b, size_t most,
                                        const size_t size) {
    size_t at = 0, bytes = most * size;
    for (; bytes - at >= 8; at += 8) {
        uint64_t of_a, of_b;
        memcpy(&of_a, a + at, sizeof of_a);
        memcpy(&of_b, b + at, sizeof of_b);
        if (of_a == of_b)
            continue;
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        return (at + (size_t)__builtin_ctzll(of_a ^ of_b) / 8) / size;
#else
        break;
#endif
    }
    while (at < bytes && memcmp(a + at, b + at, size) == 0)
        at += size;
    return at / size;
}

/* The number of symbols that they share at the end. */
static INLINED size_t edit_common_end(const unsigned char *a_end, const unsigned char *b_end,
                                      size_t most, const size_t size) {
    size_t at = 0, bytes = most * size;
    while (bytes - at >= 8 && memcmp(a_end - at - 8, b_end - at - 8, 8) == 0)
        at += 8;
    while (at < bytes && memcmp(a_end - at - size, b_end - at - size, size) == 0)
        at += size;
    return at / size;
}

/* Removes both. */
static INLINED void edit_trim(struct edit_text *longer, struct edit_text *shorter,
                              const size_t size) {
    size_t begin = edit_common_begin(longer->bytes, shorter->bytes, shorter->count, size);
    longer->bytes += begin * size;
    shorter->bytes += begin * size;
    longer->count -= begin;
    shorter->count -= begin;
    size_t end = edit_common_end(longer->bytes + longer->count * size,
                                 shorter->bytes + shorter->count * size, shorter->count, size);
    longer->count -= end;
    shorter->count -= end;
}
