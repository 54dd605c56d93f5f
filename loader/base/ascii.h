/*
 * ascii.h - classes of ASCII bytes, whatever the locale.
 *
 * In wikitext only ASCII bytes have a meaning; any other byte is part of a letter.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h> /* memchr, memcmp, strlen */

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

/* The byte as 0..255, with ASCII capitals in lower case. */
static inline int ascii_lower(char byte) {
    return ascii_is_upper(byte) ? byte + ('a' - 'A') : (unsigned char)byte;
}

/*
 * Compares text[0, length) with `word`, which is in lower case and zero-terminated: bytewise as
 * memcmp, ignoring case. A prefix comes first. The text may contain any bytes.
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

/* Whether text[0, length) is a word in lower case of that length, ignoring case. */
static inline bool ascii_same(const char *text, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (ascii_lower(text[i]) != (unsigned char)word[i])
            return false;
    return true;
}

/* The value of a hexadecimal digit; 16 for any other byte. */
static inline unsigned ascii_digit_value(char byte) {
    if (ascii_is_digit(byte))
        return (unsigned)(byte - '0');
    int letter = ascii_lower(byte);
    return letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a') + 10 : 16;
}

/* The offset of the first such byte in text[at, end); `end` if there is none. */
static inline size_t ascii_index(const char *text, size_t at, size_t end, char byte) {
    const char *found = at < end ? memchr(text + at, byte, end - at) : NULL;
    return found ? (size_t)(found - text) : end;
}

/* The end of the run of that byte that begins at text[at]; `end` at most. */
static inline size_t ascii_run_end(const char *text, size_t at, size_t end, char byte) {
    while (at < end && text[at] == byte)
        at++;
    return at;
}

/* The offset of the first byte in text[at, end) that is in a set; else `end`. Four at a time. */
static inline size_t ascii_index_any(const char *text, size_t at, size_t end, const bool set[256]) {
    const unsigned char *bytes = (const unsigned char *)text;
    while (at + 4 <= end &&
           !(set[bytes[at]] | set[bytes[at + 1]] | set[bytes[at + 2]] | set[bytes[at + 3]]))
        at += 4;
    while (at < end && !set[bytes[at]])
        at++;
    return at;
}

/* The first `mark`, which is not empty, in [at, end); NULL if there is none. */
static inline const char *ascii_find(const char *at, const char *end, const char *mark) {
    size_t length = strlen(mark);
    for (; (size_t)(end - at) >= length; at++) {
        at = memchr(at, mark[0], (size_t)(end - at) - length + 1);
        if (!at || memcmp(at, mark, length) == 0)
            return at;
    }
    return NULL;
}

/* What follows that mark; `end` if there is none. */
static inline const char *ascii_after(const char *at, const char *end, const char *mark) {
    const char *found = ascii_find(at, end, mark);
    return found ? found + strlen(mark) : end;
}

/* Shrinks [*start, *end) by the white space at both ends. */
static inline void ascii_trim(const char *text, size_t *start, size_t *end) {
    while (*start < *end && ascii_is_space(text[*start]))
        ++*start;
    while (*end > *start && ascii_is_space(text[*end - 1]))
        --*end;
}
