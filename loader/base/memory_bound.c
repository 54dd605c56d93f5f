/* memory_bound.c - see memory_bound.h. */
#include "memory_bound.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdatomic.h>

static int64_t bound = memory_usual; /* in MiB */

void memory_bound_set(int64_t megabytes) {
    assert(megabytes >= 1);
    bound = megabytes > memory_usual ? megabytes : memory_usual;
}

size_t record_max(void) {
    int64_t share = record_usual * bound / memory_usual;
    return (size_t)(share < record_most ? share : record_most);
}

size_t work_max(void) {
    return (size_t)(work_usual * bound / memory_usual);
}

int memory_for_record(uint64_t length) {
    return length > record_most ? 0
                                : (int)((length * memory_usual + record_usual - 1) / record_usual);
}

const char *memory_advice(void) {
    return record_max() < record_most ? "a larger --memory reads it"
                                      : "no --memory is large enough";
}

/* ---- SQLite ---------------------------------------------------------------------------------- */

int64_t sqlite_memory_max(void) {
    return sqlite_usual * bound / memory_usual;
}

static sqlite3_mem_methods usual;
static _Atomic int64_t held; /* bytes, in large areas */
static atomic_bool refused;

/* How much of an area counts. */
static int64_t counted(void *area) {
    int size = area ? usual.xSize(area) : 0;
    return size >= sqlite_area_counted ? size : 0;
}

/* Whether there is room for an area of that size in place of one that counts as `before`. */
static bool fits(int size, int64_t before) {
    if (size < sqlite_area_counted || atomic_load(&held) - before + size <= sqlite_memory_max())
        return true;
    atomic_store(&refused, true);
    return false;
}

static void *allocate(int size) {
    void *area = fits(size, 0) ? usual.xMalloc(size) : NULL;
    int64_t size_counted = counted(area);
    if (size_counted > 0)
        atomic_fetch_add(&held, size_counted);
    return area;
}

static void release(void *area) {
    int64_t size_counted = counted(area);
    if (size_counted > 0)
        atomic_fetch_sub(&held, size_counted);
    usual.xFree(area);
}

static void *resize(void *area, int size) {
    int64_t before = counted(area);
    void *moved = fits(size, before) ? usual.xRealloc(area, size) : NULL;
    int64_t after = moved ? counted(moved) : before;
    if (after != before)
        atomic_fetch_add(&held, after - before);
    return moved;
}

void sqlite_memory_bound(void) {
    sqlite3_mem_methods bounded;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) != SQLITE_OK)
        return;
    bounded = usual;
    bounded.xMalloc = allocate;
    bounded.xFree = release;
    bounded.xRealloc = resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &bounded);
}

bool sqlite_memory_was_refused(void) {
    return atomic_load(&refused);
}

void sqlite_memory_forget(void) {
    atomic_store(&refused, false);
}
