/*
 * words.h - the pointer that word_rarities() makes and duplicate_kind() reads.
 *
 * A blob of megabytes would be copied for each call; a pointer value
 * (https://sqlite.org/bindptr.html) is not. SQLite frees it with the value.
 */
#ifndef NEARDUP_WORDS_H
#define NEARDUP_WORDS_H

#include "arguments.h"

/* What the pointer holds; not valid if the value is NULL. Records an error for any other value. */
struct word_frequencies rarities_argument(struct arguments *arguments, const char *name,
                                          sqlite3_value *value);

#endif
