/*
 * zeroes.h - arrays that begin as zeroes.
 */
#ifndef NEARDUP_ZEROES_H
#define NEARDUP_ZEROES_H

#include "allocator.h"

#include <string.h> /* memset */

/* Allocates `count` elements of `size` bytes. Returns NULL if memory runs out. */
static inline void *zeroes_new(const struct allocator *allocator, size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / 2 / size)
        return NULL;
    void *array = allocator->resize(NULL, count * size > 0 ? count * size : 1);
    return array ? memset(array, 0, count * size) : NULL;
}

#endif
