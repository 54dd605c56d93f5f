/*
 * test_edit_distance.c - the bit-parallel distance against that by the textbook, in particular at
 * multiples of 64.
 */
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "similarity/edit_distance.h"
#include "test.h"
#include "textbook_distance.h"

#include <string.h>

static struct edit_distance_workspace work;

/* Of the two texts in `work`. */
static size_t distance_by_textbook(void) {
    return textbook_distance(work.a.values, work.a.count, work.b.values, work.b.count,
                             sizeof *work.a.values);
}

static bool is_ascii(const struct code_points *points) {
    for (size_t i = 0; i < points->count; i++)
        if (points->values[i] > 0x7F)
            return false;
    return true;
}

/* The same as has() for ASCII texts given as UTF-8, which are not decoded. */
static bool has_in_utf8(size_t expected, size_t bound) {
    static struct edit_distance_workspace other;
    size_t found, longer, a_count = work.a.count, b_count = work.b.count;
    char *a = exact_memory(a_count + 1),
         *b = exact_memory(b_count + 1); /* of the exact size, for ASan */
    for (size_t i = 0; i < a_count; i++)
        a[i + 1] = (char)work.a.values[i];
    for (size_t i = 0; i < b_count; i++)
        b[i + 1] = (char)work.b.values[i];
    bool right = edit_distance_utf8(&other, memory, a + 1, a_count, b + 1, b_count, bound, &found,
                                    &longer) == edit_distance_ok &&
                 found == (expected > bound ? bound + 1 : expected) &&
                 longer == (a_count > b_count ? a_count : b_count);
    edit_distance_workspace_free(&other, memory);
    exact_release();
    return right;
}

/* Whether work->a and work->b have that distance, or bound + 1 if it is more. */
static bool has(size_t expected, size_t bound) {
    size_t found;
    if (is_ascii(&work.a) && is_ascii(&work.b) && !has_in_utf8(expected, bound))
        return false;
    return edit_distance(&work, memory, bound, &found) == edit_distance_ok &&
           found == (expected > bound ? bound + 1 : expected);
}

/* Whether they have it in both directions and under all relevant bounds. */
static bool has_under_all_bounds(size_t expected) {
    const size_t bounds[] = {0,
                             1,
                             2,
                             expected / 2,
                             expected ? expected - 1 : 0,
                             expected,
                             expected + 1,
                             INT32_MAX,
                             SIZE_MAX - 1,
                             SIZE_MAX};
    bool right = true;
    for (int direction = 0; direction < 2; direction++) {
        struct code_points a = work.a;
        for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
            right = right && has(expected, bounds[i]);
        work.a = work.b;
        work.b = a;
    }
    return right;
}

static const struct {
    const char *a, *b;
    size_t distance;
} cases[] = {
    {"", "", 0},
    {"", "abc", 3},
    {"a", "a", 0},
    {"a", "b", 1},
    {"ab", "ba", 2}, /* a swap is two */
    {"kitten", "sitting", 3},
    {"Saturday", "Sunday", 3},
    {"intention", "execution", 5},
    {"gumbo", "gambol", 2},
    {"école", "ecole", 1},
    {"e\xCC\x81"
     "cole",
     "école", 2}, /* a combining accent is a code point */
    {"日本語", "日本人語", 1},
    {"😀", "😁", 1},                   /* one code point, though four bytes */
    {"\xE2\x82", "\xEF\xBF\xBD", 0}, /* broken bytes read as U+FFFD */
    {"abcXdef", "abcdef", 1},
    {"aaaa", "aa", 2},
    {"abab", "baba", 2},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        code_points_decode(&work.a, memory, cases[i].a, strlen(cases[i].a));
        code_points_decode(&work.b, memory, cases[i].b, strlen(cases[i].b));
        CHECK(distance_by_textbook() == cases[i].distance, "the textbook on '%s' and '%s'",
              cases[i].a, cases[i].b);
        CHECK(has_under_all_bounds(cases[i].distance), "'%s' and '%s'", cases[i].a, cases[i].b);
    }
}

static void set_similarity_count(struct code_points *points, size_t count) {
    uint32_t *values =
        allocator_grow(memory, points->values, &points->capacity, count, sizeof *values);
    REQUIRE(values);
    points->values = values;
    points->count = count;
}

static void random_points(struct code_points *points, size_t count, size_t letters) {
    set_similarity_count(points, count);
    for (size_t i = 0; i < count; i++)
        points->values[i] = (uint32_t)(0x10FFFF - random_below(letters));
}

/* Makes b of a by `edits` random insertions, deletions and substitutions. */
static void edit_copy(size_t edits, size_t letters) {
    set_similarity_count(&work.b, work.a.count + edits);
    uint32_t *b = work.b.values;
    size_t count = work.a.count;
    memcpy(b, work.a.values, count * sizeof *b);
    for (size_t n = 0; n < edits; n++) {
        size_t kind = count ? random_below(3) : 0, at = random_below(count + (kind == 0));
        if (kind == 0)
            memmove(b + at + 1, b + at, (count++ - at) * sizeof *b);
        if (kind == 1)
            memmove(b + at, b + at + 1, (--count - at) * sizeof *b);
        else
            b[at] = (uint32_t)(0x10FFFF - random_below(letters));
    }
    work.b.count = count;
}

/* Lengths around multiples of 64. */
static const size_t lengths[] = {0,  1,  2,   31,  32,  33,  62,  63,  64,  65,
                                 66, 96, 126, 127, 128, 129, 130, 191, 192, 193};
enum { length_count = sizeof lengths / sizeof *lengths };

static void test_all_pairs_of_lengths(void) {
    static const size_t letters[] = {1, 2, 4, 1000};
    for (size_t i = 0; i < length_count; i++) {
        for (size_t j = i; j < length_count; j++) {
            unsigned long wrong = 0;
            for (size_t l = 0; l < sizeof letters / sizeof *letters; l++) {
                random_points(&work.a, lengths[i], letters[l]);
                random_points(&work.b, lengths[j], letters[l]);
                wrong += !has_under_all_bounds(distance_by_textbook());
            }
            CHECK(wrong == 0, "%lu random pairs of %zu and %zu code points", wrong, lengths[i],
                  lengths[j]);
        }
    }
}

static void test_edited_copies(void) {
    for (size_t i = 0; i < length_count; i++) {
        unsigned long wrong = 0;
        for (size_t edits = 0; edits < 30; edits++) {
            size_t letters = 1 + random_below(30);
            random_points(&work.a, lengths[i], letters);
            edit_copy(edits, letters);
            wrong += !has_under_all_bounds(distance_by_textbook());
        }
        CHECK(wrong == 0, "%lu edited copies of %zu code points", wrong, lengths[i]);
    }
}

/* Texts with different periods, which carry from word to word as often as possible. */
static void test_periods(void) {
    for (size_t i = 0; i < length_count; i++) {
        unsigned long wrong = 0;
        for (size_t period = 1; period < 8; period++) {
            set_similarity_count(&work.a, lengths[i]);
            set_similarity_count(&work.b, lengths[i] + period);
            for (size_t at = 0; at < work.a.count; at++)
                work.a.values[at] = 'a' + (uint32_t)(at % period);
            for (size_t at = 0; at < work.b.count; at++)
                work.b.values[at] = 'a' + (uint32_t)((at + 1) % (period + 1));
            wrong += !has_under_all_bounds(distance_by_textbook());
        }
        CHECK(wrong == 0, "%lu periods of %zu code points", wrong, lengths[i]);
    }
}

static void test_every_bound(void) {
    unsigned long wrong = 0;
    for (int n = 0; n < 60; n++) {
        random_points(&work.a, 60 + random_below(90), 3);
        edit_copy(random_below(60), 3);
        size_t distance = distance_by_textbook();
        for (size_t bound = 0; bound <= distance + 3; bound++)
            wrong += !has(distance, bound);
    }
    CHECK(wrong == 0, "%lu bounds", wrong);
}

/* Symbols whose hashes collide. */
static void test_many_symbols(void) {
    unsigned long wrong = 0;
    for (size_t step = 1; step <= 4096; step *= 2) {
        set_similarity_count(&work.a, 250);
        set_similarity_count(&work.b, 250);
        for (size_t i = 0; i < 250; i++) {
            work.a.values[i] = (uint32_t)(i * step);
            work.b.values[i] = (uint32_t)((250 - i) * step);
        }
        wrong += !has_under_all_bounds(distance_by_textbook());
    }
    CHECK(wrong == 0, "%lu alphabets", wrong);
}

/* Too long for the reference, but the distance is obvious. */
static void test_long_texts(void) {
    enum { length = 20000 };
    random_points(&work.a, length, 26);
    edit_copy(0, 26);
    work.b.values[10] = 'x';
    work.b.values[length / 2] = 'y';
    work.b.values[length - 10] = 'z';
    CHECK(has_under_all_bounds(3), "three substitutions in %d", length);
    random_points(&work.a, length, 26);
    random_points(&work.b, 1, 26);
    work.b.values[0] = 'x';
    CHECK(has_under_all_bounds(length), "one against %d", length);
}

/* The letters of both, as ASCII. */
static void make_ascii(void) {
    for (size_t i = 0; i < work.a.count; i++)
        work.a.values[i] = (0x10FFFF - work.a.values[i]) & 0x7F;
    for (size_t i = 0; i < work.b.count; i++)
        work.b.values[i] = (0x10FFFF - work.b.values[i]) & 0x7F;
}

/* Up to and beyond 512 rows and 255 symbols, the limits of the method for short texts. */
static void test_longer_texts(void) {
    static const size_t longer[] = {254, 255, 256, 257, 258, 319, 320, 321, 384, 385, 447,
                                    448, 449, 511, 512, 513, 514, 575, 577, 640, 641};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        unsigned long wrong = 0;
        for (size_t edits = 0; edits <= 200; edits = edits * 5 + 2) {
            random_points(&work.a, longer[i], i % 3 ? 26 : 100000);
            edit_copy(edits, i % 3 ? 26 : 100000);
            wrong += !has_under_all_bounds(distance_by_textbook());
            make_ascii();
            wrong += !has_under_all_bounds(distance_by_textbook());
        }
        random_points(&work.a, longer[i], 30);
        random_points(&work.b, longer[i] - random_below(60), 30);
        wrong += !has_under_all_bounds(distance_by_textbook());
        make_ascii();
        wrong += !has_under_all_bounds(distance_by_textbook());
        CHECK(wrong == 0, "%lu texts of about %zu code points", wrong, longer[i]);
    }
}

/* Bounds around the width of one word, and blocks that enter and leave the reach. */
static void test_bounds_of_bands(void) {
    static const size_t bounds[] = {3,  4,  29, 30, 31,  32,  33,  62,  63,  64,  65,  66,
                                    94, 95, 96, 97, 126, 127, 128, 129, 130, 191, 192, 193};
    static const size_t counts[] = {33, 64, 100, 150, 600, 1000, 1500};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        unsigned long wrong = 0;
        for (int n = 0; n < 8; n++) {
            size_t edits = random_below(counts[i] < 150 ? 40 : 220), distance;
            random_points(&work.a, counts[i], n < 4 ? 4 : 60);
            edit_copy(edits, n < 4 ? 4 : 60);
            if (n % 2)
                make_ascii();
            if (work.b.count > textbook_longest)
                continue;
            distance = distance_by_textbook();
            for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++)
                wrong += !has(distance, bounds[b]);
            wrong += !has(distance, distance) || !has(distance, distance + 1);
            wrong += distance > 0 && !has(distance, distance - 1);
        }
        CHECK(wrong == 0, "%lu bounds for texts of %zu", wrong, counts[i]);
    }
}

int main(void) {
    test_longer_texts();
    test_bounds_of_bands();
    test_cases();
    test_all_pairs_of_lengths();
    test_edited_copies();
    test_periods();
    test_every_bound();
    test_many_symbols();
    test_long_texts();
    test_cases(); /* again, in the workspace that long texts have enlarged */
    edit_distance_workspace_free(&work, memory);
    return faulty_end("core/test_edit_distance");
}
