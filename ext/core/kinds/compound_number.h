/*
 * compound_number.h - a number or ordinal that a language writes as one word: siebenundzwanzig,
 * tweehonderdvijftig, ventisette, zwanzigste.
 *
 * The word is cut into numbers of the vocabulary. It has at most compound_letters_max letters,
 * which bounds the time; most words are no numbers, and end after one look for their first piece.
 */
#ifndef NEARDUP_COMPOUND_NUMBER_H
#define NEARDUP_COMPOUND_NUMBER_H

#include "sentence_words.h"

enum { compound_letters_max = 48 };

/* Whether a word that has no role is such a number, or such an ordinal; its value. */
bool compound_number_read(const struct words *words, size_t at, double *number);
bool compound_ordinal_read(const struct words *words, size_t at, double *number);

#endif
