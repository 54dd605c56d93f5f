/*
 * radix_sort.h - sorts integers in place, without allocating.
 *
 * American flag sort (McIlroy, Bostic, McIlroy: Engineering Radix Sort, 1993): one byte at a time,
 * starting at the highest byte in which keys differ; short runs are sorted by insertion. O(count)
 * per byte, without recursion. qsort() is no alternative: it allocates memory that the host does
 * not control.
 */
#ifndef NEARDUP_RADIX_SORT_H
#define NEARDUP_RADIX_SORT_H

#include "interruption.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts `keys` in ascending order and moves `values` along with them. The order of equal keys is
 * unspecified. Returns false if `interruption`, which may be NULL, stopped it.
 */
bool radix_sort(int64_t *keys, uint32_t *values, size_t count, struct interruption *interruption);

#endif
