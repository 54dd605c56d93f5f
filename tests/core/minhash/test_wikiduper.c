/*
 * test_wikiduper.c - the hash family and the draws of the papers' program, as that program's own
 * class MultiplyShiftHash computed them ("original"), and as java.util.Random draws.
 */
#include "faulty_memory.h"
#include "minhash/minhash.h"
#include "minhash/wikiduper.h"
#include "test.h"

static struct minhash_workspace work;

static const uint64_t *minima(enum minhash_scheme scheme, uint32_t shingle, const char *text) {
    struct minhash_parameters p = minhash_defaults(scheme);
    p.shingle = shingle;
    struct minhash_family *family = minhash_family_new(memory, &p);
    bool enough = family && minhash_minima(family, &work, text, strlen(text));
    minhash_family_free(family);
    return enough ? work.minima : NULL;
}

/* Original. The minimum of a text of one shingle is the hash of the shingle. */
static void test_hashes_of_the_original(void) {
    static const struct {
        const char *text;
        uint64_t first, second, last;
    } hashes[] = {
        {"Hello world!", 657288387171804202, 447219845405567837, 973902617374267579},
        {"abcdefghijkl", 337962514773586365, 287784349094083911, 495059336749445275},
        {"the quick br", 964110462065396673, 821689282723762744, 78023330883170965},
    };
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        const uint64_t *found = minima(minhash_wikiduper, 12, hashes[i].text);
        CHECK(work.shingles == 1 && found[0] == hashes[i].first && found[1] == hashes[i].second &&
                  found[19] == hashes[i].last,
              "%s: %llu", hashes[i].text, (unsigned long long)found[0]);
    }
}

/* Original: its ten draws of ten out of twenty, in order. */
static void test_draws_of_the_original(void) {
    static const uint32_t expected[10][10] = {
        {9, 19, 13, 0, 15, 13, 18, 13, 8, 0}, {0, 6, 9, 9, 11, 13, 3, 7, 9, 10},
        {0, 16, 17, 3, 2, 5, 19, 9, 17, 1},   {19, 8, 16, 1, 19, 9, 7, 4, 17, 16},
        {4, 8, 10, 14, 11, 0, 5, 9, 13, 11},  {4, 12, 5, 4, 9, 3, 3, 17, 12, 7},
        {7, 17, 17, 6, 9, 0, 18, 1, 3, 17},   {16, 19, 14, 19, 19, 3, 7, 15, 11, 7},
        {14, 15, 1, 3, 2, 16, 3, 9, 9, 1},    {1, 7, 9, 15, 9, 16, 8, 10, 6, 8},
    };
    uint32_t draws[100];
    wikiduper_draws(wikiduper_seed, 20, 100, draws);
    CHECK(memcmp(draws, expected, sizeof expected) == 0, "the draws differ");
    struct minhash_parameters p = minhash_defaults(minhash_wikiduper);
    struct minhash_family *family = minhash_family_new(memory, &p);
    for (uint32_t band = 0; band < 10; band++)
        CHECK(memcmp(minhash_family_draw(family, band), expected[band], sizeof expected[band]) == 0,
              "draw %u", band);
    minhash_family_free(family);
}

/* From java.util.Random, which uses another method if the limit is a power of two. */
static void test_limits_of_draws(void) {
    static const struct {
        uint32_t limit, expected[4];
    } cases[] = {{1, {0, 0, 0, 0}},
                 {7, {3, 3, 3, 2}},
                 {8, {5, 4, 6, 0}},
                 {1000, {413, 770, 687, 787}},
                 {65536, {46178, 10514, 35938, 6164}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t draws[4];
        wikiduper_draws(-7, cases[i].limit, 4, draws);
        CHECK(memcmp(draws, cases[i].expected, sizeof draws) == 0, "below %u: %u, %u, %u, %u",
              cases[i].limit, draws[0], draws[1], draws[2], draws[3]);
    }
}

/* From java.util.Random: so many that it rejects some. */
static void test_rejected_draws(void) {
    enum { count = 400000 };
    static uint32_t draws[count];
    uint64_t sum = 0;
    wikiduper_draws(-7, 60000, count, draws);
    for (size_t i = 0; i < count; i++)
        sum = sum * 31 + draws[i];
    CHECK(sum == UINT64_C(5216371507046365609), "%llu", (unsigned long long)sum);
}

/* Shingles of two code units: one contains the whole pair, two contain half of it as '?'. */
static void test_surrogate_pairs(void) {
    uint64_t whole = minima(minhash_wikiduper, 2, "😀")[5];
    CHECK(work.shingles == 1, "a pair is two units: %zu shingles", work.shingles);
    uint64_t before = minima(minhash_wikiduper, 2, "a?")[5];
    uint64_t after = minima(minhash_wikiduper, 2, "?b")[5];
    uint64_t lowest = whole < before ? whole : before;
    lowest = after < lowest ? after : lowest;
    CHECK(minima(minhash_wikiduper, 2, "a😀b")[5] == lowest, "the minimum of the three");
    CHECK(work.shingles == 3, "four units: %zu shingles", work.shingles);
    CHECK(minima(minhash_wikiduper, 1, "😀")[5] == minima(minhash_wikiduper, 1, "?")[5],
          "halves alone");
}

int main(void) {
    RUN_TESTS(test_hashes_of_the_original, test_draws_of_the_original, test_limits_of_draws,
              test_rejected_draws, test_surrogate_pairs);
    minhash_workspace_free(&work, memory);
    return faulty_end("core/test_wikiduper");
}
