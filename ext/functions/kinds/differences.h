/* differences.h - the differences of two texts that are the first arguments of a function. */
#pragma once

#include "../function.h"

/* By enum difference_type; NULL for none. */
extern const char *const difference_names[];

/* Finds them, by the vocabulary of the language in that argument. */
void differences_of(struct call *call, struct differences *differences, int argument_language);
