/* seed_index.c - see seed_index.h. */
#include "seed_index.h"

#include <string.h> /* memset */

/* Bits of a filter for each gram or word. Of others, one gram in 100 passes, and one word in 16. */
enum { filter_bits = 16 };

static size_t power_of_2_from(size_t least) {
    size_t power = 64;
    while (power < least)
        power *= 2;
    return power;
}

/* Makes a filter for `count` hashes that none passes. Returns false if memory runs out. */
static bool make_filter(uint64_t **filter, size_t *capacity, size_t *mask,
                        const struct allocator *allocator, size_t count) {
    size_t size = power_of_2_from(filter_bits * count) / 64;
    if (!ARRAY_RESERVE(allocator, *filter, *capacity, size))
        return false;
    memset(*filter, 0, size * sizeof **filter);
    *mask = size - 1;
    return true;
}

/* Makes an empty index for `grams` of `words`. */
static bool make_empty(struct seed_index *index, const struct allocator *allocator, size_t grams,
                       size_t words) {
    size_t slot_count = power_of_2_from(2 * grams);
    if (!ARRAY_RESERVE(allocator, index->slots, index->slots_capacity, slot_count))
        return false;
    if (!make_filter(&index->filter, &index->filter_capacity, &index->filter_mask, allocator,
                     grams) ||
        !make_filter(&index->words_filter, &index->words_filter_capacity, &index->words_filter_mask,
                     allocator, words))
        return false;
    if (!ARRAY_RESERVE(allocator, index->next, index->next_capacity, grams))
        return false;
    memset(index->slots, 0, slot_count * sizeof *index->slots);
    index->slot_mask = slot_count - 1;
    return true;
}

/* Adds a gram before its other places. One that the text has too often keeps no more of them. */
static void add_gram(struct seed_index *index, uint64_t hash, size_t place) {
    struct seed_gram *gram = &index->slots[seed_index_slot(index, hash)];
    if (gram->count > index->parameters.occurrences_most)
        return;
    *seed_index_filter(index, hash) |= seed_index_bits(hash);
    index->next[place] = gram->first;
    *gram = (struct seed_gram){hash, (uint32_t)place, gram->count + 1};
}

bool seed_index_make(struct seed_index *index, const struct allocator *allocator,
                     struct interruption *interruption, const struct passage_parameters *parameters,
                     const struct placed_words *words) {
    assert(words->count < seed_index_words_max);
    assert(parameters->words > 0 && parameters->words <= seed_words_max);
    enum { words_at_once = 256 };
    unsigned forms = seed_grams_forms(parameters);
    size_t places = forms * words->count;
    index->parameters = *parameters;
    index->words = (struct placed_words){0};
    if (!make_empty(index, allocator, places, words->count))
        return false;
    for (size_t i = 0; i < words->count; i++)
        index->words_filter[(words->hashes[i] >> 6) & index->words_filter_mask] |=
            UINT64_C(1) << (words->hashes[i] & 63);
    const struct passage_parameters kept = *parameters; /* which nothing below may change */
    const struct seed_factors factors = seed_grams_factors();
    for (size_t i = words->count; i-- > 0;) { /* backwards, so that places ascend */
        const uint32_t *word = words->hashes + i;
        size_t left = words->count - i, place = forms * (i + 1) - 1;
        unsigned form = forms - 1;
        if (left < kept.words)
            continue;
        uint64_t hash = seed_grams_hash(&kept, &factors, form, word);
        add_gram(index, hash, place);
        for (; form > 0 && left > kept.words; form--) { /* one word more comes after the gap */
            hash += ((uint64_t)word[form + 1] - word[form]) * factors.places[form];
            add_gram(index, hash, --place);
        }
        if (i % words_at_once == 0 && interruption_after(interruption, 4 * words_at_once * forms))
            return false;
    }
    index->words = *words;
    return true;
}

void seed_index_free(struct seed_index *index, const struct allocator *allocator) {
    RELEASE(allocator, index->slots, index->next, index->filter, index->words_filter);
    *index = (struct seed_index){0};
}
