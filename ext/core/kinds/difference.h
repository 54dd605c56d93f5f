/*
 * difference.h - what differs between two sentences, piece by piece, and of what type it is.
 *
 *   (1) The spans follow each other and leave nothing out: their parts of a, one after the other,
 *       are a, and their parts of b are b. In an equal span the words are the same; the white space
 *       may differ.
 *   (2) White space at the edge of a change is left to the equal span beside it where it is the
 *       same in both texts, so that what differs stands bare.
 *   (3) Values (values.h) that changed and stand among other changes, as many in a as in b, are
 *       spans of their own. Changes within one value are one span.
 *   (4) Words that differ in case alone, and marks that differ in shape alone, are changed spans.
 *   (5) A value that is only written in another way is of type spelling.
 */
#ifndef NEARDUP_DIFFERENCE_H
#define NEARDUP_DIFFERENCE_H

#include "difference_type.h"

enum change { change_equal, change_changed, change_inserted, change_deleted };

/* A part of one of the texts, or nothing at some place. */
struct extent {
    uint32_t first_word, end_word; /* its words: first_word .. end_word - 1 */
    uint32_t begin, end;           /* where it stands, in code points, white space included */
};

struct span {
    uint8_t change, type; /* difference_none where it is equal */
    struct extent a, b;
};

/* Begins as all zeroes, reused from pair to pair, released by differences_free(). */
struct differences {
    struct sentence_pair pair;
    struct span *spans;
    size_t count, capacity;
};

/* Finds the spans of two UTF-8 texts. False as of sentence_pair_read(). */
bool differences_find(struct differences *differences, const struct allocator *allocator,
                      const char *a, size_t a_length, const char *b, size_t b_length);

void differences_free(struct differences *differences, const struct allocator *allocator);

#endif
