/* seed_grams.c - see seed_grams.h. */
#include "seed_grams.h"

#include "../base/mix.h"

#include <stdbool.h>
#include <string.h> /* memcpy, memset */

/* The words of a block, and those behind it that its grams reach over. */
enum { words_count = seed_grams_block + seed_words_max };

/*
 * Adds the product of each word with a factor to the hash of a gram: multilinear hashing. Loops
 * over whole blocks become vector instructions.
 */
static void add_products(uint64_t *restrict hashes, const uint32_t *restrict words,
                         uint32_t factor) {
    for (size_t i = 0; i < seed_grams_block; i++)
        hashes[i] += (uint64_t)words[i] * factor;
}

static void add_mixed(uint64_t *restrict hashes, const uint64_t *restrict mixed) {
    for (size_t i = 0; i < seed_grams_block; i++)
        hashes[i] += mixed[i];
}

/* An odd number for the place of a word in a gram. */
static uint32_t factor_of(unsigned place) {
    return (uint32_t)mix64(place + 1) | 1;
}

static void hash_sorted(struct seed_grams *grams, const uint32_t *words, unsigned count) {
    uint64_t mixed[words_count];
    for (size_t i = 0; i < words_count; i++)
        mixed[i] = mix64(words[i] + UINT64_C(0x9E3779B97F4A7C15));
    for (unsigned place = 0; place < count; place++)
        add_mixed(grams->hashes[0], mixed + place);
}

void seed_grams_hash(struct seed_grams *grams, const struct passage_parameters *parameters,
                     const uint32_t *words, size_t count, size_t begin) {
    unsigned forms = seed_grams_forms(parameters);
    size_t left = count - begin, known = left < words_count ? left : words_count;
    uint32_t block[words_count] = {0};
    memcpy(block, words + begin, known * sizeof *words);
    for (unsigned form = 0; form < forms; form++) {
        size_t grams_left = seed_grams_count(parameters, form, left);
        grams->counts[form] = grams_left < seed_grams_block ? grams_left : seed_grams_block;
    }
    memset(grams->hashes, 0, forms * sizeof *grams->hashes);
    if (parameters->seed == seed_sorted) {
        hash_sorted(grams, block, parameters->words);
        return;
    }
    for (unsigned place = 0; place < parameters->words; place++)
        for (unsigned form = 0; form < forms; form++) {
            bool is_behind_skip = form + 1 < forms && place > form;
            add_products(grams->hashes[form], block + place + is_behind_skip, factor_of(place));
        }
}
