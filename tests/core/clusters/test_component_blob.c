/*
 * test_component_blob.c - components as bytes: the frozen layout, round trips, and blobs that are
 * truncated, corrupted or constructed.
 */
#include "clusters/component_blob.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <string.h>

struct edge {
    int64_t a, b;
};

static void join(struct union_find *forest, int64_t a, int64_t b) {
    union_find_join(forest, memory, (int64_t[]){a, b}, 1);
}

static unsigned char *write(const struct edge *edges, size_t count, size_t *size) {
    struct union_find forest = {0};
    for (size_t e = 0; e < count; e++)
        join(&forest, edges[e].a, edges[e].b);
    unsigned char *blob = component_blob_write(&forest, memory, size);
    union_find_free(&forest, memory);
    return blob;
}

/* What readers of the members may rely on. */
static bool valid(const struct component_member *members, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool named = false;
        if (i > 0 && members[i].member <= members[i - 1].member)
            return false;
        for (size_t j = 0; j <= i && !named; j++)
            named = members[j].member == members[i].component &&
                    members[j].component == members[i].component;
        if (!named)
            return false;
    }
    return true;
}

/* Reads a copy in memory of its exact size, so that sanitizers detect reads beyond it. */
static enum component_blob_result read(const unsigned char *bytes, size_t size, bool *sound) {
    struct component_member *members;
    size_t count;
    const unsigned char *copy = exact_copy(bytes, size);
    enum component_blob_result result =
        component_blob_read(copy, size, memory, NULL, &members, &count);
    *sound = result == component_blob_ok ? valid(members, count) : !members && count == 0;
    faulty_release(members);
    exact_release();
    return result;
}

#define BLOB(literal) literal, sizeof literal - 1

/* Frozen: the edges 5-3, 300-5, -7 with itself, 8-1000000. */
static const char frozen[] = "NDC1\x06"
                             "\xF9\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\x00" /* -7, names itself */
                             "\x0A\x00"                                 /*  3 = -7 + 10, itself */
                             "\x02\x01"                                 /*  5, as 1 back */
                             "\x03\x00"                                 /*  8, itself */
                             "\xA4\x02\x03"                             /*  300, as 3 back */
                             "\x94\x82\x3D\x02";                        /*  1000000, as 2 back */

static const struct edge frozen_edges[] = {{5, 3}, {300, 5}, {-7, -7}, {8, 1000000}};

static void test_frozen(void) {
    static const struct component_member expected[] = {{-7, -7}, {3, 3},   {5, 3},
                                                       {8, 8},   {300, 3}, {1000000, 8}};
    struct component_member *members;
    size_t size, count;
    unsigned char *blob = write(frozen_edges, 4, &size);
    CHECK(blob && size == sizeof frozen - 1 && memcmp(blob, frozen, size) == 0, "%zu bytes", size);
    CHECK(component_blob_read(blob, size, memory, NULL, &members, &count) == component_blob_ok &&
              count == 6 && memcmp(members, expected, sizeof expected) == 0,
          "%zu members", count);
    faulty_release(members);
    faulty_release(blob);
}

/* The order, direction and repetition of edges make no difference. */
static void test_only_components_leave_a_trace(void) {
    static const struct edge others[][6] = {
        {{8, 1000000}, {-7, -7}, {300, 5}, {5, 3}, {3, 300}, {5, 5}},
        {{1000000, 8}, {3, 300}, {-7, -7}, {300, 5}, {8, 8}, {-7, -7}},
        {{3, 3}, {-7, -7}, {3, 5}, {1000000, 8}, {3, 300}, {300, 3}},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t size;
        unsigned char *blob = write(others[i], 6, &size);
        CHECK(blob && size == sizeof frozen - 1 && memcmp(blob, frozen, size) == 0, "order %zu", i);
        faulty_release(blob);
    }
}

static const struct {
    const char *what, *bytes;
    size_t size;
    enum component_blob_result result;
} cases[] = {
    {"nothing", BLOB(""), component_blob_malformed},
    {"only the magic", BLOB("NDC1"), component_blob_malformed},
    {"no members", BLOB("NDC1\0"), component_blob_ok},
    {"no members, and more", BLOB("NDC1\0\0"), component_blob_malformed},
    {"another magic", BLOB("NDS1\0"), component_blob_malformed},
    {"a later version", BLOB("NDC3\0"), component_blob_malformed},
    {"one member", BLOB("NDC1\1\0\0"), component_blob_ok},
    {"one member, and more", BLOB("NDC1\1\0\0\0"), component_blob_malformed},
    {"one member, cut", BLOB("NDC1\1\0"), component_blob_malformed},
    {"pointing before the first", BLOB("NDC1\1\0\1"), component_blob_malformed},
    {"the same member again", BLOB("NDC1\2\0\0\0\0"), component_blob_malformed},
    {"two of one component", BLOB("NDC1\2\0\0\1\1"), component_blob_ok},
    {"pointing at one that points", BLOB("NDC1\3\0\0\1\1\1\1"), component_blob_malformed},
    {"pointing at the first of all", BLOB("NDC1\3\0\0\1\1\1\2"), component_blob_ok},
    {"far more members than bytes", BLOB("NDC1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1\0\0"),
     component_blob_malformed},
    {"a count of 2^63, twice of which is 0", BLOB("NDC1\x80\x80\x80\x80\x80\x80\x80\x80\x80\1\0\0"),
     component_blob_malformed},
    {"a number of more than 64 bits", BLOB("NDC1\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\2\0"),
     component_blob_malformed},
    {"a number that never ends", BLOB("NDC1\1\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0\0"),
     component_blob_malformed},
    {"the largest member", BLOB("NDC1\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1\0"),
     component_blob_ok},
    {"beyond the largest member", BLOB("NDC1\2\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1\0\1\0"),
     component_blob_malformed},
    {"no texts", BLOB("NDC2\0"), component_blob_ok},
    {"the empty text", BLOB("NDC2\1\0\0"), component_blob_ok},
    {"a text, and more", BLOB("NDC2\1\0\0\0"), component_blob_malformed},
    {"a text that ends after the blob", BLOB("NDC2\1\2a"), component_blob_malformed},
    {"a text without its component", BLOB("NDC2\1\2ab"), component_blob_malformed},
    {"a text of 2^64 - 1 bytes", BLOB("NDC2\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1\0\0"),
     component_blob_malformed},
    {"two texts of one component", BLOB("NDC2\2\1a\0\1b\1"), component_blob_ok},
    {"the same text again", BLOB("NDC2\2\1a\0\1a\0"), component_blob_malformed},
    {"a text before the one it begins with", BLOB("NDC2\2\2ab\0\1a\0"), component_blob_malformed},
    {"a text after the one it begins with", BLOB("NDC2\2\1a\0\2ab\0"), component_blob_ok},
    {"bytes above 127 come last", BLOB("NDC2\2\1z\0\1\xC3\0"), component_blob_ok},
    {"a text pointing before the first", BLOB("NDC2\1\1a\1"), component_blob_malformed},
    {"a text pointing at one that points", BLOB("NDC2\3\1a\0\1b\1\1c\1"), component_blob_malformed},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool sound;
        enum component_blob_result result =
            read((const unsigned char *)cases[i].bytes, cases[i].size, &sound);
        CHECK(result == cases[i].result && sound, "%s", cases[i].what);
    }
}

/* A small blob cannot cause a large allocation: an excessive count is refused first. */
static void test_claims_are_weighed(void) {
    unsigned char bytes[5 + 120] = "NDC1\x3D"; /* 61 members, but entries for 60 */
    bool sound;
    faulty_begin(0, false);
    CHECK(read(bytes, sizeof bytes, &sound) == component_blob_malformed && faulty.calls == 0,
          "%lu calls for memory", faulty.calls);
}

/* Truncated anywhere, or with any byte changed: refused, or a valid list of members. */
static void test_damage(unsigned char *blob, size_t size, const char *what) {
    unsigned long unsound = 0, accepted = 0;
    bool sound;
    for (size_t cut = 0; cut < size; cut++)
        accepted += read(blob, cut, &sound) != component_blob_malformed;
    CHECK(accepted == 0, "%s: %lu truncations are taken for whole", what, accepted);
    for (size_t at = 0; at < size; at++) {
        unsigned char original = blob[at];
        for (unsigned value = 0; value < 256; value++) {
            blob[at] = (unsigned char)value;
            read(blob, size, &sound);
            unsound += !sound;
        }
        blob[at] = original;
    }
    CHECK(unsound == 0, "%s: %lu changes give unsound tables", what, unsound);
    CHECK(read(blob, size, &sound) == component_blob_ok && sound, "%s: whole again", what);
}

static void test_damaged_edges(const struct edge *edges, size_t count, const char *what) {
    size_t size;
    unsigned char *blob = write(edges, count, &size);
    test_damage(blob, size, what);
    faulty_release(blob);
}

static void test_damaged_blobs(void) {
    struct edge edges[20];
    for (size_t e = 0; e < 20; e++)
        edges[e] = (struct edge){(int64_t)random_below(50), (int64_t)random_word()};
    test_damaged_edges(frozen_edges, 4, "the frozen one");
    test_damaged_edges(edges, 20, "a random one");
    edges[0] = (struct edge){INT64_MIN, INT64_MAX};
    edges[1] = (struct edge){INT64_MAX - 1, INT64_MIN + 1};
    test_damaged_edges(edges, 2, "the farthest members");
    unsigned char texts[] = "NDC2\5\0\0\3abc\0\5abcde\2\2b\0\0\2\xC3\xA4\3";
    test_damage(texts, sizeof texts - 1, "texts");
}

static void test_random_bytes(void) {
    unsigned long unsound = 0, taken[2] = {0};
    for (int i = 0; i < 100000; i++) {
        unsigned char bytes[24] = "NDC1";
        size_t size = 5 + random_below(20);
        bytes[3] = (unsigned char)('1' + i % 2);
        bytes[4] = (unsigned char)random_below(8);
        for (size_t at = 5; at < size; at++)
            bytes[at] = (unsigned char)(random_below(4) ? random_below(3) : random_word());
        bool sound;
        taken[i % 2] += read(bytes, size, &sound) == component_blob_ok;
        unsound += !sound;
    }
    CHECK(unsound == 0 && taken[0] > 0 && taken[1] > 0, "%lu unsound, %lu and %lu taken", unsound,
          taken[0], taken[1]);
}

/* Round trips of random graphs. */
static void test_there_and_back(void) {
    unsigned long wrong = 0;
    for (int graph = 0; graph < 40; graph++) {
        struct union_find forest = {0};
        struct component_member *members = NULL;
        size_t size, count = 0, most = 1 + random_below(200);
        for (size_t e = 0; e < most; e++)
            join(&forest, (int64_t)random_below(150) - 75, (int64_t)random_below(150) - 75);
        unsigned char *blob = component_blob_write(&forest, memory, &size);
        wrong +=
            component_blob_read(blob, size, memory, NULL, &members, &count) != component_blob_ok ||
            count != forest.count || !valid(members, count);
        for (uint32_t x = 0; x < forest.count; x++) {
            for (uint32_t y = 0; y < x; y++) {
                int64_t of_x = 0, of_y = 0;
                for (size_t i = 0; i < count; i++) {
                    of_x = members[i].member == forest.members[x] ? members[i].component : of_x;
                    of_y = members[i].member == forest.members[y] ? members[i].component : of_y;
                }
                bool joined = union_find_root(&forest, x) == union_find_root(&forest, y);
                wrong += joined != (of_x == of_y);
            }
        }
        faulty_release(members);
        faulty_release(blob);
        union_find_free(&forest, memory);
    }
    CHECK(wrong == 0, "%lu differences", wrong);
}

int main(void) {
    test_frozen();
    test_only_components_leave_a_trace();
    test_cases();
    test_claims_are_weighed();
    test_damaged_blobs();
    test_random_bytes();
    test_there_and_back();
    return faulty_end("core/test_component_blob");
}
