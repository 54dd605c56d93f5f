/* test_set_similarity.c - counts of shingle sets against a quadratic search. */
#include "faulty_memory.h"
#include "random_input.h"
#include "similarity/set_similarity.h"
#include "test.h"
#include "text/shingle.h"

#include <math.h>
#include <string.h>

static struct set_similarity_workspace work;
static struct code_points *const texts[] = {&work.a, &work.b};

/* Whether the shingle at `at` is among the first `count` of the text. */
static bool stands(const uint32_t *at, size_t width, const struct code_points *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (memcmp(at, text->values + i, width * sizeof *at) == 0)
            return true;
    return false;
}

static struct set_counts search(const struct code_points *a, const struct code_points *b,
                                size_t shingle) {
    struct set_counts counts = {0};
    size_t in_a = shingle_count(a->count, shingle), width_a = shingle_width(a->count, shingle);
    size_t in_b = shingle_count(b->count, shingle), width_b = shingle_width(b->count, shingle);
    for (size_t i = 0; i < in_a; i++) {
        if (stands(a->values + i, width_a, a, i))
            continue;
        counts.a++;
        counts.both += width_a == width_b && stands(a->values + i, width_a, b, in_b);
    }
    for (size_t i = 0; i < in_b; i++)
        counts.b += !stands(b->values + i, width_b, b, i);
    return counts;
}

static bool equal(struct set_counts x, struct set_counts y) {
    return x.a == y.a && x.b == y.b && x.both == y.both;
}

/* Whether the two texts in `work` have these counts. */
static bool counted(size_t shingle, struct set_counts expected) {
    struct set_counts counts;
    return set_similarity_count(&work, memory, shingle, &counts) && equal(counts, expected);
}

static bool as_searched(size_t shingle) {
    return counted(shingle, search(&work.a, &work.b, shingle));
}

static void read_text(struct code_points *points, const char *text) {
    code_points_decode(points, memory, text, strlen(text));
}

/* Examples. */
static const struct {
    const char *a, *b;
    size_t shingle;
    struct set_counts counts;
    double jaccard, containment;
} cases[] = {
    {"", "", 12, {0, 0, 0}, 1, 1},
    {"", "a", 12, {0, 1, 0}, 0, 1},
    {"a", "", 12, {1, 0, 0}, 0, 0},
    {"abc", "abc", 12, {1, 1, 1}, 1, 1},
    {"abc", "abcd", 12, {1, 1, 0}, 0, 0}, /* both shorter than a shingle: whole texts */
    {"abc", "abcd", 3, {1, 2, 1}, 0.5, 1},
    {"abcd", "abc", 3, {2, 1, 1}, 0.5, 0.5},
    {"ab", "abab", 3, {1, 2, 0}, 0, 0}, /* 'ab' is no shingle of three */
    {"aaaa", "aa", 1, {1, 1, 1}, 1, 1}, /* sets, not bags */
    {"abcde", "abxde", 2, {4, 4, 2}, 2 / 6.0, 0.5},
    {"école", "ecole", 1, {5, 4, 4}, 0.8, 0.8},
    {"日本語", "日本人", 2, {2, 2, 1}, 1 / 3.0, 0.5},
    {"😀😁", "😁😀", 1, {2, 2, 2}, 1, 1},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct set_counts counts;
        read_text(&work.a, cases[i].a);
        read_text(&work.b, cases[i].b);
        CHECK(set_similarity_count(&work, memory, cases[i].shingle, &counts) &&
                  equal(counts, cases[i].counts),
              "'%s', '%s': %zu, %zu and %zu", cases[i].a, cases[i].b, counts.a, counts.b,
              counts.both);
        CHECK(fabs(set_similarity_jaccard(&counts) - cases[i].jaccard) < 1e-15, "'%s', '%s'",
              cases[i].a, cases[i].b);
        CHECK(fabs(set_similarity_containment(&counts) - cases[i].containment) < 1e-15,
              "'%s', '%s'", cases[i].a, cases[i].b);
    }
}

/* Few different letters, so that there are many repeats. */
static void random_points(struct code_points *points, size_t most, size_t letters) {
    char bytes[64];
    size_t count = random_below(most + 1);
    for (size_t i = 0; i < count; i++)
        bytes[i] = (char)('a' + random_below(letters));
    code_points_decode(points, memory, bytes, count);
}

static void test_random_pairs(void) {
    unsigned long wrong = 0;
    enum { pairs = 30000 };
    for (int i = 0; i < pairs; i++) {
        size_t letters = 1 + random_below(5), shingle = 1 + random_below(8);
        random_points(&work.a, 40, letters);
        random_points(&work.b, 40, letters);
        wrong += !as_searched(shingle);
    }
    CHECK(wrong == 0, "%lu of %d pairs", wrong, pairs);
}

/*
 * The sequence of Thue and Morse and its complement: polynomials modulo 2^64 cannot tell them
 * apart at 1024 letters, whatever their base (Pachocki and Radoszewski 2013). Sets still can.
 */
static void test_shingles_are_compared_as_text(void) {
    enum { length = 1024 };
    char a[length], b[length];
    uint64_t of_a, of_b;
    for (unsigned i = 0; i < length; i++) {
        unsigned odd = 0;
        for (unsigned bits = i; bits; bits >>= 1)
            odd ^= bits & 1;
        a[i] = odd ? 'b' : 'a';
        b[i] = odd ? 'a' : 'b';
    }
    code_points_decode(&work.a, memory, a, length);
    code_points_decode(&work.b, memory, b, length);
    shingle_fingerprints(work.a.values, length, length, &of_a);
    shingle_fingerprints(work.b.values, length, length, &of_b);
    CHECK(of_a == of_b, "the two have one fingerprint");
    CHECK(counted(length, (struct set_counts){1, 1, 0}), "and are two shingles");
}

/* Other collisions of fingerprints, found by lattice reduction, also of different widths. */
static const struct {
    const char *a, *b;
} meeting[] = {
    {"krlqqkgsvqti", "ohoijothdifq"},
    {"avvqjaynilsm", "dejqyalqngn"},
};

static void test_fingerprints_that_meet(void) {
    for (size_t i = 0; i < sizeof meeting / sizeof *meeting; i++) {
        uint64_t of_a, of_b;
        read_text(&work.a, meeting[i].a);
        read_text(&work.b, meeting[i].b);
        shingle_fingerprints(work.a.values, work.a.count, 12, &of_a);
        shingle_fingerprints(work.b.values, work.b.count, 12, &of_b);
        CHECK(of_a == of_b, "'%s' and '%s' have one fingerprint", meeting[i].a, meeting[i].b);
        CHECK(counted(12, (struct set_counts){1, 1, 0}), "and are two shingles");
    }
}

/* Every path computes the same hashes, around the lengths of its vectors. */
static void test_hash_paths(void) {
    enum { most = 100, widest = 70 };
    static uint32_t values[most + widest + set_hash_slack];
    static uint32_t expected[most + widest + set_hash_slack], found[most + widest + set_hash_slack];
    set_hash_kernel *scalar = set_hash_kernel_named("scalar");
    set_hash_kernel *avx2 = set_hash_kernel_named("avx2");
    unsigned long wrong = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        values[i] = (uint32_t)random_below(0x110000);
    if (!avx2)
        test_skip("this CPU or compiler has no hashes by avx2");
    for (size_t width = 1; avx2 && width <= widest; width++) {
        for (size_t shingles = 1; shingles <= most; shingles++) {
            scalar(values, shingles, width, expected);
            avx2(values, shingles, width, found);
            wrong += memcmp(found, expected, shingles * sizeof *found) != 0;
        }
    }
    CHECK(wrong == 0, "%lu texts", wrong);
    CHECK(scalar && !set_hash_kernel_named(""), "names of paths");
}

enum { widest = 80 };

/* Two random texts of `width` letters whose hashes collide, found by a birthday search. */
static bool find_meeting(size_t width, uint32_t *a, uint32_t *b) {
    enum { tries = 400000, places = 1 << 20 };
    static uint32_t found[tries][widest + set_hash_slack];
    static uint32_t place[places]; /* number of a text + 1 */
    memset(place, 0, sizeof place);
    for (uint32_t i = 0; i < tries; i++) {
        uint32_t hash[widest + set_hash_slack], other[widest + set_hash_slack];
        for (size_t k = 0; k < width; k++)
            found[i][k] = (uint32_t)('a' + random_below(26));
        set_similarity_hashes(found[i], width, width, hash);
        uint32_t *at = &place[hash[0] % places];
        if (*at) {
            set_similarity_hashes(found[*at - 1], width, width, other);
            if (other[0] == hash[0]) {
                memcpy(a, found[i], width * sizeof *a);
                memcpy(b, found[*at - 1], width * sizeof *b);
                return memcmp(a, b, width * sizeof *a) != 0;
            }
        }
        *at = i + 1;
    }
    return false;
}

static void read_values(struct code_points *points, const uint32_t *values, size_t count) {
    static char utf8[4 * 10000];
    size_t length = code_points_encode(values, count, utf8);
    code_points_decode(points, memory, utf8, length);
}

/* Shingles with colliding hashes count as two, within a text and between texts. */
static void test_hashes_that_meet(void) {
    static const size_t widths[] = {12, widest}; /* narrow and wide */
    for (int i = 0; i < 2; i++) {
        size_t width = widths[i];
        uint32_t text[2 * widest], *a = text, *b = text + width;
        CHECK(find_meeting(width, a, b), "%zu letters that meet", width);
        read_values(&work.a, a, width);
        read_values(&work.b, b, width);
        CHECK(counted(width, (struct set_counts){1, 1, 0}), "two shingles of %zu", width);
        read_values(&work.a, text, 2 * width);
        CHECK(counted(width, (struct set_counts){width + 1, 1, 1}), "one text with both, of %zu",
              width);
    }
}

/*
 * Texts of words with colliding hashes. Such words can replace each other anywhere without changing
 * the hashes of longer shingles, so many shingles share a slot.
 */
static void test_words_that_meet(void) {
    enum { width = 12, words = 6, pairs = 2000 };
    uint32_t word[2][width];
    unsigned long wrong = 0, shared = 0;
    CHECK(find_meeting(width, word[0], word[1]), "words that meet");
    for (int i = 0; i < pairs; i++) {
        size_t shingle = i % 3 ? width * (1 + random_below(words)) : 1 + random_below(2 * width);
        for (int side = 0; side < 2; side++) {
            uint32_t text[2 * words * width];
            size_t count = random_below(2 * words + 1);
            for (size_t k = 0; k < count; k++)
                memcpy(text + k * width, word[random_below(2)], sizeof *word);
            read_values(texts[side], text, count * width);
        }
        struct set_counts expected = search(&work.a, &work.b, shingle);
        shared += expected.both > 0 && expected.both < expected.a;
        wrong += !counted(shingle, expected);
    }
    CHECK(wrong == 0 && shared > 100, "%lu of %d pairs, %lu share a part", wrong, pairs, shared);
}

/* Longer texts, edited copies and dissimilar ones, with narrow and wide shingles. */
static void test_edited_copies(void) {
    enum { pairs = 3000 };
    unsigned long wrong = 0;
    for (int i = 0; i < pairs; i++) {
        char a[300], b[300];
        size_t count = random_below(sizeof a), letters = 2 + random_below(30);
        size_t shingle = i % 4 ? 12 : 1 + random_below(40);
        for (size_t k = 0; k < count; k++)
            b[k] = a[k] = (char)('a' + random_below(letters));
        size_t other = i % 5 ? count : random_below(count + 1);
        for (size_t edits = random_below(5); other > 0 && edits > 0; edits--)
            b[random_below(other)] = (char)('a' + random_below(letters));
        size_t shift = i % 3 && other > 10 ? random_below(10) : 0;
        code_points_decode(&work.a, memory, a, count);
        code_points_decode(&work.b, memory, b + shift, other - shift);
        wrong += !as_searched(shingle);
    }
    CHECK(wrong == 0, "%lu of %d edited copies", wrong, pairs);
}

/* Periodic texts, whose shingles repeat, against each other and a random text. */
static void test_repeats(void) {
    enum { pairs = 600, longest = 400 };
    static const size_t shingles[] = {1, 2, 3, 12, 40, 100};
    unsigned long wrong = 0;
    for (int i = 0; i < pairs; i++) {
        char period[30];
        for (size_t k = 0; k < sizeof period; k++)
            period[k] = (char)('a' + random_below(3));
        for (int side = 0; side < 2; side++) {
            char text[longest];
            size_t length = 1 + random_below(sizeof period), begin = random_below(longest);
            for (size_t k = 0; k < longest; k++)
                text[k] = k < begin ? (char)('a' + random_below(26)) : period[k % length];
            code_points_decode(texts[side], memory, text, random_below(longest + 1));
        }
        size_t shingle = shingles[i % 6];
        wrong += !as_searched(shingle);
    }
    CHECK(wrong == 0, "%lu of %d pairs", wrong, pairs);
}

/* Common beginnings and ends, which may overlap in the shorter text. */
static void test_ends(void) {
    enum { pairs = 20000 };
    unsigned long wrong = 0;
    for (int i = 0; i < pairs; i++) {
        char begin[20], end[20];
        size_t letters = 1 + random_below(4), shingle = 1 + random_below(12);
        size_t begins = random_below(sizeof begin), ends = random_below(sizeof end);
        for (size_t k = 0; k < sizeof begin; k++) {
            begin[k] = (char)('a' + random_below(letters));
            end[k] = (char)('a' + random_below(letters));
        }
        for (int side = 0; side < 2; side++) {
            char text[60];
            size_t between = random_below(20);
            memcpy(text, begin, begins);
            for (size_t k = 0; k < between; k++)
                text[begins + k] = (char)('a' + random_below(letters));
            memcpy(text + begins + between, end, ends);
            code_points_decode(texts[side], memory, text, begins + between + ends);
        }
        wrong += !as_searched(shingle);
    }
    CHECK(wrong == 0, "%lu of %d pairs", wrong, pairs);
}

/* Around the number of shingles that 16 bits can number; half of them are in both texts. */
static void test_many_shingles(void) {
    static const size_t sizes[] = {32767, 32768, 32769, 60000};
    enum { begin = 1000 }; /* of what is in both */
    static char a[70000], b[70000];
    for (size_t i = 0; i < 4; i++) {
        size_t half = sizes[i] / 2;
        for (size_t k = 0; k < sizes[i] + 11; k++) {
            a[k] = (char)(32 + random_below(90));
            b[k] = k >= begin && k < begin + half + 11 ? a[k] : (char)(32 + random_below(90));
        }
        b[begin - 1] = (char)(a[begin - 1] + 1);
        b[begin + half + 11] = (char)(a[begin + half + 11] + 1);
        b[0] = (char)(a[0] + 1);
        b[sizes[i] + 10] = (char)(a[sizes[i] + 10] + 1);
        code_points_decode(&work.a, memory, a, sizes[i] + 11);
        code_points_decode(&work.b, memory, b, sizes[i] + 11);
        CHECK(counted(12, (struct set_counts){sizes[i], sizes[i], half}), "%zu shingles", sizes[i]);
    }
}

/* A long text does not affect the result of a short one after it. */
static void test_room_is_reused(void) {
    static char text[100000];
    struct set_counts counts;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)random_below(128);
    code_points_decode(&work.a, memory, text, sizeof text);
    code_points_decode(&work.b, memory, text, sizeof text);
    CHECK(set_similarity_count(&work, memory, 12, &counts) && counts.both == sizeof text - 11,
          "%zu of a long text's shingles are its own", counts.both);
    for (int side = 0; side < 2; side++) {
        code_points_decode(texts[side], memory, text, 5);
        code_points_decode(texts[1 - side], memory, text, 20);
        memcpy(texts[side]->values, texts[1 - side]->values, 20 * sizeof *work.a.values);
        CHECK(set_similarity_count(&work, memory, 12, &counts) && counts.both == 0,
              "after a short text: %zu", counts.both);
    }
    test_cases();
}

int main(void) {
    test_cases();
    test_random_pairs();
    test_shingles_are_compared_as_text();
    test_fingerprints_that_meet();
    test_hash_paths();
    test_hashes_that_meet();
    test_words_that_meet();
    test_repeats();
    test_ends();
    test_edited_copies();
    test_many_shingles();
    test_room_is_reused();
    set_similarity_workspace_free(&work, memory);
    return faulty_end("core/test_set_similarity");
}
