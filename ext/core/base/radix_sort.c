/* radix_sort.c - see radix_sort.h. */
#include "radix_sort.h"

enum { digit_bits = 8, digits = 1 << digit_bits };

/* Up to so many keys are cheaper to insert than to count. */
enum { insertion_most = 32 };

/* A key as an unsigned word of the same order. */
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

/* Where the keys of each digit begin and end. */
static void count_digits(const int64_t *keys, size_t count, unsigned shift, size_t *begin,
                         size_t *end) {
    size_t sum = 0;
    for (size_t digit = 0; digit < digits; digit++)
        end[digit] = 0;
    for (size_t i = 0; i < count; i++)
        end[digit_of(keys[i], shift)]++;
    for (size_t digit = 0; digit < digits; digit++) {
        begin[digit] = sum;
        sum += end[digit];
        end[digit] = sum;
    }
}

/* Puts a key and its value at `at`, and takes what was there. */
static void exchange(int64_t *keys, uint32_t *values, size_t at, int64_t *key, uint32_t *value) {
    int64_t other_key = keys[at];
    uint32_t other_value = values[at];
    keys[at] = *key;
    values[at] = *value;
    *key = other_key;
    *value = other_value;
}

/*
 * Puts keys into the order of one digit: each is carried to the next place of its digit, and what
 * stood there is carried on, until one is met that belongs where the first was taken from. False
 * where it was interrupted.
 */
static bool sort_by_digit(int64_t *keys, uint32_t *values, size_t count, unsigned shift,
                          struct interruption *interruption) {
    size_t next[digits], end[digits];
    count_digits(keys, count, shift, next, end);
    for (size_t digit = 0; digit < digits; digit++) {
        for (; next[digit] < end[digit]; next[digit]++) {
            int64_t key = keys[next[digit]];
            uint32_t value = values[next[digit]];
            for (size_t other; (other = digit_of(key, shift)) != digit;)
                exchange(keys, values, next[other]++, &key, &value);
            keys[next[digit]] = key;
            values[next[digit]] = value;
            if (interruption_at(interruption, next[digit]))
                return false;
        }
    }
    return true;
}

/* The digit to begin with: above it all keys are the same. */
static unsigned highest_shift(const int64_t *keys, size_t count) {
    uint64_t different = 0;
    unsigned shift = 0;
    for (size_t i = 1; i < count; i++)
        different |= word_of(keys[i]) ^ word_of(keys[0]);
    while (different >> shift >= digits)
        shift++;
    return shift;
}

/* How many keys, from the first on, are the same above the digit. */
static size_t run_length(const int64_t *keys, size_t count, unsigned shift) {
    size_t length = 1;
    uint64_t above = word_of(keys[0]) >> shift >> digit_bits;
    while (length < count && word_of(keys[length]) >> shift >> digit_bits == above)
        length++;
    return length;
}

/* Sorts each run by the digit, and short ones to the end. False where it was interrupted. */
static bool sort_runs(int64_t *keys, uint32_t *values, size_t count, unsigned shift,
                      bool *short_ones, struct interruption *interruption) {
    *short_ones = true;
    for (size_t begin = 0, length; begin < count; begin += length) {
        length = run_length(keys + begin, count - begin, shift);
        if (length <= insertion_most) {
            insertion_sort(keys + begin, values + begin, length);
            continue;
        }
        *short_ones = false;
        if (!sort_by_digit(keys + begin, values + begin, length, shift, interruption))
            return false;
    }
    return true;
}

bool radix_sort(int64_t *keys, uint32_t *values, size_t count, struct interruption *interruption) {
    unsigned shift = highest_shift(keys, count);
    for (bool done = false; !done;) {
        if (!sort_runs(keys, values, count, shift, &done, interruption))
            return false;
        done |= shift == 0;
        shift = shift > digit_bits ? shift - digit_bits : 0;
    }
    return true;
}
