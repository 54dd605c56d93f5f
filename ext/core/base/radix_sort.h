/*
 * radix_sort.h - sorts integers where they are, without more memory.
 *
 * American flag sort (McIlroy, Bostic, McIlroy: Engineering Radix Sort, 1993): a byte at a time,
 * from the highest in which keys differ; few keys are sorted by insertion. O(count) for each byte,
 * no recursion. qsort() would do, but it allocates behind the host's back.
 */
#ifndef NEARDUP_RADIX_SORT_H
#define NEARDUP_RADIX_SORT_H

#include "interruption.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts `keys` in ascending order, and `values` along with them. Equal keys come in any order.
 * False where `interruption`, which may be NULL, says so.
 */
bool radix_sort(int64_t *keys, uint32_t *values, size_t count, struct interruption *interruption);

#endif
