/* star_clusters.c - see star_clusters.h. */
#include "star_clusters.h"

#include <string.h> /* memset */

enum union_find_result star_clusters_add(struct star_clusters *stars,
                                         const struct allocator *allocator, int64_t a, int64_t b) {
    struct star_edge edge;
    enum union_find_result result = union_find_node(&stars->forest, allocator, a, &edge.a);
    if (result == union_find_ok)
        result = union_find_node(&stars->forest, allocator, b, &edge.b);
    if (result != union_find_ok || edge.a == edge.b)
        return result;
    struct star_edge *edges = allocator_grow(allocator, stars->edges, &stars->edge_capacity,
                                             stars->edge_count + 1, sizeof *edges);
    if (!edges)
        return union_find_no_memory;
    stars->edges = edges;
    edges[stars->edge_count++] = edge;
    return union_find_ok;
}

/* The graph as lists: the partners of node i are partners[begin[i]] .. partners[end[i] - 1]. */
struct graph {
    size_t *begin, *end;
    uint32_t *partners;
    uint32_t *order;   /* nodes, then those still to be ordered */
    uint32_t *scratch; /* one for each node */
};

static void graph_free(struct graph *graph, const struct allocator *allocator) {
    allocator->release(graph->begin);
    allocator->release(graph->end);
    allocator->release(graph->partners);
    allocator->release(graph->order);
    allocator->release(graph->scratch);
}

static bool graph_allocate(struct graph *graph, const struct allocator *allocator, size_t nodes,
                           size_t edges) {
    graph->begin = allocator->resize(NULL, (nodes + 1) * sizeof *graph->begin);
    graph->end = allocator->resize(NULL, (nodes + 1) * sizeof *graph->end);
    graph->partners = allocator->resize(NULL, (2 * edges + 1) * sizeof *graph->partners);
    graph->order = allocator->resize(NULL, (nodes + 1) * sizeof *graph->order);
    graph->scratch = allocator->resize(NULL, (nodes + 1) * sizeof *graph->scratch);
    return graph->begin && graph->end && graph->partners && graph->order && graph->scratch;
}

/* Edges to lists, by counting. False where it was interrupted, as the functions below. */
static bool list_partners(struct graph *graph, const struct star_clusters *stars) {
    size_t nodes = stars->forest.count, next = 0;
    memset(graph->end, 0, (nodes + 1) * sizeof *graph->end);
    for (size_t i = 0; i < stars->edge_count; i++) {
        graph->end[stars->edges[i].a]++;
        graph->end[stars->edges[i].b]++;
        if (interruption_at(stars->forest.interruption, i))
            return false;
    }
    for (size_t node = 0; node < nodes; node++) {
        size_t count = graph->end[node];
        graph->begin[node] = graph->end[node] = next;
        next += count;
    }
    for (size_t i = 0; i < stars->edge_count; i++) {
        const struct star_edge *edge = &stars->edges[i];
        graph->partners[graph->end[edge->a]++] = edge->b;
        graph->partners[graph->end[edge->b]++] = edge->a;
        if (interruption_at(stars->forest.interruption, i))
            return false;
    }
    return true;
}

/* An edge may have come twice, in either direction; its doubles are dropped from the lists. */
static bool drop_doubles(struct graph *graph, size_t nodes, struct interruption *interruption) {
    uint32_t *last_list = graph->scratch; /* of a partner: the last list it was met in */
    memset(last_list, 0xFF, nodes * sizeof *last_list);
    for (size_t node = 0; node < nodes; node++) {
        size_t kept = graph->begin[node];
        for (size_t i = kept; i < graph->end[node]; i++) {
            uint32_t partner = graph->partners[i];
            if (last_list[partner] != (uint32_t)node)
                graph->partners[kept++] = partner;
            last_list[partner] = (uint32_t)node;
        }
        if (interruption_after(interruption, graph->end[node] - graph->begin[node] + 1))
            return false;
        graph->end[node] = kept;
    }
    return true;
}

static bool comes_first(const struct graph *graph, const int64_t *members, uint32_t a, uint32_t b) {
    size_t partners_a = graph->end[a] - graph->begin[a];
    size_t partners_b = graph->end[b] - graph->begin[b];
    return partners_a != partners_b ? partners_a > partners_b : members[a] < members[b];
}

static bool merge(const struct graph *graph, const struct union_find *forest, const uint32_t *from,
                  uint32_t *to, const size_t ends[3]) {
    size_t left = ends[0], right = ends[1];
    for (size_t i = ends[0]; i < ends[2]; i++) {
        bool take_left =
            left < ends[1] &&
            (right == ends[2] || comes_first(graph, forest->members, from[left], from[right]));
        to[i] = from[take_left ? left++ : right++];
        if (interruption_at(forest->interruption, i))
            return false;
    }
    return true;
}

/* Sorts the nodes into the order of the greedy choice, by merging runs. NULL: interrupted. */
static const uint32_t *order_nodes(struct graph *graph, const struct union_find *forest) {
    uint32_t *from = graph->order, *to = graph->scratch;
    size_t nodes = forest->count;
    for (size_t node = 0; node < nodes; node++)
        from[node] = (uint32_t)node;
    for (size_t run = 1; run < nodes; run *= 2) {
        for (size_t begin = 0; begin < nodes; begin += 2 * run) {
            size_t middle = nodes - begin > run ? begin + run : nodes;
            size_t end = nodes - begin > 2 * run ? begin + 2 * run : nodes;
            if (!merge(graph, forest, from, to, (size_t[]){begin, middle, end}))
                return NULL;
        }
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    return from;
}

static bool choose_stars(const struct graph *graph, const uint32_t *order,
                         struct union_find *forest) {
    if (!order)
        return false;
    uint32_t *parents = forest->parents;
    memset(parents, 0xFF, forest->count * sizeof *parents);
    for (size_t i = 0; i < forest->count; i++) {
        uint32_t node = order[i];
        if (parents[node] != UINT32_MAX)
            continue;
        parents[node] = node;
        for (size_t j = graph->begin[node]; j < graph->end[node]; j++)
            if (parents[graph->partners[j]] == UINT32_MAX)
                parents[graph->partners[j]] = node;
        if (interruption_after(forest->interruption, graph->end[node] - graph->begin[node] + 1))
            return false;
    }
    return true;
}

bool star_clusters_make(struct star_clusters *stars, const struct allocator *allocator) {
    struct graph graph = {0};
    size_t nodes = stars->forest.count;
    bool made = graph_allocate(&graph, allocator, nodes, stars->edge_count);
    if (nodes > 0)
        made = made && list_partners(&graph, stars) &&
               drop_doubles(&graph, nodes, stars->forest.interruption) &&
               choose_stars(&graph, order_nodes(&graph, &stars->forest), &stars->forest);
    graph_free(&graph, allocator);
    return made;
}

void star_clusters_free(struct star_clusters *stars, const struct allocator *allocator) {
    union_find_free(&stars->forest, allocator);
    allocator->release(stars->edges);
    *stars = (struct star_clusters){0};
}
