/*
 * word_set.h - which words occur in some texts, as a sorted array of their hashes (word_hashes.h).
 *
 * The blob holds the distinct hashes in ascending order, 4 bytes each, low byte first. It depends
 * on the set of words only. Without words it is empty.
 *
 * Words are collected in an array that is sorted, and loses what it holds twice, whenever it is
 * full. It doubles if half of it is left, so memory is at most 32 bytes a distinct word.
 * Adding a word takes amortised constant time; a lookup is a binary search.
 */
#pragma once

#include "../../base/allocator.h"
#include "../../base/binary_search.h"
#include "../../base/interruption.h"
#include "../../base/little_endian.h"

/* Begins as all zeroes; released by word_set_free(). */
struct word_set {
    uint32_t *values, *scratch; /* the array, and as much memory for sorting it */
    size_t count, capacity, scratch_capacity;
};

/* Adds `count` words. Returns false if memory runs out or `interruption`, or NULL, stops it. */
bool word_set_add(struct word_set *set, const struct allocator *allocator,
                  struct interruption *interruption, const uint32_t *hashes, size_t count);

/*
 * Turns the set into a blob of `*size` bytes, which the caller releases through `allocator`, and
 * leaves the set empty. NULL if no word was ever added.
 */
unsigned char *word_set_blob(struct word_set *set, const struct allocator *allocator, size_t *size);

void word_set_free(struct word_set *set, const struct allocator *allocator);

/* Whether a blob has this word. Of untrusted bytes the answer may be wrong, nothing worse. */
static inline bool word_set_has(const void *blob, size_t size, uint32_t hash) {
    const unsigned char *bytes = blob;
    size_t low = 0, high = size / 4;
    BINARY_SEARCH(low, high, little_endian_load32(bytes + 4 * middle) < hash)
    return low < size / 4 && little_endian_load32(bytes + 4 * low) == hash;
}
