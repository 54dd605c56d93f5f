/*
 * text_buffer.h - a growing run of bytes with a sticky error: when memory runs out, `failed` is
 * set, the content stays as it is, and later appends do nothing. So one check at the end is enough.
 * A buffer starts as all zeroes and owns its bytes until text_buffer_free(). Appending n bytes
 * costs O(n) amortised.
 */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h> /* memcpy, strlen */

struct text_buffer {
    char *bytes;     /* `length` bytes, not terminated; NULL until the first append */
    size_t length;   /* bytes in use */
    size_t capacity; /* bytes allocated */
    bool failed;     /* an append ran out of memory */
};

/* Called by text_buffer_reserve() when it needs more memory. */
bool text_buffer_grow(struct text_buffer *buffer, size_t extra);

/* Makes room for `extra` more bytes. False with `failed` set when memory runs out. */
static inline bool text_buffer_reserve(struct text_buffer *buffer, size_t extra) {
    assert(buffer->length <= buffer->capacity);
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

static inline void text_buffer_append_string(struct text_buffer *buffer, const char *string) {
    text_buffer_append(buffer, string, strlen(string));
}

static inline void text_buffer_append_byte(struct text_buffer *buffer, char byte) {
    if (text_buffer_reserve(buffer, 1))
        buffer->bytes[buffer->length++] = byte;
}

/* Appends `code_point` as UTF-8, or U+FFFD if it is not a Unicode scalar value. */
void text_buffer_append_code_point(struct text_buffer *buffer, unsigned long code_point);

/*
 * Appends the words of a text with one space between two of them, and before the first one if the
 * buffer has anything after `start`. White space is that of ASCII, line ends included.
 */
void text_buffer_append_words(struct text_buffer *buffer, size_t start, const char *text,
                              size_t length);

/* Appends a text as a string of JSON, with the bytes that SQLite gives, so that a join finds it. */
void text_buffer_append_json(struct text_buffer *buffer, const char *text, size_t length);

/* Empties the buffer, keeps its memory for reuse, and clears `failed`. */
void text_buffer_clear(struct text_buffer *buffer);

void text_buffer_free(struct text_buffer *buffer);

/* Does one of the two to several buffers. */
#define TEXT_BUFFERS(act, ...)                                                                   \
    for (struct text_buffer **each = (struct text_buffer *[]){__VA_ARGS__, NULL}; *each; each++) \
    act(*each)
