/*
 * id_set.h - a set of 64-bit integers.
 *
 * Open addressing with linear probing, at most half full: 16 to 32 bytes an id. A secret key keeps
 * anybody from choosing ids that all hash to one place. O(1) expected.
 */
#pragma once

#include "allocator.h"

struct id_set {
    const struct allocator *allocator;
    int64_t *slots;
    size_t mask; /* slots - 1 */
    uint64_t key;
    int64_t absent; /* stands for an empty slot */
    bool contains_absent;
};

/* Makes an empty set for up to `most` ids. False if memory runs out. Release with id_set_free(). */
bool id_set_begin(struct id_set *set, const struct allocator *allocator, uint64_t key, size_t most);

/* Adds an id. Returns whether it is new. */
bool id_set_add(struct id_set *set, int64_t id);

/* Both: the set of `count` ids, which may repeat. */
bool id_set_make(struct id_set *set, const struct allocator *allocator, uint64_t key,
                 const int64_t *ids, size_t count);
bool id_set_contains(const struct id_set *set, int64_t id);
void id_set_free(struct id_set *set);
