/* array.h - arrays that grow. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h> /* realloc */
#include <string.h> /* memcpy */

/*
 * Whether `array`, a pointer that begins as NULL with capacity 0, has room for one more element
 * after its first `count`. It may move; without memory it stays as it is. O(1) amortised.
 */
#define ARRAY_ROOM(array, count, capacity) array_room(&(array), count, &(capacity), sizeof *(array))

static inline bool array_room(void *address, size_t count, size_t *capacity, size_t size) {
    enum { smallest_capacity = 64 };
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
