/*
 * test_word_collection.c - the counts are those of an array that is filled text by text, with any
 * number of threads, on any bytes; and nothing is left if memory runs out or the work is stopped.
 */
#include "base/little_endian.h"
#include "base/varint.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "plain_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"
#include "text/words/word_collection.h"

#include <string.h>

enum { bytes_max = 3 << 20, texts_max = 1 << 16 };

static char bytes[bytes_max];
static size_t begins[texts_max + 1], text_count;

/* Words, digits, points, marks and broken UTF-8, which a text may begin and end with. */
static const char *const pieces[] = {
    "a",
    "lamp",
    "Storm",
    "caf\u00E9",
    "7",
    "1,3",
    ".",
    ",",
    " ",
    " ",
    " ",
    "-",
    "\u0301",
    "\u0661",
    "\xC3",
    "\xE6",
    "\xA9",
    "\u65E5",
    "\xFF",
    "\n",
    "x86_",
    "\u0130",
    "\u0E01\u0E33",
    "don't",
    "\xF0\x9F",
};
enum { piece_count = sizeof pieces / sizeof *pieces };

static void make_texts(size_t size, size_t pieces_max) {
    size_t used = text_count = 0;
    begins[0] = 0;
    while (used + 8 * pieces_max < size && text_count < texts_max) {
        for (size_t n = random_below(pieces_max); n > 0; n--) {
            const char *piece = pieces[random_below(piece_count)];
            memcpy(bytes + used, piece, strlen(piece));
            used += strlen(piece);
            if (random_below(4) == 0)
                used += (size_t)snprintf(bytes + used, 8, "%c%u ", (int)('a' + random_below(26)),
                                         (unsigned)random_below(999));
        }
        begins[++text_count] = used;
    }
}

static int compare_hashes(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The blob of (3) in word_frequencies.h, from all words in order. */
static unsigned char *count_plainly(size_t *size) {
    struct word_hashes words = {0};
    uint32_t *all = required(malloc(bytes_max * sizeof *all));
    unsigned char *blob = required(malloc(word_frequencies_header + 2 * (size_t)bytes_max)),
                  *at = blob;
    size_t count = 0;
    for (size_t i = 0; i < text_count; i++) {
        REQUIRE(word_hashes_read(&words, &plain_allocator, bytes + begins[i],
                                 begins[i + 1] - begins[i]));
        for (size_t word = 0; word < words.count; word++)
            all[count++] = words.values[word];
    }
    qsort(all, count, sizeof *all, compare_hashes);
    memcpy(at, "NDWF\2\0\0\0", 8);
    little_endian_store64(at + 8, text_count);
    memset(at + 16, 0, 4);
    at += word_frequencies_header;
    uint64_t next = 0;
    for (size_t i = 0, begin = 0; i < count; begin = i) {
        while (i < count && all[i] == all[begin])
            i++;
        at = varint_write(varint_write(at, all[begin] - next), i - begin);
        next = (uint64_t)all[begin] + 1;
    }
    *size = (size_t)(at - blob);
    word_hashes_free(&words, &plain_allocator);
    free(all);
    return blob;
}

/* NULL if it failed. */
static unsigned char *count_on_threads(const struct allocator *allocator, unsigned threads,
                                       struct interruption *interruption, size_t *size) {
    struct word_collection *collection = word_collection_new(allocator, threads, interruption);
    bool good = collection != NULL;
    for (size_t i = 0; good && i < text_count; i++)
        good = word_collection_add(collection, bytes + begins[i], begins[i + 1] - begins[i]);
    if (collection && !good)
        CHECK(!word_collection_add(collection, "a", 1), "it goes on after a failure");
    struct word_frequencies *counted = collection ? word_collection_end(collection) : NULL;
    unsigned char *blob = counted ? word_frequencies_blob(counted, allocator, size) : NULL;
    CHECK(good || !blob, "counts after a failure");
    word_collection_free(collection);
    return blob;
}

static void expect_same(const unsigned char *expected, size_t expected_size, unsigned threads) {
    size_t size = 0;
    unsigned char *blob = count_on_threads(&plain_allocator, threads, NULL, &size);
    CHECK(blob && size == expected_size && memcmp(blob, expected, size) == 0,
          "%u threads, %zu texts: other counts", threads, text_count);
    free(blob);
}

static void test_counts(size_t size, size_t pieces_max) {
    static const unsigned threads[] = {0, 1, 2, 5};
    make_texts(size, pieces_max);
    size_t expected_size;
    unsigned char *expected = count_plainly(&expected_size);
    threads_begun = 0;
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        expect_same(expected, expected_size, threads[i]);
    /* Few texts need no threads. */
    CHECK((threads_begun > 0) == (begins[text_count] >= 1 << 18), "%zu bytes: %lu threads",
          begins[text_count], threads_begun);
    for (unsigned fail_at = 0; fail_at < 3; fail_at++) {
        starts = 0;
        starts_fail_at = fail_at;
        expect_same(expected, expected_size, 3);
    }
    starts_fail_at = UINT32_MAX;
    free(expected);
}

static void test_no_memory(void) {
    make_texts(600000, 400);
    FOR_EACH_FAULT(n) {
        size_t size;
        unsigned char *blob = count_on_threads(&faulty_allocator, 0, NULL, &size);
        CHECK(!blob == faulty.failed, "allocation %lu", n);
        faulty_release(blob);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
}

static void test_interrupts(unsigned threads) {
    make_texts(bytes_max, 400);
    for (unsigned long stop_at = 1; stop_at < 4; stop_at++) {
        struct questions questions = {.stop_at = stop_at};
        struct interruption interruption = {.should_stop = count_questions, .context = &questions};
        size_t size;
        unsigned char *blob = count_on_threads(&plain_allocator, threads, &interruption, &size);
        CHECK(blob ? questions.asked < stop_at : interruption.stopped, "question %lu", stop_at);
        CHECK(stop_at > 1 || !blob, "it was never asked whether to stop");
        free(blob);
    }
}

int main(void) {
    random_state = 77;
    test_counts(2000, 20);
    test_counts(bytes_max, 100);
    test_counts(bytes_max, 100000);
    for (int round = 0; round < 6; round++)
        test_counts(1000 + random_below(900000), 3 + random_below(300));
    test_no_memory();
    test_interrupts(0);
    test_interrupts(2);
    test_figure(faulty.tried, "faults of memory in word_collection");
    return test_end("core/test_word_collection");
}
