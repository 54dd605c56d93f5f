/* load.h - one dump, from its file to the tables. */
#ifndef NEARDUP_LOAD_H
#define NEARDUP_LOAD_H

#include "failure.h"
#include "options.h"
#include "store.h"

/*
 * Loads the dump at `path` ("-": standard input) and prints a summary unless told to be quiet.
 * False with `failure` filled in: nothing of the dump was kept. `*damaged` counts the damaged
 * places, which stand in the table damage.
 */
bool load_dump(struct store *store, const struct options *options, const char *path,
               int64_t *damaged, struct failure *failure);

#endif
