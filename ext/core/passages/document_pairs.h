/*
 * document_pairs.h - the pairs of documents that are to be aligned, and how promising each is.
 *
 *   (1) Pairs are collected in any order. Those that repeat are one pair, with its highest score.
 *   (2) (b, a) is another way to say (a, b): if both were collected, they are the pair that begins
 *       with the smaller id. If only one was, it stays as it is.
 *   (3) A document is no pair with itself: such a row is ignored.
 *   (4) Scores are kept in single precision.
 *
 * Takes 12 bytes a pair, and a node of union_find.h for each document. Collecting is linear, then
 * there are up to two radix sorts.
 */
#pragma once

#include "../clusters/union_find.h"

#define DOCUMENT_PAIRS_IDS_MAX (3 << 26)
static_assert(DOCUMENT_PAIRS_IDS_MAX == UNION_FIND_MEMBERS_MAX, "as many documents as nodes");

/* Initialise with zeroes, but for nodes.key; release with document_pairs_free(). */
struct document_pairs {
    struct union_find nodes; /* numbers the documents: as they came, then by id */
    int64_t *pairs;          /* a's number in the upper 32 bits, b's below; then ascending */
    uint32_t *scores;        /* of each pair, the bits of a float */
    size_t count, pair_capacity, score_capacity;
};

/* Adds a pair; nodes.count must be < DOCUMENT_PAIRS_IDS_MAX - 1. False if memory runs out. */
bool document_pairs_add(struct document_pairs *pairs, const struct allocator *allocator, int64_t a,
                        int64_t b, float score);

/*
 * Puts the pairs in order. Once that has succeeded, nothing more is added. False if memory runs out
 * or `interruption`, or NULL, stops it; the pairs can then only be freed.
 */
bool document_pairs_sort(struct document_pairs *pairs, const struct allocator *allocator,
                         struct interruption *interruption);

void document_pairs_free(struct document_pairs *pairs, const struct allocator *allocator);

/* The number of the first document of a pair; of the second one; and the score. */
static inline uint32_t document_pairs_a(const struct document_pairs *pairs, size_t pair) {
    assert(pair < pairs->count);
    return (uint32_t)((uint64_t)pairs->pairs[pair] >> 32);
}

static inline uint32_t document_pairs_b(const struct document_pairs *pairs, size_t pair) {
    assert(pair < pairs->count);
    return (uint32_t)pairs->pairs[pair];
}

float document_pairs_score(const struct document_pairs *pairs, size_t pair);
