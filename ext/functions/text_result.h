/*
 * text_result.h - results of SQL functions that are built piece by piece.
 */
#ifndef NEARDUP_TEXT_RESULT_H
#define NEARDUP_TEXT_RESULT_H

#include "connection.h"

/* Appends code points as UTF-8. */
void text_result_append(sqlite3_str *text, const uint32_t *points, size_t count);

/* Makes `text` the result of a function, or reports why it could not be built; frees it. */
void text_result_set(sqlite3_context *context, sqlite3_str *text);

#endif
