/*
 * word_overlap.h - how alike two passages are, by how often they have each word.
 *
 *   overlap   the share of the shorter one's words that the other has too, with multiplicity: the
 *             overlap coefficient of the two multisets
 *   cosine    that of the two vectors of counts
 *   Jaccard   of the two multisets: the words that both have, by those that either has
 *
 * Passages without words are not alike. O(words); at most 48 bytes a word.
 */
#pragma once

#include "../base/allocator.h"
#include "seeds/passage_parameters.h"

struct word_count {
    uint32_t hash, a, b; /* a + b = 0: an empty slot */
};

/* Begins as all zeroes; released by word_overlap_free(). */
struct word_overlap {
    uint32_t words;    /* that both have, with multiplicity */
    double similarity; /* 0 to 1 */
    struct word_count *slots;
    size_t slots_capacity;
};

/* Compares two passages. Returns false if memory runs out. */
bool word_overlap_measure(struct word_overlap *overlap, const struct allocator *allocator,
                          enum passage_measure measure, const uint32_t *a, size_t a_count,
                          const uint32_t *b, size_t b_count);

void word_overlap_free(struct word_overlap *overlap, const struct allocator *allocator);
