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

struct text_buffer {
    char *bytes;     /* `length` bytes, not terminated; NULL while nothing was appended */
    size_t length;   /* bytes in use */
    size_t capacity; /* bytes allocated */
    bool failed;     /* an append ran out of memory */
};

/* Makes room for `extra` more bytes; false, with `failed` set, when there is no memory. */
bool text_buffer_reserve(struct text_buffer *buffer, size_t extra);

void text_buffer_append(struct text_buffer *buffer, const char *bytes, size_t length);
void text_buffer_append_byte(struct text_buffer *buffer, char byte);

/* Appends `code_point` as UTF-8; one that is no Unicode scalar value as U+FFFD. */
void text_buffer_append_code_point(struct text_buffer *buffer, unsigned long code_point);

/* Empties the buffer, keeps its memory for reuse, and forgets an earlier failure. */
void text_buffer_clear(struct text_buffer *buffer);

void text_buffer_free(struct text_buffer *buffer);

#endif
