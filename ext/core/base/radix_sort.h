/*
 * radix_sort.h - sorts integers in place.
 *
 * American flag sort (McIlroy, Bostic, McIlroy: Engineering Radix Sort, 1993): one byte at a time,
 * starting at the highest byte in which keys differ; short runs are sorted by insertion. O(count)
 * per byte, without recursion. qsort() allocates memory that the host does not control.
 */
#pragma once

#include "allocator.h"
#include "interruption.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts `keys` in ascending order and moves `values` along with them. The order of equal keys is
 * unspecified. Returns false if `interruption`, which may be NULL, stopped it.
 */
bool radix_sort(int64_t *keys, uint32_t *values, size_t count, struct interruption *interruption);

/* Sorts keys, and sets `order` to the places where they were. */
bool radix_sort_order(int64_t *keys, uint32_t *order, size_t count,
                      struct interruption *interruption);

/*
 * Sorts one key or more, and moves items of `size` bytes along with them. Returns false if memory
 * runs out or it is interrupted, too; the items are then as they were, and the keys in any order.
 */
bool radix_sort_items(int64_t *keys, void *items, size_t size, size_t count,
                      const struct allocator *allocator, struct interruption *interruption);

/* Sorts `*count` keys, which have counts, and keeps each key once, with the sum of its counts. */
bool radix_sort_sums(int64_t *keys, uint32_t *counts, size_t *count,
                     struct interruption *interruption);
