/*
 * filters.h - what minhash_filter() makes and minhash_signatures() asks: a filter of collisions and
 * the parameters that its signatures were made with.
 *
 * It travels as a pointer value of this type (https://sqlite.org/bindptr.html), inside one
 * statement. SQLite gives it back with the value: nothing leaks, nothing dangles, and no SQL can
 * forge one.
 */
#ifndef NEARDUP_FILTERS_H
#define NEARDUP_FILTERS_H

#include "arguments.h"

struct minhash_filter {
    /* Whether a text was added; else the parameters are unknown and nothing collides. */
    bool filled;
    struct minhash_parameters parameters;
    struct collision_filter signatures;
};

/* The filter in `value`; NULL, and an error noted, where none is in it. */
const struct minhash_filter *argument_filter(struct arguments *arguments, sqlite3_value *value);

/* Notes an error where signatures made with `parameters` cannot be asked for. */
void check_filter(struct arguments *arguments, const struct minhash_filter *filter,
                  const struct minhash_parameters *parameters);

#endif
