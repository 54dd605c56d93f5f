/* radix_sort.c - see radix_sort.h. */
#include "radix_sort.h"

#include <assert.h>
#include <string.h> /* memcpy */

enum { digit_bits = 8, digits = 1 << digit_bits };

/* Runs of up to this many keys are faster to sort by insertion than by digit. */
enum { insertion_max = 32 };

/* Maps a key to an unsigned word of the same order. */
static uint64_t word_of(int64_t key) {
    return (uint64_t)key ^ UINT64_C(1) << 63;
}

static size_t digit_of(int64_t key, unsigned shift) {
    return (size_t)(word_of(key) >> shift) % digits;
}

static void insertion_sort(int64_t *keys, uint32_t *values, size_t count) {
    for (size_t i = 1; i < count; i++) {
        int64_t key = keys[i];
        uint32_t value = values[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            values[at] = values[at - 1];
        }
        keys[at] = key;
        values[at] = value;
    }
}

/*
 * Sorts keys by one digit. Each key is moved to the next free place of its digit's bucket, and the
 * key that stood there is moved on in turn, until one is found that belongs where the chain began.
 */
static bool sort_by_digit(int64_t *keys, uint32_t *values, size_t count, unsigned shift,
                          struct interruption *interruption) {
    size_t next[digits], end[digits] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        end[digit_of(keys[i], shift)]++;
    for (size_t digit = 0; digit < digits; digit++) {
        next[digit] = sum;
        sum += end[digit];
        end[digit] = sum;
    }
    for (size_t digit = 0; digit < digits; digit++) {
        for (; next[digit] < end[digit]; next[digit]++) {
            int64_t key = keys[next[digit]];
            uint32_t value = values[next[digit]];
            for (size_t other; (other = digit_of(key, shift)) != digit;) {
                size_t at = next[other]++;
                int64_t displaced_key = keys[at];
                uint32_t displaced_value = values[at];
                keys[at] = key;
                values[at] = value;
                key = displaced_key;
                value = displaced_value;
            }
            keys[next[digit]] = key;
            values[next[digit]] = value;
            if (interruption_at(interruption, next[digit]))
                return false;
        }
    }
    return true;
}

bool radix_sort(int64_t *keys, uint32_t *values, size_t count, struct interruption *interruption) {
    uint64_t different = 0;
    unsigned shift = 0;
    for (size_t i = 1; i < count; i++)
        different |= word_of(keys[i]) ^ word_of(keys[0]);
    while (different >> shift >= digits)
        shift++;
    for (bool sorted = false; !sorted;) {
        sorted = true; /* unless a run is left that only this digit sorts */
        for (size_t begin = 0, length; begin < count; begin += length) {
            uint64_t above = word_of(keys[begin]) >> shift >> digit_bits;
            length = 1; /* of the keys that agree above this digit */
            while (begin + length < count &&
                   word_of(keys[begin + length]) >> shift >> digit_bits == above)
                length++;
            if (length <= insertion_max) {
                insertion_sort(keys + begin, values + begin, length);
                continue;
            }
            sorted = false;
            if (!sort_by_digit(keys + begin, values + begin, length, shift, interruption))
                return false;
        }
        sorted |= shift == 0;
        shift = shift > digit_bits ? shift - digit_bits : 0;
    }
    return true;
}

bool radix_sort_order(int64_t *keys, uint32_t *order, size_t count,
                      struct interruption *interruption) {
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    return radix_sort(keys, order, count, interruption);
}

bool radix_sort_items(int64_t *keys, void *items, size_t size, size_t count,
                      const struct allocator *allocator, struct interruption *interruption) {
    assert(count > 0 && count <= UINT32_MAX);
    uint32_t *order = allocator->resize(NULL, count * sizeof *order);
    unsigned char *moved = allocator->resize(NULL, count * size), *to = items;
    bool sorted = order && moved && radix_sort_order(keys, order, count, interruption);
    if (sorted)
        memcpy(moved, items, count * size);
    for (size_t i = 0; sorted && i < count; i++)
        memcpy(to + i * size, moved + order[i] * size, size);
    RELEASE(allocator, order, moved);
    return sorted;
}

bool radix_sort_sums(int64_t *keys, uint32_t *counts, size_t *count,
                     struct interruption *interruption) {
    if (!radix_sort(keys, counts, *count, interruption))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (kept > 0 && keys[i] == keys[kept - 1]) {
            counts[kept - 1] += counts[i];
            continue;
        }
        keys[kept] = keys[i];
        counts[kept++] = counts[i];
    }
    *count = kept;
    return true;
}
