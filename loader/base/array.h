/* array.h - arrays that grow. */
#ifndef NEARDUP_ARRAY_H
#define NEARDUP_ARRAY_H

#include <stddef.h>

/*
 * Makes room for one more element of `size` bytes after the first `count`. Returns the array, which
 * may have moved. Returns NULL when memory runs out; the old array is then unchanged. O(1)
 * amortised.
 */
void *array_room(void *array, size_t count, size_t *capacity, size_t size);

#endif
