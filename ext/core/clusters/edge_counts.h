/*
 * edge_counts.h - how many edges each node of a graph has.
 *
 * (1) An edge counts at both of its ends, each time it is added; one from a node to itself does not
 *     count, but makes a node. Counts stay at UINT32_MAX.
 * (2) Memory per node: that of union_find.h, and at most 8 bytes.
 */
#pragma once

#include "union_find.h"

/* Initialise with zeroes and set `nodes.key`; release with edge_counts_free(). */
struct edge_counts {
    struct union_find nodes; /* only numbers them */
    uint32_t *counts;        /* of each node */
    size_t capacity;
};

enum union_find_result edge_counts_add(struct edge_counts *counts,
                                       const struct allocator *allocator, int64_t a, int64_t b);

/*
 * Puts the members of `nodes` in ascending order, and the counts along with them. Call it once,
 * after the last edge. Returns false if interrupted; `counts` can then only be released.
 */
bool edge_counts_sort(struct edge_counts *counts);

void edge_counts_free(struct edge_counts *counts, const struct allocator *allocator);
