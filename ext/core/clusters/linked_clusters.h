/*
 * linked_clusters.h - clusters of a graph of which people have said what belongs together.
 *
 * A must-link says that two nodes belong into one cluster, a cannot-link that they do not, as in
 * Wagstaff et al., Constrained k-means clustering with background knowledge, 2001. Each node begins
 * as a cluster of its own. The must-links, and then the edges by weight, the greatest first, join
 * the clusters of their ends, as Kruskal's algorithm does; one that would bring a cannot-linked
 * pair into one cluster is refused. Of equal weights, the smaller a goes first, then the smaller b,
 * where a < b.
 *
 *   (1) The result depends on the set of edges and links only, not on their order, direction or
 *       repetition. Of an edge that is given several times, the greatest weight counts.
 *   (2) No cluster holds a cannot-linked pair. Without cannot-links the clusters are the connected
 *       components of edges and must-links. A must-link is refused if and only if its ends are in
 *       different clusters in the end.
 *   (3) 16 bytes for each edge and link while they are added, up to twice as much while the arrays
 *       grow, and the memory of union_find.h for the nodes. At the end, if there are cannot-links,
 *       also 12 bytes for each edge, 8 for each node, and 48 to 80 for each cannot-link.
 *   (4) Nearly linear in the edges and links; with C cannot-links, O(C log C) more.
 */
#pragma once

#include "union_find.h"

#include <math.h> /* INFINITY */

/* The weights of links. */
#define LINKED_MUST INFINITY
#define LINKED_CANNOT (-INFINITY)

struct linked_edge {
    double weight;
    uint32_t a, b; /* nodes of the forest */
};

/* Initialise with zeroes and set `forest.key`; release with linked_clusters_free(). */
struct linked_clusters {
    struct union_find forest; /* numbers the nodes, and holds the clusters in the end */
    struct linked_edge *edges, *cannot;
    size_t edge_count, edge_capacity, cannot_count, cannot_capacity;
};

/*
 * Adds an edge, or a link: LINKED_MUST, LINKED_CANNOT. If a = b, it only adds a node. The weight
 * must be a number.
 */
enum union_find_result linked_clusters_add(struct linked_clusters *clusters,
                                           const struct allocator *allocator, int64_t a, int64_t b,
                                           double weight);

/*
 * Turns the clusters into the components of `forest`, so that component_blob_write() can write
 * them, and union_find_root() tells them. The nodes get other numbers. Call it once, after the last
 * edge. Returns false if memory runs out or the work is interrupted; `clusters` can then only be
 * released.
 */
bool linked_clusters_make(struct linked_clusters *clusters, const struct allocator *allocator);

void linked_clusters_free(struct linked_clusters *clusters, const struct allocator *allocator);
