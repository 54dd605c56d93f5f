/*
 * difference_names.h - what differs, in words: the names of types, and pieces of text as results.
 */
#ifndef NEARDUP_DIFFERENCE_NAMES_H
#define NEARDUP_DIFFERENCE_NAMES_H

#include "connection.h"

/* By difference_type; NULL for difference_none. */
extern const char *const difference_names[];

void append_points(sqlite3_str *text, const uint32_t *points, size_t count);

/* Makes the text the result, and ends it. */
void result_string(sqlite3_context *context, sqlite3_str *text);

#endif
