/* star_clusters.c - see star_clusters.h. */
#include "star_clusters.h"

#include "../base/radix_sort.h"

#include <string.h> /* memset */

enum union_find_result star_clusters_add(struct star_clusters *stars,
                                         const struct allocator *allocator, int64_t a, int64_t b) {
    struct star_edge edge;
    enum union_find_result result = union_find_node(&stars->forest, allocator, a, &edge.a);
    if (result == union_find_ok)
        result = union_find_node(&stars->forest, allocator, b, &edge.b);
    if (result != union_find_ok || edge.a == edge.b)
        return result;
    if (!ARRAY_RESERVE(allocator, stars->edges, stars->edge_capacity, stars->edge_count + 1))
        return union_find_no_memory;
    stars->edges[stars->edge_count++] = edge;
    return union_find_ok;
}

/* Adjacency lists: the neighbours of node i are neighbours[begin[i]] .. neighbours[end[i] - 1]. */
struct graph {
    size_t *begin, *end;
    uint32_t *neighbours;
};

/* Makes the lists from the edges, by counting. Returns false if interrupted, like those below. */
static bool list_neighbours(struct graph *graph, const struct star_clusters *stars) {
    size_t nodes = stars->forest.count, next = 0;
    memset(graph->end, 0, nodes * sizeof *graph->end);
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
        graph->neighbours[graph->end[edge->a]++] = edge->b;
        graph->neighbours[graph->end[edge->b]++] = edge->a;
        if (interruption_at(stars->forest.interruption, i))
            return false;
    }
    return true;
}

/* Removes repeated neighbours: an edge may have been added twice, in either direction. */
static bool remove_repeats(struct graph *graph, size_t nodes, uint32_t *last_list,
                           struct interruption *interruption) {
    memset(last_list, 0xFF, nodes * sizeof *last_list); /* in which each node was last seen */
    for (size_t node = 0; node < nodes; node++) {
        size_t kept = graph->begin[node];
        for (size_t i = kept; i < graph->end[node]; i++) {
            uint32_t neighbour = graph->neighbours[i];
            if (last_list[neighbour] != (uint32_t)node)
                graph->neighbours[kept++] = neighbour;
            last_list[neighbour] = (uint32_t)node;
        }
        if (interruption_after(interruption, graph->end[node] - graph->begin[node] + 1))
            return false;
        graph->end[node] = kept;
    }
    return true;
}

/* Sorts the nodes by degree, descending, and those of one degree by member. */
static bool order_nodes(const struct graph *graph, const struct union_find *forest, int64_t *keys,
                        uint32_t *order) {
    size_t nodes = forest->count;
    for (size_t node = 0; node < nodes; node++)
        keys[node] = -(int64_t)(graph->end[node] - graph->begin[node]);
    if (!radix_sort_order(keys, order, nodes, forest->interruption))
        return false;
    for (size_t begin = 0, end; begin < nodes; begin = end) {
        int64_t degree = keys[begin];
        for (end = begin; end < nodes && keys[end] == degree; end++) {
            keys[end] = forest->members[order[end]];
            if (interruption_at(forest->interruption, end))
                return false;
        }
        if (!radix_sort(keys + begin, order + begin, end - begin, forest->interruption))
            return false;
    }
    return true;
}

static bool choose_stars(const struct graph *graph, const uint32_t *order,
                         struct union_find *forest) {
    uint32_t *parents = forest->parents;
    memset(parents, 0xFF, forest->count * sizeof *parents);
    for (size_t i = 0; i < forest->count; i++) {
        uint32_t node = order[i];
        if (parents[node] != UINT32_MAX)
            continue;
        parents[node] = node;
        for (size_t j = graph->begin[node]; j < graph->end[node]; j++)
            if (parents[graph->neighbours[j]] == UINT32_MAX)
                parents[graph->neighbours[j]] = node;
        if (interruption_after(forest->interruption, graph->end[node] - graph->begin[node] + 1))
            return false;
    }
    return true;
}

bool star_clusters_make(struct star_clusters *stars, const struct allocator *allocator) {
    size_t nodes = stars->forest.count;
    if (nodes == 0)
        return true;
    struct graph graph = {
        .begin = allocator->resize(NULL, nodes * sizeof *graph.begin),
        .end = allocator->resize(NULL, nodes * sizeof *graph.end),
        .neighbours = allocator->resize(NULL, (2 * stars->edge_count + 1) * sizeof(uint32_t)),
    };
    uint32_t *order = allocator->resize(NULL, nodes * sizeof *order);
    int64_t *keys = allocator->resize(NULL, nodes * sizeof *keys);
    bool made = graph.begin && graph.end && graph.neighbours && order && keys &&
                list_neighbours(&graph, stars) &&
                remove_repeats(&graph, nodes, order, stars->forest.interruption) &&
                order_nodes(&graph, &stars->forest, keys, order) &&
                choose_stars(&graph, order, &stars->forest);
    RELEASE(allocator, graph.begin, graph.end, graph.neighbours, order, keys);
    return made;
}

void star_clusters_free(struct star_clusters *stars, const struct allocator *allocator) {
    union_find_free(&stars->forest, allocator);
    allocator->release(stars->edges);
    *stars = (struct star_clusters){0};
}
