/*
 * compound_number.h - a number or ordinal that a language writes as one word: siebenundzwanzig,
 * tweehonderdvijftig, ventisette, zwanzigste.
 *
 * The word is cut into numbers of the vocabulary. It has at most compound_letters_max letters,
 * which bounds the time; most words are no numbers, and end after one look for their first piece.
 */
#pragma once

#include "../sentences/sentence_words.h"

enum { compound_letters_max = 48 };

/*
 * Whether a word that has no role is such a number or ordinal; which of them, and its value. Both
 * are left as they are if it is not one.
 */
bool compound_read(const struct words *words, size_t at, bool *ordinal, double *number);

static inline bool compound_number_read(const struct words *words, size_t at, double *number) {
    bool ordinal;
    return words->table->vocabulary->compounds && compound_read(words, at, &ordinal, number) &&
           !ordinal;
}

static inline bool compound_ordinal_read(const struct words *words, size_t at, double *number) {
    bool ordinal;
    return words->table->vocabulary->compounds && compound_read(words, at, &ordinal, number) &&
           ordinal;
}
