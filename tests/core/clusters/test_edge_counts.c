/* test_edge_counts.c - edges of random graphs, counted member by member. */
#include "clusters/edge_counts.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

enum { members_max = 3000, edges_max = 9000 };

static int64_t name_of(uint32_t member) {
    return member == 0 ? INT64_MIN : (int64_t)member * 1000003 - 5000000;
}

/* Edges are repeated, and some join a member to itself. */
static void test_random_graphs(void) {
    static uint32_t expected[members_max];
    static bool known[members_max];
    unsigned long wrong = 0, refused = 0;
    for (uint32_t graph = 0; graph < 200; graph++) {
        struct edge_counts counts = {.nodes.key = graph};
        size_t edges = random_below(edges_max), members = 1 + random_below(members_max);
        for (size_t i = 0; i < members; i++)
            expected[i] = known[i] = 0;
        for (size_t e = 0; e < edges; e++) {
            uint32_t a = (uint32_t)random_below(members), b = (uint32_t)random_below(members);
            known[a] = known[b] = true;
            expected[a] += a != b;
            expected[b] += a != b;
            refused += edge_counts_add(&counts, memory, name_of(a), name_of(b)) != union_find_ok;
        }
        refused += !edge_counts_sort(&counts);
        size_t at = 0;
        for (uint32_t i = 0; i < members; i++) {
            if (!known[i])
                continue;
            wrong += at >= counts.nodes.count || counts.nodes.members[at] != name_of(i) ||
                     counts.counts[at] != expected[i];
            at++;
        }
        wrong += at != counts.nodes.count;
        edge_counts_free(&counts, memory);
    }
    CHECK(wrong == 0 && refused == 0, "%lu members wrong, %lu refused", wrong, refused);
}

/* A count stays at the highest number. */
static void test_saturation(void) {
    struct edge_counts counts = {0};
    CHECK(edge_counts_add(&counts, memory, 5, 3) == union_find_ok, "no memory");
    counts.counts[0] = UINT32_MAX;
    CHECK(edge_counts_add(&counts, memory, 5, 3) == union_find_ok, "no memory");
    CHECK(edge_counts_sort(&counts) && counts.nodes.members[0] == 3 && counts.counts[0] == 2 &&
              counts.counts[1] == UINT32_MAX,
          "%u and %u", (unsigned)counts.counts[0], (unsigned)counts.counts[1]);
    edge_counts_free(&counts, memory);
}

int main(void) {
    random_state = 53;
    test_random_graphs();
    test_saturation();
    return faulty_end("core/test_edge_counts");
}
