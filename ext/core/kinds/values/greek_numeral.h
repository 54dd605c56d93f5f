/* greek_numeral.h - numbers in Greek letters, as centuries have them: ΙΘ΄. */
#pragma once

#include "../sentences/sentence_words.h"

/*
 * The value of a word that is a Greek numeral below 40 and ends with the sign of numerals, which
 * may be a tonos or an apostrophe, too; otherwise 0. Sets `end` to the word after the sign.
 */
int greek_numeral_at(const struct words *words, size_t at, size_t *end);
