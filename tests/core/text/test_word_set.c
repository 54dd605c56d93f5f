/*
 * test_word_set.c - the set of words: it holds what was added and nothing else, in one form, and
 * blobs of others are noticed.
 */
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"
#include "text/words/word_set.h"

enum { universe = 1 << 16 };

/* Spreads the numbers below `universe` over 32 bits, or leaves them close together. */
static uint32_t hash_of(uint32_t number, bool spread) {
    return spread ? number * UINT32_C(2654435761) : number;
}

static size_t wrong_answers(const unsigned char *blob, size_t size, const bool *added,
                            bool spread) {
    size_t wrong = 0, count = 0;
    for (uint32_t i = 0; i < universe; i++) {
        wrong += word_set_has(blob, size, hash_of(i, spread)) != added[i];
        count += added[i];
    }
    for (size_t at = 4; at < size; at += 4)
        wrong += little_endian_load32(blob + at - 4) >= little_endian_load32(blob + at);
    return wrong + (size != 4 * count);
}

/* Adds `count` words drawn from the first `limit`, in texts of any length. */
static void test_words(size_t count, size_t limit, bool spread) {
    static bool added[universe];
    static uint32_t text[300];
    struct word_set set = {0};
    memset(added, 0, sizeof added);
    size_t distinct = 0;
    for (size_t left = count; left > 0;) {
        size_t length = random_below(sizeof text / sizeof *text) + 1;
        length = length < left ? length : left;
        for (size_t i = 0; i < length; i++) {
            uint32_t number = (uint32_t)random_below(limit);
            distinct += !added[number];
            added[number] = true;
            text[i] = hash_of(number, spread);
        }
        REQUIRE(word_set_add(&set, memory, NULL, text, length));
        left -= length;
    }
    CHECK(set.capacity <= 256 || set.capacity <= 4 * distinct, "%zu places for %zu words",
          set.capacity, distinct);
    size_t size, wrong;
    unsigned char *blob = word_set_blob(&set, memory, &size);
    wrong = wrong_answers(blob, size, added, spread);
    CHECK(wrong == 0, "%zu words of the first %zu: %zu answers are wrong", count, limit, wrong);
    faulty_release(blob);
}

static void test_nothing(void) {
    struct word_set set = {0};
    size_t size = 1;
    unsigned char *blob = word_set_blob(&set, memory, &size);
    CHECK(!blob && size == 0, "a set of %zu bytes", size);
    CHECK(!word_set_has("", 0, 0) && !word_set_has("\0\0\0", 3, 0), "a word from nowhere");
    CHECK(word_set_add(&set, memory, NULL, NULL, 0), "no words");
    word_set_free(&set, memory);
}

/* The blob is what the page says it is, whatever the order and repetition of words. */
static void test_format(void) {
    static const uint32_t words[] = {0x01020304, UINT32_MAX, 0, 0x01020304, 0xFF};
    static const char expected[] = "\0\0\0\0\xFF\0\0\0\4\3\2\1\xFF\xFF\xFF\xFF";
    struct word_set set = {0};
    size_t size;
    REQUIRE(word_set_add(&set, memory, NULL, words, 5));
    unsigned char *blob = word_set_blob(&set, memory, &size);
    CHECK(size == 16 && memcmp(blob, expected, size) == 0, "%zu bytes", size);
    faulty_release(blob);
}

int main(void) {
    random_state = 48;
    static const size_t sizes[] = {1, 2, 63, 64, 65, 130, 1000, 50000, 400000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t limit = 1; limit <= universe; limit *= 16)
            for (int spread = 0; spread < 2; spread++)
                test_words(sizes[i], limit, spread);
    RUN_TESTS(test_nothing, test_format);
    return faulty_end("core/test_word_set");
}
