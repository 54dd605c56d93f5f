/*
 * seed_matches.h - where two texts have the same grams.
 *
 *   (1) A match is a word of each text where the same gram begins. It reaches over the words up to
 *       the gram's last one. If several grams match at the same two words, it reaches over the
 *       words of all of them.
 *   (2) A gram that either text has more than `occurrences_most` times makes no match. A text of n
 *       words thus has at most n * forms * occurrences_most matches, however often it repeats one.
 *   (3) Matches are in order of b, then a.
 *
 * O(words + matches), both in time and memory: about 1 ns a word and form if few are in the index.
 */
#pragma once

#include "seed_index.h"

struct seed_match {
    uint32_t a, b;             /* the first words */
    uint16_t a_words, b_words; /* that it reaches over */
};

/* A gram of the text that the index has. */
struct seed_hit {
    uint32_t slot, word;
    uint16_t words; /* that it reaches over */
};

/* Begins as all zeroes; released by seed_matches_free(). */
struct seed_matches {
    struct seed_match *values;
    size_t count, capacity;
    struct seed_hit *hits; /* scratch */
    size_t hits_count, hits_capacity;
    uint32_t
        *times; /* scratch: how often the text has the gram of each slot; zeroes between calls */
    size_t times_capacity;
};

/*
 * Replaces `matches` by those between the text of the index, a, and that with `words`, b, less than
 * seed_index_words_max. Returns false if memory runs out or `interruption`, or NULL, stops it;
 * there are then none.
 */
bool seed_matches_find(struct seed_matches *matches, const struct allocator *allocator,
                       struct interruption *interruption, const struct seed_index *index,
                       const struct placed_words *words);

void seed_matches_free(struct seed_matches *matches, const struct allocator *allocator);
