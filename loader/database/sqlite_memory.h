/*
 * sqlite_memory.h - memory_bound.h for what SQLite takes in large areas.
 *
 * A view of somebody else's database may give a row of many long values, and SQLite holds all of
 * them at once. SQLite's own bound would count every allocation under a lock, which slows down the
 * threads that read JSON. Here only areas of sqlite_area_counted bytes and more are counted;
 * smaller ones are few, since caches have a bound of their own.
 */
#pragma once

#include <stdbool.h>

enum { sqlite_area_counted = 1 << 20 };

/* Sets the bound, sqlite_memory_max(), for all connections together. Call it before SQLite is used.
 */
void sqlite_memory_bound(void);

/* Whether the bound refused an area, so that SQLite says SQLITE_NOMEM; until this is forgotten. */
bool sqlite_memory_was_refused(void);
void sqlite_memory_forget(void);
