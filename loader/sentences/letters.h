/*
 * letters.h - what a character is, as far as splitting sentences needs to know.
 *
 * Characters are read from UTF-8 forwards or backwards. A byte that is no part of valid UTF-8
 * is a character of its own, U+FFFD. The classes are coarse: they hold for the scripts that
 * have case (Latin, Greek, Cyrillic, Armenian) and lump all others together as caseless.
 *
 * Each call costs O(1), the class of a character above U+007F a short search in a table.
 */
#ifndef NEARDUP_LETTERS_H
#define NEARDUP_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h> /* strchr */

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
    uint32_t code_point;
    uint16_t length; /* bytes; 0 where there is no character */
    uint16_t class;  /* enum letter_class */
};

/* The cases of letter_at() and letter_before() that are not ASCII, and the end of the text. */
struct letter letter_decode(const char *text, size_t length, size_t position);
struct letter letter_decode_before(const char *text, size_t position);
extern const unsigned char letter_ascii_classes[128];

/* The character at `position`, and the one that ends there; none beyond either end of `text`. */
static inline struct letter letter_at(const char *text, size_t length, size_t position) {
    if (position >= length || (unsigned char)text[position] >= 0x80)
        return letter_decode(text, length, position);
    unsigned char byte = (unsigned char)text[position];
    return (struct letter){byte, 1, letter_ascii_classes[byte]};
}

static inline struct letter letter_before(const char *text, size_t position) {
    if (position == 0 || (unsigned char)text[position - 1] >= 0x80)
        return letter_decode_before(text, position);
    unsigned char byte = (unsigned char)text[position - 1];
    return (struct letter){byte, 1, letter_ascii_classes[byte]};
}

/* Where the run of white space that starts or ends at `position` leads to. */
size_t letter_skip_space(const char *text, size_t length, size_t position);
size_t letter_skip_space_back(const char *text, size_t start, size_t position);

/* Letters, digits and what combines with them: the stuff of words. */
static inline bool letter_is_word(struct letter letter) {
    return letter.class >= letter_digit;
}

/* Whether it is one of a set of ASCII marks, which are neither letters, digits nor white space. */
static inline bool letter_is_mark(struct letter letter, const char *set) {
    return letter.class == letter_none && letter.code_point > 0 && letter.code_point < 0x80 &&
           strchr(set, (int)letter.code_point);
}

/* The lower case of an upper case letter; of any other character the code point itself. */
uint32_t letter_lower_case(struct letter letter);

#endif
