/* union_find.c - see union_find.h. */
#include "union_find.h"

#include "../base/mix.h"
#include "../base/radix_sort.h"

#include <string.h> /* memset */

enum { smallest_table = 64, smallest_forest = 32 };

/* Members that are looked up together. */
enum { batch_most = 64 };

static void prefetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1);
#else
    (void)address;
#endif
}

/*
 * A place holds node + 1, or 0 where it is free. In a table of 2^k places that takes k bits at
 * most; the others hold bits of the member's hash, which nearly always tell another member without
 * a look at it.
 */
static uint32_t node_bits(const struct union_find *forest) {
    return (uint32_t)(forest->place_count - 1);
}

static uint32_t hash_bits(const struct union_find *forest, uint64_t hash) {
    return (uint32_t)(hash >> 32) & ~node_bits(forest);
}

/* The place where the search for a member begins. */
static size_t home_of(const struct union_find *forest, uint64_t hash) {
    return (size_t)hash & (forest->place_count - 1);
}

static size_t next_place(const struct union_find *forest, size_t at) {
    return (at + 1) & (forest->place_count - 1);
}

static uint64_t hash_of(const struct union_find *forest, int64_t member) {
    return mix64((uint64_t)member ^ forest->key);
}

/* Their homes are asked for on the way. */
static void hash_members(const struct union_find *forest, const int64_t *members, size_t count,
                         uint64_t *hashes) {
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_of(forest, members[i]);
        prefetch(&forest->places[home_of(forest, hashes[i])]);
    }
}

/* Puts nodes, which are not in it, into the table. */
static void fill_table(struct union_find *forest, size_t begin, size_t count) {
    uint64_t hashes[batch_most];
    hash_members(forest, forest->members + begin, count, hashes);
    for (size_t i = 0; i < count; i++) {
        size_t at = home_of(forest, hashes[i]);
        while (forest->places[at] != 0)
            at = next_place(forest, at);
        forest->places[at] = hash_bits(forest, hashes[i]) | (uint32_t)(begin + i + 1);
    }
}

static void drop_table(struct union_find *forest, const struct allocator *allocator) {
    allocator->release(forest->places);
    forest->places = NULL;
    forest->place_count = 0;
}

/* A table of `count` places with all nodes in it; none where it was interrupted. */
static bool make_table(struct union_find *forest, const struct allocator *allocator, size_t count) {
    drop_table(forest, allocator);
    forest->places = allocator->resize(NULL, count * sizeof *forest->places);
    if (!forest->places)
        return false;
    memset(forest->places, 0, count * sizeof *forest->places);
    forest->place_count = count;
    for (size_t done = 0; done < forest->count; done += batch_most) {
        size_t left = forest->count - done;
        fill_table(forest, done, left < batch_most ? left : batch_most);
        if (interruption_after(forest->interruption, batch_most)) {
            drop_table(forest, allocator);
            return false;
        }
    }
    return true;
}

static bool grow_nodes(struct union_find *forest, const struct allocator *allocator,
                       size_t wanted) {
    size_t larger = forest->capacity + forest->capacity / 4;
    if (larger < smallest_forest)
        larger = smallest_forest;
    if (larger < wanted)
        larger = wanted;
    if (larger > UNION_FIND_MEMBERS_MAX)
        larger = UNION_FIND_MEMBERS_MAX;
    int64_t *members = allocator->resize(forest->members, larger * sizeof *members);
    if (!members)
        return false;
    forest->members = members;
    uint32_t *parents = allocator->resize(forest->parents, larger * sizeof *parents);
    if (!parents)
        return false;
    forest->parents = parents;
    forest->capacity = larger;
    return true;
}

/* Makes room for `more` nodes, or for as many as there may be. */
static bool reserve(struct union_find *forest, const struct allocator *allocator, size_t more) {
    size_t wanted = forest->count + more, places = forest->place_count;
    if (wanted > UNION_FIND_MEMBERS_MAX)
        wanted = UNION_FIND_MEMBERS_MAX;
    if (places < smallest_table)
        places = smallest_table;
    while (places / 4 * 3 < wanted)
        places *= 4; /* filling a new table costs more than what doubling it would save */
    return (places == forest->place_count || make_table(forest, allocator, places)) &&
           (wanted <= forest->capacity || grow_nodes(forest, allocator, wanted));
}

/* union_find_node(), where there is room. */
static enum union_find_result find_node(struct union_find *forest, int64_t member, uint64_t hash,
                                        uint32_t *node) {
    uint32_t bits = hash_bits(forest, hash), place;
    size_t at = home_of(forest, hash);
    for (; (place = forest->places[at]) != 0; at = next_place(forest, at)) {
        *node = (place & node_bits(forest)) - 1;
        if ((place & ~node_bits(forest)) == bits && forest->members[*node] == member)
            return union_find_ok;
    }
    if (forest->count >= UNION_FIND_MEMBERS_MAX)
        return union_find_too_many;
    *node = (uint32_t)forest->count++;
    forest->members[*node] = member;
    forest->parents[*node] = *node;
    forest->places[at] = bits | (*node + 1);
    return union_find_ok;
}

enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node) {
    if (!reserve(forest, allocator, 1))
        return union_find_no_memory;
    return find_node(forest, member, hash_of(forest, member), node);
}

uint32_t union_find_root(struct union_find *forest, uint32_t node) {
    uint32_t *parents = forest->parents;
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

static void join_nodes(struct union_find *forest, uint32_t a, uint32_t b) {
    uint32_t root_a = union_find_root(forest, a), root_b = union_find_root(forest, b);
    if (root_a < root_b)
        forest->parents[root_b] = root_a;
    else
        forest->parents[root_a] = root_b;
}

/* Asks for the node that each hash leads to at first, if there is one. */
static void prefetch_nodes(const struct union_find *forest, const uint64_t *hashes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t place = forest->places[home_of(forest, hashes[i])];
        if (place == 0)
            continue;
        prefetch(&forest->members[(place & node_bits(forest)) - 1]);
        prefetch(&forest->parents[(place & node_bits(forest)) - 1]);
    }
}

/* Joins the ends of a batch by two; in three steps, each of which asks for what the next reads. */
static enum union_find_result join_batch(struct union_find *forest,
                                         const struct allocator *allocator, const int64_t *ends,
                                         size_t count) {
    uint64_t hashes[batch_most];
    uint32_t nodes[batch_most];
    enum union_find_result result = union_find_ok;
    if (!reserve(forest, allocator, count))
        return union_find_no_memory;
    hash_members(forest, ends, count, hashes);
    prefetch_nodes(forest, hashes, count);
    for (size_t i = 0; i < count && result == union_find_ok; i++) {
        result = find_node(forest, ends[i], hashes[i], &nodes[i]);
        if (result == union_find_ok)
            prefetch(&forest->parents[forest->parents[nodes[i]]]);
    }
    for (size_t i = 1; i < count && result == union_find_ok; i += 2)
        join_nodes(forest, nodes[i - 1], nodes[i]);
    return result;
}

enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       const int64_t *ends, size_t edges) {
    enum union_find_result result = union_find_ok;
    for (; edges > batch_most / 2 && result == union_find_ok; edges -= batch_most / 2) {
        result = join_batch(forest, allocator, ends, batch_most);
        ends += batch_most;
    }
    return result == union_find_ok ? join_batch(forest, allocator, ends, 2 * edges) : result;
}

/* Names each component after its first node in the order of now; parents are roots of another. */
static void name_components(struct union_find *forest, uint32_t *first) {
    memset(first, 0xFF, forest->count * sizeof *first);
    for (size_t node = 0; node < forest->count; node++) {
        uint32_t root = forest->parents[node];
        if (first[root] == UINT32_MAX)
            first[root] = (uint32_t)node;
        forest->parents[node] = first[root];
    }
}

/* Makes each node the child of its root; false where it was interrupted. */
static bool flatten(struct union_find *forest) {
    for (size_t node = 0; node < forest->count; node++) {
        forest->parents[node] = union_find_root(forest, (uint32_t)node);
        if (interruption_at(forest->interruption, node))
            return false;
    }
    return true;
}

bool union_find_sort(struct union_find *forest, const struct allocator *allocator) {
    drop_table(forest, allocator);
    uint32_t *first = allocator->resize(NULL, (forest->count + 1) * sizeof *first);
    if (!first)
        return false;
    bool sorted = flatten(forest) &&
                  radix_sort(forest->members, forest->parents, forest->count, forest->interruption);
    if (sorted)
        name_components(forest, first);
    allocator->release(first);
    return sorted;
}

void union_find_free(struct union_find *forest, const struct allocator *allocator) {
    allocator->release(forest->members);
    allocator->release(forest->parents);
    allocator->release(forest->places);
    *forest = (struct union_find){0};
}
