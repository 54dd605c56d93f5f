/* fields.c - see fields.h. */
#include "fields.h"

#include <string.h>

void fields_begin(struct fields *fields, const char *record, size_t length) {
    fields->at = record;
    fields->end = record + length;
    fields->unclosed = false;
}

void fields_free(struct fields *fields) {
    text_buffer_free(&fields->field);
}

/* Moves `length` bytes into the field. */
static void take(struct fields *fields, size_t length) {
    text_buffer_append(&fields->field, fields->at, length);
    fields->at += length;
}

/* The length up to such a byte or the end of the record. */
static size_t length_to(const struct fields *fields, char byte) {
    size_t rest = (size_t)(fields->end - fields->at);
    const char *found = memchr(fields->at, byte, rest);
    return found ? (size_t)(found - fields->at) : rest;
}

/* Takes what is inside quotation marks, and moves from the opening mark past the closing one. */
static void take_quoted(struct fields *fields) {
    for (fields->at++;; fields->at++) {
        take(fields, length_to(fields, '"'));
        if (fields->at == fields->end) {
            fields->unclosed = true;
            return;
        }
        fields->at++;
        if (fields->at == fields->end || *fields->at != '"')
            return;
        text_buffer_append_byte(&fields->field, '"');
    }
}

static void next_of_tsv(struct fields *fields) {
    static const char letters[] = "tnr\\", bytes[] = "\t\n\r\\"; /* after a backslash; for both */
    const char *record_end = fields->end;
    fields->end = fields->at + length_to(fields, '\t');
    fields->is_null = fields->end - fields->at == 2 && memcmp(fields->at, "\\N", 2) == 0;
    if (fields->is_null)
        fields->at = fields->end;
    while (fields->at < fields->end) {
        take(fields, length_to(fields, '\\'));
        if (fields->at == fields->end)
            break;
        char letter = fields->end - fields->at > 1 ? fields->at[1] : '\0';
        const char *known = letter ? strchr(letters, letter) : NULL;
        text_buffer_append_byte(&fields->field, known ? bytes[known - letters] : '\\');
        fields->at += known ? 2 : 1;
    }
    fields->end = record_end;
}

bool fields_next(struct fields *fields) {
    if (!fields->at)
        return false;
    text_buffer_clear(&fields->field);
    fields->is_null = false;
    if (fields->tabs) {
        next_of_tsv(fields);
    } else {
        if (fields->at < fields->end && *fields->at == '"')
            take_quoted(fields);
        take(fields, length_to(fields, fields->delimiter));
    }
    fields->at = fields->at < fields->end ? fields->at + 1 : NULL;
    return !fields->field.failed;
}

size_t fields_row_end(const char *text, size_t begin, size_t at, size_t length, char delimiter,
                      bool complete, bool *quoted) {
    while (at < length && (*quoted || text[at] != '\n')) {
        if (*quoted) {
            const char *mark = memchr(text + at, '"', length - at);
            at = mark ? (size_t)(mark - text) : length;
            if (at == length || (at + 1 == length && !complete))
                return at;
            *quoted = at + 1 < length && text[at + 1] == '"';
            at += *quoted ? 2 : 1;
        } else { /* a mark opens quotes if it is the first byte of a field */
            *quoted = text[at] == '"' && (at == begin || text[at - 1] == delimiter);
            at++;
        }
    }
    return at;
}
