/*
 * value_agreement.h - whether two values (values.h) mean the same, agree, or contradict each other.
 *
 * All three relations are symmetric.
 */
#pragma once

#include "values.h"

/* Whether the two mean the same, perhaps in different units. They share a symbol table. */
bool value_same(const struct value *x, const struct value *y);

/* Whether both can be true of one thing: "about 200" and 203, "July" and "4 July". */
bool value_compatible(const struct value *x, const struct value *y);

/* Whether they are of one sort, so that they contradict each other unless they are compatible. */
bool value_comparable(const struct value *x, const struct value *y);
