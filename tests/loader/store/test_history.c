/*
 * test_history.c - the sentences of a history, against an array that is searched, and their spans,
 * against a table of which revision has which sentence.
 */
#include "core/random_input.h"
#include "store/history.h"
#include "test.h"

enum { sentences_most = 40, revisions_most = 60 };

static bool stands[revisions_most][sentences_most]; /* the rows that are compared */
static struct history history;

static void add(uint64_t hash) {
    size_t *place = history_find(&history, hash);
    if (!place || !history_add(&history, hash, place))
        abort();
}

/* ---- Spans ----------------------------------------------------------------------------------- */

/* A revision with random sentences, some of them twice; new ones come in the order of numbers. */
static void add_revision(int64_t revision) {
    bool *row = stands[revision - 1];
    memset(row, 0, sizeof stands[0]);
    for (size_t position = 1; position <= 15; position++) {
        size_t known = history.count;
        size_t sentence = random_below(known + 1 < sentences_most ? known + 1 : sentences_most);
        if (sentence == known)
            add(random_word());
        if (!history_meet(&history, sentence, revision, position))
            abort();
        row[sentence] = true;
    }
}

/* Takes the spans that have ended out of the table. False if one is not there, or not whole. */
static bool take_spans(int64_t revisions) {
    bool good = true;
    history_sort(&history);
    for (size_t i = 0; i < history.ended_count; i++) {
        const struct history_span *span = &history.ended[i];
        good = good && span->first <= span->last && span->position >= 1 && span->position <= 15 &&
               (i == 0 || span[-1].sentence < span->sentence ||
                (span[-1].sentence == span->sentence && span[-1].last + 1 < span->first));
        for (int64_t at = span->first; at <= span->last; at++) {
            good = good && stands[at - 1][span->sentence];
            stands[at - 1][span->sentence] = false;
        }
        good = good && span->last <= revisions;
    }
    history.ended_count = 0;
    return good;
}

static bool all_taken(int64_t revisions) {
    for (int64_t at = 0; at < revisions; at++)
        for (size_t sentence = 0; sentence < sentences_most; sentence++)
            if (stands[at][sentence])
                return false;
    return true;
}

static void test_random_spans(void) {
    for (int round = 0; round < 200; round++) {
        int64_t revisions = 1 + (int64_t)random_below(revisions_most);
        bool good = true;
        for (int64_t revision = 1; revision <= revisions; revision++) {
            add_revision(revision);
            good = good && history_end(&history, revision);
        }
        good = good && history_end(&history, 0) && take_spans(revisions);
        CHECK(good && all_taken(revisions) && history.standing_count == 0, "round %d", round);
        history_clear(&history);
    }
    history_free(&history);
}

/* A sentence that went and came back, one that moved, one that stands twice. */
static void test_known_spans(void) {
    static const struct history_span expected[] = {{0, 1, 2, 1}, {0, 5, 7, 2}, {1, 1, 7, 2}};
    add(100);
    add(200);
    bool good = history_meet(&history, 0, 1, 1) && history_meet(&history, 1, 1, 2) &&
                history_meet(&history, 0, 1, 3) && history_end(&history, 1) &&
                history_meet(&history, 1, 2, 1) && history_meet(&history, 0, 2, 2) &&
                history_end(&history, 2) && history_meet(&history, 1, 4, 1) &&
                history_end(&history, 4) && history_meet(&history, 1, 5, 1) &&
                history_meet(&history, 0, 5, 2) && history_end(&history, 5) &&
                history_meet(&history, 1, 7, 1) && history_meet(&history, 0, 7, 2) &&
                history_end(&history, 7) && history_end(&history, 0);
    history_sort(&history);
    CHECK(good && history.ended_count == 3, "%zu spans", history.ended_count);
    for (size_t i = 0; good && i < 3; i++) {
        const struct history_span *found = &history.ended[i], *wanted = &expected[i];
        CHECK(found->sentence == wanted->sentence && found->first == wanted->first &&
                  found->last == wanted->last && found->position == wanted->position,
              "span %zu: %zu from %lld to %lld", i, found->sentence, (long long)found->first,
              (long long)found->last);
    }
    history_free(&history);
}

/* ---- Sentences ------------------------------------------------------------------------------- */

enum { most = 5000, first_places = 1024 };

static uint64_t hashes[most];
static size_t known;

/* The number plus 1 that the array has for a hash; 0 if none. */
static size_t number_of(uint64_t hash) {
    for (size_t i = 0; i < known; i++)
        if (hashes[i] == hash)
            return i + 1;
    return 0;
}

/* Looks up a hash, and adds it if it is new. False if the table and the array differ. */
static bool find_or_add(uint64_t hash) {
    size_t *place = history_find(&history, hash), expected = number_of(hash);
    if (!place || *place != expected)
        return false;
    if (expected)
        return true;
    hashes[known++] = hash;
    return history_add(&history, hash, place) && *place == known && history.count == known &&
           history.place_count >= 2 * known - 1;
}

/* All known hashes are found again. */
static bool all_there(void) {
    for (size_t i = 0; i < known; i++)
        if (*history_find(&history, hashes[i]) != i + 1)
            return false;
    return true;
}

/* Hashes of which many belong to one place: the first, the last or any other. */
static uint64_t crowded_hash(size_t i) {
    static const uint64_t places[] = {0, first_places - 1, first_places - 2, 500};
    return places[i % 4] + (i / 4 % 40) * first_places;
}

static void test_collisions(void) {
    bool good = true;
    known = 0;
    for (size_t i = 0; i < 600; i++)
        good = good && find_or_add(crowded_hash(i * 7 % 160));
    CHECK(good && known == 160, "%zu hashes for four places", known);
    CHECK(history.place_count == first_places, "no need to grow: %zu", history.place_count);
    CHECK(all_there(), "none is lost");
    CHECK(*history_find(&history, 0) == 1, "0 is a hash as any other");
    CHECK(*history_find(&history, (uint64_t)first_places * 100) == 0, "a new one is new");
    history_free(&history);
}

/* The same hash gives the first sentence again, also after the table has grown. */
static void test_same_hash(void) {
    add(42);
    add(42);
    CHECK(*history_find(&history, 42) == 1 && history.count == 2, "the first of two");
    CHECK(*history_find(&history, 42 + first_places) == 0, "its neighbour is another");
    for (size_t i = 0; i < first_places; i++)
        add(1000 + i);
    CHECK(*history_find(&history, 42) == 1, "the first of two, among %zu", history.place_count);
    history_free(&history);
}

/* It grows many times, with hashes that are close together and with random ones. */
static void test_growing(void) {
    bool good = true;
    known = 0;
    for (size_t i = 0; i < most; i++)
        good = good && find_or_add(i % 2 ? random_word() : i * 64);
    CHECK(good && all_there(), "%zu hashes in %zu places", known, history.place_count);
    CHECK(history.place_count <= 4 * known, "%zu places for %zu", history.place_count, known);
    history_free(&history);
}

/* An emptied history knows nothing, and a large one releases its memory. */
static void test_clearing(void) {
    history_clear(&history);
    CHECK(history.count == 0 && !history.places, "empty from the beginning");
    for (size_t size = 10; size <= 1000; size *= 10) {
        bool good = true;
        known = 0;
        for (size_t i = 0; i < size; i++)
            good = good && find_or_add(random_word());
        history_clear(&history);
        for (size_t i = 0; i < known; i++)
            good = good && *history_find(&history, hashes[i]) == 0;
        CHECK(good && history.count == 0 && history.place_count == first_places,
              "after %zu: %zu places", size, history.place_count);
    }
    history_free(&history);
}

/* Each byte, the length and what came before change the hash. */
static void test_hash(void) {
    char text[40] = "The quick brown fox jumps over the dog.";
    bool good = true;
    known = 0;
    for (size_t length = 0; length <= sizeof text; length++) {
        uint64_t whole = history_hash(text, length, 1);
        good = good && number_of(whole) == 0 && whole == history_hash(text, length, 1);
        hashes[known++] = whole;
        hashes[known++] = history_hash(text, length, 2);
        for (size_t i = 0; i < length; i++) {
            text[i] ^= 1;
            uint64_t other = history_hash(text, length, 1);
            text[i] ^= 1;
            good = good && number_of(other) == 0;
            hashes[known++] = other;
        }
    }
    CHECK(good, "different texts, different hashes");
    CHECK(history_hash("a\0", 2, 1) != history_hash("a", 1, 1), "a zero byte counts");
    uint64_t ab_c = history_hash("c", 1, history_hash("ab", 2, 1));
    CHECK(ab_c != history_hash("bc", 2, history_hash("a", 1, 1)), "so does where one ends");
}

int main(void) {
    random_state = 12;
    RUN_TESTS(test_known_spans, test_random_spans, test_collisions, test_same_hash, test_growing,
              test_clearing, test_hash);
    return test_end("loader/test_history");
}
