/*
 * allocator.h - the only source of memory.
 *
 * The caller supplies two functions. The SQL functions pass SQLite's allocator; tests pass
 * allocators that fail.
 */
#ifndef NEARDUP_ALLOCATOR_H
#define NEARDUP_ALLOCATOR_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allocator {
    /* Like realloc() with size > 0. On failure it returns NULL and `memory` remains valid. */
    void *(*resize)(void *memory, size_t size);
    /* Like free(): `memory` may be NULL. */
    void (*release)(void *memory);
};

/*
 * Grows `array`, which holds `*capacity` elements of `size` bytes, to at least `wanted` elements
 * and returns it, possibly moved. Capacity at least doubles, so appending one by one costs O(1)
 * amortised. New elements are not cleared. Returns NULL, and leaves the array unchanged, if memory
 * runs out or the size in bytes overflows.
 */
static inline void *allocator_grow(const struct allocator *allocator, void *array, size_t *capacity,
                                   size_t wanted, size_t size) {
    assert(size > 0);
    assert(array || *capacity == 0);
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
