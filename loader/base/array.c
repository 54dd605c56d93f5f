/* array.c - see array.h. */
#include "array.h"

#include <assert.h>
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h> /* realloc */
#include <string.h> /* memcpy */

enum { smallest_capacity = 64 };

bool array_room(void *address, size_t count, size_t *capacity, size_t size) {
    void *array;
    assert(size > 0);
    if (count < *capacity)
        return true;
    size_t larger = *capacity ? *capacity * 2 : smallest_capacity;
    assert(count < larger);
    memcpy(&array, address, sizeof array);
    array = larger > SIZE_MAX / 2 / size ? NULL : realloc(array, larger * size);
    if (!array)
        return false;
    memcpy(address, &array, sizeof array);
    *capacity = larger;
    return true;
}
