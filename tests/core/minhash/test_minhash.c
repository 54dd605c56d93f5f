/*
 * test_minhash.c - families, draws, minima and signatures: frozen values first, then the properties
 * that minhash.h promises.
 *
 * Frozen values come from the implementation in Python in tests/oracle/reference.py. If one
 * changes, stored signatures become invalid: the change needs a new scheme instead.
 */
#include "faulty_memory.h"
#include "minhash/minhash.h"
#include "random_input.h"
#include "test.h"

#include <string.h>

static struct minhash_workspace work;

static struct minhash_family *new_family(struct minhash_parameters parameters) {
    return minhash_family_new(memory, &parameters);
}

/* The first signature, the last, and the sum of all; 0 for a text without shingles. */
struct summary {
    uint64_t first, last, sum;
};

static struct summary sign(const struct minhash_family *family, const char *text, size_t length) {
    struct summary summary = {0};
    if (!minhash_minima(family, &work, text, length) || work.shingles == 0)
        return summary;
    uint32_t bands = minhash_family_parameters(family)->bands;
    for (uint32_t band = 0; band < bands; band++) {
        summary.last = (uint64_t)minhash_signature(family, work.minima, band);
        summary.first = band == 0 ? summary.last : summary.first;
        summary.sum += summary.last;
    }
    return summary;
}

static bool equal(struct summary a, struct summary b) {
    return a.first == b.first && a.last == b.last && a.sum == b.sum;
}

#define TEXT(literal) literal, sizeof literal - 1

static const struct {
    const char *what, *text;
    size_t length;
    struct summary banded, paper, words; /* with the default parameters */
} frozen_texts[] = {
    {"ASCII",
     TEXT("The quick brown fox jumps over the lazy dog."),
     {0x30887A3F9A232C15, 0x9D4E98CC6FE8989E, 0x79F52F08C265E82F},
     {0x2559885328B08C11, 0xC4FD0D2334DA7406, 0x17405C5F88E17644},
     {0x7ADDC47DC79648FF, 0x319B1BC8FF2F082B, 0x40A2B4447E2BAA71}},
    {"accents",
     TEXT("Les naïfs ægithales hâtifs pondant à Noël où il gèle."),
     {0x861ECE7B94C0E65C, 0xBE3DA56A7CBB1E46, 0x8F81F8C0D0E1E0A6},
     {0x88A6CF3666EC9AA0, 0xD645A8D0DD18214E, 0x29E98F145FEACFFC},
     {0x78721249DBDD404C, 0xA8983ECF91D7CF4D, 0x14CE52DBE13E48F5}},
    {"combining accents",
     TEXT("e\xCC\x81te\xCC\x81 a\xCC\x80 la plage"),
     {0xA4C8F5571808B32F, 0x7BBA28E9A6D3AE4B, 0xDDE4AA71C069D135},
     {0xF1F000195B212E2A, 0x732DB11B0E2112A8, 0x9C34F972AA89F650},
     {0x469053B94EB6E35C, 0xAA1A02B8A33EEFF4, 0x7476FFB61DBDB335}},
    {"Cyrillic",
     TEXT("Съешь же ещё этих мягких французских булок"),
     {0x8C0A4ACE896D3B82, 0xD2CFAAE409E2F3CC, 0xDAE969BB95EB1105},
     {0x490ABD20D0D5814E, 0xF03258FEE53152D6, 0xC8AB8750A423AECD},
     {0xF9860200A7D56C4A, 0xA6DAC414B2D4A591, 0x9E1BBA6580187050}},
    {"CJK",
     TEXT("日本国憲法は最高法規である。中文維基百科"),
     {0xB994B7F364658704, 0x9065A51585540D8E, 0xCCD95C53EECA7AEA},
     {0xA08D2BFA999E5144, 0xE70C192965C56928, 0x042AD34AFA17D840},
     {0xFACD4AE82991627D, 0x20D5FE14CD65B331, 0x3DDF8D53295BE9EA}},
    {"emoji",
     TEXT("😀😁😂🤣😃👍🏽🇩🇪 and so on"),
     {0xA5C8DD17E2BCCFFA, 0xE9F5114F0DCDF6D8, 0x781197B82A290BF8},
     {0xBB1BCA2A65F85221, 0xE325F4BA4385844A, 0xE560D0DE38EE53FC},
     {0xB51CAAB81AE15CF3, 0xFB6837373BC49FCB, 0x0DCD65E25A19C513}},
    {"invalid UTF-8",
     TEXT("caf\xE9 cr\xE8me \xF0\x9F\x98 \xED\xA0\x80 \xC0\xAF end"),
     {0xB4157FC8E666D16C, 0x5D6720322B9CA534, 0xF98E1FEC4445251A},
     {0x69F32B20301933F2, 0x71FAF341402E9127, 0x285B18E9CE30DF17},
     {0xC49BF05338192F81, 0xBAC7DE8E6319282D, 0x9FAA77307CEC2E16}},
    {"embedded NUL",
     TEXT("zero\0inside\0of text"),
     {0x7DF7D520ED7248CF, 0x771E225CCA668726, 0xEF2171CDAB37895B},
     {0x5BA17399B5F0AED5, 0x8AD79881E4A7804D, 0xF2E9DC731C200E0C},
     {0x9FE24965217F1589, 0xABC6407BE59D1FE3, 0x9578BE646D6E0E93}},
    {"shorter than a shingle",
     TEXT("short"),
     {0x95AE21E296879F03, 0xA56B97C4DD2FBC1C, 0x23E81C075DBA1584},
     {0x2026045EF6504BEB, 0xF29FC06931592686, 0xC670A76FBB3134DE},
     {0x4DBBC20FC1D947B2, 0xF113DC62DF497BBF, 0xF606202DC53C8236}},
    {"one code point",
     TEXT("a"),
     {0xB8FC0B732C5EF02A, 0x4D6E5B042FDC14D3, 0x107FB5762392135D},
     {0xB15F4D60C440DA0E, 0x805E6BC2297A7495, 0x432386FC9B70FB5A},
     {0xFE5B1FFE1FA9EBC4, 0x276536EBCE77BE74, 0x69DF2D446C6C47FE}},
    {"nothing", TEXT(""), {0}, {0}, {0}},
};

static void test_frozen_texts(void) {
    struct minhash_family *banded = new_family(minhash_defaults(minhash_banded));
    struct minhash_family *paper = new_family(minhash_defaults(minhash_paper));
    struct minhash_family *words = new_family(minhash_defaults(minhash_words));
    for (size_t i = 0; i < sizeof frozen_texts / sizeof *frozen_texts; i++) {
        const char *text = frozen_texts[i].text;
        size_t length = frozen_texts[i].length;
        CHECK(equal(sign(banded, text, length), frozen_texts[i].banded), "banded, %s",
              frozen_texts[i].what);
        CHECK(equal(sign(paper, text, length), frozen_texts[i].paper), "paper, %s",
              frozen_texts[i].what);
        CHECK(equal(sign(words, text, length), frozen_texts[i].words), "words, %s",
              frozen_texts[i].what);
    }
    minhash_family_free(banded);
    minhash_family_free(paper);
    minhash_family_free(words);
}

/* One parameter after another is changed: all of "The quick brown fox jumps over the lazy dog." */
static const struct {
    struct minhash_parameters parameters;
    uint64_t first, sum;
} frozen_parameters[] = {
    {{minhash_banded, 12, 25, 4, 100, 1}, 0x30887A3F9A232C15, 0x79F52F08C265E82F},
    {{minhash_banded, 12, 25, 4, 100, 0}, 0xF0414F30EDE7219B, 0x1DF9C6A4B76A12BF},
    {{minhash_banded, 12, 25, 4, 100, 2}, 0x8A88CA26D03F8611, 0xC2DA70E74D1AE612},
    {{minhash_banded, 12, 25, 4, 100, -1}, 0x0AA2E0F6A4E29CCA, 0xD02A77B14FFF0870},
    {{minhash_banded, 12, 25, 4, 100, INT64_MIN}, 0x05199AFAC55E25F5, 0xC09F195867771AC6},
    {{minhash_banded, 12, 25, 4, 100, INT64_MAX}, 0xBB59FD0235D6B27F, 0x4477E1C51E887146},
    {{minhash_banded, 1, 25, 4, 100, 1}, 0x10CF608C55FACCA8, 0x5CDF4E5B9B818029},
    {{minhash_banded, 13, 25, 4, 100, 1}, 0x64BE68F336364FB9, 0x36FB91B33E0A6458},
    {{minhash_banded, 1024, 25, 4, 100, 1}, 0x1C993184F87A1A26, 0x3A0C1FE6B7500FD9},
    {{minhash_banded, 12, 1, 4, 4, 1}, 0x30887A3F9A232C15, 0x30887A3F9A232C15},
    {{minhash_banded, 12, 25, 1, 25, 1}, 0xF2B92190DE37AFCE, 0xE5C5F465080F44A0},
    {{minhash_banded, 12, 25, 5, 125, 1}, 0xA633E04D60DD7BAA, 0x29BE1A646C0B9F26},
    {{minhash_banded, 12, 10, 10, 100, 1}, 0xBB412972CCCB0B80, 0xE79851A01F2A0B43},
    {{minhash_paper, 12, 10, 10, 20, 1}, 0x2559885328B08C11, 0x17405C5F88E17644},
    {{minhash_paper, 12, 10, 10, 20, 2}, 0x5F3BF46345C9C4AF, 0x41935EB20EE7CD6C},
    {{minhash_paper, 12, 10, 10, 21, 1}, 0x8ED9A35C144FEDD8, 0x4C7472B3E05030BD},
    {{minhash_paper, 12, 10, 9, 20, 1}, 0x6C3B1BE397588D2D, 0xA53A5A923CE72AB2},
    {{minhash_paper, 12, 11, 10, 20, 1}, 0x2559885328B08C11, 0xA043A6C297638BD1},
    {{minhash_paper, 5, 10, 10, 20, 1}, 0x2BA13D44B696EE29, 0xD87E31CD908E55C4},
    {{minhash_paper, 12, 10, 10, 10, 1}, 0x7752CA640261C117, 0x6E12B69D963F3924},
};

static void test_frozen_parameters(void) {
    for (size_t i = 0; i < sizeof frozen_parameters / sizeof *frozen_parameters; i++) {
        struct minhash_family *family = new_family(frozen_parameters[i].parameters);
        struct summary found = sign(family, frozen_texts[0].text, frozen_texts[0].length);
        CHECK(found.first == frozen_parameters[i].first && found.sum == frozen_parameters[i].sum,
              "parameters %zu", i);
        minhash_family_free(family);
    }
}

static void test_defaults(void) {
    struct minhash_parameters banded = minhash_defaults(minhash_banded);
    struct minhash_parameters paper = minhash_defaults(minhash_paper);
    struct minhash_parameters words = minhash_defaults(minhash_words);
    CHECK(minhash_parameters_equal(&words,
                                   &(struct minhash_parameters){minhash_words, 5, 25, 4, 100, 1}),
          "words: shingles of 5, 25 bands of 4 rows, seed 1");
    CHECK(minhash_parameters_equal(&banded,
                                   &(struct minhash_parameters){minhash_banded, 12, 25, 4, 100, 1}),
          "banded: shingles of 12, 25 bands of 4 rows, seed 1");
    CHECK(minhash_parameters_equal(&paper,
                                   &(struct minhash_parameters){minhash_paper, 12, 10, 10, 20, 1}),
          "paper: shingles of 12, 10 draws of 10 out of 20, seed 1");
}

static void test_parameters_are_compared_one_and_all(void) {
    const struct minhash_parameters a = minhash_defaults(minhash_paper);
    struct minhash_parameters others[] = {a, a, a, a, a, a};
    others[0].scheme = minhash_banded;
    others[1].shingle++;
    others[2].bands++;
    others[3].rows--;
    others[4].hashes++;
    others[5].seed = -1;
    for (int i = 0; i < 6; i++)
        CHECK(!minhash_parameters_equal(&a, &others[i]), "parameter %d", i);
    CHECK(minhash_parameters_equal(&a, &a), "equal to itself");
}

static void test_disjoint_draws(void) {
    struct minhash_parameters p = {minhash_banded, 12, 7, 9, 63, 5};
    struct minhash_family *family = new_family(p);
    unsigned long wrong = 0;
    for (uint32_t band = 0; band < p.bands; band++)
        for (uint32_t row = 0; row < p.rows; row++)
            wrong += minhash_family_draw(family, band)[row] != band * p.rows + row;
    CHECK(wrong == 0, "%lu functions of 7 bands of 9", wrong);
    CHECK(minhash_parameters_equal(minhash_family_parameters(family), &p), "parameters are kept");
    minhash_family_free(family);
}

/* Frozen: the draws of seed 7, 2 times 3 of 5. */
static void test_frozen_draws(void) {
    static const uint32_t expected[2][3] = {{1, 2, 3}, {2, 3, 4}};
    struct minhash_family *family =
        new_family((struct minhash_parameters){minhash_paper, 12, 2, 3, 5, 7});
    for (uint32_t band = 0; band < 2; band++)
        CHECK(memcmp(minhash_family_draw(family, band), expected[band], sizeof expected[band]) == 0,
              "draw %u", band);
    minhash_family_free(family);
}

/* Distinct, ascending, below `hashes`, and each function drawn equally often. */
static void test_distinct_draws(void) {
    static const struct minhash_parameters cases[] = {
        {minhash_paper, 12, 1024, 10, 20, 1}, {minhash_paper, 12, 1024, 1, 7, 2},
        {minhash_paper, 12, 1024, 50, 50, 3}, {minhash_paper, 12, 10, 1024, 65536, 4},
        {minhash_paper, 12, 1, 1, 1, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct minhash_parameters *p = &cases[i];
        struct minhash_family *family = new_family(*p);
        unsigned long wrong = 0, uneven = 0, seen[50] = {0};
        for (uint32_t band = 0; band < p->bands; band++) {
            const uint32_t *draw = minhash_family_draw(family, band);
            for (uint32_t row = 0; row < p->rows; row++) {
                wrong += draw[row] >= p->hashes || (row > 0 && draw[row] <= draw[row - 1]);
                if (draw[row] < 50)
                    seen[draw[row]]++;
            }
        }
        unsigned long share = p->bands * p->rows / p->hashes;
        for (uint32_t j = 0; j < p->hashes && p->hashes <= 50; j++)
            uneven += seen[j] + 60 < share || seen[j] > share + 60;
        CHECK(wrong == 0 && uneven == 0, "%lu wrong, %lu uneven in case %zu", wrong, uneven, i);
        minhash_family_free(family);
    }
}

static void test_paths_agree(void) {
    static const char *const names[] = {"scalar", "avx2", "avx512"};
    static char text[300];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)random_below(256);
    for (uint32_t hashes = 1; hashes <= 40; hashes++) {
        struct minhash_family *family =
            new_family((struct minhash_parameters){minhash_banded, 3, hashes, 1, hashes, 9});
        struct summary expected = {0};
        unsigned long unlike = 0;
        for (int n = 0; n < 3; n++) {
            if (!minhash_family_use_path(family, names[n]))
                continue;
            struct summary found = sign(family, text, sizeof text);
            expected = n == 0 ? found : expected;
            unlike += !equal(found, expected);
        }
        CHECK(unlike == 0, "%u functions", hashes);
        CHECK(!minhash_family_use_path(family, "none"), "a path that nobody has");
        minhash_family_free(family);
    }
}

/* minhash_signatures() and minhash_signature() agree, on every path. */
static void test_signatures_of_all_bands(void) {
    static const struct minhash_parameters cases[] = {
        {minhash_banded, 12, 25, 4, 100, 1}, {minhash_banded, 12, 1, 1, 1, 1},
        {minhash_banded, 3, 7, 13, 91, 2},   {minhash_paper, 12, 10, 10, 20, 1},
        {minhash_paper, 5, 1024, 3, 7, -3},  {minhash_banded, 5, 1024, 3, 3072, -3},
        {minhash_banded, 2, 8, 64, 512, 5},  {minhash_wikiduper, 12, 10, 10, 20, 2},
        {minhash_words, 3, 9, 3, 27, 4},
    };
    static const char *const names[] = {"scalar", "avx2", "avx512"};
    for (size_t n = 0; n < 3 * sizeof cases / sizeof *cases; n++) {
        size_t i = n / 3;
        struct minhash_family *family = new_family(cases[i]);
        static uint64_t signatures[1024 + 1];
        unsigned long wrong = 0;
        bool has = minhash_family_use_path(family, names[n % 3]);
        CHECK(has || n % 3 > 0, "portable C is everywhere");
        signatures[cases[i].bands] = 42;
        minhash_minima(family, &work, TEXT("All bands at once, and one after the other."));
        minhash_signatures(family, work.minima, signatures);
        for (uint32_t band = 0; band < cases[i].bands; band++)
            wrong += signatures[band] != (uint64_t)minhash_signature(family, work.minima, band);
        CHECK(wrong == 0 && signatures[cases[i].bands] == 42, "%lu bands of case %zu, %s", wrong, i,
              names[n % 3]);
        minhash_family_free(family);
    }
}

/* Signatures include the band, so one-row bands of equal minima differ. */
static void test_bands_do_not_meet(void) {
    struct minhash_family *family =
        new_family((struct minhash_parameters){minhash_paper, 12, 1024, 1, 1, 1});
    unsigned long met = 0;
    const uint64_t minima[1] = {42};
    for (uint32_t band = 1; band < 1024; band++)
        for (uint32_t other = 0; other < band; other++)
            met +=
                minhash_signature(family, minima, band) == minhash_signature(family, minima, other);
    CHECK(met == 0, "%lu pairs of bands with one signature", met);
    minhash_family_free(family);
}

/* Neither the order nor the repetition of shingles matters, nor earlier use of the workspace. */
static void test_signatures_depend_on_the_set_alone(void) {
    struct minhash_parameters p = minhash_defaults(minhash_banded);
    p.shingle = 1;
    struct minhash_family *family = new_family(p);
    struct summary sorted = sign(family, TEXT("abc"));
    CHECK(equal(sorted, sign(family, TEXT("cab"))), "another order");
    CHECK(equal(sorted, sign(family, TEXT("abcabcccab"))), "more than once");
    CHECK(!equal(sorted, sign(family, TEXT("abcd"))), "another set");
    CHECK(equal(sorted, sign(family, TEXT("abc"))), "after others");
    minhash_family_free(family);
    minhash_family_free(NULL);
}

/* Long texts are hashed in parts; the minima are those of pieces hashed separately. */
static void test_long_texts(void) {
    enum { length = 200000, pieces = 40, step = length / pieces, hashes = 1000 };
    static const struct minhash_parameters parameters[] = {{minhash_banded, 12, 250, 4, hashes, 1},
                                                           {minhash_paper, 12, 10, 10, hashes, 1},
                                                           {minhash_words, 3, 250, 4, hashes, 1}};
    char *text = malloc(length);
    uint64_t *whole = malloc(hashes * sizeof *whole);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('a' + random_below(26));
    for (int i = 0; i < 2; i++) {
        struct minhash_family *family = new_family(parameters[i]);
        unsigned lower = 0, reached = 0;
        CHECK(minhash_minima(family, &work, text, length) && work.shingles == length - 11,
              "memory");
        memcpy(whole, work.minima, hashes * sizeof *whole);
        for (size_t at = 0; at < length; at += step) {
            size_t overlapping = at + step + 11 < length ? step + 11 : length - at;
            CHECK(minhash_minima(family, &work, text + at, overlapping), "memory");
            for (int j = 0; j < hashes; j++) {
                lower += work.minima[j] < whole[j];
                reached += work.minima[j] == whole[j];
            }
        }
        CHECK(lower == 0 && reached >= hashes, "%u below, %u reached", lower, reached);
        minhash_family_free(family);
    }
    free(text);
    free(whole);
}

int main(void) {
    test_frozen_texts();
    test_frozen_parameters();
    test_defaults();
    test_parameters_are_compared_one_and_all();
    test_disjoint_draws();
    test_frozen_draws();
    test_distinct_draws();
    test_paths_agree();
    test_signatures_of_all_bands();
    test_bands_do_not_meet();
    test_signatures_depend_on_the_set_alone();
    test_long_texts();
    minhash_workspace_free(&work, memory);
    return faulty_end("core/test_minhash");
}
