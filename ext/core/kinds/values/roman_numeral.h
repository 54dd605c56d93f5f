/* roman_numeral.h - Roman numerals, as centuries have them: XIX. */
#pragma once

#include "../sentences/sentence_words.h"

/*
 * The value of a word that is a Roman numeral below 40, perhaps with an attached suffix of the
 * vocabulary, as in XIXe; otherwise 0. Х of the Cyrillic script counts as X.
 */
int roman_numeral_at(const struct words *words, size_t at);
