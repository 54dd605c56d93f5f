/*
 * named_rows.h - a file of JSON lines or CSV, as rows of columns that a caller names.
 *
 * What begins with a brace is JSON: an object a line. Anything else is CSV, with the names of its
 * columns in the first row, between commas, semicolons or tabs. Case does not matter in names.
 * Other columns are skipped, missing ones are NULL. A line that is not JSON, lacks a required
 * member, or has an array, an object, true or false as one of ours, is told, and the others are
 * read. The file is read whole: up to 1 GiB, UTF-8; an empty one has no rows.
 */
#pragma once

#include "../base/failure.h"

#include <stddef.h>

/* `bytes` is NULL if the row has no such column, or it is null; valid until the taker returns. */
struct named_cell {
    const char *bytes;
    size_t length;
};

enum { named_rows_columns_max = 16 };

struct named_rows {
    const char *path;
    const char *const *names; /* of `count` columns, up to named_rows_columns_max */
    int count;
    int required;  /* so many of them, the first ones, must be there; in JSON they may be null */
    void *context; /* of both functions */
    /* Takes a row, which begins in that line, from 1. False with `failure` filled in ends it. */
    bool (*take)(void *context, long long line, const struct named_cell *cells,
                 struct failure *failure);
    void (*refuse)(void *context, long long line, const char *reason); /* tells of a line */
};

/* Gives all rows, in their order. False with `failure` filled in; rows before were taken. */
bool named_rows_read(const struct named_rows *rows, struct failure *failure);
