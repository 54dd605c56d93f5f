/*
 * load.h - one file, from its bytes to the tables.
 */
#ifndef NEARDUP_LOAD_H
#define NEARDUP_LOAD_H

#include "base/failure.h"
#include "options.h"
#include "store/store.h"

enum load_result {
    load_good,
    load_damaged,     /* what is missing stands in the table damage */
    load_interrupted, /* what was loaded is kept */
    load_failed       /* `failure` says why; what was committed is kept */
};

/*
 * Loads `file`, which options->format has opened from `path` ("-": standard input) and which is
 * closed here, and prints a summary unless told to be quiet. A load that was interrupted is gone on
 * with.
 */
enum load_result load_file(struct store *store, const struct options *options, const char *path,
                           void *file, struct failure *failure);

#endif
