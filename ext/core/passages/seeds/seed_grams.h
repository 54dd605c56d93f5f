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

/* Words whose grams are hashed at a time. */
enum { seed_grams_block = 256 };

/* How many grams begin at a word. */
static inline unsigned seed_grams_forms(const struct passage_parameters *parameters) {
    return parameters->seed == seed_skip ? parameters->words : 1;
}

/* The words from the first of a gram to its last. */
static inline unsigned seed_grams_reach(const struct passage_parameters *parameters,
                                        unsigned form) {
    return parameters->words + (form + 1 < seed_grams_forms(parameters));
}

/* At how many words of `count` a gram of this form begins. */
static inline size_t seed_grams_count(const struct passage_parameters *parameters, unsigned form,
                                      size_t count) {
    size_t reach = seed_grams_reach(parameters, form);
    return count < reach ? 0 : count - reach + 1;
}

/* How many words after the first of a gram the one at `place` in it is. */
static inline unsigned seed_grams_offset(const struct passage_parameters *parameters, unsigned form,
                                         unsigned place) {
    return place + (form + 1 < seed_grams_forms(parameters) && place > form);
}

/* What the word at `place` in a gram is multiplied by: an odd number. */
static inline uint32_t seed_grams_factor(unsigned place) {
    return (uint32_t)mix64(place + 1) | 1;
}

/* What a word adds to a gram of sorted words. */
static inline uint64_t seed_grams_mixed(uint32_t word) {
    return mix64(word + UINT64_C(0x9E3779B97F4A7C15));
}

/* The grams of a block of words. */
struct seed_grams {
    uint64_t hashes[seed_words_max][seed_grams_block]; /* of each form, and of each word */
    size_t counts[seed_words_max];                     /* words where a gram of the form begins */
};

/* Hashes the grams that begin at words `begin` to `begin` + seed_grams_block of `count`. */
void seed_grams_hash(struct seed_grams *grams, const struct passage_parameters *parameters,
                     const uint32_t *words, size_t count, size_t begin);
