/*
 * message.h - what the user reads while files are loaded: lines on standard error, safe for a
 * terminal. U+FFFD stands for control characters and invalid UTF-8, which names may hold.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The length of the first character of at least 1 byte, and whether a terminal may get it. */
size_t message_character(const char *text, size_t left, bool *safe);

/* Writes a text, safe for a terminal. */
void message_write(const char *text);

/* Writes a line as printf does, safe for a terminal; longer than 10,000 bytes, it is cut. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void message_print(const char *format, ...);

/* Appends to a line, which is terminated and cut at `capacity` bytes, as printf does. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void message_add(char *line, size_t capacity, const char *format, ...);

/* Appends a name to a list with ", " between names. Its control characters become '?'. */
void message_add_name(char *line, size_t capacity, const char *name, size_t length);
