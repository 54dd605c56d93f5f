/* test_shingle.c - the number of shingles, and their fingerprints against the polynomial. */
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"
#include "text/shingle.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    size_t points, length, count, width;
} counts[] = {
    {0, 1, 0, 0},          {0, 12, 0, 0},         {1, 1, 1, 1},    {1, 12, 1, 1},
    {11, 12, 1, 11},       {12, 12, 1, 12},       {13, 12, 2, 12}, {100, 1, 100, 1},
    {1023, 1024, 1, 1023}, {1025, 1024, 2, 1024},
};

static void test_counts(void) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        CHECK(shingle_count(counts[i].points, counts[i].length) == counts[i].count, "%zu of %zu",
              counts[i].length, counts[i].points);
        CHECK(shingle_width(counts[i].points, counts[i].length) == counts[i].width, "%zu of %zu",
              counts[i].length, counts[i].points);
    }
}

/* The mixer and the polynomial again, each term by itself. */
static uint64_t fingerprint(const uint32_t *values, size_t width) {
    uint64_t sum = 0, power = 1;
    for (size_t i = width; i-- > 0; power *= UINT64_C(11400714819323198485))
        sum += ((uint64_t)values[i] + 1) * power;
    sum = (sum ^ sum >> 30) * 0xBF58476D1CE4E5B9;
    sum = (sum ^ sum >> 27) * 0x94D049BB133111EB;
    return sum ^ sum >> 31;
}

static uint32_t random_point(void) {
    static const uint32_t edges[] = {0, 1, 0x7F, 0xFFFD, 0xFFFF, 0x10FFFF};
    return random_below(3) ? edges[random_below(6)] : (uint32_t)random_below(0x110000);
}

static const char *const paths[] = {"scalar", "avx512"};
enum { path_count = sizeof paths / sizeof *paths };

/* Arrays have their exact size, so that sanitizers detect accesses beyond them. */
static unsigned long wrong_fingerprints(shingle_kernel *kernel, size_t points, size_t length) {
    size_t width = shingle_width(points, length), count = shingle_count(points, length);
    uint32_t *values = exact_memory(points * sizeof *values);
    uint64_t *found = exact_memory(count * sizeof *found);
    unsigned long wrong = 0;
    for (size_t i = 0; i < points; i++)
        values[i] = random_point();
    kernel(values, points, length, found);
    for (size_t i = 0; i < count; i++)
        wrong += found[i] != fingerprint(values + i, width);
    exact_release();
    return wrong;
}

/* Lengths around the sizes that paths process at once: 8 values, 256 shingles, widths of 48. */
static void test_path(const char *name) {
    static const size_t lengths[] = {1,  2,  3,  4,  5,  7,  8,  9,  11, 12,  13,   15,  16,
                                     17, 31, 32, 33, 47, 48, 49, 63, 64, 500, 1023, 1024};
    static const size_t texts[] = {1,   2,   7,   8,   9,   11,  12,  13,  19,  20,  255,  256, 257,
                                   266, 267, 268, 303, 304, 305, 511, 523, 524, 525, 1024, 2000};
    shingle_kernel *kernel = shingle_kernel_named(name);
    if (!kernel) {
        test_skip("this CPU or compiler has no fingerprints by %s", name);
        return;
    }
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        unsigned long wrong = 0;
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            wrong += wrong_fingerprints(kernel, texts[t], lengths[l]);
        CHECK(wrong == 0, "%s: %lu shingles of %zu", name, wrong, lengths[l]);
    }
    kernel(NULL, 0, 12, NULL);
}

static void test_paths(void) {
    for (int i = 0; i < path_count; i++)
        test_path(paths[i]);
    CHECK(shingle_kernel_named("scalar") != NULL, "portable C is always there");
    CHECK(shingle_kernel_named("") == NULL && shingle_kernel_named("sse9") == NULL,
          "unknown names");
}

/* Frozen, since stored signatures depend on them. From tests/oracle/reference.py. */
static const struct {
    const char *text;
    uint64_t fingerprint;
} frozen[] = {
    {"The quick br", 0xCAC101DED22D10E0}, {"Les naïfs æg", 0x72678B2C47BEFA07},
    {"Съешь же ещё", 0x73930537A1A00F26}, {"日本国憲法は最高法規で", 0xAC9E5D0B677EFDFB},
    {"short", 0x14D8B4E91E1F86F0},        {"a", 0xF2F8EDE6FA70BF5F},
};

static void test_frozen(void) {
    struct code_points points = {0};
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        uint64_t found;
        bool decoded = code_points_decode(&points, memory, frozen[i].text, strlen(frozen[i].text));
        if (decoded)
            shingle_fingerprints(points.values, points.count, points.count, &found);
        CHECK(decoded && found == frozen[i].fingerprint, "'%s' has 0x%llX", frozen[i].text,
              (unsigned long long)found);
    }
    code_points_free(&points, memory);
}

/* U+0000 counts: two of them differ from one. */
static void test_nul_counts(void) {
    const uint32_t values[3] = {0};
    uint64_t one, two, three;
    shingle_fingerprints(values, 1, 12, &one);
    shingle_fingerprints(values, 2, 12, &two);
    shingle_fingerprints(values, 3, 12, &three);
    CHECK(one != two && two != three && one != three, "texts of 1, 2 and 3 NULs");
}

int main(void) {
    test_counts();
    test_paths();
    test_frozen();
    test_nul_counts();
    return test_end("core/test_shingle");
}
