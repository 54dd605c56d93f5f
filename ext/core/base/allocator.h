/*
 * allocator.h - the one way to memory.
 *
 * The host hands in two functions. Tests hand in ones that fail; SQLite's glue hands in SQLite's.
 */
#ifndef NEARDUP_ALLOCATOR_H
#define NEARDUP_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocator {
    /* As realloc() with size > 0: NULL when there is no memory, `memory` is then still valid. */
    void *(*resize)(void *memory, size_t size);
    /* As free(): NULL is allowed. */
    void (*release)(void *memory);
};

/*
 * Makes room in `array`, `*capacity` elements of `size` bytes, for at least `wanted` of them and
 * returns it, moved if it had to be. Capacity at least doubles, so that growing one by one costs
 * O(1) amortised. NULL, with the array as it was, when memory runs out or the size in bytes would
 * not fit. What is new is not cleared.
 */
static inline void *allocator_grow(const struct allocator *allocator, void *array, size_t *capacity,
                                   size_t wanted, size_t size) {
    if (array && wanted <= *capacity)
        return array;
    size_t larger = *capacity > SIZE_MAX / 2 ? wanted : *capacity * 2;
    if (larger < wanted)
        larger = wanted;
    if (larger == 0)
        larger = 1;
    if (larger > SIZE_MAX / 2 / size)
        return NULL;
    void *moved = allocator->resize(array, larger * size);
    if (moved)
        *capacity = larger;
    return moved;
}

#endif
