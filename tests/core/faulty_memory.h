/* faulty_memory.h - an allocator for tests that fails on request and counts the blocks in use. */
#pragma once

#include "base/allocator.h"
#include "test.h"

static struct {
    unsigned long calls;   /* of resize() so far */
    unsigned long fail_at; /* the call that fails, counted from 1; 0: none */
    bool for_good;         /* whether all calls after it fail too */
    bool failed;           /* whether a call has failed */
    long live;             /* blocks in use */
    unsigned long faults;  /* of the last FOR_EACH_FAULT() */
    unsigned long tried;   /* faults of all of them */
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
static const struct allocator *const memory = &faulty_allocator;

/* From now on the `fail_at`-th call fails, or none if it is 0. */
static inline void faulty_begin(unsigned long fail_at, bool for_good) {
    faulty.calls = 0;
    faulty.fail_at = fail_at;
    faulty.for_good = for_good;
    faulty.failed = false;
}

/* Nothing fails any more. */
static inline void faulty_pause(void) {
    faulty.fail_at = 0;
}

static inline bool faulty_next(unsigned long *n, unsigned long *only_one) {
    if (*n > 0 && !faulty.failed) {
        faulty_begin(0, false);
        if (!*only_one)
            return false;
        *n = *only_one = 0;
    }
    faulty.tried += *n > 0;
    faulty.faults = *n == 0 && *only_one ? 0 : faulty.faults + (*n > 0);
    faulty_begin(++*n, !*only_one);
    return true;
}

/*
 * Runs the statement after it with allocation number n failing, for each n from 1 until none fails:
 * only this one, and then again with all that come after it.
 */
#define FOR_EACH_FAULT(n) for (unsigned long n = 0, only_one = 1; faulty_next(&n, &only_one);)

/* The last line of a test, in which nothing is left allocated. */
static inline int faulty_end(const char *name) {
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end(name);
}
