/*
 * text_vector.h - the vector of a text: the mean of the vectors of its words, each multiplied by
 * its weight.
 *
 *   (1) Words are those of word_stems.h, which finds stop words and numbers. A word counts as often
 *       as it occurs, and not at all if the vocabulary lacks its stem.
 *   (2) Weighted vectors are summed in double in the order of the text (weighted_sum.h), divided by
 *       the sum of the weights, and rounded to float. So equal input gives equal bits on every
 *       machine.
 *   (3) Many readers, each used by one thread at a time, can share a vocabulary.
 *
 * Linear in the text. A reader has about 4 MB, to remember words: most are not stemmed twice.
 */
#pragma once

#include "../weighted_sum.h"
#include "word_vectors.h"

/* What has become of a word. */
enum { memo_words = 3, memo_bytes = 8 * memo_words };

struct word_memo {
    uint64_t word[memo_words]; /* its bytes, and zeroes; longer words are not remembered */
    uint32_t entry;            /* of the vocabulary, or WORD_VECTORS_UNKNOWN */
    uint32_t length;           /* 0: none yet */
};

/* A word of the text. */
struct text_word {
    const char *bytes;
    size_t length;
    struct word_memo memo, *place; /* unless it is too long */
};

enum { text_vector_batch = 64 };

/* Released by text_reader_free(). */
struct text_reader {
    const struct allocator *allocator;
    const struct word_vectors *vectors;
    struct interruption *interruption;
    weighted_sum_kernel *kernel;
    struct word_stems stems;
    struct word_memo *memos;
    double *sums, weight; /* so far */
    struct text_word words[text_vector_batch];
    const unsigned char *rows[text_vector_batch];
    float weights[text_vector_batch];
};

/* `vectors` are sealed and outlive the reader; `interruption` may be NULL. False: no memory. */
bool text_reader_begin(struct text_reader *reader, const struct allocator *allocator,
                       const struct word_vectors *vectors, struct interruption *interruption);

enum text_vector {
    text_vector_none, /* the text has no word of the vocabulary, or their weights are all 0 */
    text_vector_made,
    text_vector_failed /* memory ran out, or the work was interrupted */
};

/* Writes a dense vector (vector.h) to `blob`, which has room for 4 bytes a dimension. */
enum text_vector text_reader_vector(struct text_reader *reader, const char *utf8, size_t length,
                                    unsigned char *blob);

/* Releases the memory. All zeroes are fine. */
void text_reader_free(struct text_reader *reader);
