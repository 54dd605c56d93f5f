/*
 * passage_alignment.h - the passages that two texts share. One of them has an index (seed_index.h).
 *
 *   (1) Passages come from clusters of seeds (seed_search.h), whose ends move to words that match.
 *   (2) A passage is dropped if a side is shorter than `length_least`, or if its sides are less
 *       alike than `similarity_least`, by how often they have each word. Without words in common
 *       they are not alike. The measures are
 *
 *         overlap   the share of the shorter one's words that the other has too, with multiplicity:
 *                   the overlap coefficient of the two multisets
 *         cosine    that of the two vectors of counts
 *         Jaccard   of the two multisets: the words that both have, by those that either has
 *
 *   (3) So is one in the shadow of a better one: more than `shadow_most` of its code points in one
 *       of the texts lie in another passage that has more words in common, and is more similar.
 *       That happens where a text repeats itself with other words: the copy of one part of it is
 *       somewhat like the other.
 *   (4) Passages are in order of a_begin, then b_begin.
 *
 * Memory is reused: once it is large enough for the texts, aligning allocates nothing.
 */
#pragma once

#include "seeds/seed_search.h"

/* A passage that both texts have. */
struct shared_passage {
    uint32_t a_begin, a_end, b_begin, b_end; /* code points, from 0; an end is one behind */
    uint32_t words;                          /* that both sides have, with multiplicity */
    uint32_t a_words, b_words;               /* of each side */
    double similarity;                       /* by the measure of the parameters: 0 to 1 */
};

struct word_count {
    uint32_t hash, a, b; /* how often each side has it; a + b = 0: an empty slot */
};

/* Begins as all zeroes; released by passage_alignment_free(). */
struct passage_alignment {
    struct shared_passage *passages;
    size_t count, capacity;
    struct seed_search search;
    struct shared_passage *sorted; /* scratch, as is a hash table of the words of two sides */
    struct word_count *counts;
    size_t sorted_capacity, count_capacity;
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
