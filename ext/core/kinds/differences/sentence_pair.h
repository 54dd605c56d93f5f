/*
 * sentence_pair.h - two sentences side by side: their words, where they differ, and their values.
 *
 * Differences and kinds are derived from this. Time is linear in the texts, except as alignment.h
 * says. Where a pair shares a sentence with the pair before, this is not read again; nor are words
 * looked up that pairs shortly before had, in the same language. No result depends on that.
 */
#pragma once

#include "../../similarity/alignment.h"
#include "../sentences/sentence_words.h"
#include "../values/values.h"

/* In bytes: a longer text is read for each of its pairs. */
enum { sentence_kept_most = 1024 };

/* One of the two. */
struct sentence {
    struct words words;
    struct values values;
    double citation_points;        /* kept by kind.c; NaN: not asked */
    size_t length;                 /* of `read`; SIZE_MAX: it is not kept */
    char read[sentence_kept_most]; /* the text that was read */
};

/* Begins as all zeroes, reused from pair to pair, released by sentence_pair_free(). */
struct sentence_pair {
    struct symbol_table table; /* of both, and of pairs before */
    struct sentence sentences[2];
    struct alignment alignment; /* of their words; it holds the hunks */
};

/* A run of words: begin .. end - 1. */
struct word_range {
    uint32_t begin, end;
};

/* What a hunk is in the first (0) or second (1) sentence. */
static inline struct word_range hunk_range(const struct hunk *hunk, int side) {
    assert(hunk->a_begin <= hunk->a_end && hunk->b_begin <= hunk->b_end);
    return side == 0 ? (struct word_range){hunk->a_begin, hunk->a_end}
                     : (struct word_range){hunk->b_begin, hunk->b_end};
}

/*
 * Reads two UTF-8 texts with the vocabulary of their language; if that is NULL, with the one that
 * knows most of their words, which may mean that both are read twice. Hunks that only one or two
 * joining marks separate, as in "and/or", become one hunk. False: no memory, or interrupted.
 */
bool sentence_pair_read(struct sentence_pair *pair, const struct allocator *allocator,
                        const struct vocabulary *vocabulary, const char *a, size_t a_length,
                        const char *b, size_t b_length);

void sentence_pair_free(struct sentence_pair *pair, const struct allocator *allocator);
