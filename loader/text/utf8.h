/* utf8.h - UTF-8 written and read. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes `code_point` (at most U+10FFFF) as 1 to 4 bytes of UTF-8; returns how many. */
static inline size_t utf8_write(char *bytes, unsigned long code_point) {
    if (code_point < 0x80) {
        bytes[0] = (char)code_point;
        return 1;
    }
    size_t length = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code_point & 0x3F));
        code_point >>= 6;
    }
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    bytes[0] = (char)(lead[length] | code_point);
    return length;
}

/* Whether a byte continues the character before it. */
static inline bool utf8_continues(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Appends the six bits of a continuation byte to a code point. */
static inline uint32_t utf8_join(uint32_t code_point, char byte) {
    return code_point << 6 | ((unsigned char)byte & 0x3F);
}

/*
 * Reads the character at the beginning of `left` bytes, at least 1. Returns its length, or 0 if it
 * is not valid: overlong forms, surrogates and code points above U+10FFFF are not.
 */
static inline size_t utf8_read(const char *text, size_t left, uint32_t *code_point) {
    uint32_t lead = (unsigned char)text[0], code = lead;
    if (lead < 0x80) {
        *code_point = code;
        return 1;
    }
    if (lead < 0xC2 || left < 2 || !utf8_continues(text[1]))
        return 0;
    code = utf8_join(code, text[1]);
    if (lead < 0xE0) {
        *code_point = code - (0xC0U << 6); /* without the bits that mark a lead byte */
        return 2;
    }
    if (left < 3 || !utf8_continues(text[2]))
        return 0;
    code = utf8_join(code, text[2]);
    if (lead < 0xF0) {
        code -= 0xE0U << 12;
        *code_point = code;
        return code >= 0x800 && (code < 0xD800 || code > 0xDFFF) ? 3 : 0;
    }
    if (left < 4 || !utf8_continues(text[3]))
        return 0;
    code = utf8_join(code, text[3]) - (0xF0U << 18);
    *code_point = code;
    return code >= 0x10000 && code <= 0x10FFFF ? 4 : 0;
}

/* How many bytes at the beginning of `text` are valid UTF-8: all of them, if it is. */
size_t utf8_valid_length(const char *text, size_t length);

/* Whether there is nothing but white space, be it ASCII's or another, and invisible marks. */
bool utf8_is_blank(const char *text, size_t length);

/* How many characters a text has, if it is valid. */
size_t utf8_count(const char *text, size_t length);

/* The length of a text that is cut between two characters to at most `most` bytes. */
size_t utf8_cut(const char *text, size_t length, size_t most);

/*
 * Replaces the escapes in JSON that stand for what a text in UTF-8 cannot have, half a surrogate
 * pair and U+0000, by that of U+FFFD. What is no valid JSON may change, too.
 */
void utf8_mend_escapes(char *json, size_t length);
