/*
 * letters.h - what a character is, as far as splitting sentences needs to know.
 *
 * Characters are read from UTF-8 forwards or backwards. A byte that is no part of valid UTF-8
 * is a character of its own, U+FFFD. The classes are coarse: they hold for the scripts that
 * have case (Latin, Greek, Cyrillic, Armenian) and lump all others together as caseless.
 *
 * Each call costs O(1), the class of a character above U+007F a binary search in a table.
 */
#ifndef NEARDUP_LETTERS_H
#define NEARDUP_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

enum letter_class {
    letter_none, /* punctuation, symbols, what is not assigned */
    letter_space,
    letter_digit,
    letter_upper,
    letter_lower,
    letter_caseless,
    letter_combining /* belongs to the character before it */
};

struct letter {
    unsigned long code_point;
    size_t length; /* bytes; 0 where there is no character */
    enum letter_class class;
};

/* The character at `position`, and the one that ends there; none beyond either end of `text`. */
struct letter letter_at(const char *text, size_t length, size_t position);
struct letter letter_before(const char *text, size_t position);

/* Where the run of white space that starts or ends at `position` leads to. */
size_t letter_skip_space(const char *text, size_t length, size_t position);
size_t letter_skip_space_back(const char *text, size_t start, size_t position);

/* Letters, digits and what combines with them: the stuff of words. */
bool letter_is_word(struct letter letter);

/* The lower case of an upper case letter; any other code point is itself. */
unsigned long letter_lower_case(unsigned long code_point);

#endif
