/*
 * filters.h - the filter that minhash_filter() makes and minhash_signatures() reads: a collision
 * filter, with the parameters of its signatures.
 *
 * It is passed as a pointer value (https://sqlite.org/bindptr.html) within one statement. SQLite
 * frees it with the value, and no SQL can forge one.
 */
#ifndef NEARDUP_FILTERS_H
#define NEARDUP_FILTERS_H

#include "arguments.h"

struct minhash_filter {
    bool filled; /* false if no text was added; then the parameters are unset */
    struct minhash_parameters parameters;
    struct collision_filter signatures;
};

/*
 * Returns the filter in `value`. Records an error if there is none, or if the filter was made with
 * other parameters than these.
 */
const struct minhash_filter *filter_argument(struct arguments *arguments, sqlite3_value *value,
                                             const struct minhash_parameters *parameters);

#endif
