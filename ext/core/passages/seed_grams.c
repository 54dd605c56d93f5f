/* seed_grams.c - see seed_grams.h. */
#include "seed_grams.h"

/* The products of a block of words, and of those behind it that its grams reach. */
enum { products_count = seed_grams_block + seed_words_max };

/* What each word adds to the grams in which it has this place. */
static void multiply(uint64_t *products, const struct passage_parameters *parameters,
                     const uint32_t *words, size_t count, unsigned place) {
    uint64_t factor = seed_grams_factor(place);
    for (size_t i = 0; i < count; i++)
        products[i] = seed_grams_summand(parameters, words[i], factor);
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
        if (parameters->seed != seed_sorted || place == 0)
            multiply(products, parameters, words + begin, known, place);
        for (unsigned form = 0; form < forms; form++)
            add(grams->hashes[form], products + seed_grams_offset(parameters, form, place),
                grams->counts[form]);
    }
}
