/*
 * failing_allocator.h - SQLite's allocator, whose n-th call fails, once or from then on. It counts
 * all calls, of SQLite and of the extension, in all threads.
 */
#pragma once

#include "../functions/hooked_allocator.h"

#include <stdatomic.h>

static struct {
    atomic_long countdown; /* calls until one fails; 0 or less for none */
    atomic_bool for_good;
    atomic_bool failed;
} allocation_fault;

static inline bool allocation_fails(int size) {
    (void)size;
    if (allocation_fault.failed)
        return allocation_fault.for_good;
    if (allocation_fault.countdown <= 0 || atomic_fetch_sub(&allocation_fault.countdown, 1) != 1)
        return false;
    allocation_fault.failed = true;
    return true;
}

/* Call this before any other function of SQLite. False if its allocator cannot be replaced. */
static inline bool failing_allocator_install(void) {
    return hooked_allocator_install(allocation_fails);
}

static inline void allocation_fail_at(long call, bool for_good) {
    allocation_fault.countdown = call;
    allocation_fault.for_good = for_good;
    allocation_fault.failed = false;
}

/* Whether a call has failed since allocation_fail_at(); from now on none does. */
static inline bool allocation_failed(void) {
    bool failed = allocation_fault.failed;
    allocation_fail_at(0, false);
    return failed;
}
