/* text_vector.c - see text_vector.h. */
#include "text_vector.h"

#include <assert.h>
#include <string.h> /* memcpy, memset */

/* What has become of a word, which is remembered if it is short. */
enum { memo_count = 1 << 16, memo_words = 3, memo_bytes = 8 * memo_words };

struct word_memo {
    uint64_t word[memo_words]; /* its bytes, and zeroes */
    uint32_t entry;            /* of the vocabulary, or word_vectors_unknown */
    uint32_t length;           /* 0: none yet */
};

bool text_reader_begin(struct text_reader *reader, const struct allocator *allocator,
                       const struct word_vectors *vectors, struct interruption *interruption) {
    *reader = (struct text_reader){.allocator = allocator,
                                   .vectors = vectors,
                                   .interruption = interruption,
                                   .kernel = weighted_sum_kernel_best()};
    size_t none = 0;
    reader->sums =
        allocator_grow(allocator, NULL, &none, vectors->dimensions, sizeof *reader->sums);
    if (!reader->sums ||
        !word_stems_begin(&reader->stems, allocator, vectors->language, interruption))
        return false;
    reader->memos = allocator->resize(NULL, memo_count * sizeof *reader->memos);
    if (!reader->memos)
        return false;
    memset(reader->memos, 0, memo_count * sizeof *reader->memos);
    return true;
}

/* Up to eight bytes as a number, and zeroes. */
static inline uint64_t load_some(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static inline struct word_memo memo_of(const char *word, size_t length) {
    const unsigned char *bytes = (const unsigned char *)word;
    struct word_memo memo = {.length = (uint32_t)length};
    for (size_t i = 0; i < memo_words && length > 0; i++, bytes += 8) {
        size_t count = length < 8 ? length : 8;
        memo.word[i] = count == 8 ? little_endian_load64(bytes) : load_some(bytes, count);
        length -= count;
    }
    return memo;
}

static inline size_t place_of(const struct word_memo *memo) {
    uint64_t hash = memo->length;
    for (size_t i = 0; i < memo_words; i++)
        hash = (hash ^ memo->word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return (hash ^ hash >> 32) * UINT64_C(0xBF58476D1CE4E5B9) >> 48;
}

static inline bool is_same(const struct word_memo *a, const struct word_memo *b) {
    return memcmp(a->word, b->word, sizeof a->word) == 0 && a->length == b->length;
}

/* The entry of a word in the vocabulary. False if memory runs out. */
static bool find_entry(struct text_reader *reader, const char *word, size_t length,
                       uint32_t *entry) {
    *entry = word_vectors_unknown;
    enum word_stem found = word_stems_of(&reader->stems, word, length);
    if (found == word_stem_found)
        *entry =
            word_vectors_find(reader->vectors, reader->stems.stem, reader->stems.stem_length);
    return found != word_stem_failed;
}

/* The same, where the word may be remembered. */
static bool recall_entry(struct text_reader *reader, const char *word, size_t length,
                         uint32_t *entry) {
    if (length > memo_bytes)
        return find_entry(reader, word, length, entry);
    struct word_memo memo = memo_of(word, length);
    struct word_memo *place = &reader->memos[place_of(&memo)];
    if (!is_same(place, &memo)) {
        if (!find_entry(reader, word, length, &memo.entry))
            return false;
        *place = memo;
    }
    *entry = place->entry;
    return true;
}

static void add_batch(struct text_reader *reader) {
    reader->kernel(reader->rows, reader->weights, reader->count, reader->vectors->dimensions,
                   reader->sums);
    reader->count = 0;
}

static void add_word(struct text_reader *reader, uint32_t entry) {
    if (reader->count == text_vector_batch)
        add_batch(reader);
    float weight = word_vectors_weight(reader->vectors, entry);
    reader->rows[reader->count] = word_vectors_row(reader->vectors, entry);
    reader->weights[reader->count++] = weight;
    reader->weight += (double)weight;
}

static void write_mean(const struct text_reader *reader, unsigned char *blob) {
    for (uint32_t i = 0; i < reader->vectors->dimensions; i++) {
        float value = (float)(reader->sums[i] / reader->weight);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        little_endian_store32(blob + 4 * (size_t)i, bits);
    }
}

enum text_vector text_reader_vector(struct text_reader *reader, const char *utf8, size_t length,
                                    unsigned char *blob) {
    if (!word_stems_read(&reader->stems, utf8, length))
        return text_vector_failed;
    reader->weight = 0;
    reader->count = 0;
    for (uint32_t i = 0; i < reader->vectors->dimensions; i++)
        reader->sums[i] = 0;
    const char *word;
    for (enum word_form form; (form = word_stems_next(&reader->stems, &word, &length));) {
        uint32_t entry = word_vectors_unknown;
        if (form == word_form_word && !recall_entry(reader, word, length, &entry))
            return text_vector_failed;
        if (entry != word_vectors_unknown)
            add_word(reader, entry);
        if (interruption_after(reader->interruption, length))
            return text_vector_failed;
    }
    if (!(reader->weight > 0))
        return text_vector_none;
    add_batch(reader);
    write_mean(reader, blob);
    return text_vector_made;
}

void text_reader_free(struct text_reader *reader) {
    if (!reader->allocator)
        return;
    word_stems_free(&reader->stems);
    reader->allocator->release(reader->memos);
    reader->allocator->release(reader->sums);
    *reader = (struct text_reader){0};
}
