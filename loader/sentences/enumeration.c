/* enumeration.c - see enumeration.h. */
#include "enumeration.h"

#include "../base/ascii.h"
#include "../base/integer.h"
#include "../base/words.h"
#include "text_characters.h"

#include <assert.h>
#include <string.h>

enum { longest_number = 5 }; /* characters: "xviii", "99999" */

static const char roman_numerals[] =
    "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii|xix|xx";

/* The value of a number written in that way; 0 if it is not written so. */
static unsigned value_of(enum numbering numbering, const char *number, size_t length) {
    int64_t value;
    switch (numbering) {
    case numbering_decimal:
        assert(length <= longest_number + 1);
        return integer_read_digits(number, length, &value) == length ? (unsigned)value : 0;
    case numbering_letters:
        return length == 1 && ascii_is_lower(*number) ? (unsigned)(*number - 'a') + 1 : 0;
    case numbering_roman:
        return (unsigned)words_find(roman_numerals, number, length);
    default:
        return 0;
    }
}

static bool is_number_byte(char byte) {
    return ascii_is_digit(byte) || ascii_is_lower(byte);
}

/* Reads the style that begins at `position` and is followed by white space; empty if none is. */
static void read_style(char style[3], const char *text, size_t length, size_t position) {
    size_t used = 0;
    if (position < length && text[position] == '.')
        style[used++] = '.';
    if (position + used < length && text[position + used] == ')')
        style[used++] = ')';
    style[used] = '\0';
    if (text_character_at(text, length, position + used).class != character_space)
        style[0] = '\0';
}

/* Letters and Roman numerals must begin at one: "c. 1850" is no third item. */
static void read_first_number(struct enumeration *enumeration, const char *number, size_t length) {
    static const enum numbering kinds[] = {numbering_decimal, numbering_roman, numbering_letters};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned value = value_of(kinds[i], number, length);
        if (value == 0 || (kinds[i] != numbering_decimal && value > 1))
            continue;
        enumeration->numbering = kinds[i];
        enumeration->value = value;
        return;
    }
}

struct enumeration enumeration_start(const struct language *language, const char *text,
                                     size_t length) {
    struct enumeration enumeration = {0};
    size_t start = text_skip_space(text, length, 0);
    size_t end = start;
    while (end < length && end - start < longest_number && is_number_byte(text[end]))
        end++;
    if (end > start) {
        read_style(enumeration.style, text, length, end);
        bool ordinal = language->rules & language_ordinal_stop && !enumeration.style[1];
        if (enumeration.style[0] && !ordinal)
            read_first_number(&enumeration, text + start, end - start);
        return enumeration;
    }
    struct text_character first = text_character_at(text, length, start);
    bool bullet = first.code_point == 0x2022 || first.code_point == 0x2023 ||
                  first.code_point == 0x2043 || first.code_point == 0x25CF ||
                  first.code_point == 0x25E6 || first.code_point == 0x25AA;
    if (bullet)
        memcpy(enumeration.bullet, text + start, first.length);
    return enumeration;
}

bool enumeration_next(struct enumeration *enumeration, const char *text, size_t length,
                      const struct punctuation_mark *mark, size_t *item) {
    *item = mark->offset;
    if (mark->kind == punctuation_bullet)
        return enumeration->bullet[0] && mark->offset > 0 && mark->length == 3 &&
               memcmp(enumeration->bullet, text + mark->offset, 3) == 0 &&
               text_character_before(text, mark->offset).class == character_space;
    if (enumeration->numbering == numbering_none)
        return false;
    char style[3];
    read_style(style, text, length, mark->offset);
    if (strcmp(style, enumeration->style) != 0)
        return false;
    size_t start = mark->offset;
    while (start > 0 && mark->offset - start <= longest_number && is_number_byte(text[start - 1]))
        start--;
    unsigned value = value_of(enumeration->numbering, text + start, mark->offset - start);
    if (value != enumeration->value + 1 ||
        text_character_before(text, start).class != character_space)
        return false;
    enumeration->value = value;
    *item = start;
    return true;
}
