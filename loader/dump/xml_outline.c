/* xml_outline.c - see xml_outline.h. */
#include "xml_outline.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "../text/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- References ------------------------------------------------------------------------------ */

static const struct {
    const char *name; /* follows the '&' */
    size_t length;
    char character;
} named[] = {
    {"quot;", 5, '"'}, {"lt;", 3, '<'}, {"gt;", 3, '>'}, {"amp;", 4, '&'}, {"apos;", 5, '\''}};

/* Whether XML 1.0 allows the character. */
static bool is_character(unsigned long code) {
    if (code < 0x20)
        return code == '\t' || code == '\n' || code == '\r';
    return code < 0xD800 || (code > 0xDFFF && code < 0xFFFE) || (code > 0xFFFF && code < 0x110000);
}

/* The length of the numeric reference "&#..." and its code point; 0 if it is not valid. */
static size_t numeric_reference(const char *at, const char *end, unsigned long *code) {
    const char *next = at + 2;
    unsigned base = next < end && *next == 'x' ? 16 : 10;
    next += base == 16;
    const char *digits = next;
    for (*code = 0; next < end && ascii_digit_value(*next) < base && *code < 0x110000; next++)
        *code = *code * base + ascii_digit_value(*next);
    bool good = next > digits && next < end && *next == ';' && is_character(*code);
    return good ? (size_t)(next - at) + 1 : 0;
}

/* The length of the reference that begins at `at` and its code point; 0 if it is not known. */
static size_t reference(const char *at, const char *end, unsigned long *code) {
    size_t left = (size_t)(end - at) - 1;
    assert(*at == '&');
    if (left > 1 && at[1] == '#')
        return numeric_reference(at, end, code);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (left >= named[i].length && memcmp(at + 1, named[i].name, named[i].length) == 0) {
            *code = (unsigned char)named[i].character;
            return named[i].length + 1;
        }
    return 0;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/*
 * Skips text that needs no check, eight bytes at a time: bytes from ' ' to DEL except '&' and ']'.
 * The sums find a byte below ' ' and a zero byte as in Warren, "Hacker's Delight", 6-1.
 */
static const unsigned char *skip_plain(const unsigned char *at, const unsigned char *end) {
    const uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    for (; end - at >= 8; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, at, sizeof bytes);
        uint64_t and_sign = bytes ^ ones * '&', bracket = bytes ^ ones * ']';
        uint64_t found = (bytes - ones * ' ') | bytes | ((and_sign - ones) & ~and_sign) |
                         ((bracket - ones) & ~bracket);
        if (found & highs)
            break;
    }
    return at;
}

/* The length of the character or reference at `at`; 0 if text may not contain it. */
static size_t step(const unsigned char *at, const unsigned char *end, bool *references) {
    unsigned long code;
    uint32_t code_point;
    if (*at >= 0x80) {
        size_t length = utf8_read((const char *)at, (size_t)(end - at), &code_point);
        return length > 0 && is_character(code_point) ? length : 0;
    }
    if (*at == '&') {
        *references = true;
        return reference((const char *)at, (const char *)end, &code);
    }
    if (*at < ' ')
        return *at == '\n' || *at == '\t';
    bool closes_cdata = *at == ']' && end - at > 2 && at[1] == ']' && at[2] == '>';
    return !closes_cdata;
}

/* Whether XML allows a run between tags. `*blank`: it is nothing but white space. */
static bool check_text(const char *text, size_t length, bool *blank, bool *references) {
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    *references = false;
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t'))
        at++;
    *blank = at == end;
    while (at < end) {
        size_t size = step(at, end, references);
        if (size == 0)
            return false;
        at += size;
        if (size == 1)
            at = skip_plain(at, end);
    }
    return true;
}

/* ---- Outlines -------------------------------------------------------------------------------- */

bool xml_outline_make(struct xml_outline *outline, const char *xml, size_t length) {
    const char *at = xml, *end = xml + length;
    text_buffer_clear(&outline->xml);
    outline->count = 0;
    while (at < end) {
        const char *close = *at == '<' ? memchr(at, '>', (size_t)(end - at)) : NULL;
        if (!close || close - at >= xml_outline_tag_max || at[1] == '!' || at[1] == '?')
            return false;
        const char *text = close + 1, *next = memchr(text, '<', (size_t)(end - text));
        bool blank, references;
        if (!next)
            next = end;
        if (!check_text(text, (size_t)(next - text), &blank, &references))
            return false;
        text_buffer_append(&outline->xml, at, (size_t)((blank ? next : text) - at));
        at = next;
        if (blank)
            continue;
        if (!ARRAY_ROOM(outline->runs, outline->count, outline->capacity))
            return false;
        outline->runs[outline->count++] =
            (struct xml_outline_run){text, (size_t)(next - text), references};
        text_buffer_append_byte(&outline->xml, xml_outline_mark);
    }
    return !outline->xml.failed;
}

void xml_outline_decode(const struct xml_outline_run *run, struct text_buffer *text) {
    const char *at = run->at, *end = at + run->length;
    if (!text_buffer_reserve(text, run->length))
        return;
    while (run->references && at < end) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        if (!next)
            break;
        unsigned long code = 0;
        text_buffer_append(text, at, (size_t)(next - at));
        at = next + reference(next, end, &code);
        text_buffer_append_code_point(text, code);
    }
    text_buffer_append(text, at, (size_t)(end - at));
}

void xml_outline_free(struct xml_outline *outline) {
    text_buffer_free(&outline->xml);
    free(outline->runs);
    *outline = (struct xml_outline){0};
}
