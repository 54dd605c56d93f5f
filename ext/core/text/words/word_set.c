/* word_set.c - see word_set.h. */
#include "word_set.h"

enum { digit_bits = 8, digits = 1 << digit_bits, insertion_max = 64 };
/* The first capacity: most articles have fewer words, which are then sorted once. A power of 2. */
enum { count_at_least = 256 };

static void insertion_sort(uint32_t *values, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint32_t value = values[i];
        size_t at = i;
        for (; at > 0 && values[at - 1] > value; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
}

/* Copies the values to `sorted` in the order of one digit; equal digits keep their order. */
static void sort_by_digit(const uint32_t *values, uint32_t *sorted, size_t count, unsigned shift) {
    size_t next[digits] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        next[values[i] >> shift & (digits - 1)]++;
    for (size_t digit = 0; digit < digits; digit++) {
        size_t begin = sum;
        sum += next[digit];
        next[digit] = begin;
    }
    for (size_t i = 0; i < count; i++)
        sorted[next[values[i] >> shift & (digits - 1)]++] = values[i];
}

/* Sorts the set and keeps one of those that are equal. */
static void make_distinct(struct word_set *set) {
    assert(set->scratch_capacity >= set->count);
    if (set->count <= insertion_max) {
        insertion_sort(set->values, set->count);
    } else {
        for (unsigned shift = 0; shift < 32; shift += 2 * digit_bits) {
            sort_by_digit(set->values, set->scratch, set->count, shift);
            sort_by_digit(set->scratch, set->values, set->count, shift + digit_bits);
        }
    }
    uint32_t *values = set->values;
    size_t count = set->count;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || values[i] != values[kept - 1])
            values[kept++] = values[i];
    set->count = kept;
}

/* Makes both arrays twice as large. */
static bool grow(struct word_set *set, const struct allocator *allocator) {
    size_t wanted = set->capacity ? set->capacity * 2 : count_at_least;
    if (!ARRAY_RESERVE(allocator, set->scratch, set->scratch_capacity, wanted) ||
        !ARRAY_RESERVE(allocator, set->values, set->capacity, wanted))
        return false;
    /* Empties the table: entry i holds what cannot be looked up there. */
    for (size_t i = 0; i < set->capacity; i++)
        set->scratch[i] = (uint32_t)i ^ 1;
    return true;
}

/*
 * Between two sorts the scratch memory is a table of words seen: each stands where its low bits
 * say, and the last one stays. What a sort leaves there is in the set too.
 */
bool word_set_add(struct word_set *set, const struct allocator *allocator,
                  struct interruption *interruption, const uint32_t *hashes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (set->count == set->capacity) { /* a full set, perhaps with words twice */
            if (set->capacity > 0)
                make_distinct(set);
            if ((set->count >= set->capacity / 2 && !grow(set, allocator)) ||
                interruption_after(interruption, set->capacity))
                return false;
        }
        uint32_t *seen = &set->scratch[hashes[i] & (set->capacity - 1)];
        if (*seen == hashes[i])
            continue;
        *seen = hashes[i];
        set->values[set->count++] = hashes[i];
    }
    return !interruption_after(interruption, count);
}

unsigned char *word_set_blob(struct word_set *set, const struct allocator *allocator,
                             size_t *size) {
    make_distinct(set);
    unsigned char *blob = (unsigned char *)set->values;
    for (size_t i = 0; i < set->count; i++)
        little_endian_store32(blob + 4 * i, set->values[i]);
    *size = 4 * set->count;
    set->values = NULL;
    word_set_free(set, allocator);
    return blob;
}

void word_set_free(struct word_set *set, const struct allocator *allocator) {
    RELEASE(allocator, set->values, set->scratch);
    *set = (struct word_set){0};
}
