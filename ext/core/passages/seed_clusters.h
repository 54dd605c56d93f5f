/*
 * seed_clusters.h - matches that are near each other in both texts.
 *
 * DBSCAN (Ester, Kriegel, Sander, Xu: A Density-Based Algorithm for Discovering Clusters, 1996) in
 * the plane of the two texts, where a match is the point of its first code points. Two matches are
 * neighbours if they are at most `gap` apart. A match with `seeds_least` neighbours, itself among
 * them, is a core. Cores that are neighbours are in one cluster, with their other neighbours; a
 * match near the cores of several clusters goes to that of the nearest one.
 *
 * Memory is linear in the matches. So is time, since a text has a gram at most `occurrences_most`
 * times, and so at most that many matches for each of the words within a gap.
 */
#ifndef NEARDUP_SEED_CLUSTERS_H
#define NEARDUP_SEED_CLUSTERS_H

#include "seed_index.h"

/* The words that the matches of a cluster reach over, the last ones one behind. */
struct seed_cluster {
    uint32_t a_first, a_last, b_first, b_last, seeds;
};

struct seed_point {
    uint32_t a, b;   /* code points */
    uint32_t parent; /* in the forest of cores; then the cluster */
    bool is_core;
};

/* Begins as all zeroes; released by seed_clusters_free(). */
struct seed_clusters {
    struct seed_cluster *values;
    size_t count, capacity;
    struct seed_point *points; /* scratch, for each match */
    size_t points_capacity;
};

/*
 * Replaces `clusters` by those of the matches between the text of the index and that with `words`.
 * Returns false if memory runs out or it is interrupted; there are then none.
 */
bool seed_clusters_find(struct seed_clusters *clusters, const struct allocator *allocator,
                        struct interruption *interruption, const struct seed_index *index,
                        const struct placed_words *words, const struct seed_matches *matches);

void seed_clusters_free(struct seed_clusters *clusters, const struct allocator *allocator);

#endif
