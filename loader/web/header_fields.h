/*
 * header_fields.h - the named fields of a WARC record, and of an answer by HTTP: lines "Name:
 * value" that end with an empty line, in CRLF or LF. A line that begins with white space continues
 * the value before it. Time is linear; nothing is allocated.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A run of bytes that somebody else owns. */
struct header_text {
    const char *bytes;
    size_t length;
};

/* A field; its value is without white space at both ends, but may hold line ends. */
struct header_field {
    struct header_text name, value;
};

/* What is left of the fields. */
struct header_fields {
    const char *next, *end;
    bool malformed; /* a line is not a field; it was passed over */
};

/*
 * The length of a header that begins at `bytes`, up to and including its empty line; 0 if that is
 * not there. The first `seen` bytes are known to hold no empty line.
 */
size_t header_length(const char *bytes, size_t length, size_t seen);

/* Begins with the fields of a header, after its first line. */
struct header_fields header_fields_begin(const char *header, size_t length);

/* The next field; false after the last one. */
bool header_fields_next(struct header_fields *fields, struct header_field *field);

/* Whether a text is `word`, which is in lower case; the text may be in any. */
bool header_text_is(struct header_text text, const char *word);

/*
 * The next element of a list such as "gzip, chunked", without white space; the list becomes what
 * follows. False after the last one. Empty elements are passed over.
 */
bool header_list_next(struct header_text *list, char separator, struct header_text *element);
