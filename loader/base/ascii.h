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

/*
 * The order of text[0, length) and `word`, which is in small letters and ends in a zero byte, as
 * memcmp orders bytes, without case; a prefix comes first. The text may hold any bytes.
 */
static inline int ascii_compare(const char *text, size_t length, const char *word) {
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '\0')
            return 1;
        int difference = ascii_lower(text[i]) - (unsigned char)word[i];
        if (difference != 0)
            return difference;
    }
    return word[length] == '\0' ? 0 : -1;
}

/* What a hexadecimal digit counts; 16 for any other byte. */
static inline unsigned ascii_digit_value(char byte) {
    if (ascii_is_digit(byte))
        return (unsigned)(byte - '0');
    int letter = ascii_lower(byte);
    return letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a') + 10 : 16;
}

/* Moves both ends of [*start, *end) over white space. */
static inline void ascii_trim(const char *text, size_t *start, size_t *end) {
    while (*start < *end && ascii_is_space(text[*start]))
        ++*start;
    while (*end > *start && ascii_is_space(text[*end - 1]))
        --*end;
}

#endif
