/*
 * text_buffer.h - a growing run of bytes with a sticky error.
 *
 * A buffer starts as all zeroes and owns its bytes until text_buffer_free(). When memory runs
 * out, `failed` is set, what the buffer holds stays as it was, and every later append does
 * nothing: a caller makes any number of appends and asks once, at the end.
 *
 * Appending n bytes costs O(n) amortised.
 */
#ifndef NEARDUP_TEXT_BUFFER_H
#define NEARDUP_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h> /* memcpy */

struct text_buffer {
    char *bytes;     /* `length` bytes, not terminated; NULL while nothing was appended */
    size_t length;   /* bytes in use */
    size_t capacity; /* bytes allocated */
    bool failed;     /* an append ran out of memory */
};

/* The case of text_buffer_reserve() that has to ask for memory. */
bool text_buffer_grow(struct text_buffer *buffer, size_t extra);

/* Makes room for `extra` more bytes; false, with `failed` set, when there is no memory. */
static inline bool text_buffer_reserve(struct text_buffer *buffer, size_t extra) {
    if (!buffer->failed && extra <= buffer->capacity - buffer->length)
        return true;
    return text_buffer_grow(buffer, extra);
}

static inline void text_buffer_append(struct text_buffer *buffer, const char *bytes,
                                      size_t length) {
    if (length == 0 || !text_buffer_reserve(buffer, length))
        return;
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static inline void text_buffer_append_byte(struct text_buffer *buffer, char byte) {
    if (text_buffer_reserve(buffer, 1))
        buffer->bytes[buffer->length++] = byte;
}

/* Appends `code_point` as UTF-8; one that is no Unicode scalar value as U+FFFD. */
void text_buffer_append_code_point(struct text_buffer *buffer, unsigned long code_point);

/* Empties the buffer, keeps its memory for reuse, and forgets an earlier failure. */
void text_buffer_clear(struct text_buffer *buffer);

void text_buffer_free(struct text_buffer *buffer);

#endif
