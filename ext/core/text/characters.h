/*
 * characters.h - what a code point is (a letter, a digit, white space ...), and its other forms.
 *
 * It covers the part of the Unicode character database that finding and comparing words and
 * sentences needs. generate_characters.py makes the tables. The loader uses this header too, so
 * that there is a single table in the project.
 *
 * It is that of Unicode 14.0 for good: the words of scheme 'words' and the notes of fold_text()
 * depend on it, and these may be stored and indexed. Characters that 14.0 does not assign are
 * character_other.
 *
 * ASCII takes one table lookup, any other code point a binary search of a few steps.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum character_class {
    character_other, /* punctuation, symbols, controls */
    character_space, /* white space, and format characters */
    character_digit, /* decimal digits of any script */
    character_upper, /* including letters in title case */
    character_lower,
    character_letter, /* without case; includes numerals such as Ⅷ and ½ */
    character_mark,   /* combines with the character before it */
    character_sign    /* of a script without spaces between words: a word of its own */
};

struct character {
    uint8_t class;   /* enum character_class */
    bool format;     /* a format character, which a reader does not see */
    uint32_t folded; /* the same for all cases of a letter, and for all shapes of a dash or quote */
};

extern const uint8_t character_ascii_classes[128];

/* character_of() for code points beyond ASCII. */
struct character character_search(uint32_t point);

static inline struct character character_of(uint32_t point) {
    if (point >= sizeof character_ascii_classes)
        return character_search(point);
    uint8_t class = character_ascii_classes[point];
    return (struct character){class, false, class == character_upper ? point + ('a' - 'A') : point};
}

/* A folded letter without diacritics: e for é, l for ł. Any other character as it is. */
uint32_t character_plain(uint32_t folded);

/* character_digit_value() for digits beyond ASCII. */
unsigned character_search_digit(uint32_t point);

/* The value of a digit of any script. `point` must be of class character_digit. */
static inline unsigned character_digit_value(uint32_t point) {
    return point < 0x80 ? point - '0' : character_search_digit(point);
}
