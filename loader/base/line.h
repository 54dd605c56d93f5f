/* line.h - a line for the user, made piece by piece in an array of bytes; the rest is cut. */
#ifndef NEARDUP_LINE_H
#define NEARDUP_LINE_H

#include <stddef.h>

/* Appends to the line, which is terminated, as printf does. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void line_add(char *line, size_t capacity, const char *format, ...);

/* Appends a name to a list with ", " between names. Its control characters become '?'. */
void line_add_name(char *line, size_t capacity, const char *name, size_t length);

#endif
