/* header_fields.c - see header_fields.h. */
#include "header_fields.h"

#include "../base/ascii.h"

#include <string.h> /* memchr */

/* The beginning of the next line, or the end. */
static const char *after_line(const char *at, const char *end) {
    const char *line_end = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    return line_end ? line_end + 1 : end;
}

size_t header_length(const char *bytes, size_t length, size_t seen) {
    enum { longest_end = 3 }; /* LF CR LF, of which the last byte may not have been seen */
    const char *end = bytes + length, *at = bytes + (seen > longest_end ? seen - longest_end : 0);
    while ((at = after_line(at, end)) < end) {
        if (*at == '\n')
            return (size_t)(at - bytes) + 1;
        if (*at == '\r' && end - at > 1 && at[1] == '\n')
            return (size_t)(at - bytes) + 2;
    }
    return 0;
}

struct header_fields header_fields_begin(const char *header, size_t length) {
    const char *end = header + length;
    return (struct header_fields){.next = after_line(header, end), .end = end};
}

static struct header_text trimmed(const char *begin, const char *end) {
    size_t start = 0, stop = (size_t)(end - begin);
    ascii_trim(begin, &start, &stop);
    return (struct header_text){begin + start, stop - start};
}

bool header_fields_next(struct header_fields *fields, struct header_field *field) {
    while (fields->next < fields->end) {
        const char *line = fields->next, *end = after_line(line, fields->end);
        while (end < fields->end && (*end == ' ' || *end == '\t'))
            end = after_line(end, fields->end);
        fields->next = end;
        const char *colon = memchr(line, ':', (size_t)(end - line));
        field->name = trimmed(line, colon ? colon : line);
        if (field->name.length > 0) {
            field->value = trimmed(colon + 1, end);
            return true;
        }
        fields->malformed = fields->malformed || trimmed(line, end).length > 0;
    }
    return false;
}

bool header_text_is(struct header_text text, const char *word) {
    return ascii_compare(text.bytes, text.length, word) == 0;
}

bool header_list_next(struct header_text *list, char separator, struct header_text *element) {
    while (list->length > 0) {
        const char *end = list->bytes + list->length;
        const char *stop = memchr(list->bytes, separator, list->length);
        *element = trimmed(list->bytes, stop ? stop : end);
        list->bytes = stop ? stop + 1 : end;
        list->length = (size_t)(end - list->bytes);
        if (element->length > 0)
            return true;
    }
    return false;
}
