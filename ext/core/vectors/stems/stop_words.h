/*
 * stop_words.h - words that say little by themselves: articles, prepositions, pronouns, forms of
 * "to be".
 *
 * The words are data: stop_words/ has a file for each language, which is named as libstemmer names
 * the language. They are folded, with accents. Frozen: vectors of texts depend on them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The words of a language, in ascending order of their bytes. */
struct stop_words {
    const char *language;
    const char *const *words;
    size_t count;
};

/* The words of a language, or none. Never NULL. */
const struct stop_words *stop_words_for(const char *language);

/* The word as it stands among them, or NULL if it is not one of them. Logarithmic in their number.
 */
const char *stop_words_find(const struct stop_words *words, const char *word, size_t length);

/* Generated: all languages. The last one has no name and no words. */
extern const struct stop_words stop_words[];
extern const size_t stop_words_count;
