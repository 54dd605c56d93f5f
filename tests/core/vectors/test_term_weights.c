/*
 * test_term_weights.c - the terms of texts and their hashes, frozen; how many texts have each term,
 * against plain counting; weights and vectors; damaged blobs; memory that runs out.
 */
#include "faulty_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"
#include "vectors/document_frequencies.h"

#include <math.h>

static uint32_t hash_of(const char *term) {
    return term_hash((const unsigned char *)term, strlen(term));
}

/* Published values of MurmurHash3_x86_32. */
static void test_hash(void) {
    CHECK(hash_of("") == 0, "%08X", hash_of(""));
    CHECK(hash_of("test") == 0xBA6BD213, "%08X", hash_of("test"));
    CHECK(hash_of("Hello, world!") == 0xC0363E43, "%08X", hash_of("Hello, world!"));
    CHECK(hash_of("The quick brown fox jumps over the lazy dog") == 0x2E4FF723, "%08X",
          hash_of("The quick brown fox jumps over the lazy dog"));
}

/* ---- Terms ----------------------------------------------------------------------------------- */

/* A text, and its terms with spaces between them; one that occurs twice is there twice. */
static const char *const texts[][2] = {
    {"", ""},
    {"?! – … $ % €", ""},
    {"The storm killed 143 people.", "the storm killed 143 people"},
    {"THE storm, the Storm!", "the storm the storm"},
    {"Café CAFÉ cafe\xCC\x81", "cafe cafe cafe"},
    {"Don’t well-known C++ R&D", "dont well known c r d"},
    {"1.5 1,000,000 2010–2015 3:10 5. 7,x .5", "1.5 1,000,000 2010 2015 3 10 5 7 x 5"},
    {"1990s mp3 3rd ½ 10²", "1990s mp3 3rd 1 2 10 2"},
    {"a_b foo@example.org", "a b foo example org"},
    {"Straße ﬁne ＦＵＬＬ", "strasse fine full"},
    {"Ёлка ΣΊΣΥΦΟΣ", "елка σισυφοσ"},
    {"日本語", "日本 本語"},
    {"日", "日"},
    {"東京2020年 Tokyo京", "東京 2020 年 tokyo 京"},
    {"コンピューター", "コン ンピ ピュ ュー ータ ター"},
    {"が か\xE3\x82\x99き", "が がき"},
    {"한국어 텍스트", "한국어 텍스트"},
    {"ภาษา", "ภา าษ ษา"},
    {"ที่นี่", "ที่นี่"},
    {"हिन्दी में", "हिन्दी में"},
    {"٣٫٥ ४२", "٣ ٥ ४२"},
    {"\xCC\x81 \xE0\xA4\xBF", ""},
    {"a\xFF"
     "b 👍🏽",
     "a b"},
    {"a日b", "a 日 b"},
    {"x\u0600٣ \u06DD y\u200Dz", "x\u0600٣ \u06DD yz"}, /* of Cf, folding keeps the first two */
};

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The terms of a list, in ascending order of hashes. */
static size_t listed(const char *list, uint32_t *hashes) {
    size_t count = 0;
    while (*list) {
        size_t length = strcspn(list, " ");
        hashes[count++] = term_hash((const unsigned char *)list, length);
        list += length + (list[length] == ' ');
    }
    qsort(hashes, count, sizeof *hashes, compare);
    return count;
}

static void test_terms(void) {
    struct terms terms = {0};
    struct folding folding = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint32_t hashes[64];
        size_t count = listed(texts[i][1], hashes), at = 0;
        bool read = terms_read(&terms, &folding, memory, texts[i][0], strlen(texts[i][0]));
        CHECK(read, "memory");
        bool same = true;
        for (size_t k = 0; k < terms.count; k++) {
            same = same && (k == 0 || terms.hashes[k] > terms.hashes[k - 1]);
            for (uint32_t n = 0; n < terms.times[k]; n++, at++)
                same = same && at < count && terms.hashes[k] == hashes[at];
        }
        CHECK(same && at == count, "'%s': %zu terms, not '%s'", texts[i][0], at, texts[i][1]);
    }
    terms_free(&terms, memory);
    folding_free(&folding, memory);
}

/* Texts with as many terms as there can be for their length. */
static void test_dense_terms(void) {
    static const char *const parts[] = {"a ", "日a", "ก1", "5%", "คค", "a,"};
    struct terms terms = {0};
    struct folding folding = {0};
    char text[6000];
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        for (size_t times = 1; times < 1000; times += 37) {
            text[0] = '\0';
            for (size_t i = 0; i < times; i++)
                strcat(text, parts[part]);
            CHECK(terms_read(&terms, &folding, memory, text, strlen(text)) && terms.count > 0,
                  "%zu times '%s'", times, parts[part]);
        }
    terms_free(&terms, memory);
    folding_free(&folding, memory);
}

/* ---- Frequencies ----------------------------------------------------------------------------- */

/* Terms of a text with these hashes, which ascend. */
static struct terms terms_of(int64_t *hashes, size_t count) {
    return (struct terms){.hashes = hashes, .count = count};
}

/* Blobs of the same texts in two orders, and in two halves that are added up. */
static unsigned char *count_texts(int64_t (*hashes)[8], const size_t *counts, size_t from,
                                  size_t to, bool backwards, size_t *size) {
    struct word_frequencies frequencies = {0};
    for (size_t i = 0; i < to - from; i++) {
        size_t text = backwards ? to - 1 - i : from + i;
        int64_t copy[8];
        memcpy(copy, hashes[text], sizeof copy);
        struct terms terms = terms_of(copy, counts[text]);
        REQUIRE(document_frequencies_add(&frequencies, memory, NULL, &terms) == document_ok);
    }
    REQUIRE(word_frequencies_finish(&frequencies, memory));
    unsigned char *blob = document_frequencies_blob(&frequencies, memory, size);
    word_frequencies_free(&frequencies, memory);
    return blob;
}

static uint32_t counted(const unsigned char *blob, size_t size, uint32_t hash) {
    for (size_t at = document_frequencies_header; at < size; at += 8)
        if (little_endian_load32(blob + at) == hash)
            return little_endian_load32(blob + at + 4);
    return 0;
}

static void test_counting(void) {
    enum { text_count = 40000, words = 9000 };
    static int64_t hashes[text_count][8];
    static size_t counts[text_count];
    static uint32_t expected[words];
    for (size_t i = 0; i < text_count; i++)
        for (size_t k = random_below(9); k > 0; k--) {
            size_t word = random_below(2) ? random_below(20) : random_below(words);
            int64_t hash = (int64_t)word * 477218; /* ascends with the word */
            size_t at = 0;
            while (at < counts[i] && hashes[i][at] < hash)
                at++;
            if (at < counts[i] && hashes[i][at] == hash)
                continue;
            memmove(&hashes[i][at + 1], &hashes[i][at], (counts[i] - at) * sizeof hash);
            hashes[i][at] = hash;
            counts[i]++;
            expected[word]++;
        }
    size_t size, size_back, size_first, size_last, size_sum;
    unsigned char *blob = count_texts(hashes, counts, 0, text_count, false, &size);
    unsigned char *back = count_texts(hashes, counts, 0, text_count, true, &size_back);
    CHECK(size == size_back && memcmp(blob, back, size) == 0, "the order of texts matters");
    unsigned char *first = count_texts(hashes, counts, 0, 1234, false, &size_first);
    unsigned char *last = count_texts(hashes, counts, 1234, text_count, false, &size_last);
    struct word_frequencies sum = {0};
    CHECK(document_frequencies_add_blob(&sum, memory, NULL, last, size_last) == document_ok &&
              document_frequencies_add_blob(&sum, memory, NULL, first, size_first) == document_ok &&
              word_frequencies_finish(&sum, memory),
          "memory");
    unsigned char *added = document_frequencies_blob(&sum, memory, &size_sum);
    word_frequencies_free(&sum, memory);
    CHECK(size_sum == size && memcmp(added, blob, size) == 0, "what was counted apart");
    CHECK(little_endian_load32(blob + 4) == text_count, "%u texts", little_endian_load32(blob + 4));
    for (uint32_t word = 0; word < words; word++)
        CHECK(counted(blob, size, word * 477218) == expected[word], "word %u: %u, not %u", word,
              counted(blob, size, word * 477218), expected[word]);
    unsigned char *const all[] = {blob, back, first, last, added};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        faulty_release(all[i]);
}

static const struct {
    const char *bytes;
    size_t length;
    enum document_fault fault;
} blobs[] = {
    {"", 0, document_invalid},
    {"NDD1\0\0\0", 7, document_invalid},
    {"NDD1\0\0\0\0", 8, document_ok},
    {"NDD2\0\0\0\0", 8, document_invalid},
    {"NDD1\2\0\0\0\7\0\0\0\2\0\0\0", 16, document_ok},
    {"NDD1\2\0\0\0\7\0\0\0\2\0\0\0\0", 17, document_invalid},
    {"NDD1\2\0\0\0\7\0\0\0\3\0\0\0", 16, document_invalid}, /* in more texts than there are */
    {"NDD1\2\0\0\0\7\0\0\0\0\0\0\0", 16, document_invalid},
    {"NDD1\2\0\0\0\7\0\0\0\1\0\0\0\7\0\0\0\1\0\0\0", 24, document_invalid},
    {"NDD1\2\0\0\0\7\0\0\0\1\0\0\0\6\0\0\0\1\0\0\0", 24, document_invalid},
    {"NDD1\2\0\0\0\7\0\0\0\1\0\0\0\x8\0\0\0\2\0\0\0", 24, document_ok},
    {"NDD1\xFF\xFF\xFF\xFF\7\0\0\0\xFF\xFF\xFF\xFF", 16, document_ok},
};

static void test_blobs(void) {
    struct word_frequencies frequencies = {0};
    for (size_t i = 0; i < sizeof blobs / sizeof *blobs; i++) {
        enum document_fault fault = document_frequencies_add_blob(&frequencies, memory, NULL,
                                                                  blobs[i].bytes, blobs[i].length);
        CHECK(fault == blobs[i].fault, "line %zu: %d", i, fault);
        word_frequencies_free(&frequencies, memory);
    }
    const char *most = blobs[sizeof blobs / sizeof *blobs - 1].bytes;
    struct terms none = {0};
    CHECK(document_frequencies_add_blob(&frequencies, memory, NULL, most, 16) == document_ok &&
              document_frequencies_add_blob(&frequencies, memory, NULL, most, 16) ==
                  document_texts &&
              document_frequencies_add(&frequencies, memory, NULL, &none) == document_texts,
          "more texts than are counted");
    word_frequencies_free(&frequencies, memory);
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* Hashes that spread, and hashes that all fall into one bucket. */
static void test_weights(bool crafted) {
    enum { count = 3000 };
    struct word_frequencies counts = {.exact = true};
    struct counted_word items[count];
    for (uint32_t i = 0; i < count; i++)
        items[i] = (struct counted_word){crafted ? 5 + 2 * i : 7 + i * 1431655, 1 + i % 50};
    REQUIRE(word_frequencies_add(&counts, memory, NULL, 60, items, count) &&
            word_frequencies_finish(&counts, memory));
    for (uint32_t i = 0; i < count; i++) {
        double weight = term_weight(&counts, items[i].hash);
        CHECK(fabs(weight - (log(61.0 / (2 + i % 50)) + 1)) < 1e-12, "%u: %g", i, weight);
        double unknown = term_weight(&counts, items[i].hash + 1);
        CHECK(fabs(unknown - (log(61.0) + 1)) < 1e-12, "beside %u: %g", i, unknown);
    }
    CHECK(term_weight(&counts, 0) == term_weight(&counts, UINT32_MAX), "unknown terms");
    word_frequencies_free(&counts, memory);
}

/* All of it, with each allocation failing in turn, or all from then on. */
static bool make_vector(const char *text, unsigned char *vector, size_t *size) {
    struct word_frequencies frequencies = {0};
    struct terms terms = {0};
    struct folding folding = {0};
    size_t length = strlen(text);
    bool made = terms_read(&terms, &folding, memory, text, length) &&
                document_frequencies_add(&frequencies, memory, NULL, &terms) == document_ok &&
                document_frequencies_add_blob(&frequencies, memory, NULL,
                                              "NDD1\2\0\0\0\7\0\0\0\2\0\0\0", 16) == document_ok &&
                word_frequencies_finish(&frequencies, memory);
    if (made) {
        *size = sparse_vector_size(terms.count);
        term_weights_vector(&frequencies, &terms, vector);
    }
    unsigned char *blob =
        made ? document_frequencies_blob(&frequencies, memory, &(size_t){0}) : NULL;
    made = made && blob;
    faulty_release(blob);
    word_frequencies_free(&frequencies, memory);
    terms_free(&terms, memory);
    folding_free(&folding, memory);
    return made;
}

static void test_vector(void) {
    unsigned char vector[999], again[999];
    size_t size = 0;
    CHECK(make_vector("The lamp of the ferry.", vector, &size), "memory");
    struct vector view;
    uint32_t place;
    CHECK(vector_read(vector, size, &view, &place) == vector_ok && view.count == 4, "no vector");
    double squares = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        bool twice = vector_dimension(&view, i) == hash_of("the");
        double value = vector_value(&view, i);
        CHECK(fabs(value - (twice ? 2 : 1) / sqrt(7)) < 1e-7, "%u: %g", i, value);
        squares += value * value;
    }
    CHECK(fabs(squares - 1) < 1e-6, "%g", squares);
    FOR_EACH_FAULT(n) {
        bool made = make_vector("The lamp of the ferry.", again, &size);
        CHECK(!faulty.failed || !made, "allocation %lu", n);
        CHECK(faulty.live == 0, "%ld blocks are left by %lu", faulty.live, n);
    }
    CHECK(make_vector("The lamp of the ferry.", again, &size) && memcmp(vector, again, size) == 0,
          "another vector");
}

/* ---- Interrupts ------------------------------------------------------------------------------ */

static void test_interrupts(void) {
    enum { length = 3 * interruption_interval };
    char *text = required(malloc(length));
    struct terms terms = {0};
    struct interruption stop = {.should_stop = always};
    struct folding folding = {.interruption = &stop};
    memset(text, 'a', length);
    CHECK(!terms_read(&terms, &folding, memory, text, length) && stop.stopped, "a long word");
    struct word_frequencies frequencies = {0};
    int64_t hashes[3] = {1, 2, 3};
    struct terms few = terms_of(hashes, 3);
    stop = (struct interruption){.should_stop = always};
    size_t added = 0;
    while (added < interruption_interval &&
           document_frequencies_add(&frequencies, memory, &stop, &few) == document_ok)
        added++;
    CHECK(stop.stopped && added < interruption_interval / 2, "%zu texts", added);
    word_frequencies_free(&frequencies, memory);
    terms_free(&terms, memory);
    folding_free(&folding, memory);
    free(text);
}

int main(void) {
    RUN_TESTS(test_hash, test_terms, test_dense_terms, test_counting, test_blobs);
    test_weights(false);
    test_weights(true);
    test_vector();
    test_interrupts();
    return faulty_end("core/test_term_weights");
}
