/*
 * edit_diagonals.h - the edit distance of texts that differ little; inlined into those who measure
 * distances.
 *
 * Texts are arrays of symbols of `size` bytes, 1 or 4, which must be a constant where it is passed.
 */
#ifndef NEARDUP_EDIT_DIAGONALS_H
#define NEARDUP_EDIT_DIAGONALS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* memcmp, memcpy */

#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* A text whose symbols have 1 or 4 bytes each. */
struct raw_text {
    const unsigned char *bytes;
    size_t count;
};

/* The number of symbols that two texts share at the beginning. Compares eight bytes at a time. */
INLINED size_t common_begin(const unsigned char *a, const unsigned char *b, size_t most,
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
INLINED size_t common_end(const unsigned char *a_end, const unsigned char *b_end, size_t most,
                          const size_t size) {
    size_t at = 0, bytes = most * size;
    while (bytes - at >= 8 && memcmp(a_end - at - 8, b_end - at - 8, 8) == 0)
        at += 8;
    while (at < bytes && memcmp(a_end - at - size, b_end - at - size, size) == 0)
        at += size;
    return at / size;
}

INLINED void trim(struct raw_text *longer, struct raw_text *shorter, const size_t size) {
    size_t begin = common_begin(longer->bytes, shorter->bytes, shorter->count, size);
    longer->bytes += begin * size;
    shorter->bytes += begin * size;
    longer->count -= begin;
    shorter->count -= begin;
    size_t end = common_end(longer->bytes + longer->count * size,
                            shorter->bytes + shorter->count * size, shorter->count, size);
    longer->count -= end;
    shorter->count -= end;
}

enum { rounds_max = 24, rounds_sure = 3 };

/* The furthest place reached on each diagonal. Diagonal 0 is in the middle. */
struct diagonals {
    struct raw_text longer, shorter;
    ptrdiff_t reached[2 * rounds_max + 3]; /* in the longer text; -1 if not reached */
    ptrdiff_t furthest;
};

/*
 * The place reached on diagonal `d` with one more edit and the equal text after it. `before` holds
 * the places reached so far on diagonals d - 1, d and d + 1.
 */
INLINED ptrdiff_t extend(struct diagonals *diagonals, ptrdiff_t d, const ptrdiff_t *before,
                         const size_t size) {
    ptrdiff_t longer = (ptrdiff_t)diagonals->longer.count;
    ptrdiff_t shorter = (ptrdiff_t)diagonals->shorter.count;
    ptrdiff_t at = before[1] + 1, most = longer < shorter + d ? longer : shorter + d;
    at = before[0] + 1 > at ? before[0] + 1 : at;
    at = before[2] > at ? before[2] : at;
    at = at < most ? at : most;
    if (at < 0 || at < d)
        return -1;
    at += (ptrdiff_t)common_begin(diagonals->longer.bytes + (size_t)at * size,
                                  diagonals->shorter.bytes + (size_t)(at - d) * size,
                                  (size_t)(most - at), size);
    diagonals->furthest = at > diagonals->furthest ? at : diagonals->furthest;
    return at;
}

/*
 * The distance of trimmed texts, by the furthest place that 1, 2, 3 ... edits reach on each
 * diagonal (Ukkonen 1985; Myers 1986). Round e extends 2e + 1 diagonals, whatever the length. Gives
 * up, and returns false, once the rounds advance more slowly than columns would. Otherwise sets
 * `distance` to the distance or to bound + 1.
 */
INLINED bool by_diagonals(struct raw_text longer, struct raw_text shorter, size_t bound,
                          size_t *distance, const size_t size) {
    assert(longer.count >= shorter.count && shorter.count > 0);
    struct diagonals diagonals = {.longer = longer, .shorter = shorter};
    ptrdiff_t *middle = diagonals.reached + rounds_max + 1;
    ptrdiff_t target = (ptrdiff_t)(longer.count - shorter.count);
    for (int i = 0; i < 2 * rounds_max + 3; i++)
        diagonals.reached[i] = -1;
    middle[0] = 0; /* the texts are trimmed, so their first symbols differ */
    for (ptrdiff_t round = 1; round <= rounds_max; round++) {
        if ((size_t)round > bound) {
            *distance = bound + 1;
            return true;
        }
        if (round > rounds_sure && round * round > diagonals.furthest)
            return false;
        ptrdiff_t before[3] = {-1, -1, middle[-round]};
        for (ptrdiff_t d = -round; d <= round; d++) {
            before[0] = before[1];
            before[1] = middle[d];
            before[2] = d < round ? middle[d + 1] : -1;
            middle[d] = extend(&diagonals, d, before, size);
        }
        if (round >= target && middle[target] == (ptrdiff_t)longer.count) {
            *distance = (size_t)round;
            return true;
        }
    }
    return false;
}

/*
 * Finds the distance without a matrix if the lengths or few edits decide it; then returns true. The
 * texts are trimmed in any case.
 */
INLINED bool without_matrix(struct raw_text *longer, struct raw_text *shorter, size_t bound,
                            size_t *distance, const size_t size) {
    trim(longer, shorter, size);
    size_t difference = longer->count - shorter->count;
    if (difference > bound)
        *distance = bound + 1;
    else if (shorter->count == 0)
        *distance = longer->count;
    else
        return by_diagonals(*longer, *shorter, bound, distance, size);
    return true;
}

#endif
