/*
 * passage_ends.h - where the passage of a cluster begins and ends: at words that really match.
 *
 * In each text, a word that a match of the cluster reaches over gains 1, and any other costs
 * `unmatched_cost`. The passage is the run of words whose sum is greatest (Kadane's algorithm, see
 * Bentley: Programming Pearls, 1984), of equal runs the first. Matches that reach beyond it in
 * either text are left out, and the ends are found again, until they stay, but at most
 * passage_ends_rounds times. Both ends of both sides are thus words of a match. Single matches far
 * from the others do not widen a passage.
 *
 * O(words + matches); a byte for each word.
 */
#pragma once

#include "seeds/seed_clusters.h"

enum { passage_ends_rounds = 4 };

/* Begins as all zeroes; released by passage_ends_free(). */
struct passage_ends {
    uint32_t *members;      /* the matches of all clusters, those of one cluster in their order */
    size_t *begins;         /* the first of each cluster, and one after the last of all */
    unsigned char *covered; /* scratch: the words of both sides that a match reaches over */
    size_t members_capacity, begins_capacity, covered_capacity;
};

/* Finds the matches of each cluster. Returns false if memory runs out. */
bool passage_ends_begin(struct passage_ends *ends, const struct allocator *allocator,
                        const struct seed_matches *matches, const struct seed_clusters *clusters);

/*
 * Moves the ends of cluster number `cluster`. Returns false if memory runs out or `interruption`,
 * or NULL, stops it.
 */
bool passage_ends_find(struct passage_ends *ends, const struct allocator *allocator,
                       struct interruption *interruption, double unmatched_cost,
                       const struct seed_matches *matches, struct seed_clusters *clusters,
                       size_t cluster);

void passage_ends_free(struct passage_ends *ends, const struct allocator *allocator);
