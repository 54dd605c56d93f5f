/* seed_grams.c - see seed_grams.h. */
#include "seed_grams.h"

#include "../base/mix.h"

#include <stdbool.h>

/* The products of a block of words, and of those behind it that its grams reach. */
enum { products_count = seed_grams_block + seed_words_max };

/* Multiplies words by an odd number for their place in a gram: multilinear hashing. */
static void multiply(uint64_t *products, const uint32_t *words, size_t count, unsigned place) {
    uint64_t factor = mix64(place + UINT64_C(0x9E3779B97F4A7C15)) | 1;
    for (size_t i = 0; i < count; i++)
        products[i] = (words[i] + UINT64_C(1)) * factor;
}

static void mix(uint64_t *products, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        products[i] = mix64(words[i] + UINT64_C(0x9E3779B97F4A7C15));
}

static void add(uint64_t *hashes, const uint64_t *products, size_t count) {
    for (size_t i = 0; i < count; i++)
        hashes[i] += products[i];
}

void seed_grams_hash(struct seed_grams *grams, const struct passage_parameters *parameters,
                     const uint32_t *words, size_t count, size_t begin) {
    unsigned forms = seed_grams_forms(parameters);
    size_t left = count - begin, known = left < products_count ? left : products_count;
    for (unsigned form = 0; form < forms; form++) {
        size_t grams_left = seed_grams_count(parameters, form, left);
        grams->counts[form] = grams_left < seed_grams_block ? grams_left : seed_grams_block;
        for (size_t i = 0; i < grams->counts[form]; i++)
            grams->hashes[form][i] = 0;
    }
    uint64_t products[products_count];
    for (unsigned place = 0; place < parameters->words; place++) {
        if (parameters->seed != seed_sorted)
            multiply(products, words + begin, known, place);
        else if (place == 0)
            mix(products, words + begin, known);
        for (unsigned form = 0; form < forms; form++) {
            bool is_behind = form + 1 < forms && place > form;
            add(grams->hashes[form], products + place + is_behind, grams->counts[form]);
        }
    }
}
