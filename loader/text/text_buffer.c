/* text_buffer.c - see text_buffer.h. */
#include "text_buffer.h"

#include "../base/ascii.h"
#include "utf8.h"

#include <stdlib.h> /* realloc, free */

enum { smallest_capacity = 256 };

bool text_buffer_grow(struct text_buffer *buffer, size_t extra) {
    if (buffer->failed)
        return false;
    if (extra > SIZE_MAX / 2 - buffer->length) {
        buffer->failed = true;
        return false;
    }
    size_t capacity = buffer->capacity ? buffer->capacity : smallest_capacity;
    while (capacity - buffer->length < extra)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes) {
        buffer->failed = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void text_buffer_append_code_point(struct text_buffer *buffer, unsigned long code_point) {
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF))
        code_point = 0xFFFD;
    char bytes[4];
    size_t length = utf8_write(bytes, code_point);
    text_buffer_append(buffer, bytes, length);
}

void text_buffer_append_words(struct text_buffer *buffer, size_t start, const char *text,
                              size_t length) {
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

void text_buffer_append_json(struct text_buffer *buffer, const char *text, size_t length) {
    static const char digits[] = "0123456789abcdef", letters[] = "btnufr"; /* for 8 to 13 */
    size_t plain = 0; /* where the bytes begin that are not written yet */
    text_buffer_append_byte(buffer, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= ' ' && byte != '"' && byte != '\\')
            continue;
        text_buffer_append(buffer, text + plain, i - plain);
        plain = i + 1;
        bool named = byte >= '\b' && byte <= '\r' && byte != '\v';
        char escape[] = {'\\',
                         named ? letters[byte - '\b'] : text[i],
                         '0',
                         '0',
                         digits[byte / 16],
                         digits[byte % 16]};
        if (byte < ' ' && !named)
            escape[1] = 'u';
        text_buffer_append(buffer, escape, byte < ' ' && !named ? sizeof escape : 2);
    }
    text_buffer_append(buffer, text + plain, length - plain);
    text_buffer_append_byte(buffer, '"');
}

void text_buffer_clear(struct text_buffer *buffer) {
    buffer->length = 0;
    buffer->failed = false;
}

void text_buffer_free(struct text_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct text_buffer){0};
}
