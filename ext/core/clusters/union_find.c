/* union_find.c - see union_find.h. */
#include "union_find.h"

#include "../base/cpu.h"
#include "../base/mix.h"
#include "../base/radix_sort.h"

#include <string.h> /* memset */

enum { slots_min = 64, capacity_min = 32 };

/* The number of members that are prefetched together. */
enum { batch_max = 64 };

/*
 * A slot holds node + 1, or 0 if it is free. In a table of 2^k slots that takes at most k bits. The
 * other bits hold bits of the member's hash, which almost always tell others without reading them.
 */
static uint32_t node_bits(const struct union_find *forest) {
    return (uint32_t)(forest->slot_count - 1);
}

static uint32_t hash_bits(const struct union_find *forest, uint64_t hash) {
    return (uint32_t)(hash >> 32) & ~node_bits(forest);
}

/* The slot at which the search for a member begins. */
static size_t first_slot(const struct union_find *forest, uint64_t hash) {
    return (size_t)hash & (forest->slot_count - 1);
}

static size_t next_slot(const struct union_find *forest, size_t at) {
    return (at + 1) & (forest->slot_count - 1);
}

static uint64_t hash_of(const struct union_find *forest, int64_t member) {
    return mix64((uint64_t)member ^ forest->key);
}

/* Hashes members and prefetches their first slots. */
static void hash_members(const struct union_find *forest, const int64_t *members, size_t count,
                         uint64_t *hashes) {
    assert(count <= batch_max);
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_of(forest, members[i]);
        PREFETCH(&forest->slots[first_slot(forest, hashes[i])]);
    }
}

static void release_table(struct union_find *forest, const struct allocator *allocator) {
    allocator->release(forest->slots);
    forest->slots = NULL;
    forest->slot_count = 0;
}

/* Replaces the table by one of `slot_count` slots. If interrupted, there is none. */
static bool make_table(struct union_find *forest, const struct allocator *allocator,
                       size_t slot_count) {
    assert((slot_count & (slot_count - 1)) == 0 && slot_count > forest->count);
    release_table(forest, allocator);
    forest->slots = allocator_zeroes(allocator, slot_count, sizeof *forest->slots);
    if (!forest->slots)
        return false;
    forest->slot_count = slot_count;
    for (size_t begin = 0, count; begin < forest->count; begin += count) {
        uint64_t hashes[batch_max];
        count = forest->count - begin < batch_max ? forest->count - begin : batch_max;
        hash_members(forest, forest->members + begin, count, hashes);
        for (size_t i = 0; i < count; i++) {
            size_t at = first_slot(forest, hashes[i]);
            while (forest->slots[at] != 0)
                at = next_slot(forest, at);
            forest->slots[at] = hash_bits(forest, hashes[i]) | (uint32_t)(begin + i + 1);
        }
        if (interruption_after(forest->interruption, batch_max)) {
            release_table(forest, allocator);
            return false;
        }
    }
    return true;
}

/* Makes room for `more` nodes, or for UNION_FIND_MEMBERS_MAX in all. */
static bool reserve(struct union_find *forest, const struct allocator *allocator, size_t more) {
    size_t wanted = forest->count + more, slots = forest->slot_count;
    if (wanted > UNION_FIND_MEMBERS_MAX)
        wanted = UNION_FIND_MEMBERS_MAX;
    if (slots < slots_min)
        slots = slots_min;
    while (slots / 4 * 3 < wanted)
        slots *= 4; /* doubling would fill new tables more often than it would save */
    if (slots != forest->slot_count && !make_table(forest, allocator, slots))
        return false;
    if (wanted <= forest->capacity)
        return true;
    size_t larger = forest->capacity + forest->capacity / 4;
    if (larger < capacity_min)
        larger = capacity_min;
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

/* The slot of a member; if there is no such node, the free slot in which it belongs. */
static size_t slot_of(const struct union_find *forest, int64_t member, uint64_t hash) {
    uint32_t bits = hash_bits(forest, hash), slot;
    size_t at = first_slot(forest, hash);
    for (; (slot = forest->slots[at]) != 0; at = next_slot(forest, at))
        if ((slot & ~node_bits(forest)) == bits &&
            forest->members[(slot & node_bits(forest)) - 1] == member)
            break;
    return at;
}

/* union_find_node() for a forest that has room for one more. */
static enum union_find_result find_node(struct union_find *forest, int64_t member, uint64_t hash,
                                        uint32_t *node) {
    size_t at = slot_of(forest, member, hash);
    if (forest->slots[at] != 0) {
        *node = (forest->slots[at] & node_bits(forest)) - 1;
        return union_find_ok;
    }
    if (forest->count >= UNION_FIND_MEMBERS_MAX)
        return union_find_too_many;
    assert(forest->count < forest->capacity);
    *node = (uint32_t)forest->count++;
    forest->members[*node] = member;
    forest->parents[*node] = *node;
    forest->slots[at] = hash_bits(forest, hash) | (*node + 1);
    return union_find_ok;
}

enum union_find_result union_find_node(struct union_find *forest, const struct allocator *allocator,
                                       int64_t member, uint32_t *node) {
    if (!reserve(forest, allocator, 1))
        return union_find_no_memory;
    return find_node(forest, member, hash_of(forest, member), node);
}

bool union_find_has(const struct union_find *forest, int64_t member) {
    return forest->slots && forest->slots[slot_of(forest, member, hash_of(forest, member))] != 0;
}

uint32_t union_find_root(struct union_find *forest, uint32_t node) {
    assert(node < forest->count);
    uint32_t *parents = forest->parents;
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

/* Joins two ends at a time, in passes that each prefetch what the next one reads. */
static enum union_find_result join_batch(struct union_find *forest,
                                         const struct allocator *allocator, const int64_t *ends,
                                         size_t count) {
    uint64_t hashes[batch_max];
    uint32_t nodes[batch_max];
    assert(count % 2 == 0);
    if (!reserve(forest, allocator, count))
        return union_find_no_memory;
    hash_members(forest, ends, count, hashes);
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = forest->slots[first_slot(forest, hashes[i])];
        if (slot == 0)
            continue;
        PREFETCH(&forest->members[(slot & node_bits(forest)) - 1]);
        PREFETCH(&forest->parents[(slot & node_bits(forest)) - 1]);
    }
    for (size_t i = 0; i < count; i++) {
        enum union_find_result result = find_node(forest, ends[i], hashes[i], &nodes[i]);
        if (result != union_find_ok)
            return result;
        PREFETCH(&forest->parents[forest->parents[nodes[i]]]);
    }
    for (size_t i = 0; i < count; i += 2) {
        uint32_t a = union_find_root(forest, nodes[i]), b = union_find_root(forest, nodes[i + 1]);
        if (a < b)
            forest->parents[b] = a;
        else
            forest->parents[a] = b;
    }
    return union_find_ok;
}

enum union_find_result union_find_join(struct union_find *forest, const struct allocator *allocator,
                                       const int64_t *ends, size_t edges) {
    enum union_find_result result = union_find_ok;
    for (; edges > batch_max / 2 && result == union_find_ok; edges -= batch_max / 2) {
        result = join_batch(forest, allocator, ends, batch_max);
        ends += batch_max;
    }
    return result == union_find_ok ? join_batch(forest, allocator, ends, 2 * edges) : result;
}

bool union_find_sort(struct union_find *forest, const struct allocator *allocator) {
    release_table(forest, allocator);
    uint32_t *first = allocator->resize(NULL, (forest->count + 1) * sizeof *first);
    bool sorted = false;
    if (!first)
        goto cleanup;
    for (size_t node = 0; node < forest->count; node++) {
        forest->parents[node] = union_find_root(forest, (uint32_t)node);
        if (interruption_at(forest->interruption, node))
            goto cleanup;
    }
    if (!radix_sort(forest->members, forest->parents, forest->count, forest->interruption))
        goto cleanup;
    /* Parents still hold the old numbers of roots; each becomes the first node of its component. */
    memset(first, 0xFF, forest->count * sizeof *first);
    for (size_t node = 0; node < forest->count; node++) {
        uint32_t root = forest->parents[node];
        if (first[root] == UINT32_MAX)
            first[root] = (uint32_t)node;
        forest->parents[node] = first[root];
    }
    sorted = true;
cleanup:
    allocator->release(first);
    return sorted;
}

void union_find_free(struct union_find *forest, const struct allocator *allocator) {
    RELEASE(allocator, forest->members, forest->parents, forest->slots);
    *forest = (struct union_find){0};
}
