/* test_union_find.c - components of random graphs against a search along the edges. */
#include "base/mix.h"
#include "clusters/union_find.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

enum { members_max = 60, edges_max = 90 };

struct edge {
    int64_t a, b;
};

static enum union_find_result join(struct union_find *forest, int64_t a, int64_t b) {
    return union_find_join(forest, memory, (int64_t[]){a, b}, 1);
}

/* The smallest member connected with `member`, found by following edges until nothing changes. */
static int64_t smallest_reached(const struct edge *edges, size_t count, int64_t member) {
    int64_t reached[2 * edges_max + 1] = {member}, smallest = member;
    size_t found = 1;
    for (size_t next = 0; next < found; next++) {
        smallest = reached[next] < smallest ? reached[next] : smallest;
        for (size_t e = 0; e < 2 * count; e++) {
            const struct edge *edge = &edges[e / 2];
            int64_t from = e % 2 ? edge->a : edge->b, to = e % 2 ? edge->b : edge->a;
            bool known = from != reached[next];
            for (size_t i = 0; i < found && !known; i++)
                known = reached[i] == to;
            if (!known)
                reached[found++] = to;
        }
    }
    return smallest;
}

/* The smallest member under the root of `node`. */
static int64_t smallest_under(struct union_find *forest, uint32_t node) {
    int64_t smallest = INT64_MAX;
    uint32_t root = union_find_root(forest, node);
    for (uint32_t other = 0; other < forest->count; other++)
        if (union_find_root(forest, other) == root && forest->members[other] < smallest)
            smallest = forest->members[other];
    return smallest;
}

static int64_t random_member(size_t members) {
    static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    size_t n = random_below(members);
    return n < 7 ? edges[n] : (int64_t)(n * 0x9E3779B97F4A7C15);
}

/* The number of nodes that are in the wrong component. */
static unsigned long wrong_nodes(struct union_find *forest, const struct edge *edges,
                                 size_t count) {
    unsigned long wrong = 0;
    for (uint32_t node = 0; node < forest->count; node++)
        wrong +=
            smallest_under(forest, node) != smallest_reached(edges, count, forest->members[node]);
    for (size_t e = 0; e < count; e++) {
        bool a = false, b = false;
        for (size_t node = 0; node < forest->count; node++) {
            a = a || forest->members[node] == edges[e].a;
            b = b || forest->members[node] == edges[e].b;
        }
        wrong += !a || !b;
    }
    return wrong;
}

/* Sorted: members ascend, and the root is the smallest of its component. */
static unsigned long wrong_after_sorting(struct union_find *forest) {
    unsigned long wrong = !union_find_sort(forest, memory);
    for (uint32_t node = 0; node < forest->count; node++) {
        wrong += node > 0 && forest->members[node - 1] >= forest->members[node];
        wrong += forest->members[forest->parents[node]] != smallest_under(forest, node);
    }
    return wrong;
}

/* Edges in batches of any size, before and after the forest is sorted. */
static void test_random_graphs(void) {
    unsigned long wrong = 0, refused = 0;
    for (int graph = 0; graph < 400; graph++) {
        struct union_find forest = {.key = graph % 2 ? random_below(SIZE_MAX) : 0};
        struct edge edges[edges_max];
        int64_t ends[2 * edges_max];
        size_t count = 1 + random_below(edges_max), members = 1 + random_below(members_max);
        for (size_t e = 0; e < count; e++) {
            edges[e] = (struct edge){random_member(members), random_member(members)};
            ends[2 * e] = edges[e].a;
            ends[2 * e + 1] = edges[e].b;
        }
        for (size_t e = 0, portion; e < count; e += portion) {
            portion = 1 + random_below(count - e);
            refused += union_find_join(&forest, memory, ends + 2 * e, portion) != union_find_ok;
            if (graph % 2)
                wrong += wrong_after_sorting(&forest);
        }
        wrong += wrong_nodes(&forest, edges, count) + wrong_after_sorting(&forest) +
                 wrong_nodes(&forest, edges, count);
        union_find_free(&forest, memory);
    }
    CHECK(wrong == 0 && refused == 0, "%lu nodes wrong, %lu refused", wrong, refused);
}

static void test_small_graphs(void) {
    struct union_find forest = {0};
    CHECK(forest.count == 0, "begins empty");
    join(&forest, 7, 7);
    CHECK(forest.count == 1 && union_find_root(&forest, 0) == 0, "a = b makes one of one");
    join(&forest, 8, 7);
    join(&forest, 7, 8);
    CHECK(forest.count == 2 && union_find_root(&forest, 0) == union_find_root(&forest, 1),
          "an edge and its reverse");
    union_find_free(&forest, memory);
    CHECK(forest.members == NULL && forest.count == 0, "is empty again");
    CHECK(union_find_join(&forest, memory, NULL, 0) == union_find_ok &&
              union_find_sort(&forest, memory) && forest.count == 0,
          "no edges");
    union_find_free(&forest, memory);
}

enum { many = 200000 };

/* Chains, in any order, make the tallest trees. */
static void test_chains(void) {
    for (int way = 0; way < 3; way++) {
        struct union_find forest = {0};
        unsigned long apart = 0;
        for (int64_t i = 0; i < many; i++) {
            int64_t link = way == 0 ? i : way == 1 ? many - 1 - i : i * 7919 % many;
            apart += join(&forest, link, link + 1) != union_find_ok;
        }
        for (uint32_t node = 1; node < forest.count; node++)
            apart += union_find_root(&forest, node) != union_find_root(&forest, 0);
        CHECK(forest.count == many + 1 && apart == 0, "%lu of chain %d", apart, way);
        union_find_free(&forest, memory);
    }
}

/* Pairs of neighbours remain separate components. */
static void test_many_small_components(void) {
    struct union_find forest = {0};
    unsigned long wrong = 0;
    for (int64_t i = 0; i < many; i += 2)
        wrong += join(&forest, i << 32, (i + 1) << 32) != union_find_ok;
    for (uint32_t node = 0; node < forest.count; node++)
        wrong += union_find_root(&forest, node) != node / 2 * 2;
    CHECK(forest.count == many && wrong == 0, "%lu of %d members", wrong, many);
    union_find_free(&forest, memory);
}

/* At most 15 bytes per member and a table at most three quarters full; slightly more at first. */
static void test_memory(void) {
    struct union_find forest = {0};
    unsigned long too_much = 0;
    for (int64_t i = 0; i < many; i++) {
        join(&forest, i << 32, i << 32);
        too_much += forest.capacity * 12 > 15 * forest.count + 1000;
        too_much += 3 * forest.slot_count > 16 * forest.count + 1000;
        too_much += 3 * forest.slot_count < 4 * forest.count;
    }
    CHECK(too_much == 0, "%lu times", too_much);
    union_find_free(&forest, memory);
}

/* The member whose hash, by the key 0, is `hash`: mix64() backwards. */
static int64_t member_of(uint64_t hash) {
    hash ^= hash >> 31 ^ hash >> 62;
    hash *= 0x319642B2D24D8EC3;
    hash ^= hash >> 27 ^ hash >> 54;
    hash *= 0x96DE1B173F119089;
    return (int64_t)(hash ^ hash >> 30 ^ hash >> 60);
}

/* The largest distance of a member from its first slot, in a forest of chosen members. */
static size_t farthest(uint64_t key) {
    struct union_find forest = {.key = key};
    size_t worst = 0;
    for (uint64_t i = 0; i < 2000; i++)
        join(&forest, member_of(i << 32), member_of(i << 32));
    for (size_t at = 0; at < forest.slot_count; at++) {
        if (forest.slots[at] == 0)
            continue;
        uint32_t node = (forest.slots[at] & (uint32_t)(forest.slot_count - 1)) - 1;
        size_t home = (size_t)mix64((uint64_t)forest.members[node] ^ key);
        size_t distance = (at - home) & (forest.slot_count - 1);
        worst = distance > worst ? distance : worst;
    }
    CHECK(forest.count == 2000, "all of them are there: %zu", forest.count);
    union_find_free(&forest, memory);
    return worst;
}

/* Colliding members can be chosen only by somebody who knows the key. */
static void test_chosen_members(void) {
    CHECK(farthest(0) == 1999, "they were chosen for the key 0: %zu", farthest(0));
    CHECK(farthest(0x123456789) < 100, "%zu", farthest(0x123456789));
}

int main(void) {
    test_small_graphs();
    test_random_graphs();
    test_chosen_members();
    test_chains();
    test_many_small_components();
    test_memory();
    return faulty_end("core/test_union_find");
}
