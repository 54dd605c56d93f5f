/* seed_grams.c - see seed_grams.h. */
#include "seed_grams.h"

#include <string.h> /* memcpy, memset */

/* The words of a block, and those after it that its grams reach over. */
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

static void hash_sorted(struct seed_grams *grams, const uint32_t *words, unsigned count) {
    uint64_t mixed[words_count];
    for (size_t i = 0; i < words_count; i++)
        mixed[i] = seed_grams_mixed(words[i]);
    for (unsigned place = 0; place < count; place++)
        for (size_t i = 0; i < seed_grams_block; i++)
            grams->hashes[0][i] += mixed[place + i];
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
        for (unsigned form = 0; form < forms; form++)
            add_products(grams->hashes[form], block + seed_grams_offset(parameters, form, place),
                         seed_grams_factor(place));
}
