/*
 * test_word_frequencies.c - counts of words against exact ones, in an array and in the sketch;
 * parts whose sum is the whole; and blobs that are refused.
 */
#include "base/little_endian.h"
#include "base/varint.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"
#include "text/words/word_frequencies.h"

#include <math.h>

/* More words than are counted one by one, by number; most are rare, as in texts. */
enum { words_max = word_frequencies_words_max + 300000, at_once_max = 5000, parts_max = 4 };

static uint32_t exact[words_max];

static uint32_t hash_of(uint32_t number) {
    return (uint32_t)mix64(number); /* 600 of these are those of two numbers */
}

static void make_counts(size_t words) {
    memset(exact, 0, sizeof exact);
    for (size_t i = 0; i < words; i++)
        exact[i] = random_below(1000) ? 1 + (uint32_t)random_below(4) : 1 + (uint32_t)random_word();
}

static void add(struct word_frequencies *frequencies, uint64_t texts,
                const struct counted_word *words, size_t count) {
    REQUIRE(word_frequencies_add(frequencies, memory, NULL, texts, words, count));
}

/*
 * Counts all words, each wholly or in two goes in one or two of the parts, which begin at any word
 * and go on forwards or backwards.
 */
static void count_in_parts(struct word_frequencies *parts, size_t part_count, size_t words) {
    static struct counted_word chosen[parts_max][at_once_max];
    size_t counts[parts_max] = {0}, begin = random_below(words), backwards = random_below(2);
    for (size_t i = 0; i < words; i++) {
        size_t number = (begin + (backwards ? words - i : i)) % words;
        uint32_t left = exact[number], taken = random_below(3) ? left : left / 2;
        for (; left > 0; left -= taken, taken = left) {
            size_t part = random_below(part_count);
            if (taken > 0)
                chosen[part][counts[part]++] =
                    (struct counted_word){hash_of((uint32_t)number), taken};
            if (counts[part] == at_once_max) {
                add(&parts[part], at_once_max, chosen[part], at_once_max);
                counts[part] = 0;
            }
        }
    }
    for (size_t part = 0; part < part_count; part++)
        add(&parts[part], counts[part], chosen[part], counts[part]);
}

static unsigned char *blob_of(struct word_frequencies *frequencies, size_t *size) {
    unsigned char *blob = word_frequencies_blob(frequencies, memory, size);
    REQUIRE(blob);
    word_frequencies_free(frequencies, memory);
    CHECK(word_frequencies_valid(blob, *size), "a blob of %zu bytes is not valid", *size);
    return blob;
}

static struct word_frequencies read_blob(const void *blob, size_t size) {
    struct word_frequencies frequencies = {0};
    REQUIRE(word_frequencies_add_blob(&frequencies, memory, NULL, blob, size) &&
            word_frequencies_finish(&frequencies, memory));
    return frequencies;
}

/* In the array all counts are right, except where two numbers share a hash. */
static void expect_counts(const struct word_frequencies *frequencies, size_t words,
                          double wrong_at_most) {
    size_t low = 0, high = 0;
    for (uint32_t i = 0; i < words; i++) {
        word_frequencies_prefetch(frequencies, hash_of((uint32_t)words - 1 - i));
        uint32_t count = word_frequencies_count(frequencies, hash_of(i));
        low += count < exact[i];
        high += count > exact[i];
    }
    CHECK(low == 0, "%zu of %zu counts are too low", low, words);
    CHECK((double)high <= wrong_at_most * (double)words, "%zu of %zu counts are too high", high,
          words);
    size_t found = 0;
    for (uint32_t i = 0; i < 1000; i++)
        found += word_frequencies_count(frequencies, hash_of(words_max + i)) > 0;
    CHECK((double)found <= 20 + 1000 * wrong_at_most, "%zu words that do not occur", found);
}

/* The texts differ, as they are counted by part. */
static void expect_same(unsigned char *blob, size_t size, const unsigned char *whole,
                        size_t whole_size, const char *what) {
    little_endian_store64(blob + 8, little_endian_load64(whole + 8));
    CHECK(size == whole_size && memcmp(blob, whole, size) == 0, "%s: %zu bytes, not %zu", what,
          size, whole_size);
}

static void test_counts(size_t words, size_t size_most, double wrong_at_most) {
    struct word_frequencies parts[parts_max] = {{0}}, merged = {0};
    size_t whole_size, size;
    make_counts(words);
    count_in_parts(parts, 1, words);
    unsigned char *whole = blob_of(&parts[0], &whole_size);
    CHECK(whole_size <= size_most, "%zu words: %zu bytes", words, whole_size);
    struct word_frequencies frequencies = read_blob(whole, whole_size);
    CHECK(!frequencies.counters == (words <= word_frequencies_words_max), "%zu words", words);
    expect_counts(&frequencies, words, wrong_at_most);
    word_frequencies_free(&frequencies, memory);

    size_t part_count = 2 + random_below(parts_max - 1);
    count_in_parts(parts, part_count, words);
    uint64_t texts = 0;
    for (size_t part = part_count; part-- > 0;) {
        texts += parts[part].texts;
        unsigned char *blob = blob_of(&parts[part], &size);
        REQUIRE(word_frequencies_add_blob(&merged, memory, NULL, blob, size));
        memory->release(blob);
    }
    CHECK(merged.texts == texts, "the texts are not those of the parts");
    unsigned char *blob = blob_of(&merged, &size);
    expect_same(blob, size, whole, whole_size, "parts");
    memory->release(blob);
    memory->release(whole);
}

/* The counts of an array and of a sketch, in either order. */
static void test_array_and_sketch(void) {
    struct word_frequencies large = {0}, small = {0};
    size_t large_size, small_size, sizes[2];
    make_counts(words_max);
    count_in_parts(&large, 1, words_max);
    unsigned char *first = blob_of(&large, &large_size), *sums[2];
    add(&small, 3, (struct counted_word[]){{7, 5}, {9, 1}, {7, 2}}, 3);
    unsigned char *second = blob_of(&small, &small_size);
    for (int turned = 0; turned < 2; turned++) {
        struct word_frequencies sum = {0};
        REQUIRE(word_frequencies_add_blob(&sum, memory, NULL, turned ? second : first,
                                          turned ? small_size : large_size) &&
                word_frequencies_add_blob(&sum, memory, NULL, turned ? first : second,
                                          turned ? large_size : small_size));
        sums[turned] = blob_of(&sum, &sizes[turned]);
    }
    expect_same(sums[1], sizes[1], sums[0], sizes[0], "exchanged");
    struct word_frequencies before = read_blob(first, large_size);
    struct word_frequencies after = read_blob(sums[0], sizes[0]);
    CHECK(word_frequencies_count(&after, 7) == word_frequencies_count(&before, 7) + 7, "of 7");
    word_frequencies_free(&before, memory);
    word_frequencies_free(&after, memory);
    memory->release(first);
    memory->release(second);
    memory->release(sums[0]);
    memory->release(sums[1]);
}

static void test_rarity(void) {
    struct word_frequencies frequencies = {0};
    add(&frequencies, 99, (struct counted_word[]){{7, 50}, {UINT32_MAX, 1}, {7, 2}, {0, 4}}, 4);
    REQUIRE(word_frequencies_finish(&frequencies, memory));
    CHECK(word_frequencies_count(&frequencies, 7) == 52, "of 7");
    CHECK(word_frequencies_count(&frequencies, 0) == 4, "of the first hash");
    CHECK(word_frequencies_count(&frequencies, UINT32_MAX) == 1, "of the last hash");
    CHECK(fabs(word_frequencies_rarity(&frequencies, 7) - log(100 / 53.0)) < 1e-12, "of 7");
    CHECK(fabs(word_frequencies_rarity(&frequencies, 8) - log(100)) < 1e-12, "of 8");
    frequencies.texts = 3;
    CHECK(word_frequencies_rarity(&frequencies, 7) == 0, "more words than texts");
    word_frequencies_free(&frequencies, memory);
}

/* Counts stay at the highest number, of words and of texts. */
static void test_saturation(void) {
    struct word_frequencies frequencies = {0};
    add(&frequencies, UINT64_MAX - 1, (struct counted_word[]){{7, UINT32_MAX - 1}, {8, 1}}, 2);
    size_t size;
    unsigned char *blob = word_frequencies_blob(&frequencies, memory, &size);
    REQUIRE(blob && word_frequencies_add_blob(&frequencies, memory, NULL, blob, size) &&
            word_frequencies_finish(&frequencies, memory));
    CHECK(frequencies.texts == UINT64_MAX, "texts");
    CHECK(word_frequencies_count(&frequencies, 7) == UINT32_MAX, "of 7");
    CHECK(word_frequencies_count(&frequencies, 8) == 2, "of 8");
    memory->release(blob);
    word_frequencies_free(&frequencies, memory);
}

/* ---- Blobs ---- */

/* A header and these numbers. Valid until the next call. */
static unsigned char *write_blob(uint32_t form, const uint64_t *numbers, size_t count,
                                 size_t *size) {
    static unsigned char blob[200];
    unsigned char *at = blob + word_frequencies_header;
    memcpy(blob, "NDWF\2\0\0\0", 8);
    little_endian_store64(blob + 8, 77);
    little_endian_store32(blob + 16, form);
    for (size_t i = 0; i < count; i++)
        at = varint_write(at, numbers[i]);
    *size = (size_t)(at - blob);
    return blob;
}

static void test_blobs(void) {
    static const struct {
        uint64_t numbers[4];
        size_t count;
        bool valid;
    } cases[] = {
        {{0}, 0, true},
        {{0, 1}, 2, true},
        {{0, 1, 0, 1}, 4, true},
        {{UINT32_MAX, UINT32_MAX}, 2, true},
        {{UINT32_MAX - 1, 1, 0, 3}, 4, true},
        {{0}, 1, false},                       /* no count */
        {{0, 0}, 2, false},                    /* of a word that does not occur */
        {{UINT32_MAX, 1, 0, 1}, 4, false},     /* behind the last hash */
        {{UINT32_MAX - 1, 1, 1, 1}, 4, false}, /* the same */
        {{UINT64_C(1) << 32, 1}, 2, false},    /* no hash */
        {{0, UINT64_C(1) << 32}, 2, false},    /* no count */
        {{UINT64_MAX, 1}, 2, false},
    };
    size_t size;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char *blob = write_blob(0, cases[i].numbers, cases[i].count, &size);
        CHECK(word_frequencies_valid(blob, size) == cases[i].valid, "case %zu", i);
        for (uint32_t form = 1; form < 4; form++) {
            blob = write_blob(form, cases[i].numbers, cases[i].count, &size);
            CHECK(!word_frequencies_valid(blob, size), "case %zu, form %u", i, (unsigned)form);
        }
    }
    unsigned char *blob = write_blob(0, (uint64_t[]){300, 500}, 2, &size);
    for (size_t length = 0; length < size; length++)
        CHECK(word_frequencies_valid(blob, length) == (length == word_frequencies_header),
              "%zu bytes", length);
    memcpy(blob + size - 2, "\xF4\x83\x00", 3); /* one byte more than it needs */
    CHECK(!word_frequencies_valid(blob, size + 1), "a long number");
    CHECK(!word_frequencies_valid(NULL, 0), "nothing");
    for (size_t at = 0; at < word_frequencies_header; at++) {
        blob = write_blob(0, (uint64_t[]){5, 2}, 2, &size);
        blob[at] ^= 0x40;
        CHECK(word_frequencies_valid(blob, size) == (at >= 8 && at < 16), "byte %zu", at);
    }
    blob = write_blob(0, (uint64_t[]){5, 2}, 2, &size);
    memmove(blob + 1, blob, size);
    struct word_frequencies frequencies = read_blob(blob + 1, size);
    CHECK(frequencies.texts == 77 && word_frequencies_count(&frequencies, 5) == 2,
          "at an odd address");
    word_frequencies_free(&frequencies, memory);
}

/* As many words as an array holds, and one more; as many counters as a sketch has, one less, one
 * more. */
static void test_sizes(void) {
    enum { counters = word_frequencies_rows * word_frequencies_columns };
    size_t size = word_frequencies_header + counters + 1;
    unsigned char *blob = required(memory->resize(NULL, size));
    memset(blob, 0, size);
    memcpy(blob, "NDWF\2", 5);
    for (size_t i = 0; i <= word_frequencies_words_max; i++)
        blob[word_frequencies_header + 2 * i + 1] = 1;
    size_t most = word_frequencies_header + 2 * (size_t)word_frequencies_words_max;
    CHECK(word_frequencies_valid(blob, most), "as many words as there may be");
    CHECK(!word_frequencies_valid(blob, most + 2), "one more");
    blob[16] = 1;
    CHECK(!word_frequencies_valid(blob, size - 2), "one counter less");
    CHECK(word_frequencies_valid(blob, size - 1), "as many counters as there are");
    CHECK(!word_frequencies_valid(blob, size), "one more");
    memory->release(blob);
}

/* ---- Failures ---- */

static void test_stops(void) {
    struct interruption interruption = {.should_stop = always};
    struct word_frequencies frequencies = {0};
    struct counted_word words[1000];
    for (uint32_t i = 0; i < 1000; i++)
        words[i] = (struct counted_word){i, 1};
    bool counted = true;
    for (int turn = 0; counted && turn < 10000; turn++)
        counted = word_frequencies_add(&frequencies, memory, &interruption, 1, words, 1000);
    CHECK(!counted && interruption.stopped, "it went on");
    word_frequencies_free(&frequencies, memory);
}

/* Returns false if memory ran out: few words are counted, or so many that the sketch begins. */
static bool count_and_read(const struct counted_word *words, size_t count) {
    struct word_frequencies frequencies = {0}, copy = {0};
    size_t size = 0;
    unsigned char *blob = NULL;
    bool good = word_frequencies_add(&frequencies, memory, NULL, 1, words, count);
    if (good)
        blob = word_frequencies_blob(&frequencies, memory, &size);
    good = blob && word_frequencies_add_blob(&copy, memory, NULL, blob, size) &&
           word_frequencies_finish(&copy, memory);
    word_frequencies_free(&frequencies, memory);
    word_frequencies_free(&copy, memory);
    memory->release(blob);
    return good;
}

static void test_no_memory(size_t count) {
    struct counted_word *words = required(malloc(count * sizeof *words));
    for (uint32_t i = 0; i < count; i++)
        words[i] = (struct counted_word){hash_of(i), 1};
    FOR_EACH_FAULT(n) {
        CHECK(count_and_read(words, count) == !faulty.failed, "%zu words, allocation %lu", count,
              n);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
    CHECK(faulty.faults > 10, "%lu faults", faulty.faults);
    free(words);
}

int main(void) {
    random_state = 49;
    for (size_t words = 1; words <= 10000; words *= 10)
        test_counts(words, word_frequencies_header + 6 * words, 0);
    test_counts(word_frequencies_words_max - 1000, 3 * (size_t)word_frequencies_words_max, 0.002);
    test_counts(words_max, 9 << 20, 0.2);
    RUN_TESTS(test_array_and_sketch, test_rarity, test_saturation, test_blobs, test_sizes,
              test_stops);
    test_no_memory(500);
    test_no_memory(word_frequencies_words_max + 5000);
    return faulty_end("core/test_word_frequencies");
}
