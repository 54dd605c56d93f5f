/* line.c - see line.h. */
#include "line.h"

#include <limits.h> /* INT_MAX */
#include <stdarg.h>
#include <stdio.h> /* vsnprintf */
#include <string.h>

void line_add(char *line, size_t capacity, const char *format, ...) {
    va_list arguments;
    size_t used = strlen(line);
    va_start(arguments, format);
    vsnprintf(line + used, capacity - used, format, arguments);
    va_end(arguments);
}

void line_add_name(char *line, size_t capacity, const char *name, size_t length) {
    size_t used = strlen(line);
    int most = length < INT_MAX ? (int)length : INT_MAX;
    line_add(line, capacity, "%s%.*s", used ? ", " : "", most, length ? name : "");
    for (char *at = line + used; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
}
