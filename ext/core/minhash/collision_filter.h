/*
 * collision_filter.h - which of very many 64-bit keys come more than once, in about 8 bits a key.
 *
 * Two Bloom filters in blocks of 64 bytes, a cache line (Bloom 1970; Putze, Sanders, Singler 2007).
 * A key goes into the first; one that is there already goes into the second. When all keys are in,
 * the first is given back, and the second answers.
 *
 *   (1) A key that was added twice or more is always found. One that was added once is found by
 *       mistake with a probability below 0.01, if no more keys were added than were announced:
 *       while the first filter fills, it errs less than when it is full.
 *   (2) With more keys than were announced it grows by layers, each as large as all before it or
 *       as what is announced still, and errs more, since every layer may.
 *   (3) Keys need not be random: they are mixed. What is found by mistake depends on the order of
 *       the keys, never on the CPU.
 *
 * Adding a key touches one line of memory, asked for in advance, for each layer.
 */
#ifndef NEARDUP_COLLISION_FILTER_H
#define NEARDUP_COLLISION_FILTER_H

#include "../base/allocator.h"

enum { filter_layers_max = 48 };

struct filter_layer {
    void *memory;    /* as it came from the allocator */
    uint64_t *words; /* the blocks in it, at the beginning of a cache line */
    uint64_t blocks;
};

/* A Bloom filter in layers: only the newest takes keys, all are asked. */
struct key_filter {
    struct filter_layer layers[filter_layers_max];
    size_t layer_count;
    uint64_t capacity; /* keys that all layers were made for */
    uint64_t room;     /* keys that the newest layer still takes */
    uint64_t announced;
    unsigned key_bits;
};

/* Begins as all zeroes; released by collision_filter_free(). */
struct collision_filter {
    struct key_filter seen, repeated;
};

/*
 * Announces `keys` keys in all, and makes room for them, but for no more than `at_once`: the rest
 * gets room when it comes. False when memory runs out.
 */
bool collision_filter_begin(struct collision_filter *filter, const struct allocator *allocator,
                            uint64_t keys, uint64_t at_once);

/* Adds `count` keys, all of them or none: false when memory runs out. */
bool collision_filter_add(struct collision_filter *filter, const struct allocator *allocator,
                          const int64_t *keys, size_t count);

/* Gives back what only adding needs: from now on nothing can be added. */
void collision_filter_seal(struct collision_filter *filter, const struct allocator *allocator);

/* Whether `key` was added twice or more; see (1). */
bool collision_filter_holds(const struct collision_filter *filter, int64_t key);

/* Bytes that the filter takes now. */
uint64_t collision_filter_size(const struct collision_filter *filter);

void collision_filter_free(struct collision_filter *filter, const struct allocator *allocator);

#endif
