/*
 * difference.h - what differs between two sentences, span by span, and of what type it is.
 *
 *   (1) The spans follow each other and leave nothing out: their parts of a, one after the other,
 *       are a, and their parts of b are b. The words of an equal span are the same in both; the
 *       white space may differ.
 *   (2) White space at the edge of a change belongs to the equal span beside it if both texts have
 *       the same there, so that a changed span shows only what differs.
 *   (3) A changed value (values.h) among other changes is a span of its own if a and b have equally
 *       many there. Changes within one value are one span.
 *   (4) Words that differ only in case, and marks that differ only in shape, are changed spans.
 *   (5) A value that is merely written in another way has the type spelling.
 */
#pragma once

#include "difference_type.h"

enum change { change_equal, change_changed, change_inserted, change_deleted };

/* A part of one of the texts, or an empty place in it. */
struct extent {
    uint32_t first_word, end_word; /* its words: first_word .. end_word - 1 */
    uint32_t begin, end;           /* where it stands, in code points, white space included */
};

struct difference_span {
    uint8_t change, type; /* difference_none if it is equal */
    struct extent sides[2];
};

/* Begins as all zeroes, reused from pair to pair, released by differences_free(). */
struct differences {
    const struct allocator *allocator; /* of the last call */
    bool failed;                       /* memory ran out */
    struct sentence_pair pair;
    struct difference_span *spans;
    size_t count, capacity;
};

/*
 * Finds the spans of two UTF-8 texts, read with the vocabulary of their language; NULL: it is not
 * named. Returns false if memory runs out or the alignment is interrupted.
 */
bool differences_find(struct differences *differences, const struct allocator *allocator,
                      const struct vocabulary *vocabulary, const char *a, size_t a_length,
                      const char *b, size_t b_length);

void differences_free(struct differences *differences, const struct allocator *allocator);
