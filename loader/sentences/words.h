/*
 * words.h - the word before or after a place, ready to be looked up in a language.
 *
 * Abbreviations are words here with the periods, hyphens and apostrophes inside them: "a.m",
 * "J.-P", "l'Ing". A word is at most `word_size` - 1 bytes; a longer one has an empty spelling,
 * so that no table knows it. Each call costs O(1).
 */
#ifndef NEARDUP_WORDS_H
#define NEARDUP_WORDS_H

#include "language.h"

#include <stdbool.h>
#include <stddef.h>

enum { word_size = 48 };

struct word {
    size_t start, end;      /* bytes in the text; `start` is not exact in one too long */
    size_t letters;         /* characters that are letters */
    size_t digits;          /* and digits */
    bool capital;           /* the first character is an upper case letter */
    bool all_capitals;      /* each letter is */
    char exact[word_size];  /* as it is spelt */
    char folded[word_size]; /* the same in lower case */
};

/* The word that ends at `end`, looking back no further than `start`. */
struct word word_before(const char *text, size_t start, size_t end);

/* The word that starts at `start`: letters, digits and apostrophes between them. */
struct word word_after(const char *text, size_t length, size_t start);

/* The roles of the word as spelt and in lower case. */
unsigned word_roles(const struct language *language, const struct word *word);

#endif
