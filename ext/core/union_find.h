/*
 * union_find.h - connected components of a graph given edge by edge.
 *
 * Nodes are 64-bit integers. A forest of parents with path halving; of two roots the one that
 * came later hangs itself under the earlier (Tarjan and van Leeuwen 1984): near-linear in the
 * edges. 12 bytes a node and a hash table of 4 bytes a place, at most half full.
 */
#ifndef NEARDUP_UNION_FIND_H
#define NEARDUP_UNION_FIND_H

#include "allocator.h"
#include "interruption.h"

/* Begins as all zeroes; released by union_find_free(). */
struct union_find {
    int64_t *members;  /* node -> its name */
    uint32_t *parents; /* node -> node; a root is its own */
    uint32_t *places;  /* hash table: node + 1, or 0 where free; a power of two of them */
    size_t count, member_capacity, parent_capacity, place_count;
    struct interruption *interruption; /* may be NULL */
};

enum union_find_result {
    union_find_ok,
    union_find_no_memory, /* or interrupted: the forest is as it was */
    union_find_too_many
};

/* Nodes are numbered with 32 bits. */
#define UNION_FIND_MEMBERS_MAX ((size_t)UINT32_MAX - 1)

/* Joins the components of `a` and `b`, which are made on first sight; a = b makes one of one. */
enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       int64_t a, int64_t b);

/* Finds the node called `member`, or makes it, a component of its own. */
enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node);

/* The root of a node, where 0 <= node < count. */
uint32_t union_find_root(struct union_find *forest, uint32_t node);

void union_find_free(struct union_find *forest, const struct allocator *allocator);

#endif
