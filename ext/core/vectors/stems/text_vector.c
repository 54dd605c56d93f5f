/* text_vector.c - see text_vector.h. */
#include "text_vector.h"

#include "../../base/cpu.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy */

enum { memo_bits = 17, memo_count = 1 << memo_bits };

enum { line = 64 }; /* bytes that are fetched at once */

bool text_reader_begin(struct text_reader *reader, const struct allocator *allocator,
                       const struct word_vectors *vectors, struct interruption *interruption) {
    *reader = (struct text_reader){.allocator = allocator,
                                   .vectors = vectors,
                                   .interruption = interruption,
                                   .kernel = weighted_sum_kernel_named(NULL)};
    size_t none = 0;
    reader->sums =
        allocator_grow(allocator, NULL, &none, vectors->dimensions, sizeof *reader->sums);
    if (!reader->sums ||
        !word_stems_begin(&reader->stems, allocator, vectors->language, interruption))
        return false;
    reader->memos = allocator_zeroes(allocator, memo_count, sizeof *reader->memos);
    return reader->memos != NULL;
}

/* Where the word may be remembered. */
static void look_up(struct text_reader *reader, struct text_word *word) {
    word->place = NULL;
    if (word->length > memo_bytes)
        return;
    word->memo = (struct word_memo){.length = (uint32_t)word->length};
    memcpy(word->memo.word, word->bytes, word->length);
    uint64_t hash = word->length;
    for (size_t i = 0; i < memo_words; i++)
        hash = (hash ^ word->memo.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
    word->place = &reader->memos[hash >> (64 - memo_bits)];
    PREFETCH(word->place);
}

/* Cuts the next words of the text. Fewer than text_vector_batch are its last. */
static size_t read_words(struct text_reader *reader) {
    size_t count = 0;
    while (count < text_vector_batch) {
        struct text_word *word = &reader->words[count];
        enum word_form form = word_stems_next(&reader->stems, &word->bytes, &word->length);
        if (form == word_form_end)
            break;
        if (form == word_form_number)
            continue;
        look_up(reader, word);
        count++;
    }
    return count;
}

static bool find_word(struct text_reader *reader, struct text_word *word, uint32_t *entry) {
    const struct word_memo *memo = &word->memo;
    if (word->place && memcmp(word->place->word, memo->word, sizeof memo->word) == 0 &&
        word->place->length == memo->length) {
        *entry = word->place->entry;
        return true;
    }
    enum word_stem found = word_stems_of(&reader->stems, word->bytes, word->length);
    if (found == word_stem_failed)
        return false;
    *entry = WORD_VECTORS_UNKNOWN;
    if (found == word_stem_found)
        *entry = word_vectors_find(reader->vectors, reader->stems.stem, reader->stems.stem_length);
    if (word->place) {
        word->memo.entry = *entry;
        *word->place = word->memo;
    }
    return true;
}

/* Adds the vectors of `count` words. False if memory runs out. */
static bool add_words(struct text_reader *reader, size_t count) {
    size_t known = 0, size = reader->vectors->rows.row_size;
    for (size_t i = 0; i < count; i++) {
        uint32_t entry;
        if (!find_word(reader, &reader->words[i], &entry))
            return false;
        if (entry == WORD_VECTORS_UNKNOWN)
            continue;
        const unsigned char *row = word_vectors_row(reader->vectors, entry);
        for (size_t at = 0; at < size; at += line)
            PREFETCH(row + at);
        reader->rows[known++] = row;
    }
    for (size_t i = 0; i < known; i++) {
        reader->weights[i] = little_endian_load_float(reader->rows[i]);
        reader->rows[i] += 4;
        reader->weight += (double)reader->weights[i];
    }
    reader->kernel(reader->rows, reader->weights, known, reader->vectors->dimensions, reader->sums);
    return true;
}

enum text_vector text_reader_vector(struct text_reader *reader, const char *utf8, size_t length,
                                    unsigned char *blob) {
    if (!word_stems_read(&reader->stems, utf8, length))
        return text_vector_failed;
    reader->weight = 0;
    for (uint32_t i = 0; i < reader->vectors->dimensions; i++)
        reader->sums[i] = 0;
    for (size_t count = text_vector_batch; count == text_vector_batch;) {
        count = read_words(reader);
        if (!add_words(reader, count) ||
            interruption_after(reader->interruption, count * reader->vectors->dimensions))
            return text_vector_failed;
    }
    if (!(reader->weight > 0))
        return text_vector_none;
    for (uint32_t i = 0; i < reader->vectors->dimensions; i++)
        little_endian_store_float(blob + 4 * (size_t)i, (float)(reader->sums[i] / reader->weight));
    return text_vector_made;
}

void text_reader_free(struct text_reader *reader) {
    if (!reader->allocator)
        return;
    word_stems_free(&reader->stems);
    RELEASE(reader->allocator, reader->memos, reader->sums);
    *reader = (struct text_reader){0};
}
