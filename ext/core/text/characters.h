/*
 * characters.h - what a code point is: a letter, a digit, white space ..., and its other forms.
 *
 * Of the Unicode character database only what it takes to find words and to compare them. The
 * version stands in character_ranges.h. One look at a table for ASCII, a search of a few steps for
 * anything else.
 */
#ifndef NEARDUP_CHARACTERS_H
#define NEARDUP_CHARACTERS_H

#include <stdint.h>

enum character_class {
    character_other, /* punctuation, symbols, controls */
    character_space, /* and format characters, which nobody sees */
    character_digit, /* of a decimal system */
    character_upper, /* letters in title case among them */
    character_lower,
    character_letter, /* without case; numerals such as Ⅷ and ½ among them */
    character_mark,   /* stands on or in the letter before it */
    character_sign    /* of a script without spaces between words: a word of its own */
};

struct character {
    enum character_class class;
    uint32_t folded; /* the same for all cases of a letter, and for all shapes of a dash or quote */
};

extern const uint8_t character_ascii_classes[128];

/* As character_of(), for what is no ASCII. */
struct character character_search(uint32_t point);

static inline struct character character_of(uint32_t point) {
    if (point >= sizeof character_ascii_classes)
        return character_search(point);
    enum character_class class = (enum character_class)character_ascii_classes[point];
    return (struct character){class, class == character_upper ? point + ('a' - 'A') : point};
}

/* A folded letter without diacritics: e for é, l for ł; others as they are. */
uint32_t character_plain(uint32_t folded);

/* As character_digit_value(), for what is no ASCII. */
unsigned character_search_digit(uint32_t point);

/* The value of a digit, of whatever script; for digits alone. */
static inline unsigned character_digit_value(uint32_t point) {
    return point < 0x80 ? point - '0' : character_search_digit(point);
}

#endif
