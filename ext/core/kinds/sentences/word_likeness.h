/*
 * word_likeness.h - whether words of two sentences are the same word or name in two forms.
 *
 * They are if likeness.h says so, or if the vocabulary knows them as aliases (France, French). Two
 * acronyms, such as ABC and ABD, are alike only if they are equal.
 */
#pragma once

#include "sentence_words.h"

/* Whether two words with capitals are names of one thing: America, US. */
bool words_are_aliases(const struct words *a, size_t a_at, const struct words *b, size_t b_at);

bool words_alike(const struct words *a, size_t a_at, const struct words *b, size_t b_at);

/*
 * Whether the word here is a rank, a title or an office: before a name, before "of", or after "the"
 * or another rank. King Alfred, Duke of Lindry, the Prime Minister. "Stephen King" has no rank.
 */
bool word_is_rank(const struct words *words, size_t at);
