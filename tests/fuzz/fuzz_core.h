/* fuzz_core.h - fuzz.h, the core, and the allocator of targets that call it. */
#pragma once

#include "fuzz.h"

#include <core.h>

static inline void *fuzz_resize(void *memory, size_t size) {
    return realloc(memory, size);
}

static const struct allocator allocator = {fuzz_resize, free};
