/*
 * adjacent_words.h - the word before or after a place, to be looked up in a language: an
 * abbreviation is one word, with the periods, hyphens and apostrophes inside it ("a.m", "J.-P").
 * The spelling of one with `word_size` bytes or more is empty, so that no table knows it. Each call
 * takes constant time.
 */
#pragma once

#include "language.h"

#include <stdbool.h>

enum { word_size = 48 };

struct word {
    size_t start, end;      /* bytes in the text; `start` is not exact in a word that is too long */
    size_t letters;         /* how many of its characters are letters */
    size_t digits;          /* how many are digits */
    bool capital;           /* the first character is an upper case letter */
    bool all_capitals;      /* every letter is */
    char exact[word_size];  /* as written, zero-terminated */
    char folded[word_size]; /* in lower case, with one shape of apostrophe, zero-terminated */
};

/* The word that ends at `end` and begins at `start` at the earliest. */
struct word word_before(const char *text, size_t start, size_t end);

/* The word that begins at `start`: letters, digits, and apostrophes between them. */
struct word word_after(const char *text, size_t length, size_t start);

/* The roles of the word as written, and of the word in lower case. */
unsigned word_roles(const struct language *language, const struct word *word);
