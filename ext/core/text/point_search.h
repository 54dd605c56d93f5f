/*
 * point_search.h - the entry of a table that a code point falls in: the last one that does not
 * begin after it.
 *
 * The first member of an entry is the uint32_t at which it begins, in ascending order. Generated
 * tables have an index: by block of 128 code points, the entry in which the block begins; beyond
 * U+FFFF there are few entries, which are searched together.
 */
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* memcpy */

enum { block_points = 128, indexed_points = 0x10000 };

static inline uint32_t point_at(const void *entries, size_t size, size_t at) {
    uint32_t point;
    memcpy(&point, (const unsigned char *)entries + at * size, sizeof point);
    return point;
}

/* Among the entries from `low` to before `high`; the first must not begin after `point`. */
static inline size_t point_search(const void *entries, size_t size, size_t low, size_t high,
                                  uint32_t point) {
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (point_at(entries, size, middle) <= point)
            low = middle;
        else
            high = middle;
    }
    assert(point_at(entries, size, low) <= point);
    return low;
}

/* The same by an index, among all `count` entries. */
static inline size_t point_search_index(const void *entries, size_t size, size_t count,
                                        const uint16_t *index, uint32_t point) {
    size_t low = index[indexed_points / block_points], high = count;
    if (point < indexed_points) {
        low = index[point / block_points];
        high = index[point / block_points + 1] + (size_t)1;
    }
    return point_search(entries, size, low, high, point);
}
