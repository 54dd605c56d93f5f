/*
 * ascii.h - what a byte is, without asking the locale.
 *
 * Wikitext gives a meaning to ASCII bytes only; every other byte is a part of some letter.
 */
#ifndef NEARDUP_ASCII_H
#define NEARDUP_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ascii_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static inline bool ascii_is_upper(char byte) {
    return byte >= 'A' && byte <= 'Z';
}

static inline bool ascii_is_lower(char byte) {
    return byte >= 'a' && byte <= 'z';
}

static inline bool ascii_is_alnum(char byte) {
    return ascii_is_digit(byte) || ascii_is_upper(byte) || ascii_is_lower(byte);
}

static inline bool ascii_is_space(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The byte as 0..255, an ASCII capital as its small letter. */
static inline int ascii_lower(char byte) {
    return ascii_is_upper(byte) ? byte + ('a' - 'A') : (unsigned char)byte;
}

/* Moves both ends of [*start, *end) over white space. */
static inline void ascii_trim(const char *text, size_t *start, size_t *end) {
    while (*start < *end && ascii_is_space(text[*start]))
        ++*start;
    while (*end > *start && ascii_is_space(text[*end - 1]))
        --*end;
}

#endif
