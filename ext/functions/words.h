/*
 * words.h - the pointer that word_rarities() makes; duplicate_kind() and collect_pairs() read it.
 *
 * A blob of megabytes would be read for each call; what a pointer value
 * (https://sqlite.org/bindptr.html) refers to is not. The last reference frees it; SQLite's value
 * has one.
 */
#ifndef NEARDUP_WORDS_H
#define NEARDUP_WORDS_H

#include "arguments.h"

struct word_rarities;

/* What the pointer refers to; NULL if the value is. Records an error for any other value. */
struct word_rarities *rarities_argument(struct arguments *arguments, const char *name,
                                        sqlite3_value *value);

/* What they hold, for as long as there is a reference; NULL if `rarities` is. */
const struct word_frequencies *rarities_frequencies(const struct word_rarities *rarities);

/* Adds a reference and returns the argument; or drops one. Both accept NULL. */
struct word_rarities *rarities_share(struct word_rarities *rarities);
void rarities_release(void *rarities);

#endif
