/*
 * allocator.h - the only source of memory.
 *
 * The caller supplies two functions: the SQL functions pass SQLite's, and tests some that fail.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* memcpy, memset */

struct allocator {
    /* Like realloc() with size > 0. On failure it returns NULL and `memory` remains valid. */
    void *(*resize)(void *memory, size_t size);
    /* Like free(): `memory` may be NULL. */
    void (*release)(void *memory);
};

/* RELEASE(allocator, a, b ...) releases each of these, in order. */
static inline void allocator_release_all(const struct allocator *allocator, void *const *memory,
                                         size_t count) {
    for (size_t i = 0; i < count; i++)
        allocator->release(memory[i]);
}

#define RELEASE(allocator, ...)                               \
    allocator_release_all(allocator, (void *[]){__VA_ARGS__}, \
                          sizeof(void *[]){__VA_ARGS__} / sizeof(void *))

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

/* allocator_grow() for the array whose address is `address`. Returns false in place of NULL. */
static inline bool allocator_reserve(const struct allocator *allocator, void *address,
                                     size_t *capacity, size_t wanted, size_t size) {
    void *array;
    memcpy(&array, address, sizeof array);
    if (array && wanted <= *capacity)
        return true;
    array = allocator_grow(allocator, array, capacity, wanted, size);
    if (array)
        memcpy(address, &array, sizeof array);
    return array != NULL;
}

/* Whether `array`, a pointer with that capacity, has room for `wanted` elements. It may move. */
#define ARRAY_RESERVE(allocator, array, capacity, wanted) \
    allocator_reserve(allocator, &(array), &(capacity), wanted, sizeof *(array))

/* Appends an element to such an array of `count`. False if memory runs out. */
#define ARRAY_APPEND(allocator, array, count, capacity, ...)   \
    (ARRAY_RESERVE(allocator, array, capacity, (count) + 1) && \
     ((array)[(count)++] = (__VA_ARGS__), true))

/* Allocates `count` elements of `size` bytes that are zero. Returns NULL if memory runs out. */
static inline void *allocator_zeroes(const struct allocator *allocator, size_t count, size_t size) {
    assert(size > 0);
    if (count > SIZE_MAX / 2 / size)
        return NULL;
    void *array = allocator->resize(NULL, count > 0 ? count * size : 1);
    return array ? memset(array, 0, count * size) : NULL;
}
