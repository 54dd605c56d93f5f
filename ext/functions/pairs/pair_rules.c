/* pair_rules.c - see pair_rules.h. */
#include "pair_rules.h"

static uint32_t as_texts(const struct given *number) {
    return number->integer < UINT32_MAX ? (uint32_t)number->integer : UINT32_MAX;
}

struct candidate_rule thinning_rule(const struct given *first, int64_t bands) {
    return (struct candidate_rule){.whole_most = as_texts(first),
                                   .neighbours = as_texts(first + 1),
                                   .representatives = as_texts(first + 2),
                                   .bands = bands};
}
