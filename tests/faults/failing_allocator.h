/*
 * failing_allocator.h - SQLite's allocator, whose n-th call fails, once or from then on. Whatever
 * SQLite and the extension ask for is counted.
 */
#ifndef NEARDUP_FAILING_ALLOCATOR_H
#define NEARDUP_FAILING_ALLOCATOR_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static sqlite3_mem_methods allocator_behind; /* SQLite's own */
static struct {
    long countdown; /* calls until one fails; 0 for none */
    bool for_good;
    bool failed;
} allocation_fault;

static inline bool allocation_fails(void) {
    if (allocation_fault.failed && allocation_fault.for_good)
        return true;
    if (allocation_fault.countdown == 0 || --allocation_fault.countdown > 0)
        return false;
    allocation_fault.failed = true;
    return true;
}

static inline void *failing_malloc(int size) {
    return allocation_fails() ? NULL : allocator_behind.xMalloc(size);
}

static inline void *failing_realloc(void *memory, int size) {
    return allocation_fails() ? NULL : allocator_behind.xRealloc(memory, size);
}

/*
 * False where this SQLite lets nobody replace its allocator. Before any other call of SQLite.
 *
 * No lookaside memory, which Debian's SQLite has none of anyway: what is small is served from it
 * without a call of the allocator, so that it could not fail.
 */
static inline bool failing_allocator_install(void) {
    sqlite3_mem_methods failing;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator_behind) != SQLITE_OK)
        return false;
    failing = allocator_behind;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
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

#endif
