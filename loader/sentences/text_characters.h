/*
 * text_characters.h - the characters of a text, read from UTF-8 forwards or backwards, in constant
 * time each.
 *
 * A byte that is not part of valid UTF-8 is a character of its own, U+FFFD. Classes are those of
 * ext/core/text/characters.h, except that format characters are not white space, and that Georgian
 * letters have no case, since no sentence begins with their capitals.
 */
#pragma once

#include "../../ext/core/text/characters.h"

#include <stddef.h>
#include <string.h> /* strchr */

struct text_character {
    uint32_t code_point;
    uint16_t length; /* in bytes; 0 beyond either end of the text */
    uint16_t class;  /* enum character_class */
};

/* The slow paths of text_character_at() and text_character_before(). */
struct text_character text_character_decode(const char *text, size_t length, size_t position);
struct text_character text_character_decode_before(const char *text, size_t position);

/* The character that begins at `position`. */
static inline struct text_character text_character_at(const char *text, size_t length,
                                                      size_t position) {
    if (position >= length || (unsigned char)text[position] >= 0x80)
        return text_character_decode(text, length, position);
    unsigned char byte = (unsigned char)text[position];
    return (struct text_character){byte, 1, character_ascii_classes[byte]};
}

/* The character that ends just before `position`. */
static inline struct text_character text_character_before(const char *text, size_t position) {
    if (position == 0 || (unsigned char)text[position - 1] >= 0x80)
        return text_character_decode_before(text, position);
    unsigned char byte = (unsigned char)text[position - 1];
    return (struct text_character){byte, 1, character_ascii_classes[byte]};
}

/* Return the other end of the white space that begins, or ends, at `position`. */
size_t text_skip_space(const char *text, size_t length, size_t position);
size_t text_skip_space_back(const char *text, size_t start, size_t position);

/* Whether the character can be part of a word: a letter, a digit or a combining mark. */
static inline bool text_character_in_word(struct text_character character) {
    return character.class >= character_digit;
}

/* Whether the character is one of `set`, which holds ASCII punctuation only. */
static inline bool text_character_in(struct text_character character, const char *set) {
    return character.class == character_other && character.code_point > 0 &&
           character.code_point < 0x80 && strchr(set, (int)character.code_point);
}

/* The lower case of an upper case letter; the code point of any other character. */
static inline uint32_t text_character_lower(struct text_character character) {
    if (character.class != character_upper)
        return character.code_point;
    return character_of(character.code_point).folded;
}
