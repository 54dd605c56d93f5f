/* white_space.c - see white_space.h. */
#include "white_space.h"

#include "../base/ascii.h"

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
