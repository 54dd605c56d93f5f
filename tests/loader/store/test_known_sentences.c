/*
 * test_known_sentences.c - the table of an article's sentences, against an array that is searched.
 */
#include "core/random_input.h"
#include "store/history.h"
#include "test.h"

enum { most = 5000, first_capacity = 1024 };

static uint64_t hashes[most];
static size_t known;

/* The id that the array has for a hash; 0 if none. */
static int64_t id_of(uint64_t hash) {
    for (size_t i = 0; i < known; i++)
        if (hashes[i] == hash)
            return (int64_t)i + 1;
    return 0;
}

/* Looks up a hash, and inserts it if it is new. False if the table and the array differ. */
static bool meet(struct history_sentences *sentences, uint64_t hash) {
    struct history_sentence *place = history_sentences_find(sentences, hash);
    int64_t expected = id_of(hash);
    if (!place || place->id != expected || (expected && place->hash != hash))
        return false;
    if (expected)
        return true;
    hashes[known++] = hash;
    history_sentences_put(sentences, place, hash, (int64_t)known);
    return sentences->count == known && sentences->capacity >= 2 * known - 1;
}

/* All known hashes are found again, with their ids. */
static bool all_there(struct history_sentences *sentences) {
    for (size_t i = 0; i < known; i++) {
        struct history_sentence *place = history_sentences_find(sentences, hashes[i]);
        if (!place || place->hash != hashes[i] || place->id != (int64_t)i + 1)
            return false;
    }
    return true;
}

/* Hashes of which many belong to one place: the first, the last or any other. */
static uint64_t crowded_hash(size_t i) {
    static const uint64_t places[] = {0, first_capacity - 1, first_capacity - 2, 500};
    return places[i % 4] + (i / 4 % 40) * first_capacity;
}

static void test_collisions(void) {
    struct history_sentences sentences = {0};
    bool good = true;
    known = 0;
    for (size_t i = 0; i < 600; i++)
        good = good && meet(&sentences, crowded_hash(i * 7 % 160));
    CHECK(good && known == 160, "%zu hashes for four places", known);
    CHECK(sentences.capacity == first_capacity, "no need to grow: %zu places", sentences.capacity);
    CHECK(all_there(&sentences), "none is lost");
    CHECK(history_sentences_find(&sentences, 0)->id == 1, "0 is a hash as any other");
    CHECK(history_sentences_find(&sentences, (uint64_t)first_capacity * 100)->id == 0,
          "a new one is new");
    history_sentences_free(&sentences);
}

/* The same hash gives the same place again; comparing what is there is up to the caller. */
static void test_same_hash(void) {
    struct history_sentences sentences = {0};
    history_sentences_put(&sentences, history_sentences_find(&sentences, 42), 42, 7);
    struct history_sentence *place = history_sentences_find(&sentences, 42);
    CHECK(place->id == 7 && place->hash == 42 && sentences.count == 1, "id %lld",
          (long long)place->id);
    CHECK(history_sentences_find(&sentences, 42 + first_capacity)->id == 0,
          "its neighbour is another");
    history_sentences_free(&sentences);
}

/* It grows many times, with hashes that are close together and with random ones. */
static void test_growing(void) {
    struct history_sentences sentences = {0};
    bool good = true;
    known = 0;
    for (size_t i = 0; i < most; i++)
        good = good && meet(&sentences, i % 2 ? random_word() : i * 64);
    CHECK(good && all_there(&sentences), "%zu hashes in %zu places", known, sentences.capacity);
    CHECK(sentences.capacity <= 4 * known, "%zu places for %zu", sentences.capacity, known);
    history_sentences_free(&sentences);
}

/* An emptied table knows nothing, and a large one releases its memory. */
static void test_clearing(void) {
    struct history_sentences sentences = {0};
    history_sentences_clear(&sentences);
    CHECK(sentences.count == 0 && !sentences.places, "empty from the beginning");
    for (size_t size = 10; size <= 1000; size *= 10) {
        bool good = true;
        known = 0;
        for (size_t i = 0; i < size; i++)
            good = good && meet(&sentences, random_word());
        history_sentences_clear(&sentences);
        for (size_t i = 0; i < known; i++)
            good = good && history_sentences_find(&sentences, hashes[i])->id == 0;
        CHECK(good && sentences.count == 0 && sentences.capacity == first_capacity,
              "after %zu: %zu places", size, sentences.capacity);
    }
    history_sentences_free(&sentences);
}

/* Each byte, the length and what came before change the hash. */
static void test_hash(void) {
    char text[40] = "The quick brown fox jumps over the dog.";
    bool good = true;
    known = 0;
    for (size_t length = 0; length <= sizeof text; length++) {
        uint64_t whole = history_sentence_hash(text, length, 1);
        good = good && id_of(whole) == 0 && whole == history_sentence_hash(text, length, 1);
        hashes[known++] = whole;
        hashes[known++] = history_sentence_hash(text, length, 2);
        for (size_t i = 0; i < length; i++) {
            text[i] ^= 1;
            uint64_t other = history_sentence_hash(text, length, 1);
            text[i] ^= 1;
            good = good && id_of(other) == 0;
            hashes[known++] = other;
        }
    }
    CHECK(good, "different texts, different hashes");
    CHECK(history_sentence_hash("a\0", 2, 1) != history_sentence_hash("a", 1, 1),
          "a zero byte counts");
    uint64_t ab_c = history_sentence_hash("c", 1, history_sentence_hash("ab", 2, 1));
    CHECK(ab_c != history_sentence_hash("bc", 2, history_sentence_hash("a", 1, 1)),
          "so does where one ends");
}

int main(void) {
    random_state = 12;
    test_collisions();
    test_same_hash();
    test_growing();
    test_clearing();
    test_hash();
    return test_end("loader/test_known_sentences");
}
