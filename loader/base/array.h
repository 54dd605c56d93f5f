/* array.h - arrays that grow. */
#ifndef NEARDUP_ARRAY_H
#define NEARDUP_ARRAY_H

#include <stddef.h>

/*
 * Makes room for one more element of `size` bytes behind the first `count`. Returns the array,
 * which may have moved, or NULL when memory runs out: then the old one is as it was. O(1)
 * amortised.
 */
void *array_room(void *array, size_t count, size_t *capacity, size_t size);

#endif
