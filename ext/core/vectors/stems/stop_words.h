/*
 * stop_words.h - words that say little by themselves: articles, prepositions, pronouns, forms of
 * "to be".
 *
 * The words are data: stop_words/ has a file for each language, which is named as libstemmer names
 * the language. They are folded, with accents. Frozen: vectors of texts depend on them.
 */
#pragma once

#include "../../text/folding.h"

/* The words of a language, in ascending order of their bytes. */
struct stop_words {
    const char *language;
    const char *const *words;
    size_t count;
};

/* The words of a language, or none. Never NULL. */
const struct stop_words *stop_words_for(const char *language);

/* The word as it stands among them, or NULL if it is none of them. Logarithmic. */
const char *stop_words_find(const struct stop_words *words, const char *word, size_t length);

/* Generated: all languages. The last one has no name and no words. */
extern const struct stop_words stop_words[];
extern const size_t stop_words_count;

/*
 * ---- The stop words of a text, one after the other, without other words ----
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

/* Sets `sequence`; overwrites `folding`. False: no memory, or folding->interruption stops it. */
bool stop_word_sequence_read(struct stop_word_sequence *sequence, struct folding *folding,
                             const struct allocator *allocator, const struct stop_words *words,
                             const char *utf8, size_t length);

void stop_word_sequence_free(struct stop_word_sequence *sequence,
                             const struct allocator *allocator);
