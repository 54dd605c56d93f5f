/*
 * pair_rules.h - the arguments that candidate_pairs() and similar_pairs() share: how large buckets
 * are thinned (core/pairs/candidates.h).
 */
#ifndef NEARDUP_PAIR_RULES_H
#define NEARDUP_PAIR_RULES_H

#include "arguments.h"
#include "table_function.h"

/* bucket_most, neighbours, representatives, bands; in this order. */
enum { thinning_arguments = 4 };

/* Reads them from `values`, where NULL stands for the default. The rule has no ranks. */
struct candidate_rule argument_thinning(struct arguments *arguments, sqlite3_value *const *values);

struct default_value thinning_default(int argument);

#endif
