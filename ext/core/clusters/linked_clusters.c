/* linked_clusters.c - see linked_clusters.h. */
#include "linked_clusters.h"

#include "../base/id_set.h"
#include "../base/radix_sort.h"

enum union_find_result linked_clusters_add(struct linked_clusters *clusters,
                                           const struct allocator *allocator, int64_t a, int64_t b,
                                           double weight) {
    struct linked_edge edge = {.weight = weight};
    assert(weight == weight);
    enum union_find_result result = union_find_node(&clusters->forest, allocator, a, &edge.a);
    if (result == union_find_ok)
        result = union_find_node(&clusters->forest, allocator, b, &edge.b);
    if (result != union_find_ok || edge.a == edge.b)
        return result;
    if (clusters->edge_count + clusters->cannot_count >= UINT32_MAX / 2) /* so places fit 32 bits */
        return union_find_no_memory;
    bool added = weight == LINKED_CANNOT
                     ? ARRAY_APPEND(allocator, clusters->cannot, clusters->cannot_count,
                                    clusters->cannot_capacity, edge)
                     : ARRAY_APPEND(allocator, clusters->edges, clusters->edge_count,
                                    clusters->edge_capacity, edge);
    return added ? union_find_ok : union_find_no_memory;
}

/* ---- The order of edges ---------------------------------------------------------------------- */

/* Numbers the nodes in ascending order of their members; each is still the root of itself. */
static bool number_nodes(struct linked_clusters *clusters, uint32_t *numbers) {
    struct union_find *forest = &clusters->forest;
    if (!radix_sort(forest->members, forest->parents, forest->count, forest->interruption))
        return false;
    for (size_t node = 0; node < forest->count; node++) {
        numbers[forest->parents[node]] = (uint32_t)node;
        forest->parents[node] = (uint32_t)node;
    }
    for (size_t i = 0; i < clusters->edge_count + clusters->cannot_count; i++) {
        struct linked_edge *edge = i < clusters->edge_count
                                       ? &clusters->edges[i]
                                       : &clusters->cannot[i - clusters->edge_count];
        uint32_t a = numbers[edge->a], b = numbers[edge->b];
        edge->a = a < b ? a : b;
        edge->b = a < b ? b : a;
        if (interruption_at(forest->interruption, i))
            return false;
    }
    return true;
}

/* The greatest number has the smallest key, and equal ones have one key. */
static int64_t descending(double weight) {
    int64_t bits;
    weight += 0.0; /* -0 and 0 are equal */
    memcpy(&bits, &weight, sizeof bits);
    return bits < 0 ? bits ^ INT64_MIN : ~bits;
}

/* Two nodes as one key; a forest has fewer than 2^31. */
static int64_t key_of(uint32_t a, uint32_t b) {
    assert(a < b);
    return (int64_t)a << 32 | b;
}

/* Sorts the edges by weight, and those of one weight by their nodes, into `order`. */
static bool order_edges(const struct linked_clusters *clusters, int64_t *keys, uint32_t *order) {
    struct interruption *interruption = clusters->forest.interruption;
    size_t count = clusters->edge_count;
    for (size_t i = 0; i < count; i++)
        keys[i] = descending(clusters->edges[i].weight);
    if (!radix_sort_order(keys, order, count, interruption))
        return false;
    for (size_t begin = 0, end; begin < count; begin = end) {
        int64_t weight = keys[begin];
        for (end = begin; end < count && keys[end] == weight; end++) {
            const struct linked_edge *edge = &clusters->edges[order[end]];
            keys[end] = key_of(edge->a, edge->b);
            if (interruption_at(interruption, end))
                return false;
        }
        if (!radix_sort(keys + begin, order + begin, end - begin, interruption))
            return false;
    }
    return true;
}

/* ---- What must stay apart -------------------------------------------------------------------- */

/*
 * Which roots are apart from which: `pairs` has each two of them as one key, and each root has a
 * list of those that it is apart from. A list names nodes, whose roots count. So when two clusters
 * are joined, only one of their lists is visited: the one into which fewer cannot-links went.
 */
struct apart {
    struct id_set pairs; /* and some of nodes that are no roots any more */
    size_t pair_count;
    struct item {
        uint32_t node, next;
    } * items;        /* two of each cannot-link */
    uint32_t *lists;  /* of each root, the first item, or UINT32_MAX */
    uint32_t *counts; /* of each root, how many items went into its list */
};

static void insert(struct apart *apart, uint32_t root, uint32_t item) {
    apart->items[item].next = apart->lists[root];
    apart->lists[root] = item;
}

static int64_t pair_of(uint32_t x, uint32_t y) {
    return x < y ? key_of(x, y) : key_of(y, x);
}

/* Makes the set of pairs anew, of roots only. */
static bool make_pairs(struct apart *apart, struct linked_clusters *clusters,
                       const struct allocator *allocator) {
    struct union_find *forest = &clusters->forest;
    id_set_free(&apart->pairs);
    if (!id_set_begin(&apart->pairs, allocator, forest->key, 2 * clusters->cannot_count))
        return false;
    apart->pair_count = 0;
    for (size_t i = 0; i < clusters->cannot_count; i++) {
        const struct linked_edge *link = &clusters->cannot[i];
        apart->pair_count += id_set_add(&apart->pairs, pair_of(union_find_root(forest, link->a),
                                                               union_find_root(forest, link->b)));
        if (interruption_at(forest->interruption, i))
            return false;
    }
    return true;
}

/* Joins two clusters that are not apart. The set has room for twice as many pairs as can differ. */
static bool join(struct apart *apart, struct linked_clusters *clusters,
                 const struct allocator *allocator, uint32_t kept, uint32_t gone) {
    assert(kept != gone && apart->counts[kept] >= apart->counts[gone]);
    if (apart->pair_count + apart->counts[gone] > 2 * clusters->cannot_count &&
        !make_pairs(apart, clusters, allocator))
        return false;
    clusters->forest.parents[gone] = kept;
    for (uint32_t item = apart->lists[gone], next; item != UINT32_MAX; item = next) {
        next = apart->items[item].next;
        uint32_t other = union_find_root(&clusters->forest, apart->items[item].node);
        if (id_set_add(&apart->pairs, pair_of(kept, other))) {
            apart->pair_count++;
            insert(apart, kept, item);
        }
    }
    apart->counts[kept] += apart->counts[gone];
    return !interruption_after(clusters->forest.interruption, apart->counts[gone] + 1);
}

static bool join_edges(struct apart *apart, struct linked_clusters *clusters,
                       const struct allocator *allocator, const uint32_t *order) {
    struct union_find *forest = &clusters->forest;
    memset(apart->lists, 0xFF, forest->count * sizeof *apart->lists);
    memset(apart->counts, 0, forest->count * sizeof *apart->counts);
    for (size_t i = 0; i < 2 * clusters->cannot_count; i++) {
        const struct linked_edge *link = &clusters->cannot[i / 2];
        uint32_t root = i % 2 ? link->b : link->a;
        apart->items[i].node = i % 2 ? link->a : link->b;
        insert(apart, root, (uint32_t)i);
        apart->counts[root]++;
    }
    if (!make_pairs(apart, clusters, allocator))
        return false;
    for (size_t i = 0; i < clusters->edge_count; i++) {
        const struct linked_edge *edge = &clusters->edges[order[i]];
        uint32_t a = union_find_root(forest, edge->a), b = union_find_root(forest, edge->b);
        bool fewer = apart->counts[a] < apart->counts[b];
        if (a != b && !id_set_contains(&apart->pairs, pair_of(a, b)) &&
            !join(apart, clusters, allocator, fewer ? b : a, fewer ? a : b))
            return false;
        if (interruption_at(forest->interruption, i))
            return false;
    }
    return true;
}

/* ---- Clusters -------------------------------------------------------------------------------- */

/* Without cannot-links nothing is refused, so the order makes no difference. */
static bool join_all(struct linked_clusters *clusters) {
    struct union_find *forest = &clusters->forest;
    for (size_t i = 0; i < clusters->edge_count; i++) {
        uint32_t a = union_find_root(forest, clusters->edges[i].a);
        forest->parents[a] = union_find_root(forest, clusters->edges[i].b);
        if (interruption_at(forest->interruption, i))
            return false;
    }
    return true;
}

bool linked_clusters_make(struct linked_clusters *clusters, const struct allocator *allocator) {
    size_t nodes = clusters->forest.count, edges = clusters->edge_count;
    if (clusters->cannot_count == 0)
        return join_all(clusters);
    struct apart apart = {
        .items = allocator->resize(NULL, 2 * clusters->cannot_count * sizeof *apart.items),
        .lists = allocator->resize(NULL, nodes * sizeof *apart.lists),
        .counts = allocator->resize(NULL, nodes * sizeof *apart.counts),
    };
    int64_t *keys = allocator->resize(NULL, (edges + 1) * sizeof *keys);
    uint32_t *order = allocator->resize(NULL, (edges + 1) * sizeof *order);
    bool made = apart.items && apart.lists && apart.counts && keys && order &&
                number_nodes(clusters, apart.lists) && order_edges(clusters, keys, order) &&
                join_edges(&apart, clusters, allocator, order);
    RELEASE(allocator, apart.items, apart.lists, apart.counts, keys, order);
    id_set_free(&apart.pairs);
    return made;
}

void linked_clusters_free(struct linked_clusters *clusters, const struct allocator *allocator) {
    union_find_free(&clusters->forest, allocator);
    RELEASE(allocator, clusters->edges, clusters->cannot);
    *clusters = (struct linked_clusters){0};
}
