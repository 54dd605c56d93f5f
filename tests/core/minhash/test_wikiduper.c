/*
 * test_wikiduper.c - the hash family and the draws of the papers' program. Numbers marked
 * "original" were computed by the program's own class MultiplyShiftHash, the others by the
 * implementation in Python in tests/oracle/reference.py.
 */
#include "faulty_memory.h"
#include "minhash/minhash.h"
#include "minhash/wikiduper.h"
#include "test.h"

#include <string.h>

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

static const char *const any_text[] = {
    "The quick brown fox jumps over the lazy dog.",
    "Les naïfs ægithales hâtifs pondant à Noël où il gèle.",
    "Съешь же ещё этих мягких французских булок",
    "日本国憲法は最高法規である。中文維基百科",
    "😀😁😂🤣😃👍🏽🇩🇪 and so on",
    "short",
};

/* The first signature and the sum of all, with the default parameters, of the three schemes. */
static const struct {
    uint64_t first, sum;
} frozen[][3] = {
    {{0xF4BAD619CD29360F, 0xAE848714975B93DC},
     {0xA4E617B994627B47, 0x4E34AEC3C81EEFDD},
     {0x626188B9C95E579C, 0x7D40093BBBF59971}},
    {{0xB616D53E4D7FC262, 0x24B7D7B63EDD47F9},
     {0xE17B8A72F69AB741, 0x9A36D4AE9676315C},
     {0xC4E2BF1D2C851493, 0xBD4E61789A491F7E}},
    {{0x57482928ECCEC711, 0x896C2133967EA352},
     {0xA3502BC83D032275, 0x9CA6D3BFDE3C246F},
     {0x05BBEF122E09F8FC, 0xB3457656AAE23FD9}},
    {{0x0E1398C5C57F3EAB, 0x4A0DD0ECBB0D6009},
     {0x7942BF0EA22D91CD, 0xF2EF67567FFBEE15},
     {0x56B5811553F80E5F, 0x9897C44F4181D15A}},
    {{0x422DE6F8D273056B, 0x6ACFAC2245FFF76C},
     {0x8730D4B73A0F7C49, 0x4C9C616A617E4B79},
     {0xB3E8406D8233BDA2, 0xE49D29E87A3E5D32}},
    {{0x04051134E54BB640, 0x1B54D8BCE870763E},
     {0xF4EF67BFCF63EE95, 0xB8761008B27DB8CC},
     {0xDDA2A59265A507D9, 0x42DDB5B3732DF18A}},
};

static void test_frozen_texts(void) {
    for (size_t scheme = 0; scheme < 3; scheme++) {
        struct minhash_parameters p =
            minhash_defaults((enum minhash_scheme)(minhash_wikiduper + scheme));
        struct minhash_family *family = minhash_family_new(memory, &p);
        for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
            minhash_minima(family, &work, any_text[i], strlen(any_text[i]));
            uint64_t sum = 0;
            for (uint32_t band = 0; band < p.bands; band++)
                sum += (uint64_t)minhash_signature(family, work.minima, band);
            uint64_t first = (uint64_t)minhash_signature(family, work.minima, 0);
            CHECK(first == frozen[i][scheme].first && sum == frozen[i][scheme].sum,
                  "%s, scheme %zu", any_text[i], minhash_wikiduper + scheme);
        }
        minhash_family_free(family);
    }
}

/* Bytes 4 to 7 of a word are combined with bytes 0 to 3, so swapping them changes nothing. */
static void test_shingles_that_pack_alike(void) {
    for (int fixed = 0; fixed <= 1; fixed++) {
        enum minhash_scheme scheme = fixed ? minhash_wikiduper_fixed : minhash_wikiduper;
        uint64_t one = minima(scheme, 12, "abcdefghijkl")[0];
        uint64_t other = minima(scheme, 12, "ebcdafghijkl")[0];
        CHECK((one == other) == !fixed, "scheme %d", (int)scheme);
    }
    CHECK(minima(minhash_wikiduper, 12, "ab\xC2\x80")[0] !=
              minima(minhash_wikiduper_fixed, 12, "ab\xC2\x80")[0],
          "byte 80 on place 3 sets the upper half");
}

/* In May 2013, all bytes whose places differ by a multiple of four were combined. */
static void test_shingles_that_fold_alike(void) {
    static const struct {
        uint32_t length;
        const char *one, *other;
        bool alike;
    } cases[] = {
        {12, "abcdefghijkl", "ibcdefghajkl", true},
        {12, "abcdefghijkl", "bacdefghijkl", false},
        {16, "abababababababab", "abababababababab", true},
        {8, "aacaaaca", "aaaaaaca", true}, /* c = 63, a = 61: a bit that is already set */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t one = minima(minhash_wikiduper_report, cases[i].length, cases[i].one)[0];
        uint64_t other = minima(minhash_wikiduper_report, cases[i].length, cases[i].other)[0];
        CHECK((one == other) == cases[i].alike, "%s and %s", cases[i].one, cases[i].other);
    }
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

/* The longest shingles of the widest code units fit the space reserved for them. */
static void test_long_shingles(void) {
    static char text[3 * 1025];
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "日", 3);
    for (uint32_t shingle = 1000; shingle <= 1024; shingle++)
        for (enum minhash_scheme s = minhash_wikiduper; s <= minhash_wikiduper_report; s++)
            CHECK(minima(s, shingle, text) && work.shingles == 1025 - shingle, "shingle %u",
                  shingle);
    CHECK(wikiduper_words(1024) == 385 && wikiduper_words(1) == 1, "words of a shingle");
}

static void test_no_shingle(void) {
    const uint64_t *found = minima(minhash_wikiduper, 12, "");
    CHECK(work.shingles == 0 && found[0] == UINT64_MAX && found[19] == UINT64_MAX, "nothing");
}

int main(void) {
    test_hashes_of_the_original();
    test_draws_of_the_original();
    test_limits_of_draws();
    test_rejected_draws();
    test_frozen_texts();
    test_shingles_that_pack_alike();
    test_shingles_that_fold_alike();
    test_surrogate_pairs();
    test_long_shingles();
    test_no_shingle();
    minhash_workspace_free(&work, memory);
    return faulty_end("core/test_wikiduper");
}
