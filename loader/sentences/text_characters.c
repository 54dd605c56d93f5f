/* text_characters.c - see text_characters.h. */
#include "text_characters.h"

#include "../text/utf8.h"

#include <assert.h>

struct text_character text_character_decode(const char *text, size_t length, size_t position) {
    if (position >= length)
        return (struct text_character){0};
    uint32_t code_point;
    size_t size = utf8_read(text + position, length - position, &code_point);
    if (size == 0)
        return (struct text_character){0xFFFD, 1, character_other};
    struct character character = character_of(code_point);
    uint16_t class = character.format ? character_other : character.class;
    if (code_point >= 0x10A0 && code_point <= 0x10FF)
        class = character_letter; /* Georgian */
    return (struct text_character){code_point, (uint16_t)size, class};
}

struct text_character text_character_decode_before(const char *text, size_t position) {
    if (position == 0)
        return (struct text_character){0};
    size_t start = position - 1;
    while (start > 0 && position - start < 4 && utf8_continues(text[start]))
        start--;
    struct text_character character = text_character_at(text, position, start);
    if (character.length == position - start)
        return character;
    return (struct text_character){0xFFFD, 1, character_other};
}

size_t text_skip_space(const char *text, size_t length, size_t position) {
    struct text_character character = text_character_at(text, length, position);
    while (character.class == character_space) {
        position += character.length;
        character = text_character_at(text, length, position);
    }
    return position;
}

size_t text_skip_space_back(const char *text, size_t start, size_t position) {
    assert(start <= position);
    while (position > start) {
        struct text_character character = text_character_before(text, position);
        if (character.class != character_space || character.length > position - start)
            break;
        position -= character.length;
    }
    return position;
}
