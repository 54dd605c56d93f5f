/*
 * stop_word_sequence.h - the stop words of a text, one after the other, without what stands between
 * them.
 *
 * Who copies a text and changes its words leaves most of its syntax as it is, and so the sequence
 * of its articles, prepositions and pronouns (Stamatatos, Plagiarism detection using stopword
 * n-grams, JASIST 2011).
 *
 *   (1) A word is a run of letters, digits and their marks; characters of width zero in it are
 *       passed over. Each character of Han and Hiragana is a word by itself. A word of more than
 *       stop_word_most characters is no stop word.
 *   (2) Words are compared without case and width (folding.h), with their accents.
 *   (3) Every sequence of bytes is a text (code_points.h).
 *
 * Linear in the text. 4 bytes of memory for each byte of the text, and 16 to 32 for each stop word.
 */
#pragma once

#include "../../text/folding.h"
#include "stop_words.h"

enum { stop_word_most = 64 };

struct stop_word_place {
    size_t position;  /* in code points of the text, from 0 */
    const char *word; /* as it stands in the list, folded */
};

/* Begins as all zeroes; released by stop_word_sequence_free(). */
struct stop_word_sequence {
    struct stop_word_place *places;
    size_t count, capacity;
    struct code_points text;
};

/*
 * Replaces `sequence` by that of `length` bytes of `utf8`. Returns false if memory runs out, or
 * `folding->interruption` stops the work. `folding` is overwritten.
 */
bool stop_word_sequence_read(struct stop_word_sequence *sequence, struct folding *folding,
                             const struct allocator *allocator, const struct stop_words *words,
                             const char *utf8, size_t length);

void stop_word_sequence_free(struct stop_word_sequence *sequence,
                             const struct allocator *allocator);
