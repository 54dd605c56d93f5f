/*
 * hooked_allocator.h - SQLite's allocator with a hook that can refuse any allocation of SQLite and
 * of the extension.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
    sqlite3_mem_methods original; /* SQLite's own */
    bool (*refuses)(int size);    /* whether to refuse an allocation */
} hooked_allocator;

static inline void *hooked_malloc(int size) {
    return hooked_allocator.refuses(size) ? NULL : hooked_allocator.original.xMalloc(size);
}

static inline void *hooked_realloc(void *memory, int size) {
    return hooked_allocator.refuses(size) ? NULL : hooked_allocator.original.xRealloc(memory, size);
}

/*
 * Returns false if this SQLite does not allow its allocator to be replaced. Must be called before
 * any other function of SQLite.
 *
 * Disables lookaside memory, which would serve small allocations without calling the allocator.
 */
static inline bool hooked_allocator_install(bool (*refuses)(int size)) {
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &hooked_allocator.original) != SQLITE_OK)
        return false;
    sqlite3_mem_methods hooked = hooked_allocator.original;
    hooked.xMalloc = hooked_malloc;
    hooked.xRealloc = hooked_realloc;
    hooked_allocator.refuses = refuses;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &hooked) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
}
