/*
 * posting_filter.h - says of most keys that a segment does not have them (Bloom 1970).
 *
 * All bits of a key are in one word of 64 (Putze, Sanders, Singler 2007, Cache-, Hash- and
 * Space-Efficient Bloom Filters): a test costs one cache miss. With 10 to 20 bits a key, about one
 * absent key in forty passes.
 */
#ifndef NEARDUP_POSTING_FILTER_H
#define NEARDUP_POSTING_FILTER_H

#include "../base/allocator.h"
#include "../base/mix.h"

struct posting_filter {
    uint64_t *words;
    uint64_t mask; /* words - 1 */
};

/* An empty filter for `count` keys. Returns false if memory runs out. */
bool posting_filter_make(struct posting_filter *filter, const struct allocator *allocator,
                         size_t count);

/* The bytes that posting_filter_make() takes. */
size_t posting_filter_size(size_t count);

static inline uint64_t posting_filter_bits(uint64_t hash) {
    return UINT64_C(1) << (hash >> 58) | UINT64_C(1) << (hash >> 52 & 63) |
           UINT64_C(1) << (hash >> 46 & 63) | UINT64_C(1) << (hash >> 40 & 63);
}

static inline void posting_filter_add(struct posting_filter *filter, uint64_t key) {
    uint64_t hash = mix64(key);
    filter->words[hash & filter->mask] |= posting_filter_bits(hash);
}

/* False: the key was not added. */
static inline bool posting_filter_passes(const struct posting_filter *filter, uint64_t key) {
    uint64_t hash = mix64(key), bits = posting_filter_bits(hash);
    return (filter->words[hash & filter->mask] & bits) == bits;
}

void posting_filter_free(struct posting_filter *filter, const struct allocator *allocator);

#endif
