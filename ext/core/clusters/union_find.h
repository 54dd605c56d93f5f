/*
 * union_find.h - the connected components of a graph given edge by edge.
 *
 * Nodes are named by 64-bit integers. A forest of parents with path halving; of two roots, the
 * later becomes a child of the earlier (Tarjan and van Leeuwen 1984). Nearly linear in the edges.
 *
 *   (1) Memory per node: at most 15 bytes for two arrays of 12 that grow by a quarter, and 5 to 22
 *       bytes for a hash table of 4 bytes per slot that is at most three quarters full. A table
 *       that is full is released before one four times as large is filled from the nodes.
 *   (2) Hashes depend on a key. Without knowing it nobody can choose members that collide, which
 *       would take quadratic time. Results do not depend on it.
 *   (3) A large forest is bound by memory latency rather than by the CPU. Edges are therefore
 *       processed in batches whose memory is prefetched.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"

/* Initialise with zeroes and set `key`; release with union_find_free(). */
struct union_find {
    int64_t *members;  /* the name of each node */
    uint32_t *parents; /* the parent of each node; a root is its own */
    uint32_t *slots;   /* hash table of the nodes; slot_count is a power of two */
    size_t count, capacity, slot_count;
    uint64_t key;                      /* see (2); must not change once there is a node */
    struct interruption *interruption; /* may be NULL */
};

enum union_find_result {
    union_find_ok,
    union_find_no_memory, /* or interrupted */
    union_find_too_many
};

/* Three quarters of a table of 1 GB. Hosts such as SQLite allocate less than 2 GB at once. */
#define UNION_FIND_MEMBERS_MAX ((size_t)3 << 26)

/*
 * Joins the components of ends[2 * i] and ends[2 * i + 1] for each of `edges` edges. A member that
 * is new becomes a component first. An edge from a member to itself only makes a component.
 */
enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       const int64_t *ends, size_t edges);

/* Sets `node` to the node named `member`. If there is none, makes it a component of its own. */
enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node);

/* Whether there is a node named `member`, before union_find_sort(). */
bool union_find_has(const struct union_find *forest, int64_t member);

/* The root of a node below `count`. */
uint32_t union_find_root(struct union_find *forest, uint32_t node);

/*
 * Renumbers the nodes in ascending order of their members and makes the smallest member of each
 * component its root. Releases the hash table and temporarily takes 4 bytes per node. Returns false
 * if memory runs out or the work is interrupted.
 */
bool union_find_sort(struct union_find *forest, const struct allocator *allocator);

void union_find_free(struct union_find *forest, const struct allocator *allocator);
