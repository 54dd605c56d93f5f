/*
 * test_code_points.c - the decoder against a second implementation that follows table 3-7 of the
 * Unicode Standard literally.
 */
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"
#include "text/code_points.h"

#include <stdlib.h>
#include <string.h>

/* Table 3-7, "Well-Formed UTF-8 Byte Sequences": a row is a range for each byte. */
static const struct {
    size_t length;
    unsigned char range[4][2];
} well_formed[] = {
    {1, {{0x00, 0x7F}}},
    {2, {{0xC2, 0xDF}, {0x80, 0xBF}}},
    {3, {{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}},
    {3, {{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {3, {{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}},
    {3, {{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {4, {{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {4, {{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
    {4, {{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}},
};

/* The number of bytes at `text` that match a row of the table. */
static size_t follows(size_t row, const unsigned char *text, size_t length) {
    size_t n = 0;
    while (n < well_formed[row].length && n < length && text[n] >= well_formed[row].range[n][0] &&
           text[n] <= well_formed[row].range[n][1])
        n++;
    return n;
}

/* The reference: the row that matches, or one U+FFFD per maximal subpart. */
static size_t read_by_the_book(const unsigned char *text, size_t length, uint32_t *value) {
    size_t longest = 1;
    *value = 0xFFFD;
    for (size_t row = 0; row < sizeof well_formed / sizeof *well_formed; row++) {
        size_t n = follows(row, text, length);
        if (n == well_formed[row].length) {
            static const unsigned char first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
            *value = text[0] & first_mask[n];
            for (size_t i = 1; i < n; i++)
                *value = *value * 64 + (text[i] & 0x3F);
            return n;
        }
        longest = n > longest ? n : longest;
    }
    return longest;
}

static struct code_points points;

static const char *const paths[] = {"scalar", "avx2"};
enum { path_count = sizeof paths / sizeof *paths };

/* Whether one path agrees with the reference. The text is in memory of its exact size. */
static bool path_agrees(code_points_kernel *kernel, const unsigned char *text, size_t length) {
    const unsigned char *copy = exact_copy(text, length);
    uint32_t *values = exact_memory((length + code_points_slack) * sizeof *values);
    size_t read = kernel(copy, length, values), count = 0;
    bool right = true;
    for (size_t at = 0; at < length && right; count++) {
        uint32_t value;
        at += read_by_the_book(text + at, length - at, &value);
        right = count < read && values[count] == value;
    }
    exact_release();
    return right && count == read;
}

/* Whether every path of this CPU agrees. */
static bool agrees(const unsigned char *text, size_t length) {
    bool right = true;
    for (int i = 0; i < path_count; i++) {
        code_points_kernel *kernel = code_points_kernel_named(paths[i]);
        right = right && (!kernel || path_agrees(kernel, text, length));
    }
    return right;
}

/* Examples. -1 ends a list. */
static const struct {
    const char *what;
    const char *bytes;
    size_t length;
    long values[8];
} cases[] = {
    {"nothing", "", 0, {-1}},
    {"ASCII", "ab", 2, {'a', 'b', -1}},
    {"a NUL is a code point", "a\0b", 3, {'a', 0, 'b', -1}},
    {"accents", "\xC3\xA9\xC5\x93", 4, {0xE9, 0x153, -1}},
    {"a combining accent is one more", "e\xCC\x81", 3, {'e', 0x301, -1}},
    {"CJK", "\xE6\x97\xA5\xE6\x9C\xAC", 6, {0x65E5, 0x672C, -1}},
    {"emoji", "\xF0\x9F\x98\x80", 4, {0x1F600, -1}},
    {"the byte order mark stays",
     "\xEF\xBB\xBF"
     "a",
     4,
     {0xFEFF, 'a', -1}},
    {"first and last of 2 bytes", "\xC2\x80\xDF\xBF", 4, {0x80, 0x7FF, -1}},
    {"first and last of 3 bytes", "\xE0\xA0\x80\xEF\xBF\xBF", 6, {0x800, 0xFFFF, -1}},
    {"first and last of 4 bytes", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 8, {0x10000, 0x10FFFF, -1}},
    {"around the surrogates", "\xED\x9F\xBF\xEE\x80\x80", 6, {0xD7FF, 0xE000, -1}},
    {"a lone continuation", "a\x80z", 3, {'a', 0xFFFD, 'z', -1}},
    {"an overlong slash", "\xC0\xAF", 2, {0xFFFD, 0xFFFD, -1}},
    {"an overlong of 3", "\xE0\x80\xAF", 3, {0xFFFD, 0xFFFD, 0xFFFD, -1}},
    {"a surrogate", "\xED\xA0\x80", 3, {0xFFFD, 0xFFFD, 0xFFFD, -1}},
    {"beyond U+10FFFF", "\xF4\x90\x80\x80", 4, {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, -1}},
    {"bytes that never occur", "\xF5\xFF", 2, {0xFFFD, 0xFFFD, -1}},
    {"cut short: one for the part", "\xE2\x82", 2, {0xFFFD, -1}},
    {"cut short by a letter", "\xF0\x9F\x98z", 4, {0xFFFD, 'z', -1}},
    {"cut short by another", "\xE2\x82\xE2\x82\xAC", 5, {0xFFFD, 0x20AC, -1}},
    {"table 3-8 of the Standard",
     "\xC0\xAF\xE0\x80\xBF\x41",
     6,
     {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x41, -1}},
    {"table 3-11 of the Standard",
     "\xE1\x80\xE2\xF0\x91\x92\xF1\x41",
     8,
     {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x41, -1}},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = 0;
        bool right = code_points_decode(&points, memory, cases[i].bytes, cases[i].length);
        for (; right && cases[i].values[count] >= 0; count++)
            right =
                count < points.count && points.values[count] == (uint32_t)cases[i].values[count];
        CHECK(right && count == points.count, "%s", cases[i].what);
    }
}

static void test_every_code_point(void) {
    unsigned long wrong = 0;
    for (uint32_t value = 0; value <= 0x10FFFF; value++) {
        char utf8[4];
        if (value >= 0xD800 && value <= 0xDFFF)
            continue;
        size_t length = code_points_encode(&value, 1, utf8);
        size_t expected = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
        if (length != expected || !code_points_decode(&points, memory, utf8, length) ||
            points.count != 1 || points.values[0] != value)
            wrong++;
    }
    CHECK(wrong == 0, "%lu code points do not survive encoding and decoding", wrong);
}

static void test_all_pairs_of_bytes(void) {
    unsigned long wrong = 0;
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        unsigned char text[] = {(unsigned char)(pair >> 8), (unsigned char)pair, 'z'};
        wrong += !(agrees(text, 2) && agrees(text, 3));
    }
    CHECK(wrong == 0, "%lu of the two-byte texts", wrong);
}

/* Both sides of every bound in the table. */
static const unsigned char borders[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                        0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
                                        0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5};

static void test_all_quadruples_of_borders(void) {
    unsigned long wrong = 0;
    size_t n = sizeof borders;
    for (size_t i = 0; i < n * n * n * n; i++) {
        unsigned char text[] = {borders[i / n / n / n], borders[i / n / n % n], borders[i / n % n],
                                borders[i % n]};
        wrong += !agrees(text, 4);
    }
    CHECK(wrong == 0, "%lu of the texts of 4 border bytes", wrong);
}

static void test_random_texts(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < 20000; i++) {
        unsigned char text[40];
        size_t length = random_below(sizeof text + 1);
        for (size_t j = 0; j < length; j++)
            text[j] = random_below(3) ? borders[random_below(sizeof borders)]
                                      : (unsigned char)random_word();
        wrong += !agrees(text, length);
    }
    CHECK(wrong == 0, "%lu of 20000 random texts", wrong);
}

/* ASCII is decoded in blocks: another character at every place of a run. */
static void test_within_ascii(void) {
    static const char *const others[] = {"\x80", "\xC3\xA9", "\xE6\x97\xA5", "\xF0\x9F\x98\x80",
                                         "\xF0\x9F"};
    unsigned long wrong = 0;
    for (size_t other = 0; other < sizeof others / sizeof *others; other++) {
        size_t size = strlen(others[other]);
        for (size_t length = size; length <= 40; length++) {
            for (size_t at = 0; at + size <= length; at++) {
                unsigned char text[40];
                memset(text, 'x', sizeof text);
                memcpy(text + at, others[other], size);
                wrong += !agrees(text, length);
            }
        }
    }
    CHECK(wrong == 0, "%lu of the ASCII texts with one other character", wrong);
}

/* Pieces of text, whole and broken. */
static const char *const pieces[] = {
    "x",
    "ascii, longer than 16",
    "\xC3\xA9",
    "\xD0\xB9\xD1\x8B\xD1\x85",
    "\xE6\x97\xA5\xE6\x9C\xAC",
    "\xF0\x9F\x98\x80",
    "\xED\x9F\xBF",
    "\xF4\x8F\xBF\xBF", /* whole */
    "\x80",
    "\xC3",
    "\xE2\x82",
    "\xF0\x9F\x98",
    "\xED\xA0\x80",
    "\xF4\x90\x80\x80",
    "\xC0\xAF",
    "\xE0\x9F\xBF",
    "\xF0\x8F\xBF\xBF",
    "\xF8", /* broken */
};
enum { whole_pieces = 8, piece_count = sizeof pieces / sizeof *pieces };

/* Texts of several chunks of 32 bytes, so that every piece occurs at the end of a chunk. */
static void test_texts_of_pieces(void) {
    enum { texts = 20000 };
    unsigned long wrong = 0;
    for (int i = 0; i < texts; i++) {
        unsigned char text[400];
        size_t length = 0, most = random_below(300), kinds = i % 4 ? whole_pieces : piece_count;
        while (length < most) {
            const char *piece = pieces[random_below(kinds)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        wrong += !agrees(text, length - (length && i % 8 == 1 ? 1 : 0));
    }
    CHECK(wrong == 0, "%lu of %d texts of pieces", wrong, texts);
}

/* Each piece at each place around the ends of chunks. */
static void test_pieces_on_borders(void) {
    unsigned long wrong = 0;
    for (size_t piece = 0; piece < piece_count; piece++) {
        for (size_t at = 20; at < 120; at++) {
            unsigned char text[200];
            memset(text, 'x', sizeof text);
            memcpy(text + at, pieces[piece], strlen(pieces[piece]));
            for (size_t length = at + 1; length < at + 75 && length <= sizeof text; length += 3)
                wrong += !agrees(text, length);
            wrong += !agrees(text, at + strlen(pieces[piece]));
        }
    }
    CHECK(wrong == 0, "%lu texts with a piece on a border", wrong);
}

static void test_names_of_paths(void) {
    for (int i = 0; i < path_count; i++)
        if (!code_points_kernel_named(paths[i]))
            test_skip("this CPU or compiler has no decoding by avx2");
    CHECK(code_points_kernel_named("scalar") != NULL, "portable C is always there");
    CHECK(code_points_kernel_named("") == NULL, "unknown names");
}

int main(void) {
    test_names_of_paths();
    test_texts_of_pieces();
    test_pieces_on_borders();
    test_cases();
    test_every_code_point();
    test_all_pairs_of_bytes();
    test_all_quadruples_of_borders();
    test_random_texts();
    test_within_ascii();
    code_points_free(&points, memory);
    return faulty_end("core/test_code_points");
}
