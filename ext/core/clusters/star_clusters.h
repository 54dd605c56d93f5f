/*
 * star_clusters.h - clusters in which each member is a partner of one: no chains.
 *
 * Star clustering (Aslam, Pelekhov, Rus 1998), with clusters that do not overlap: nodes in
 * descending order of their number of different partners, of equal ones the smaller first; a node
 * that no cluster has yet becomes a representative and takes those of its partners that none has.
 *
 *   (1) The result depends on the set of edges alone.
 *   (2) A member is the representative of its cluster or a partner of it. A representative has at
 *       least as many partners as any member. One whose partners are all taken is alone.
 *   (3) 8 bytes an edge while edges come in, as many again in the end, and what union_find.h takes
 *       for the nodes. O(edges + nodes * log(nodes)).
 */
#ifndef NEARDUP_STAR_CLUSTERS_H
#define NEARDUP_STAR_CLUSTERS_H

#include "union_find.h"

struct star_edge {
    uint32_t a, b; /* nodes of the forest */
};

/* Begins as all zeroes; released by star_clusters_free(). */
struct star_clusters {
    struct union_find forest; /* numbers the nodes, and holds the clusters in the end */
    struct star_edge *edges;
    size_t edge_count, edge_capacity;
};

/* Adds an edge; a = b makes a node without partners. */
enum union_find_result star_clusters_add(struct star_clusters *stars,
                                         const struct allocator *allocator, int64_t a, int64_t b);

/*
 * Makes the clusters the components of `forest`, each with its representative as the root, so that
 * component_blob_write() writes them. To be called once, after the last edge. False when memory
 * runs out or the interruption of `forest` says so; there are no clusters then.
 */
bool star_clusters_make(struct star_clusters *stars, const struct allocator *allocator);

void star_clusters_free(struct star_clusters *stars, const struct allocator *allocator);

#endif
