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
 *   (1) Passages come from seeds (seed_matches.h), which are clustered (seed_clusters.h); clusters
 *       that are near each other are joined (cluster_joining.h), and their ends moved to words that
 *       match (passage_ends.h).
 *   (2) A passage is dropped if a side is shorter than `length_least`, or if its sides are less
 *       alike than `similarity_least`.
 *   (3) So is one in the shadow of a better one: more than `shadow_most` of its code points in one
 *       of the texts lie in another passage that has more words in common, and is more similar.
 *       That happens where a text repeats itself with other words: the copy of one part of it is
 *       somewhat like the other.
 *   (4) Passages are in order of a_begin, then b_begin.
 *
 * Memory is reused: once it is large enough for the texts, aligning allocates nothing.
 */
#pragma once

#include "passage_ends.h"
#include "seeds/cluster_joining.h"
#include "word_overlap.h"

/* A passage that both texts have. */
struct shared_passage {
    uint32_t a_begin, a_end, b_begin, b_end; /* code points, from 0; an end is one behind */
    uint32_t words;                          /* that both sides have, with multiplicity */
    uint32_t a_words, b_words;               /* of each side */
    double similarity;                       /* by the measure of the parameters: 0 to 1 */
};

/* Begins as all zeroes; released by passage_alignment_free(). */
struct passage_alignment {
    struct shared_passage *passages;
    size_t count, capacity;
    struct seed_matches matches;
    struct seed_clusters clusters;
    struct cluster_joining joining;
    struct passage_ends ends;
    struct word_overlap overlap;
    struct shared_passage *sorted; /* scratch, as are those below */
    int64_t *keys;
    uint32_t *order;
    bool *shadowed;
    size_t sorted_capacity, keys_capacity, order_capacity, shadowed_capacity;
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
