/*
 * test_passages.c - the passages that two texts share: places of words, packed or not; what reuse
 * of memory and of an index must not change; repeated words; failing memory; interruption.
 *
 * tests/functions/oracle.py compares the passages with those of a second implementation.
 */
#include "faulty_memory.h"
#include "passages/core_passages.h"
#include "random_input.h"
#include "test.h"
#include "text/characters.h"

#include <string.h>

static void read_text(struct word_hashes *words, const char *text, size_t length) {
    REQUIRE(word_hashes_read_placed(words, memory, text, length));
}

/* ---- Places ---- */

static const struct {
    const char *text;
    size_t count;
    struct word_place places[6];
} texts[] = {
    {"", 0, {{0, 0}}},
    {" \u2013 ", 0, {{0, 0}}},
    {"a", 1, {{0, 1}}},
    {"A storm, in 1,300.", 4, {{0, 1}, {2, 7}, {9, 11}, {12, 17}}},
    {"caf\u00E9 \u2013 r\u00E9sume\u0301 x", 3, {{0, 4}, {7, 14}, {15, 16}}},
    {"\u65E5\u672C is \u8A9E", 4, {{0, 1}, {1, 2}, {3, 5}, {6, 7}}},
    {"a\xFF"
     "b\xF0\x9F c",
     3,
     {{0, 1}, {2, 3}, {5, 6}}},
};

static void test_places(void) {
    static struct word_hashes words;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        read_text(&words, texts[i].text, strlen(texts[i].text));
        CHECK(words.count == texts[i].count, "%s: %zu words", texts[i].text, words.count);
        for (size_t k = 0; k < words.count && k < texts[i].count; k++)
            CHECK(words.places[k].begin == texts[i].places[k].begin &&
                      words.places[k].end == texts[i].places[k].end,
                  "%s: word %zu from %u to %u", texts[i].text, k, words.places[k].begin,
                  words.places[k].end);
    }
    word_hashes_free(&words, memory);
}

/* Text of pieces that begin, continue and end words. */
static size_t random_text(char *text, size_t capacity) {
    static const char *const pieces[] = {"a",      "Word",   " ",      ", ",     "1",    ".",
                                         "\u00E9", "\u0301", "\u2013", "\u65E5", "\xFF", "\u0416"};
    size_t length = 0;
    for (size_t left = random_below(capacity / 8); left > 0; left--) {
        const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    return length;
}

/* Each word read alone, from the code points of its place, is that word; none lies between. */
static void test_places_at_random(void) {
    static struct word_hashes all, one;
    static struct code_points points;
    size_t wrong = 0, tried = test_is_long() ? 300000 : 20000;
    for (size_t i = 0; i < tried; i++) {
        char text[512], part[4 * 512];
        size_t length = random_text(text, sizeof text);
        read_text(&all, text, length);
        REQUIRE(code_points_decode(&points, memory, text, length));
        uint32_t at = 0;
        for (size_t k = 0; k <= all.count; k++) {
            struct word_place place =
                k < all.count ? all.places[k] : (struct word_place){(uint32_t)points.count, 0};
            read_text(&one, part, code_points_encode(points.values + at, place.begin - at, part));
            wrong += one.count > 0;
            if (k == all.count)
                break;
            at = place.end;
            read_text(&one, part,
                      code_points_encode(points.values + place.begin, at - place.begin, part));
            wrong += one.count != 1 || one.values[0] != all.values[k];
        }
    }
    CHECK(wrong == 0, "%zu places are wrong", wrong);
    test_figure(tried, "texts whose words are where they should be");
    word_hashes_free(&all, memory);
    word_hashes_free(&one, memory);
    code_points_free(&points, memory);
}

enum { many = 1000 };

struct packed {
    uint32_t anchors[many / placed_words_block + 1];
    uint16_t offsets[many];
    uint8_t lengths[many];
};

static struct placed_words packed_of(const struct packed *packed, const struct word_hashes *words) {
    return (struct placed_words){.hashes = words->values,
                                 .count = words->count,
                                 .anchors = packed->anchors,
                                 .offsets = packed->offsets,
                                 .lengths = packed->lengths};
}

static void test_packing(void) {
    static struct word_place places[many];
    static struct packed packed;
    for (uint32_t i = 0; i < many; i++)
        places[i] = (struct word_place){1000 * i, 1000 * i + 1 + i % 255};
    CHECK(placed_words_pack(places, many, packed.anchors, packed.offsets, packed.lengths), "no");
    struct word_hashes words = {.count = many};
    struct placed_words view = packed_of(&packed, &words);
    for (size_t i = 0; i < many; i++)
        CHECK(placed_words_begin(&view, i) == places[i].begin &&
                  placed_words_end(&view, i) == places[i].end,
              "word %zu", i);
    CHECK(placed_words_blocks(0) == 0 && placed_words_blocks(64) == 1 &&
              placed_words_blocks(65) == 2,
          "blocks");
    places[5].end = places[5].begin + 255;
    CHECK(placed_words_pack(places, many, packed.anchors, packed.offsets, packed.lengths), "255");
    places[5].end++;
    CHECK(!placed_words_pack(places, many, packed.anchors, packed.offsets, packed.lengths),
          "a word of 256 code points");
    places[5].end = places[5].begin + 1;
    places[63] = (struct word_place){65536, 65537};
    CHECK(!placed_words_pack(places, many, packed.anchors, packed.offsets, packed.lengths),
          "words 65536 code points apart");
}

/* ---- Passages ---- */

/* Words w0 to w99 at random; if `copy` is not NULL, then a part of it, with some words changed. */
static size_t random_words(char *text, size_t count, const char *copy, size_t copy_length) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, "w%zu%s", random_below(100), i % 7 ? " " : ", ");
    for (size_t i = 0; i < copy_length; i++)
        text[length++] = copy[i] == '7' && random_below(4) == 0 ? '8' : copy[i];
    return length;
}

static bool are_equal(const struct passage_alignment *p, const struct passage_alignment *q) {
    bool equal = p->count == q->count;
    for (size_t i = 0; equal && i < p->count; i++) {
        const struct shared_passage *x = &p->passages[i], *y = &q->passages[i];
        equal = x->a_begin == y->a_begin && x->a_end == y->a_end && x->b_begin == y->b_begin &&
                x->b_end == y->b_end && x->words == y->words && x->a_words == y->a_words &&
                x->b_words == y->b_words && x->similarity == y->similarity;
    }
    return equal;
}

static bool align(struct seed_index *index, struct passage_alignment *alignment,
                  struct interruption *interruption, const struct passage_parameters *parameters,
                  const struct placed_words *a, const struct placed_words *b) {
    return seed_index_make(index, memory, interruption, parameters, a) &&
           passage_alignment_find(alignment, memory, interruption, index, b);
}

static void free_all(struct seed_index *index, struct passage_alignment *alignment) {
    seed_index_free(index, memory);
    passage_alignment_free(alignment, memory);
}

/*
 * One index and one workspace for many texts, whose words are packed, find what fresh ones do. For
 * a text as large as one before they allocate nothing.
 */
static void test_reuse(void) {
    static char text_a[20000], text_b[20000];
    static struct word_hashes a, b;
    static struct packed packed;
    struct seed_index index = {0};
    struct passage_alignment alignment = {0};
    struct passage_parameters parameters = passage_parameters_default();
    size_t found = 0, wrong = 0, allocations = 0;
    for (int i = 0; i < 60; i++) {
        parameters.seed = (enum seed_kind)(i % 3);
        parameters.words = 1 + (uint32_t)random_below(4);
        size_t length_a = random_words(text_a, i == 0 ? 400 : random_below(400), NULL, 0);
        read_text(&a, text_a, length_a);
        struct placed_words words_a = placed_words_of(&a);
        wrong += !seed_index_make(&index, memory, NULL, &parameters, &words_a);
        for (int k = 0; k < 4; k++) {
            size_t begin = length_a / 4 * random_below(3), part = k == 0 ? 0 : length_a / 4;
            if (i == 0)
                begin = 0, part = length_a;
            read_text(&b, text_b, random_words(text_b, random_below(100), text_a + begin, part));
            wrong += b.count > many || !placed_words_pack(b.places, b.count, packed.anchors,
                                                          packed.offsets, packed.lengths);
            struct placed_words words_b = placed_words_of(&b), packed_b = packed_of(&packed, &b);
            wrong += !passage_alignment_find(&alignment, memory, NULL, &index, &packed_b);
            faulty_begin(0, false);
            wrong += !passage_alignment_find(&alignment, memory, NULL, &index, &packed_b);
            allocations += faulty.calls;
            struct seed_index fresh_index = {0};
            struct passage_alignment fresh = {0};
            wrong += !align(&fresh_index, &fresh, NULL, &parameters, &words_a, &words_b);
            wrong += !are_equal(&alignment, &fresh);
            found += fresh.count;
            free_all(&fresh_index, &fresh);
        }
    }
    CHECK(wrong == 0, "%zu are wrong", wrong);
    CHECK(found > 50, "only %zu passages", found);
    CHECK(allocations == 0, "%zu allocations", allocations);
    free_all(&index, &alignment);
    word_hashes_free(&a, memory);
    word_hashes_free(&b, memory);
}

/* A text of one word has no seeds; one of few words, of which no gram is rare, has few. */
static void test_repeated_words(void) {
    enum { count = 120000 };
    static uint32_t hashes[count];
    static struct word_place places[count];
    struct seed_index index = {0};
    struct passage_alignment alignment = {0};
    struct passage_parameters parameters = passage_parameters_default();
    struct placed_words words = {.hashes = hashes, .count = count, .places = places};
    for (uint32_t period = 1; period <= 20000; period = period * 7 + 1) {
        for (uint32_t i = 0; i < count; i++) {
            hashes[i] = 77 * (i % period);
            places[i] = (struct word_place){2 * i, 2 * i + 1};
        }
        CHECK(align(&index, &alignment, NULL, &parameters, &words, &words), "period %u", period);
        size_t most = (size_t)count * parameters.occurrences_most;
        CHECK(alignment.matches.count <= most, "period %u: %zu matches", period,
              alignment.matches.count);
        CHECK((alignment.matches.count > 0) == (count / period <= parameters.occurrences_most),
              "period %u: %zu matches", period, alignment.matches.count);
    }
    free_all(&index, &alignment);
}

/* ---- Faults ---- */

static void test_no_memory(void) {
    static char text_a[4000], text_b[8000];
    static struct word_hashes a, b;
    size_t length = random_words(text_a, 300, NULL, 0);
    read_text(&a, text_a, length);
    length = random_words(text_b, 50, text_a, length / 3);
    length += random_words(text_b + length, 300, text_a, 600); /* the same again, far away */
    read_text(&b, text_b, length);
    struct placed_words words_a = placed_words_of(&a), words_b = placed_words_of(&b);
    struct passage_parameters parameters = passage_parameters_default();
    parameters.join_gap = 0;
    long live = faulty.live;
    FOR_EACH_FAULT(n) {
        struct seed_index index = {0};
        struct passage_alignment alignment = {0};
        bool done = align(&index, &alignment, NULL, &parameters, &words_a, &words_b);
        CHECK(done != faulty.failed && (done ? alignment.count > 1 : alignment.count == 0),
              "allocation %lu: %zu passages", n, alignment.count);
        faulty_pause(); /* what failed can be used again */
        CHECK(align(&index, &alignment, NULL, &parameters, &words_a, &words_b) &&
                  alignment.count > 1,
              "after allocation %lu", n);
        free_all(&index, &alignment);
        CHECK(faulty.live == live, "allocation %lu: %ld blocks remain", n, faulty.live);
    }
    CHECK(faulty.faults > 40, "only %lu allocations", faulty.faults);
    word_hashes_free(&a, memory);
    word_hashes_free(&b, memory);
    struct word_hashes words = {0};
    for (unsigned long n = 1; n <= 3; n++) {
        word_hashes_free(&words, memory);
        faulty_begin(n, false);
        CHECK(!word_hashes_read_placed(&words, memory, "n\u00E9", 3) && words.count == 0, "%lu", n);
    }
    faulty_begin(0, false);
    word_hashes_free(&words, memory);
}

static struct { unsigned asked, stop_at; } questions;

static bool should_stop(void *unused) {
    (void)unused;
    return ++questions.asked == questions.stop_at;
}

/* Each question whether to stop, one after the other, ends the work. */
static void test_interruption(void) {
    enum { count = 90000 };
    static uint32_t hashes[count];
    static struct word_place places[count];
    struct passage_parameters parameters = passage_parameters_default();
    struct placed_words words = {.hashes = hashes, .count = count, .places = places};
    for (uint32_t i = 0; i < count; i++) {
        hashes[i] = 77 * (i % (count / 3)); /* passages that overlap in one text */
        places[i] = (struct word_place){8 * i, 8 * i + 5};
    }
    bool done = false;
    unsigned stops = 0;
    for (unsigned stop_at = 1; !done; stop_at++) {
        struct interruption interruption = {.should_stop = should_stop};
        struct seed_index index = {0};
        struct passage_alignment alignment = {0};
        questions.asked = 0;
        questions.stop_at = stop_at;
        done = align(&index, &alignment, &interruption, &parameters, &words, &words);
        CHECK(done == !interruption.stopped && (done || alignment.count == 0), "stop %u", stop_at);
        CHECK(!done || alignment.count == 1, "%zu passages", alignment.count);
        stops += !done;
        free_all(&index, &alignment);
    }
    CHECK(stops > 3, "only %u questions", stops);
}

int main(void) {
    random_state = 17;
    test_places();
    test_places_at_random();
    test_packing();
    test_reuse();
    test_repeated_words();
    test_no_memory();
    test_interruption();
    return faulty_end("core/test_passages");
}
