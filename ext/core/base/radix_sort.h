/*
 * radix_sort.h - sorts integers in place, without allocating.
 *
 * American flag sort (McIlroy, Bostic, McIlroy: Engineering Radix Sort, 1993): one byte at a time,
 * starting at the highest byte in which keys differ; short runs are sorted by insertion. O(count)
 * per byte, without recursion. qsort() is no alternative: it allocates memory that the host does
 * not control.
 */
#pragma once

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

/* Sorts `*count` keys, which have counts, and keeps each key once, with the sum of its counts. */
bool radix_sort_sums(int64_t *keys, uint32_t *counts, size_t *count,
                     struct interruption *interruption);

/*
 * Sorts keys, and moves the words of `along` and `also` along with them, if they are not NULL.
 * `order` and `scratch` have room for as many.
 */
bool radix_sort_words(int64_t *keys, uint64_t *along, uint64_t *also, size_t count, uint32_t *order,
                      uint64_t *scratch, struct interruption *interruption);
