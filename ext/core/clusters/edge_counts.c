/* edge_counts.c - see edge_counts.h. */
#include "edge_counts.h"

#include "../base/radix_sort.h"

/* Sets `node` to that of the member, whose count is 0 if it is new. */
static enum union_find_result find(struct edge_counts *counts, const struct allocator *allocator,
                                   int64_t member, uint32_t *node) {
    size_t known = counts->nodes.count;
    if (!ARRAY_RESERVE(allocator, counts->counts, counts->capacity, known + 1))
        return union_find_no_memory;
    enum union_find_result result = union_find_node(&counts->nodes, allocator, member, node);
    if (result == union_find_ok && *node == known)
        counts->counts[known] = 0;
    return result;
}

enum union_find_result edge_counts_add(struct edge_counts *counts,
                                       const struct allocator *allocator, int64_t a, int64_t b) {
    uint32_t nodes[2];
    enum union_find_result result = find(counts, allocator, a, &nodes[0]);
    if (result == union_find_ok)
        result = find(counts, allocator, b, &nodes[1]);
    for (int end = 0; end < 2 && a != b && result == union_find_ok; end++)
        counts->counts[nodes[end]] += counts->counts[nodes[end]] < UINT32_MAX;
    return result;
}

bool edge_counts_sort(struct edge_counts *counts) {
    return radix_sort(counts->nodes.members, counts->counts, counts->nodes.count,
                      counts->nodes.interruption);
}

void edge_counts_free(struct edge_counts *counts, const struct allocator *allocator) {
    union_find_free(&counts->nodes, allocator);
    allocator->release(counts->counts);
    *counts = (struct edge_counts){0};
}
