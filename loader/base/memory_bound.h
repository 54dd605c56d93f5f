/*
 * memory_bound.h - how much memory a load may take, and the share that each part of it has.
 *
 * The work on a record takes up to 36 times its length, as three bytes can make a sentence, and
 * SQLite may hold a row of somebody else's database several times. SQLite's own bound counts every
 * allocation under a lock: two threads that read JSON take 13 % longer by it. So only areas of
 * sqlite_area_counted bytes and more are counted; caches have a bound of their own.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In MiB: the default; less counts as that. */
enum { memory_usual = 768, memory_most = 1 << 20 };

/* What each part has by default, in bytes; with a larger bound, more in proportion. */
enum { record_usual = 16 << 20, work_usual = 432 << 20, sqlite_usual = 320 << 20 };

/* SQLite stores up to a billion bytes in a row. */
enum { record_most = 950 << 20 };

/* Sets the bound for all of the process, before the load. */
void memory_bound_set(int64_t megabytes);

/* In bytes: the longest record or row; pieces and batches together; SQLite's large areas. */
size_t record_max(void);
size_t work_max(void);
int64_t sqlite_memory_max(void);

/* The least bound, in MiB, with which a record of that length is read; 0 if none is enough. */
int memory_for_record(uint64_t length);

/* What a message says of a record that is longer than record_max(), by how much is not known. */
const char *memory_advice(void);

enum { sqlite_area_counted = 1 << 20 };

/* Sets sqlite_memory_max() for all connections together. Call it before SQLite is used. */
void sqlite_memory_bound(void);

/* Whether the bound refused an area, so that SQLite says SQLITE_NOMEM; until this is forgotten. */
bool sqlite_memory_was_refused(void);
void sqlite_memory_forget(void);
