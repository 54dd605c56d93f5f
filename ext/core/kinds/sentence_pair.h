/*
 * sentence_pair.h - two sentences side by side: their words, where they part, and their values.
 *
 * What is said of two sentences, which differences they have and what kind of pair they are, is
 * read off from this. Linear in the texts, but for what alignment.h says.
 */
#ifndef NEARDUP_SENTENCE_PAIR_H
#define NEARDUP_SENTENCE_PAIR_H

#include "../similarity/alignment.h"
#include "sentence_words.h"
#include "values.h"

/* One of the two. */
struct sentence {
    struct words words;
    struct values values;
};

/* Begins as all zeroes, reused from pair to pair, released by sentence_pair_free(). */
struct sentence_pair {
    struct symbols symbols; /* of both */
    struct sentence a, b;
    struct alignment alignment; /* of their words; it holds the hunks */
};

/*
 * Reads two UTF-8 texts. Hunks between which nothing stands but one or two joining marks, as in
 * "and/or", are one. False when memory runs out, or the interruption of the alignment says so.
 */
bool sentence_pair_read(struct sentence_pair *pair, const struct allocator *allocator,
                        const char *a, size_t a_length, const char *b, size_t b_length);

void sentence_pair_free(struct sentence_pair *pair, const struct allocator *allocator);

#endif
