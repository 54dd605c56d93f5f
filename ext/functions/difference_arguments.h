/*
 * difference_arguments.h - the differences of two texts that are arguments of a function.
 */
#ifndef NEARDUP_DIFFERENCE_ARGUMENTS_H
#define NEARDUP_DIFFERENCE_ARGUMENTS_H

#include "arguments.h"

/* Finds them; errors go to `arguments`. `language_value` may be NULL: English. */
void difference_arguments_find(struct differences *differences, struct interruption *interruption,
                               struct arguments *arguments, sqlite3_value *a_value,
                               sqlite3_value *b_value, sqlite3_value *language_value);

#endif
