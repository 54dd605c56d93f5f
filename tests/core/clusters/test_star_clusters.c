/* test_star_clusters.c - star clusters of random graphs against a literal implementation. */
#include "clusters/star_clusters.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

enum { members_max = 24, edges_max = 60 };

/* The definition, on a matrix. Node n is called names[n]; a smaller n is a smaller name. */
static void expect(bool partners[members_max][members_max], int *representative) {
    int degree[members_max] = {0};
    for (int a = 0; a < members_max; a++) {
        representative[a] = -1;
        for (int b = 0; b < members_max; b++)
            degree[a] += partners[a][b];
    }
    for (;;) {
        int best = -1;
        for (int a = 0; a < members_max; a++)
            if (representative[a] < 0 && (best < 0 || degree[a] > degree[best]))
                best = a;
        if (best < 0)
            return;
        representative[best] = best;
        for (int b = 0; b < members_max; b++)
            if (partners[best][b] && representative[b] < 0)
                representative[b] = best;
    }
}

static int64_t name_of(int member) {
    return member == 0 ? INT64_MIN : (int64_t)member * 1000003 - 5000000;
}

static int member_called(int64_t name) {
    for (int member = 0; member < members_max; member++)
        if (name_of(member) == name)
            return member;
    return -1;
}

/* The number of members that are in the wrong cluster. */
static unsigned long differences(struct star_clusters *stars, const int *representative) {
    unsigned long wrong = 0;
    for (uint32_t node = 0; node < stars->forest.count; node++) {
        uint32_t root = union_find_root(&stars->forest, node);
        int member = member_called(stars->forest.members[node]);
        wrong += representative[member] != member_called(stars->forest.members[root]);
    }
    return wrong;
}

static void test_random_graphs(void) {
    unsigned long wrong = 0, refused = 0;
    for (int graph = 0; graph < 2000; graph++) {
        bool partners[members_max][members_max] = {{false}};
        int representative[members_max];
        struct star_clusters stars = {0};
        size_t edges = random_below(edges_max), members = 2 + random_below(members_max - 1);
        for (size_t e = 0; e < edges; e++) {
            int a = (int)random_below(members), b = (int)random_below(members);
            partners[a][b] = partners[b][a] = a != b;
            refused += star_clusters_add(&stars, memory, name_of(a), name_of(b)) != union_find_ok;
        }
        expect(partners, representative);
        refused += !star_clusters_make(&stars, memory);
        wrong += differences(&stars, representative);
        star_clusters_free(&stars, memory);
    }
    CHECK(wrong == 0 && refused == 0, "%lu members wrong, %lu refused", wrong, refused);
}

/* A chain is divided into stars of three. */
static void test_chain(void) {
    struct star_clusters stars = {0};
    enum { links = 30000 };
    unsigned long far = 0;
    for (int64_t i = 0; i < links; i++)
        star_clusters_add(&stars, memory, i, i + 1);
    CHECK(star_clusters_make(&stars, memory), "memory");
    for (uint32_t node = 0; node < stars.forest.count; node++) {
        uint32_t root = union_find_root(&stars.forest, node);
        int64_t apart = stars.forest.members[node] - stars.forest.members[root];
        far += apart < -1 || apart > 1;
    }
    CHECK(far == 0 && stars.forest.count == links + 1, "%lu are far from their star", far);
    star_clusters_free(&stars, memory);
}

static void test_nothing(void) {
    struct star_clusters stars = {0};
    CHECK(star_clusters_make(&stars, memory) && stars.forest.count == 0, "no edges");
    star_clusters_add(&stars, memory, 7, 7);
    CHECK(star_clusters_make(&stars, memory) && stars.forest.count == 1 &&
              union_find_root(&stars.forest, 0) == 0,
          "one by itself");
    star_clusters_free(&stars, memory);
}

int main(void) {
    test_nothing();
    test_random_graphs();
    test_chain();
    return faulty_end("core/test_star_clusters");
}
