/*
 * seed_grams.h - the grams that begin at each word of a text, as hashes.
 *
 * A gram of three words, of the text "a b c d":
 *
 *   ngrams   "a b c"
 *   sorted   "a b c", which equals "c a b"
 *   skip     "a b c", "a b d" and "a c d": one word may be left out between two others, as in the
 *            1-skip-n-grams of Guthrie et al. (A Closer Look at Skip-gram Modelling, 2006)
 *
 * These are the forms of a gram: skip-grams of n words have n, the others one. The last form leaves
 * nothing out. Form f < n - 1 leaves out the word after its word f, counted from 0.
 *
 * A hash is the sum of a product for each word with a factor for its place, or of mixed words if
 * they are sorted. Grams that differ share the 64 bits with probability near 2^-64, but anyone can
 * construct such grams, and words that share their 32 bits.
 */
#pragma once

#include "../../base/mix.h"
#include "passage_parameters.h"

#include <stddef.h>

/* How many grams begin at a word. */
static inline unsigned seed_grams_forms(const struct passage_parameters *parameters) {
    return parameters->seed == seed_skip ? parameters->words : 1;
}

/* The words from the first of a gram to its last. */
static inline unsigned seed_grams_reach(const struct passage_parameters *parameters,
                                        unsigned form) {
    return parameters->words + (form + 1 < seed_grams_forms(parameters));
}

/* How many words after the first of a gram the one at `place` in it is. */
static inline unsigned seed_grams_offset(const struct passage_parameters *parameters, unsigned form,
                                         unsigned place) {
    return place + (form + 1 < seed_grams_forms(parameters) && place > form);
}

/* What the word at each place of a gram is multiplied by: odd numbers. */
struct seed_factors {
    uint32_t places[seed_words_max];
};

static inline struct seed_factors seed_grams_factors(void) {
    struct seed_factors factors;
    for (unsigned place = 0; place < seed_words_max; place++)
        factors.places[place] = (uint32_t)mix64(place + 1) | 1;
    return factors;
}

/* The hash of the gram of a form that begins at the first of these words. */
static inline uint64_t seed_grams_hash(const struct passage_parameters *parameters,
                                       const struct seed_factors *factors, unsigned form,
                                       const uint32_t *words) {
    uint64_t hash = 0;
    unsigned place = 0,
             begin = form + 1 < seed_grams_forms(parameters) ? form + 1 : parameters->words;
    if (parameters->seed == seed_sorted) {
        for (; place < parameters->words; place++)
            hash += mix64(words[place] + UINT64_C(0x9E3779B97F4A7C15));
        return hash;
    }
    for (; place < begin; place++)
        hash += (uint64_t)words[place] * factors->places[place];
    for (; place < parameters->words; place++)
        hash += (uint64_t)words[place + 1] * factors->places[place];
    return hash;
}
