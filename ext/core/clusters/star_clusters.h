/*
 * star_clusters.h - clusters in which every member is adjacent to the representative: no chains.
 *
 * Star clustering (Aslam, Pelekhov, Rus 1998) with clusters that do not overlap. Nodes are visited
 * in descending order of degree, the number of distinct neighbours; of equal degree, the smaller
 * member first. A node that is in no cluster yet becomes a representative and takes all its
 * neighbours that are in no cluster yet.
 *
 *   (1) The result depends on the set of edges only.
 *   (2) Each member is the representative of its cluster or adjacent to it. No member has a higher
 *       degree than the representative. A node whose neighbours were all taken is alone.
 *   (3) 8 bytes per edge while edges are added, the same again at the end, and the memory of
 *       union_find.h for the nodes. O(edges + nodes).
 */
#pragma once

#include "union_find.h"

struct star_edge {
    uint32_t a, b; /* nodes of the forest */
};

/* Initialise with zeroes and set `forest.key`; release with star_clusters_free(). */
struct star_clusters {
    struct union_find forest; /* numbers the nodes, and holds the clusters in the end */
    struct star_edge *edges;
    size_t edge_count, edge_capacity;
};

/* Adds an edge. If a = b, adds a node without neighbours. */
enum union_find_result star_clusters_add(struct star_clusters *stars,
                                         const struct allocator *allocator, int64_t a, int64_t b);

/*
 * Turns the clusters into the components of `forest`, with representatives as roots, so that
 * component_blob_write() can write them. Call it once, after the last edge. Returns false if memory
 * runs out or the work is interrupted; `stars` can then only be released.
 */
bool star_clusters_make(struct star_clusters *stars, const struct allocator *allocator);

void star_clusters_free(struct star_clusters *stars, const struct allocator *allocator);
