/*
 * case_lines.h - lines of text files that hold cases or corpora. In them \xNN is a byte, and \t,
 * \n, \r and \\ are what they are in C.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The byte at *at, which is moved past it. False where an escape is malformed. */
static inline bool case_byte(const char **at, char *byte) {
    static const char names[] = "tnr\\", meanings[] = "\t\n\r\\";
    if (**at != '\\') {
        *byte = *(*at)++;
        return true;
    }
    const char *name = (*at)[1] ? strchr(names, (*at)[1]) : NULL;
    unsigned value = name ? (unsigned char)meanings[name - names] : 0;
    int length = 2;
    if (!name && (sscanf(*at, "\\x%2x%n", &value, &length) != 1 || length != 4))
        return false;
    *byte = (char)value;
    *at += length;
    return true;
}

/*
 * Decodes what follows in a line, in place, up to its end. Its length; SIZE_MAX where it is
 * malformed.
 */
static inline size_t case_decode(char *line) {
    const char *at = line;
    size_t length = 0;
    for (; *at; length++)
        if (!case_byte(&at, &line[length]))
            return (size_t)-1;
    line[length] = '\0';
    return length;
}

/* The next line without its end, in memory that the next call reuses; NULL after the last one. */
static inline char *case_line(FILE *file) {
    static char *line;
    static size_t room;
    ssize_t length = file ? getline(&line, &room, file) : 0;
    if (length > 0) {
        line[length - 1] = '\0';
        return line;
    }
    free(line);
    line = NULL;
    room = 0;
    return NULL;
}
