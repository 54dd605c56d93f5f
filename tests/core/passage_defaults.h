/* passage_defaults.h - the parameters of passages that SQL has by default. */
#pragma once

#include "passages/seeds/passage_parameters.h"

static inline struct passage_parameters passage_parameters_default(void) {
    return (struct passage_parameters){.seed = seed_skip,
                                       .words = seed_words_default,
                                       .gap = passage_gap_default,
                                       .seeds_least = seeds_least_default,
                                       .length_least = passage_length_default,
                                       .similarity_least = PASSAGE_SIMILARITY_DEFAULT,
                                       .measure = measure_overlap,
                                       .occurrences_most = occurrences_default,
                                       .join_gap = join_gap_default,
                                       .unmatched_cost = UNMATCHED_COST_DEFAULT,
                                       .shadow_most = SHADOW_MOST_DEFAULT};
}
