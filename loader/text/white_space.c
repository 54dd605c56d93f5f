/* white_space.c - see white_space.h. */
#include "white_space.h"

#include "../../ext/core/text/characters.h"
#include "../base/ascii.h"
#include "utf8.h"

bool white_space_only(const char *text, size_t length) {
    uint32_t point;
    for (size_t at = 0, step; at < length; at += step) {
        step = utf8_read(text + at, length - at, &point);
        if (step == 0 || character_of(point).class != character_space)
            return false;
    }
    return true;
}

void white_space_fold(struct text_buffer *buffer, size_t start, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        while (at < length && ascii_is_space(text[at]))
            at++;
        size_t word = at;
        while (at < length && !ascii_is_space(text[at]))
            at++;
        if (at > word && buffer->length > start)
            text_buffer_append_byte(buffer, ' ');
        text_buffer_append(buffer, text + word, at - word);
    }
}
