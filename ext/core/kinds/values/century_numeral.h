/* century_numeral.h - numerals in letters below 40, as centuries have them: XIX, ΙΘ΄. */
#pragma once

#include "../sentences/sentence_words.h"

/*
 * The value of a word that is a Roman numeral, perhaps with an attached suffix of the vocabulary,
 * as in XIXe; otherwise 0. Х of the Cyrillic script counts as X.
 */
int roman_numeral_at(const struct words *words, size_t at);

/*
 * The value of a word that is a Greek numeral and ends with the sign of numerals, which may be a
 * tonos or an apostrophe, too; otherwise 0. Sets `end` to the word after the sign.
 */
int greek_numeral_at(const struct words *words, size_t at, size_t *end);
