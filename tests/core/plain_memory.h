/*
 * plain_memory.h - the allocator of the C library, for tests with threads: faulty_memory.h counts
 * without locks.
 */
#ifndef NEARDUP_PLAIN_MEMORY_H
#define NEARDUP_PLAIN_MEMORY_H

#include "base/allocator.h"

#include <stdlib.h>

static void *plain_resize(void *block, size_t size) {
    return realloc(block, size);
}

static const struct allocator plain_allocator = {plain_resize, free};

#endif
