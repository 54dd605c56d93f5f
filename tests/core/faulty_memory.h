/*
 * faulty_memory.h - an allocator for tests that fails on request and counts the blocks in use.
 */
#ifndef NEARDUP_FAULTY_MEMORY_H
#define NEARDUP_FAULTY_MEMORY_H

#include "base/allocator.h"

#include <stdlib.h>

static struct {
    unsigned long calls;   /* of resize() so far */
    unsigned long fail_at; /* the call that fails, counted from 1; 0: none */
    bool for_good;         /* whether all calls after it fail too */
    bool failed;           /* whether a call has failed */
    long live;             /* blocks in use */
} faulty;

static void *faulty_resize(void *memory, size_t size) {
    faulty.calls++;
    if (faulty.fail_at &&
        (faulty.calls == faulty.fail_at || (faulty.for_good && faulty.calls > faulty.fail_at))) {
        faulty.failed = true;
        return NULL;
    }
    void *moved = realloc(memory, size);
    if (moved && !memory)
        faulty.live++;
    return moved;
}

static void faulty_release(void *memory) {
    if (memory)
        faulty.live--;
    free(memory);
}

static const struct allocator faulty_allocator = {faulty_resize, faulty_release};

/* From now on the `fail_at`-th call fails, or none if it is 0. */
static inline void faulty_begin(unsigned long fail_at, bool for_good) {
    faulty.calls = 0;
    faulty.fail_at = fail_at;
    faulty.for_good = for_good;
    faulty.failed = false;
}

#endif
