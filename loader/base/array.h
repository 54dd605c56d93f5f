/* array.h - arrays that grow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether `array`, a pointer that begins as NULL with capacity 0, has room for one more element
 * after its first `count`. It may move; without memory it stays as it is. O(1) amortised.
 */
#define ARRAY_ROOM(array, count, capacity) array_room(&(array), count, &(capacity), sizeof *(array))

bool array_room(void *address, size_t count, size_t *capacity, size_t size);
