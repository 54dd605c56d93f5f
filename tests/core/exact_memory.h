/*
 * exact_memory.h - memory of exactly the size that is asked for, so that sanitizers see accesses
 * beyond it. It is released all at once. And float32 in bytes, low byte first.
 */
#pragma once

#include "base/little_endian.h"
#include "test.h"

static struct {
    void **blocks;
    size_t count, capacity;
} exact;

static inline void *exact_memory(size_t size) {
    if (exact.count == exact.capacity) {
        exact.capacity = 2 * exact.capacity + 16;
        exact.blocks = required(realloc(exact.blocks, exact.capacity * sizeof *exact.blocks));
    }
    return exact.blocks[exact.count++] = required(malloc(size ? size : 1));
}

static inline void exact_release(void) {
    while (exact.count > 0)
        free(exact.blocks[--exact.count]);
    free(exact.blocks);
    exact.blocks = NULL;
    exact.capacity = 0;
}

static inline void store_float(unsigned char *bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    little_endian_store32(bytes, bits);
}
