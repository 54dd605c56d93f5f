/*
 * passage_alignment.h - the passages that two texts share.
 *
 *   struct seed_index index = {0};            one for each text a
 *   struct passage_alignment alignment = {0}; one for each thread
 *   seed_index_make(&index, allocator, interruption, &parameters, &a);
 *   for each text b:
 *       passage_alignment_find(&alignment, allocator, interruption, &index, &b);
 *       alignment.passages[0 .. alignment.count - 1]
 *
 *   (1) Words of the passages of one pair of texts may overlap in one of the texts, never in both.
 *   (2) Passages are in order of a_begin, then b_begin.
 *   (3) Both ends of both sides are words of a seed.
 *
 * Memory is reused: once it is large enough for the texts, aligning allocates nothing.
 */
#ifndef NEARDUP_PASSAGE_ALIGNMENT_H
#define NEARDUP_PASSAGE_ALIGNMENT_H

#include "seed_clusters.h"
#include "seed_index.h"
#include "word_overlap.h"

/* A passage that both texts have. */
struct shared_passage {
    uint32_t a_begin, a_end, b_begin, b_end; /* code points, from 0; an end is one behind */
    uint32_t words;                          /* that both sides have, with multiplicity */
    uint32_t a_words, b_words;               /* of each side */
    double similarity;
};

/* Begins as all zeroes; released by passage_alignment_free(). */
struct passage_alignment {
    struct shared_passage *passages;
    size_t count, capacity;
    struct seed_matches matches;
    struct seed_clusters clusters;
    struct word_overlap overlap;
};

/*
 * Replaces the passages by those that the text of the index and the text with `words` share.
 * Returns false if memory runs out or `interruption`, or NULL, stops it; there are then none. Many
 * threads may use one index.
 */
bool passage_alignment_find(struct passage_alignment *alignment, const struct allocator *allocator,
                            struct interruption *interruption, const struct seed_index *index,
                            const struct placed_words *words);

void passage_alignment_free(struct passage_alignment *alignment, const struct allocator *allocator);

#endif
