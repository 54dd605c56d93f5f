/*
 * quantifier.h - words that say how many of all: few, some, most, all.
 *
 * They lie on a scale from quantifier_none to quantifier_all. Neighbours on its lower half may be
 * true together: "some" and "many". "Most", "nearly all" and "all" differ from everything else.
 */
#pragma once

#include "sentence_words.h"

enum {
    quantifier_absent = -1,
    quantifier_none = 0,
    quantifier_some = 2,
    quantifier_most = 4,
    quantifier_nearly_all = 5,
    quantifier_all = 6
};

/* Where a word is on the scale; quantifier_absent in "the most famous", "some 200", "not all". */
int quantifier_level(const struct words *words, size_t at);

/* Where what says so begins: with the word before it in "nearly all" and "a few". */
uint32_t quantifier_begin(const struct words *words, size_t at);

/* Whether a statement about one level cannot be true of the other one. */
bool quantifiers_exclude(int x, int y);
