/*
 * seed_clusters.h - matches that are near each other in both texts.
 *
 * DBSCAN (Ester, Kriegel, Sander, Xu: A Density-Based Algorithm for Discovering Clusters, 1996) in
 * the plane of the two texts, where the point of a match is where its first words begin, in code
 * points. Two matches are neighbours if their distance is at most `gap`. A match with `seeds_least`
 * neighbours, itself among them, is a core. Cores that are neighbours are in one cluster. Any other
 * match goes to the cluster of the nearest core that is its neighbour; of cores that are as near,
 * to that of the first match. A match that is no core's neighbour is in no cluster.
 *
 * Memory is linear in the matches: 24 bytes each. So is time for a given gap, since the words
 * within a gap have at most as many matches as seed_matches.h says.
 */
#pragma once

#include "seed_matches.h"

/* The words of both texts from the first that its matches reach over to one after the last. */
struct seed_cluster {
    uint32_t a_first, a_end, b_first, b_end;
    uint32_t matches;
};

/* Widens a cluster by another one, which is joined to it. */
static inline void seed_cluster_take(struct seed_cluster *cluster,
                                     const struct seed_cluster *other) {
    cluster->a_first = other->a_first < cluster->a_first ? other->a_first : cluster->a_first;
    cluster->b_first = other->b_first < cluster->b_first ? other->b_first : cluster->b_first;
    cluster->a_end = other->a_end > cluster->a_end ? other->a_end : cluster->a_end;
    cluster->b_end = other->b_end > cluster->b_end ? other->b_end : cluster->b_end;
    cluster->matches += other->matches;
}

/* The cluster of a match that is in none. */
static const uint32_t seed_cluster_none = UINT32_MAX;

struct seed_point {
    uint32_t a, b; /* code points */
    uint32_t parent;
    bool is_core;
};

/* Begins as all zeroes; released by seed_clusters_free(). */
struct seed_clusters {
    struct seed_cluster *values; /* in the order of their first cores */
    size_t count, capacity;
    uint32_t *of; /* the cluster of each match */
    size_t of_capacity;
    struct seed_point *points; /* scratch, for each match */
    size_t points_capacity;
};

/*
 * Replaces `clusters` by those of the matches between the text of the index and that with `words`.
 * Returns false if memory runs out or `interruption`, or NULL, stops it; there are then none.
 */
bool seed_clusters_find(struct seed_clusters *clusters, const struct allocator *allocator,
                        struct interruption *interruption, const struct seed_index *index,
                        const struct placed_words *words, const struct seed_matches *matches);

void seed_clusters_free(struct seed_clusters *clusters, const struct allocator *allocator);
