/*
 * seed_index.h - the grams of one text, to be found in many others.
 *
 *   (1) A gram is `words` words of a text, see seed_kind. A text with fewer words has none.
 *   (2) The index holds the grams that the text has at most `occurrences_most` times, each with the
 *       words that it begins at, in ascending order.
 *   (3) A match is a pair of places, one in each text, that begin the same gram. The matches of a
 *       text are those of grams that it too has at most `occurrences_most` times, so that they are
 *       at most `occurrences_most` times its words.
 *   (4) Grams are compared by a hash of 64 bits of the hashes of their words.
 *
 * Making an index takes about 20 ns a word, and 50 bytes. Finding the matches of a text takes a few
 * ns a word if most grams are not in the index.
 */
#ifndef NEARDUP_SEED_INDEX_H
#define NEARDUP_SEED_INDEX_H

#include "../base/interruption.h"
#include "passage_parameters.h"
#include "placed_words.h"

/* Words of a text: the places of their grams are numbers of 32 bits. */
enum { seed_index_words_max = 1 << 28 };

/* A gram that the text has, with the first of its chain of places. */
struct seed_gram {
    uint64_t hash;
    uint32_t first, count; /* count 0: an empty slot */
};

/* Begins as all zeroes; released by seed_index_free(). It does not change while it is asked. */
struct seed_index {
    struct passage_parameters parameters;
    struct placed_words words; /* of the text, which must stay where they are */
    struct seed_gram *slots;   /* open addressing, at most half full */
    size_t slot_mask, slots_capacity;
    uint32_t *next; /* the next place of the same gram, for each place and form */
    size_t next_capacity;
    uint64_t *filter; /* one bit for each of many hashes: 0 if there is no gram with such a hash */
    size_t filter_mask, filter_capacity;
};

/*
 * Makes the index of `words` in memory that is reused. They must be less than seed_index_words_max.
 * Returns false if memory runs out or `interruption`, or NULL, stops it; the index is then empty.
 */
bool seed_index_make(struct seed_index *index, const struct allocator *allocator,
                     struct interruption *interruption, const struct passage_parameters *parameters,
                     const struct placed_words *words);

void seed_index_free(struct seed_index *index, const struct allocator *allocator);

/* A word of each text where the same gram begins, and how many words it reaches over. */
struct seed_match {
    uint32_t a, b;
    uint16_t a_words, b_words;
};

/* Begins as all zeroes; released by seed_matches_free(). In order of b; no two have both places. */
struct seed_matches {
    struct seed_match *values;
    size_t count, capacity;
    struct seed_hit *hits; /* scratch: what the filter let through */
    size_t hits_count, hits_capacity;
    uint32_t *times; /* scratch: how often the text has the gram of each slot */
    size_t times_capacity;
};

/*
 * Replaces `matches` by those of the text with `words` and the index. Returns false if memory runs
 * out or it is interrupted; `matches` is then empty.
 */
bool seed_matches_find(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index,
                       const struct placed_words *words);

void seed_matches_free(struct seed_matches *matches, const struct allocator *allocator);

#endif
