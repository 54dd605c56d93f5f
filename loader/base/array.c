/* array.c - see array.h. */
#include "array.h"

#include <assert.h>
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h> /* realloc */

enum { smallest_capacity = 64 };

void *array_room(void *array, size_t count, size_t *capacity, size_t size) {
    assert(size > 0);
    if (count < *capacity)
        return array;
    size_t larger = *capacity ? *capacity * 2 : smallest_capacity;
    assert(count < larger);
    void *moved = larger > SIZE_MAX / 2 / size ? NULL : realloc(array, larger * size);
    if (moved)
        *capacity = larger;
    return moved;
}
