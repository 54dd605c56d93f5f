/* union_find.c - see union_find.h. */
#include "union_find.h"

#include "mix.h"

#include <string.h> /* memset */

enum { smallest_table = 64 };

static size_t first_place(size_t place_count, int64_t member) {
    return (size_t)mix64((uint64_t)member) & (place_count - 1);
}

/* The place that holds `member`, or the free one where it belongs. */
static size_t place_of(const struct union_find *forest, int64_t member) {
    size_t mask = forest->place_count - 1, at = first_place(forest->place_count, member);
    while (forest->places[at] != 0 && forest->members[forest->places[at] - 1] != member)
        at = (at + 1) & mask;
    return at;
}

/* Gives each node its place in an empty table; false where that was interrupted. */
static bool enter_all(const struct union_find *forest, uint32_t *places, size_t place_count) {
    for (size_t node = 0; node < forest->count; node++) {
        size_t at = first_place(place_count, forest->members[node]);
        while (places[at] != 0) /* no member comes twice */
            at = (at + 1) & (place_count - 1);
        places[at] = (uint32_t)node + 1;
        if (interruption_at(forest->interruption, node))
            return false;
    }
    return true;
}

static bool grow_table(struct union_find *forest, const struct allocator *allocator) {
    size_t larger = forest->place_count ? forest->place_count * 2 : smallest_table;
    if (larger > SIZE_MAX / sizeof *forest->places)
        return false;
    uint32_t *places = allocator->resize(NULL, larger * sizeof *places);
    if (!places)
        return false;
    memset(places, 0, larger * sizeof *places);
    if (!enter_all(forest, places, larger)) {
        allocator->release(places);
        return false;
    }
    allocator->release(forest->places);
    forest->places = places;
    forest->place_count = larger;
    return true;
}

static bool grow_nodes(struct union_find *forest, const struct allocator *allocator) {
    int64_t *members = allocator_grow(allocator, forest->members, &forest->member_capacity,
                                      forest->count + 1, sizeof *members);
    if (!members)
        return false;
    forest->members = members;
    uint32_t *parents = allocator_grow(allocator, forest->parents, &forest->parent_capacity,
                                       forest->count + 1, sizeof *parents);
    if (!parents)
        return false;
    forest->parents = parents;
    return true;
}

enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node) {
    if (forest->count >= forest->place_count / 2 && !grow_table(forest, allocator))
        return union_find_no_memory;
    size_t place = place_of(forest, member);
    if (forest->places[place] != 0) {
        *node = forest->places[place] - 1;
        return union_find_ok;
    }
    if (forest->count >= UNION_FIND_MEMBERS_MAX)
        return union_find_too_many;
    if (!grow_nodes(forest, allocator))
        return union_find_no_memory;
    *node = (uint32_t)forest->count++;
    forest->members[*node] = member;
    forest->parents[*node] = *node;
    forest->places[place] = *node + 1;
    return union_find_ok;
}

uint32_t union_find_root(struct union_find *forest, uint32_t node) {
    uint32_t *parents = forest->parents;
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       int64_t a, int64_t b) {
    uint32_t node_a, node_b;
    enum union_find_result result = union_find_node(forest, allocator, a, &node_a);
    if (result == union_find_ok)
        result = union_find_node(forest, allocator, b, &node_b);
    if (result != union_find_ok)
        return result;
    uint32_t root_a = union_find_root(forest, node_a), root_b = union_find_root(forest, node_b);
    if (root_a < root_b)
        forest->parents[root_b] = root_a;
    else
        forest->parents[root_a] = root_b;
    return union_find_ok;
}

void union_find_free(struct union_find *forest, const struct allocator *allocator) {
    allocator->release(forest->members);
    allocator->release(forest->parents);
    allocator->release(forest->places);
    *forest = (struct union_find){0};
}
