/*
 * seed_index.h - the grams of one text, to be found in many others.
 *
 *   (1) The index holds the grams that the text has at most `occurrences_most` times, each with the
 *       words that it begins at, in ascending order.
 *   (2) Lookups do not change it, so threads can share it.
 *
 * Making an index takes about 10 ns a gram, and 40 to 80 bytes.
 */
#pragma once

#include "../../base/interruption.h"
#include "placed_words.h"
#include "seed_grams.h"

/* Words of a text: the places of their grams are numbers of 32 bits. */
enum { seed_index_words_max = 1 << 28 };

/* A gram that the text has. Its places are a chain; place = forms * word + form. */
struct seed_gram {
    uint64_t hash;
    uint32_t first, count; /* count 0: an empty slot */
};

/* Begins as all zeroes; released by seed_index_free(). */
struct seed_index {
    struct passage_parameters parameters;
    struct placed_words words; /* of the text; what it refers to must stay where it is */
    struct seed_gram *slots;   /* open addressing, at most half full */
    size_t slot_mask, slots_capacity;
    uint32_t *next; /* the next place of the same gram, for each place */
    size_t next_capacity;
    uint64_t *filter; /* a Bloom filter whose bits for a gram are in one word */
    size_t filter_mask, filter_capacity;
    uint64_t *words_filter; /* by the lower bits of a word's hash: 0 if the text has no such word */
    size_t words_filter_mask, words_filter_capacity;
};

/*
 * Makes the index of `words`, less than seed_index_words_max, in memory that is reused. Returns
 * false if memory runs out or `interruption`, or NULL, stops it; the index is then of no words.
 */
bool seed_index_make(struct seed_index *index, const struct allocator *allocator,
                     struct interruption *interruption, const struct passage_parameters *parameters,
                     const struct placed_words *words);

void seed_index_free(struct seed_index *index, const struct allocator *allocator);

/* The filter takes lower bits of the hash than the slots: some for a word, and two for its bits. */
static inline uint64_t *seed_index_filter(const struct seed_index *index, uint64_t hash) {
    return &index->filter[(size_t)(hash >> 12) & index->filter_mask];
}

static inline uint64_t seed_index_bits(uint64_t hash) {
    return UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63);
}

static inline bool seed_index_may_have(const struct seed_index *index, uint64_t hash) {
    return (~*seed_index_filter(index, hash) & seed_index_bits(hash)) == 0;
}

/* 1 if the text of the index may have the word, else 0. */
static inline unsigned seed_index_may_have_word(const struct seed_index *index, uint32_t word) {
    return index->words_filter[(word >> 6) & index->words_filter_mask] >> (word & 63) & 1;
}

/* The slot of the gram, or an empty one. */
static inline size_t seed_index_slot(const struct seed_index *index, uint64_t hash) {
    size_t at = (size_t)(hash >> 32) & index->slot_mask;
    while (index->slots[at].count > 0 && index->slots[at].hash != hash)
        at = (at + 1) & index->slot_mask;
    return at;
}
