/* utf8.h - a code point as UTF-8, and whether bytes are UTF-8. */
#ifndef NEARDUP_UTF8_H
#define NEARDUP_UTF8_H

#include <stddef.h>

/* Writes `code_point`, at most U+10FFFF, as UTF-8 to `bytes`, at most 4; returns how many. */
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

/* The length of the character that begins with the first of `left` bytes, at least 1; 0 if none
 * does. */
size_t utf8_character_length(const char *text, size_t left);

/* How many bytes of `text`, from its first on, are valid UTF-8: all, if it is. */
size_t utf8_valid_length(const char *text, size_t length);

#endif
