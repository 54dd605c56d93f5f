/* test_union_find.c - components of random graphs against a search through the edges. */
#include "../test.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "union_find.h"

enum { members_max = 60, edges_max = 90 };

struct edge {
    int64_t a, b;
};

/* The smallest member that `member` is connected with, by passing it along edges until it rests. */
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
    return n < 7 ? edges[n] : (int64_t)(n * UINT64_C(0x9E3779B97F4A7C15));
}

static void test_random_graphs(void) {
    unsigned long wrong = 0, missing = 0;
    for (int graph = 0; graph < 400; graph++) {
        struct union_find forest = {0};
        struct edge edges[edges_max];
        size_t count = 1 + random_below(edges_max), members = 1 + random_below(members_max);
        for (size_t e = 0; e < count; e++) {
            edges[e] = (struct edge){random_member(members), random_member(members)};
            missing += union_find_join(&forest, &faulty_allocator, edges[e].a, edges[e].b) !=
                       union_find_ok;
        }
        for (uint32_t node = 0; node < forest.count; node++)
            wrong += smallest_under(&forest, node) !=
                     smallest_reached(edges, count, forest.members[node]);
        for (size_t e = 0; e < count; e++) {
            bool a = false, b = false;
            for (size_t node = 0; node < forest.count; node++) {
                a = a || forest.members[node] == edges[e].a;
                b = b || forest.members[node] == edges[e].b;
            }
            missing += !a || !b;
        }
        union_find_free(&forest, &faulty_allocator);
    }
    CHECK(wrong == 0 && missing == 0, "%lu members wrong, %lu missing", wrong, missing);
}

static void test_small_graphs(void) {
    struct union_find forest = {0};
    CHECK(forest.count == 0, "begins empty");
    union_find_join(&forest, &faulty_allocator, 7, 7);
    CHECK(forest.count == 1 && union_find_root(&forest, 0) == 0, "a = b makes one of one");
    union_find_join(&forest, &faulty_allocator, 8, 7);
    union_find_join(&forest, &faulty_allocator, 7, 8);
    CHECK(forest.count == 2 && union_find_root(&forest, 0) == union_find_root(&forest, 1),
          "an edge and its reverse");
    union_find_free(&forest, &faulty_allocator);
    CHECK(forest.members == NULL && forest.count == 0, "is empty again");
}

enum { many = 200000 };

/* Chains are the trees that grow tall, whichever way they are told. */
static void test_chains(void) {
    for (int way = 0; way < 3; way++) {
        struct union_find forest = {0};
        unsigned long apart = 0;
        for (int64_t i = 0; i < many; i++) {
            int64_t link = way == 0 ? i : way == 1 ? many - 1 - i : i * 7919 % many;
            apart += union_find_join(&forest, &faulty_allocator, link, link + 1) != union_find_ok;
        }
        for (uint32_t node = 1; node < forest.count; node++)
            apart += union_find_root(&forest, node) != union_find_root(&forest, 0);
        CHECK(forest.count == many + 1 && apart == 0, "%lu of chain %d", apart, way);
        union_find_free(&forest, &faulty_allocator);
    }
}

/* Pairs of neighbours stay apart from all others. */
static void test_many_small_components(void) {
    struct union_find forest = {0};
    unsigned long wrong = 0;
    for (int64_t i = 0; i < many; i += 2)
        wrong +=
            union_find_join(&forest, &faulty_allocator, i << 32, (i + 1) << 32) != union_find_ok;
    for (uint32_t node = 0; node < forest.count; node++)
        wrong += union_find_root(&forest, node) != node / 2 * 2;
    CHECK(forest.count == many && wrong == 0, "%lu of %d members", wrong, many);
    union_find_free(&forest, &faulty_allocator);
}

int main(void) {
    test_small_graphs();
    test_random_graphs();
    test_chains();
    test_many_small_components();
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_union_find");
}
