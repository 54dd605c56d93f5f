/*
 * document_pairs.h - the pairs of documents that are to be aligned, and how promising each is.
 *
 *   (1) Pairs are collected in any order. Those that repeat are one pair, with its highest score.
 *   (2) (b, a) is another way to say (a, b): if both were collected, they are the pair that begins
 *       with the smaller id. If only one was, it stays as it is.
 *   (3) A document is no pair with itself: such a row is ignored.
 *   (4) Scores are kept in single precision.
 *
 * Takes 12 bytes a pair and 8 to 24 a document. Collecting is linear, then there are up to two
 * radix sorts.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"

/* Documents are numbered in 32 bits, with a bit to spare. */
#define DOCUMENT_PAIRS_IDS_MAX INT32_MAX

/* Initialise with zeroes, but for the key; release with document_pairs_free(). */
struct document_pairs {
    int64_t *ids; /* of the documents: as they came, then ascending, so that numbers are ranks */
    size_t id_count, id_capacity;
    int64_t *pairs;   /* a's number in the upper 32 bits, b's below; then ascending */
    uint32_t *scores; /* of each pair, the bits of a float */
    size_t count, pair_capacity, score_capacity;
    uint32_t
        *slots; /* while they are collected: the number of each id, and 1; 0 is an empty slot */
    size_t slot_count;
    uint64_t key; /* a secret, for the slots */
};

/*
 * Adds a pair. The caller ensures id_count < DOCUMENT_PAIRS_IDS_MAX - 1. False if memory runs out.
 */
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
