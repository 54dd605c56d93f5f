/* text_buffer.c - see text_buffer.h. */
#include "text_buffer.h"

#include "utf8.h"

#include <stdint.h> /* SIZE_MAX */
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

void text_buffer_clear(struct text_buffer *buffer) {
    buffer->length = 0;
    buffer->failed = false;
}

void text_buffer_free(struct text_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (struct text_buffer){0};
}
