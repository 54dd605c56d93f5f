/*
 * hooked_allocator.h - SQLite's allocator, which asks before it hands out memory. Whatever SQLite
 * and the extension ask for goes through it.
 */
#ifndef NEARDUP_HOOKED_ALLOCATOR_H
#define NEARDUP_HOOKED_ALLOCATOR_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
    sqlite3_mem_methods behind; /* SQLite's own */
    bool (*refuses)(int size);  /* whether so many bytes are not handed out */
} hooked_allocator;

static inline void *hooked_malloc(int size) {
    return hooked_allocator.refuses(size) ? NULL : hooked_allocator.behind.xMalloc(size);
}

static inline void *hooked_realloc(void *memory, int size) {
    return hooked_allocator.refuses(size) ? NULL : hooked_allocator.behind.xRealloc(memory, size);
}

/*
 * False where this SQLite lets nobody replace its allocator. Before any other call of SQLite.
 *
 * No lookaside memory, which Debian's SQLite has none of anyway: what is small is served from it
 * without a call of the allocator, so that it could not be refused.
 */
static inline bool hooked_allocator_install(bool (*refuses)(int size)) {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &hooked_allocator.behind) != SQLITE_OK)
        return false;
    sqlite3_mem_methods hooked = hooked_allocator.behind;
    hooked.xMalloc = hooked_malloc;
    hooked.xRealloc = hooked_realloc;
    hooked_allocator.refuses = refuses;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &hooked) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
}

#endif
