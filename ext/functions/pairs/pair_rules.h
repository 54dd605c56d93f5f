/*
 * pair_rules.h - the arguments that say which pairs of a large bucket are left out.
 */
#pragma once

#include "../function.h"

#define ARGUMENT_BUCKET_MOST(...) \
    OPTIONAL("bucket_most", integer, .range = {1, INT64_MAX, INT64_MAX}, __VA_ARGS__)
#define ARGUMENT_NEIGHBOURS OPTIONAL("neighbours", integer, .range = {0, INT64_MAX, 2})
#define ARGUMENT_REPRESENTATIVES OPTIONAL("representatives", integer, .range = {0, INT64_MAX, 2})
#define ARGUMENT_LARGE_BANDS OPTIONAL("bands", integer, .range = {INT64_MIN, INT64_MAX, INT64_MAX})
#define THINNING_ARGUMENTS                                                               \
    ARGUMENT_BUCKET_MOST(.unset = false), ARGUMENT_NEIGHBOURS, ARGUMENT_REPRESENTATIVES, \
        ARGUMENT_LARGE_BANDS

enum { thinning_argument_count = 3 }; /* before `bands` */

static inline uint32_t thinning_texts(const struct given *number) {
    return number->integer < UINT32_MAX ? (uint32_t)number->integer : UINT32_MAX;
}

/* The rule of these arguments, from `first` on, and of `bands`. */
static inline struct candidate_rule thinning_rule(const struct given *first, int64_t bands) {
    return (struct candidate_rule){.whole_most = thinning_texts(first),
                                   .neighbours = thinning_texts(first + 1),
                                   .representatives = thinning_texts(first + 2),
                                   .bands = bands};
}
