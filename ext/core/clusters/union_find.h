/*
 * union_find.h - connected components of a graph given edge by edge.
 *
 * Nodes are 64-bit integers. A forest of parents with path halving; of two roots the one that
 * came later hangs itself under the earlier (Tarjan and van Leeuwen 1984): near-linear in the
 * edges.
 *
 *   (1) At most 15 bytes a node: 12 in two arrays that grow by a quarter. And a hash table of 4
 *       bytes a place, at most three quarters full. A table four times as large is made from the
 *       nodes, after the smaller one was given back: 5 to 22 bytes a node.
 *   (2) Where members stand in the table depends on a key. Who does not know it cannot choose
 *       members that all want one place, which would take quadratic time. Results do not depend on
 *       it.
 *   (3) A large forest waits for memory rather than for the CPU. So edges are taken many at a time,
 *       and what they will touch is asked for in advance.
 */
#ifndef NEARDUP_UNION_FIND_H
#define NEARDUP_UNION_FIND_H

#include "../base/allocator.h"
#include "../base/interruption.h"

/* Begins as all zeroes; released by union_find_free(). */
struct union_find {
    int64_t *members;  /* node -> its name */
    uint32_t *parents; /* node -> node; a root is its own */
    uint32_t *places;  /* hash table of the nodes; a power of two of places */
    size_t count, capacity, place_count;
    /* Changes where members stand in the table, and nothing else; set before the first. */
    uint64_t key;
    struct interruption *interruption; /* may be NULL */
};

enum union_find_result {
    union_find_ok,
    union_find_no_memory, /* or interrupted */
    union_find_too_many
};

/* What a table of 1 GB takes. Hosts such as SQLite hand out less than 2 GB at once. */
#define UNION_FIND_MEMBERS_MAX ((size_t)3 << 26)

/*
 * Joins the components of ends[2 * i] and ends[2 * i + 1], for each of `edges` edges. They are made
 * on first sight; an edge from a member to itself makes a component of one.
 */
enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       const int64_t *ends, size_t edges);

/* Finds the node called `member`, or makes it, a component of its own. */
enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node);

/* The root of a node, where 0 <= node < count. */
uint32_t union_find_root(struct union_find *forest, uint32_t node);

/*
 * Numbers the nodes anew, in ascending order of their members, and makes the smallest of each
 * component its root. 4 bytes a node meanwhile; the table is given back. False when memory runs
 * out or the interruption says so.
 */
bool union_find_sort(struct union_find *forest, const struct allocator *allocator);

void union_find_free(struct union_find *forest, const struct allocator *allocator);

#endif
