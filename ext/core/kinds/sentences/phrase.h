/*
 * phrase.h - words of a vocabulary that sentence_words.h would split: 没有, quatre-vingt, n'.
 */
#ifndef NEARDUP_PHRASE_H
#define NEARDUP_PHRASE_H

#include "vocabulary.h"

/*
 * The length of the longest word of the vocabulary that begins with the first `length` of `count`
 * code points and ends where a word may end; `length` if there is none.
 */
size_t phrase_length(const struct vocabulary *vocabulary, const uint32_t *points, size_t count,
                     size_t length);

#endif
