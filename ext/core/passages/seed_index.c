/* seed_index.c - see seed_index.h. */
#include "seed_index.h"

#include <string.h> /* memset */

/* The bits of the filter for each gram: one in 16 of those that are not in the index pass it. */
enum { filter_bits = 16 };

static size_t power_of_2_from(size_t least) {
    size_t power = 64;
    while (power < least)
        power *= 2;
    return power;
}

/* Makes an empty index for `grams`. */
static bool make_empty(struct seed_index *index, const struct allocator *allocator, size_t grams) {
    size_t slot_count = power_of_2_from(2 * grams);
    size_t filter_count = power_of_2_from(filter_bits * grams) / 64;
    struct seed_gram *slots =
        allocator_grow(allocator, index->slots, &index->slots_capacity, slot_count, sizeof *slots);
    if (!slots)
        return false;
    index->slots = slots;
    uint64_t *filter = allocator_grow(allocator, index->filter, &index->filter_capacity,
                                      filter_count, sizeof *filter);
    if (!filter)
        return false;
    index->filter = filter;
    uint32_t *next =
        allocator_grow(allocator, index->next, &index->next_capacity, grams, sizeof *next);
    if (!next)
        return false;
    index->next = next;
    memset(slots, 0, slot_count * sizeof *slots);
    memset(filter, 0, filter_count * sizeof *filter);
    index->slot_mask = slot_count - 1;
    index->filter_mask = filter_count - 1;
    return true;
}

/* Adds a gram before its other places. One that the text has too often keeps no more of them. */
static void add_gram(struct seed_index *index, uint64_t hash, size_t place) {
    struct seed_gram *gram = &index->slots[seed_index_slot(index, hash)];
    if (gram->count > index->parameters.occurrences_most)
        return;
    *seed_index_filter(index, hash) |= UINT64_C(1) << (hash & 63);
    index->next[place] = gram->first;
    *gram = (struct seed_gram){hash, (uint32_t)place, gram->count + 1};
}

/* Adds the grams of a block backwards, so that the places of each ascend. */
static void add_block(struct seed_index *index, const struct seed_grams *grams, size_t begin) {
    unsigned forms = seed_grams_forms(&index->parameters);
    for (size_t i = seed_grams_block; i-- > 0;)
        for (unsigned form = forms; form-- > 0;)
            if (i < grams->counts[form])
                add_gram(index, grams->hashes[form][i], forms * (begin + i) + form);
}

bool seed_index_make(struct seed_index *index, const struct allocator *allocator,
                     struct interruption *interruption, const struct passage_parameters *parameters,
                     const struct placed_words *words) {
    assert(words->count < seed_index_words_max);
    assert(parameters->words > 0 && parameters->words <= seed_words_max);
    size_t places = seed_grams_forms(parameters) * words->count;
    index->parameters = *parameters;
    index->words = (struct placed_words){0};
    if (!make_empty(index, allocator, places))
        return false;
    struct seed_grams grams;
    size_t blocks = (words->count + seed_grams_block - 1) / seed_grams_block;
    for (size_t block = blocks; block-- > 0;) {
        seed_grams_hash(&grams, parameters, words->hashes, words->count, block * seed_grams_block);
        add_block(index, &grams, block * seed_grams_block);
        if (interruption_after(interruption, 4 * seed_grams_block * seed_grams_forms(parameters)))
            return false;
    }
    index->words = *words;
    return true;
}

void seed_index_free(struct seed_index *index, const struct allocator *allocator) {
    allocator->release(index->slots);
    allocator->release(index->next);
    allocator->release(index->filter);
    *index = (struct seed_index){0};
}
