/* load.h - one file, from its bytes to the tables. */
#pragma once

#include "base/failure.h"
#include "source_file.h"
#include "store/store.h"

enum load_result {
    load_good,
    load_damaged,     /* the table damage tells what is missing */
    load_interrupted, /* what was loaded is kept */
    load_failed       /* `failure` says why; what was committed is kept */
};

/*
 * Loads `file`, opened from `path` ("-": standard input), or continues an interrupted load; closes
 * it and prints a summary unless the options say to be quiet.
 */
enum load_result load_file(struct store *store, const char *path, struct source_file *file,
                           struct failure *failure);
