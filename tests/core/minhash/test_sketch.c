/* test_sketch.c - sketches as bytes: the frozen layout, damage, and the estimate of two of them. */
#include "exact_memory.h"
#include "faulty_memory.h"
#include "minhash/sketch.h"
#include "test.h"

#include <string.h>

enum { size_max = sketch_header_size + 8 * 3 };

/* Frozen: shingles of 3, 3 functions, seed -2, of "The quick brown fox" and of nothing. */
static const struct {
    enum minhash_scheme scheme;
    const char *text;
    size_t size;
    unsigned char sketch[size_max + 1];
} frozen[] = {
    {minhash_banded, "The quick brown fox", 36,
     "NDS1\0\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xF4\xB9\x12\x18\xF0\x53\x45\x14\x3B\x80\xE0\x01"},
    {minhash_banded, "日本国憲法は最高法規", 36,
     "NDS1\0\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xBA\xFF\xF2\x01\x73\x64\x06\x06\x87\x2E\x70\x4B"},
    {minhash_banded, "", 36,
     "NDS1\0\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"},
    {minhash_paper, "The quick brown fox", 48,
     "NDS1\1\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\x22\x93\x30\x25\xD9\xBA\x05\x01\x1C\x7C\x2D\x06\x68\xEC\x35\x01"
     "\xE2\xA4\xF3\x7F\x09\xD5\xB4\x01"},
    {minhash_words, "The quick, brown FOX", 36,
     "NDS1\5\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\x77\x6B\x6E\x8A\xC5\xCD\xFF\x15\x78\x53\xB0\x11"},
    {minhash_words, "?!", 36,
     "NDS1\5\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"},
    {minhash_paper, "", 48,
     "NDS1\1\0\0\0\3\0\0\0\3\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
     "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"},
};

static void test_frozen(void) {
    for (size_t i = 0; i < sizeof frozen / sizeof *frozen; i++) {
        struct minhash_parameters p = {frozen[i].scheme, 3, 1, 1, 3, -2}, found;
        struct minhash_workspace work = {0};
        unsigned char sketch[size_max];
        if (minhash_scheme_is_banded(p.scheme))
            p.bands = 3;
        struct minhash_family *family = minhash_family_new(memory, &p);
        CHECK(sketch_size(&p) == frozen[i].size, "%zu bytes", sketch_size(&p));
        CHECK(minhash_minima(family, &work, frozen[i].text, strlen(frozen[i].text)), "memory");
        sketch_write(&p, work.minima, sketch);
        CHECK(memcmp(sketch, frozen[i].sketch, frozen[i].size) == 0, "'%s'", frozen[i].text);
        CHECK(sketch_read(sketch, frozen[i].size, &found) == sketch_ok &&
                  found.scheme == p.scheme && found.shingle == 3 && found.hashes == 3 &&
                  found.seed == -2,
              "what is read from '%s'", frozen[i].text);
        minhash_family_free(family);
        minhash_workspace_free(&work, memory);
    }
}

/* Each line changes bytes of a valid sketch of 3 minima, 36 bytes long. */
static const struct {
    const char *what;
    size_t at, count;
    const char *bytes;
    size_t size;
    enum sketch_result result;
} changes[] = {
    {"nothing changed", 0, 0, "", 36, sketch_ok},
    {"another magic", 0, 4, "NDC1", 36, sketch_malformed},
    {"a later version", 3, 1, "2", 36, sketch_malformed},
    {"an unknown scheme", 4, 1, "\2", 36, sketch_malformed},
    {"scheme without its size", 4, 1, "\1", 36, sketch_malformed},
    {"bytes that must be zero", 5, 1, "\1", 36, sketch_malformed},
    {"bytes that must be zero", 7, 1, "\x80", 36, sketch_malformed},
    {"shingles of 0", 8, 1, "\0", 36, sketch_malformed},
    {"shingles of 1024", 8, 2, "\0\4", 36, sketch_ok},
    {"shingles of 1025", 8, 2, "\1\4", 36, sketch_malformed},
    {"0 functions", 12, 1, "\0", 24, sketch_malformed},
    {"65537 functions", 12, 3, "\1\0\1", 36, sketch_malformed},
    {"2^30 + 3 functions, whose minima overflow to 12 bytes", 15, 1, "\x40", 36, sketch_malformed},
    {"fewer functions than minima", 12, 1, "\2", 36, sketch_malformed},
    {"fewer functions, and minima", 12, 1, "\2", 32, sketch_ok},
    {"another seed", 16, 8, "\1\2\3\4\5\6\7\x80", 36, sketch_ok},
    {"a byte too few", 0, 0, "", 35, sketch_malformed},
    {"a byte too many", 0, 0, "", 37, sketch_malformed},
    {"only the header", 0, 0, "", 24, sketch_malformed},
    {"no whole header", 0, 0, "", 23, sketch_malformed},
    {"nothing", 0, 0, "", 0, sketch_malformed},
};

/* In memory of its exact size, so that sanitizers detect reads beyond it. */
static enum sketch_result read_copy(const unsigned char *sketch, size_t size) {
    struct minhash_parameters parameters;
    enum sketch_result result = sketch_read(exact_copy(sketch, size), size, &parameters);
    exact_release();
    return result;
}

static void test_changes(void) {
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unsigned char sketch[size_max] = {0};
        memcpy(sketch, frozen[0].sketch, frozen[0].size);
        memcpy(sketch + changes[i].at, changes[i].bytes, changes[i].count);
        CHECK(read_copy(sketch, changes[i].size) == changes[i].result, "%s", changes[i].what);
    }
}

static void test_estimates(void) {
    for (int scheme = minhash_banded; scheme <= minhash_paper; scheme++) {
        struct minhash_parameters p = {(enum minhash_scheme)scheme, 12, 1, 1, 4, 1};
        /* Minima that differ in their first or last byte are different. */
        const uint64_t a[] = {1, 2, 0x01000003, 4};
        const uint64_t others[][4] = {{1, 2, 0x01000003, 4},
                                      {1, 2, 0x02000003, 4},
                                      {1, 2, 0x02000003, 5},
                                      {1, 0, 0, 0},
                                      {2, 1, 4, 0x01000003}};
        for (int n = 0; n < 5; n++) {
            unsigned char s[sketch_header_size + 32], t[sketch_header_size + 32];
            double expected = 1 - n / 4.0, forth = -1, back = -1;
            size_t size = sketch_size(&p);
            sketch_write(&p, a, s);
            sketch_write(&p, others[n], t);
            CHECK(sketch_similarity(s, size, t, size, &forth) == sketch_ok && forth == expected,
                  "%d unlike gives %g", n, forth);
            CHECK(sketch_similarity(t, size, s, size, &back) == sketch_ok && back == expected,
                  "%d unlike gives %g", n, back);
        }
    }
}

static void test_unlike_parameters(void) {
    static const struct minhash_parameters others[] = {
        {minhash_paper, 12, 1, 1, 2, 1},
        {minhash_banded, 13, 1, 1, 2, 1},
        {minhash_banded, 12, 1, 1, 3, 1},
        {minhash_banded, 12, 1, 1, 2, -1},
    };
    const struct minhash_parameters p = {minhash_banded, 12, 1, 1, 2, 1};
    const uint64_t minima[3] = {0};
    unsigned char s[size_max], t[size_max];
    double similarity = -1;
    sketch_write(&p, minima, s);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        sketch_write(&others[i], minima, t);
        CHECK(sketch_similarity(s, sketch_size(&p), t, sketch_size(&others[i]), &similarity) ==
                      sketch_unlike &&
                  similarity == -1,
              "parameter %zu", i);
    }
    CHECK(sketch_similarity(s, sketch_size(&p), t, 3, &similarity) == sketch_malformed,
          "the second is malformed");
    CHECK(sketch_similarity(t, 3, s, sketch_size(&p), &similarity) == sketch_malformed,
          "the first is malformed");
}

int main(void) {
    test_frozen();
    test_changes();
    test_estimates();
    test_unlike_parameters();
    return faulty_end("core/test_sketch");
}
