/*
 * posting_map.h - postings in memory, found by their keys: those of the texts that came last.
 *
 * A hash table of chains; 20 to 28 bytes a posting. Keys are the upper bits of hashes, so their
 * lower bits serve as hashes; whoever chooses texts with many equal signatures fills a bucket of
 * the index, too, and a search reads no more than it was allowed to.
 */
#pragma once

#include "../base/allocator.h"
#include "posting.h"

/* Initialise with zeroes; release with posting_map_free(). */
struct posting_map {
    struct posting *postings;
    uint32_t *next;  /* by posting: the one before in its chain, plus 1, or 0 */
    uint32_t *heads; /* by the lower bits of a key; `slots` is a power of two */
    size_t count, posting_capacity, next_capacity, slots;
};

/* Adds postings of a text. Returns false, with the map as it was, if memory runs out. */
bool posting_map_add(struct posting_map *map, const struct allocator *allocator, int64_t id,
                     const uint64_t *keys, size_t count);

/*
 * The posting with this key that comes after number `after` in the order of the map, the last
 * added first; 0 begins. Returns its number, from 1, or 0 at the end. O(1) expected.
 */
uint32_t posting_map_find(const struct posting_map *map, uint64_t key, uint32_t after);

/* Makes it empty, and keeps the memory. */
void posting_map_clear(struct posting_map *map);
void posting_map_free(struct posting_map *map, const struct allocator *allocator);
