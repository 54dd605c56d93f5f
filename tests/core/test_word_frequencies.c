/*
 * test_word_frequencies.c - counts of words against exact ones, the bounds of their error, and
 * blobs that are refused.
 */
#include "../test.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "text/word_frequencies.h"

#include <math.h>
#include <string.h>

static const struct allocator *const memory = &faulty_allocator;

enum { words_max = 1 << 14, occurrences = 400000 };

/* A sketch of `occurrences` words, number n being about 1 / n as frequent as the first. */
static unsigned char *count_words(uint32_t columns, uint32_t *exact, size_t *size) {
    struct word_counter counter = {0};
    uint32_t text[50];
    if (!word_counter_begin(&counter, memory, columns))
        abort();
    memset(exact, 0, words_max * sizeof *exact);
    for (size_t left = occurrences; left > 0; left -= 50) {
        for (size_t i = 0; i < 50; i++) {
            double share = (double)(random_word() >> 11) / (double)(UINT64_C(1) << 53);
            uint32_t number = (uint32_t)pow(words_max, share) % words_max;
            exact[number]++;
            text[i] = number;
        }
        if (!word_counter_add(&counter, NULL, 1, text, 50))
            abort();
    }
    return word_counter_blob(&counter, memory, size);
}

/* Counts are never too low; few words are counted too high, and none by much. */
static void test_counts(uint32_t columns, double wrong_at_most) {
    static uint32_t exact[words_max];
    size_t size, low = 0, high = 0, far = 0;
    unsigned char *blob = count_words(columns, exact, &size);
    struct word_frequencies frequencies = word_frequencies_open(blob, size);
    CHECK(frequencies.valid && frequencies.texts == occurrences / 50, "not valid");
    for (uint32_t i = 0; i < words_max; i++) {
        uint32_t count = word_frequencies_count(&frequencies, i);
        low += count < exact[i];
        high += count > exact[i];
        far += count > exact[i] + 3.0 * occurrences / columns; /* exceeded with 5 % if random */
    }
    CHECK(low == 0, "%zu counts are too low", low);
    CHECK((double)high <= wrong_at_most * words_max, "%u columns: %zu counts are too high",
          (unsigned)columns, high);
    CHECK(far <= words_max / 20, "%u columns: %zu counts are far too high", (unsigned)columns, far);
    faulty_release(blob);
}

/* Few words make a small blob, whose counts are as right. */
static void test_folding(void) {
    for (uint32_t words = 1; words <= 4096; words *= 4) {
        struct word_counter counter = {0};
        size_t size, low = 0, high = 0;
        if (!word_counter_begin(&counter, memory, 1 << 18))
            abort();
        for (uint32_t word = 0; word < words; word++)
            for (uint32_t n = 0; n <= word % 5; n++)
                if (!word_counter_add(&counter, NULL, 1, &word, 1))
                    abort();
        unsigned char *blob = word_counter_blob(&counter, memory, &size);
        struct word_frequencies frequencies = word_frequencies_open(blob, size);
        CHECK(frequencies.valid && frequencies.columns <= 64 + 32 * words, "%u columns",
              (unsigned)frequencies.columns);
        for (uint32_t word = 0; word < words; word++) {
            low += word_frequencies_count(&frequencies, word) < word % 5 + 1;
            high += word_frequencies_count(&frequencies, word) > word % 5 + 1;
        }
        CHECK(low == 0 && high <= words / 32, "%u words: %zu counts are too low, %zu too high",
              (unsigned)words, low, high);
        faulty_release(blob);
    }
}

static void test_rarity(void) {
    struct word_counter counter = {0};
    size_t size;
    if (!word_counter_begin(&counter, memory, 1 << 10))
        abort();
    static const uint32_t often[] = {7, 7, 7};
    for (uint32_t text = 0; text < 99; text++)
        if (!word_counter_add(&counter, NULL, 1, often, text == 50 ? 3 : text % 2))
            abort();
    unsigned char *blob = word_counter_blob(&counter, memory, &size);
    struct word_frequencies frequencies = word_frequencies_open(blob, size);
    CHECK(word_frequencies_count(&frequencies, 7) == 52, "%u",
          word_frequencies_count(&frequencies, 7));
    CHECK(fabs(word_frequencies_rarity(&frequencies, 7) - log(100 / 53.0)) < 1e-12, "of 7");
    CHECK(fabs(word_frequencies_rarity(&frequencies, 8) - log(100)) < 1e-12, "of 8");
    frequencies.texts = 3;
    CHECK(word_frequencies_rarity(&frequencies, 7) == 0, "more words than texts");
    faulty_release(blob);
}

/* Counters stay at the highest number. */
static void test_saturation(void) {
    struct word_counter counter = {0};
    size_t size;
    if (!word_counter_begin(&counter, memory, 1))
        abort();
    memset(counter.blob + word_frequencies_header, 0xFF, 8);
    counter.blob[word_frequencies_header] = 0xFE;
    static const uint32_t words[] = {1, 2, 3};
    if (!word_counter_add(&counter, NULL, 1, words, 3))
        abort();
    unsigned char *blob = word_counter_blob(&counter, memory, &size);
    struct word_frequencies frequencies = word_frequencies_open(blob, size);
    CHECK(word_frequencies_count(&frequencies, 1) == UINT32_MAX, "%u",
          word_frequencies_count(&frequencies, 1));
    faulty_release(blob);
}

/* Bytes that are no such blob; a blob is read at any address. */
static void test_blobs(void) {
    struct word_counter counter = {0};
    static const uint32_t words[] = {5, 5, 9};
    size_t size, refused = 0;
    if (!word_counter_begin(&counter, memory, 4) || !word_counter_add(&counter, NULL, 1, words, 3))
        abort();
    unsigned char *blob = word_counter_blob(&counter, memory, &size), odd[100];
    memcpy(odd + 1, blob, size);
    struct word_frequencies frequencies = word_frequencies_open(odd + 1, size);
    CHECK(frequencies.valid && word_frequencies_count(&frequencies, 5) >= 2, "at an odd address");
    CHECK(size == word_frequencies_header + 32, "%zu bytes", size);
    for (size_t length = 0; length < size; length++)
        refused += !word_frequencies_open(blob, length).valid;
    CHECK(refused == size, "%zu lengths are refused", refused);
    CHECK(!word_frequencies_open(NULL, 0).valid, "nothing");
    for (size_t at = 0; at < 16; at++) {
        for (unsigned value = 0; value < 256; value++) {
            memcpy(odd, blob, size);
            odd[at] = (unsigned char)value;
            bool same = odd[at] == blob[at];
            CHECK(word_frequencies_open(odd, size).valid == same, "byte %zu: %u", at, value);
        }
    }
    faulty_release(blob);
}

static bool always(void *unused) {
    (void)unused;
    return true;
}

static void test_stops(void) {
    struct word_counter counter = {0};
    faulty_begin(1, false);
    CHECK(!word_counter_begin(&counter, memory, 16), "without memory");
    faulty_begin(0, false);
    struct interruption interruption = {.should_stop = always};
    uint32_t words[1000] = {0};
    bool counted = word_counter_begin(&counter, memory, 16);
    for (int turn = 0; counted && turn < 10000; turn++)
        counted = word_counter_add(&counter, &interruption, 1, words, 1000);
    CHECK(!counted && interruption.stopped, "it went on");
    word_counter_free(&counter, memory);
}

int main(void) {
    random_state = 49;
    test_counts(1 << 18, 0.01);
    test_counts(1 << 15, 0.25);
    test_counts(1 << 12, 1);
    test_folding();
    test_rarity();
    test_saturation();
    test_blobs();
    test_stops();
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_word_frequencies");
}
