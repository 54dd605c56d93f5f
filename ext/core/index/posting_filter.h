/*
 * posting_filter.h - says of most keys that a segment does not have them (Bloom 1970).
 *
 * All bits of a key are in one word of 64 (Putze, Sanders, Singler 2007, Cache-, Hash- and
 * Space-Efficient Bloom Filters): a test costs one cache miss. Words are in the order of the keys,
 * as pages are, so that filling a filter page by page goes through memory from its beginning to its
 * end. It takes 16 bits a key, and one absent key in 200 passes; from posting_filter_many keys on 8
 * bits, and one in 30 passes: the filter of a large segment needs as much memory as those of all
 * small ones.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/cpu.h"
#include "../base/mix.h"
#include "posting.h"

/* Initialise with zeroes. */
struct posting_filter {
    uint64_t *words;
    uint64_t count; /* of words, at most posting_pages_max */
};

enum { posting_filter_many = 1 << 22 };

static inline uint64_t posting_filter_words(uint64_t keys) {
    uint64_t words = keys / (keys < posting_filter_many ? 4 : 8);
    return words < posting_pages_max - 1 ? words + 1 : posting_pages_max;
}

/* The bytes that a filter for so many keys takes. */
static inline size_t posting_filter_size(uint64_t keys) {
    return (size_t)posting_filter_words(keys) * sizeof(uint64_t);
}

/* An empty filter. Returns false if memory runs out. */
static inline bool posting_filter_make(struct posting_filter *filter,
                                       const struct allocator *allocator, uint64_t keys) {
    filter->count = posting_filter_words(keys);
    filter->words = allocator_zeroes(allocator, (size_t)filter->count, sizeof *filter->words);
    return filter->words != NULL;
}

static inline uint64_t posting_filter_bits(uint64_t key) {
    uint64_t hash = mix64(key);
    return UINT64_C(1) << (hash >> 58) | UINT64_C(1) << (hash >> 52 & 63) |
           UINT64_C(1) << (hash >> 46 & 63) | UINT64_C(1) << (hash >> 40 & 63);
}

static inline void posting_filter_add(struct posting_filter *filter, uint64_t key) {
    filter->words[key * filter->count >> posting_key_bits] |= posting_filter_bits(key);
}

/* Lets the processor fetch what a test of this key will read. */
static inline void posting_filter_prefetch(const struct posting_filter *filter, uint64_t key) {
    PREFETCH(&filter->words[key * filter->count >> posting_key_bits]);
}

/* False: the key was not added. */
static inline bool posting_filter_passes(const struct posting_filter *filter, uint64_t key) {
    uint64_t bits = posting_filter_bits(key);
    return (filter->words[key * filter->count >> posting_key_bits] & bits) == bits;
}

static inline void posting_filter_free(struct posting_filter *filter,
                                       const struct allocator *allocator) {
    allocator->release(filter->words);
    filter->words = NULL;
}
