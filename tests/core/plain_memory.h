/*
 * plain_memory.h - the allocator of the C library, for tests with threads: faulty_memory.h counts
 * without locks.
 */
#pragma once

#include "base/allocator.h"

#include <stdlib.h>

static void *plain_resize(void *block, size_t size) {
    return realloc(block, size);
}

static const struct allocator plain_allocator = {plain_resize, free};
