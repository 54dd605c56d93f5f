/*
 * collision_filter.h - which of very many 64-bit keys occur more than once, in about 8 bits a key.
 *
 * Two Bloom filters in blocks of one cache line, 64 bytes (Bloom 1970; Putze, Sanders, Singler
 * 2007). A key is added to the first filter; a key already in the first is added to the second.
 * After the last key, the first filter is released and the second answers queries.
 *
 *   (1) A key added twice or more is always found. A key added once is found in error with a
 *       probability below 0.01, provided that no more keys are added than were announced. (While
 *       it fills, the first filter errs less often than when full.)
 *   (2) If more keys are added than announced, the filter grows by layers, each as large as all
 *       before it or as the remaining announced keys need. It then errs more often, since each
 *       layer may.
 *   (3) Keys are mixed, so they need not be random. Which keys are found in error depends on the
 *       order of keys, never on the CPU.
 *
 * Adding a key reads one cache line per layer, prefetched.
 */
#ifndef NEARDUP_COLLISION_FILTER_H
#define NEARDUP_COLLISION_FILTER_H

#include "../base/allocator.h"

enum { bloom_layers_max = 48 };

struct bloom_layer {
    void *memory;    /* as returned by the allocator */
    uint64_t *words; /* the blocks: `memory` aligned to a cache line */
    uint64_t blocks;
};

/* A Bloom filter in layers. Keys are added to the last layer only; queries read all. */
struct bloom_filter {
    struct bloom_layer layers[bloom_layers_max];
    size_t layer_count;
    uint64_t capacity; /* keys that all layers are dimensioned for */
    uint64_t room;     /* keys that the last layer still takes */
    uint64_t announced;
    unsigned bits_per_key;
};

/* Initialise with zeroes; release with collision_filter_free(). */
struct collision_filter {
    struct bloom_filter seen, repeated;
};

/*
 * Announces `keys` keys and allocates room for at most `allocate_max` of them; room for the rest is
 * allocated as they come. Returns false if memory runs out.
 */
bool collision_filter_begin(struct collision_filter *filter, const struct allocator *allocator,
                            uint64_t keys, uint64_t allocate_max);

/* Adds `count` keys. If memory runs out, adds none and returns false. */
bool collision_filter_add(struct collision_filter *filter, const struct allocator *allocator,
                          const int64_t *keys, size_t count);

/* Releases what only adding needs. No key can be added afterwards. */
void collision_filter_seal(struct collision_filter *filter, const struct allocator *allocator);

/* Whether `key` was added twice or more; see (1). */
bool collision_filter_contains(const struct collision_filter *filter, int64_t key);

/* The memory in use, in bytes. */
uint64_t collision_filter_size(const struct collision_filter *filter);

void collision_filter_free(struct collision_filter *filter, const struct allocator *allocator);

#endif
