/*
 * cluster_joining.h - joins clusters that are near each other in both texts.
 *
 * Two clusters are near if they overlap in both texts, or what is between them is less than
 * `join_gap` code points, in each. Those that are near are joined, then those that are near what
 * was joined, until none are, but at most cluster_joining_rounds times.
 *
 * A round takes the time to sort the clusters, and to compare each with those that it is near in a.
 */
#pragma once

#include "seed_clusters.h"

/* On natural text two suffice. */
enum { cluster_joining_rounds = 16 };

/* A cluster in code points. */
struct cluster_box {
    uint32_t a_begin, a_end, b_begin, b_end;
    uint32_t parent; /* the cluster that it was joined to, or itself */
};

/* Scratch memory. Begins as all zeroes; released by cluster_joining_free(). */
struct cluster_joining {
    struct cluster_box *boxes;
    int64_t *keys;
    uint32_t *order, *near;
    size_t boxes_capacity, keys_capacity, order_capacity, near_capacity;
};

/*
 * Joins clusters of the matches between the text of the index and that with `words`. Their numbers
 * change. Returns false if memory runs out or `interruption`, or NULL, stops it.
 */
bool cluster_joining_run(struct cluster_joining *joining, const struct allocator *allocator,
                         struct interruption *interruption, const struct seed_index *index,
                         const struct placed_words *words, size_t matches,
                         struct seed_clusters *clusters);

void cluster_joining_free(struct cluster_joining *joining, const struct allocator *allocator);
