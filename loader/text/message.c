/* message.c - see message.h. */
#include "message.h"

#include "../../ext/core/text/terminal_control.h"
#include "utf8.h"

#include <assert.h>
#include <limits.h> /* INT_MAX */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { line_max = 10000 };

size_t message_character(const char *text, size_t left, bool *safe) {
    uint32_t point;
    assert(left > 0);
    size_t length = utf8_read(text, left, &point);
    *safe = length > 0 && !terminal_control(point);
    return length ? length : 1;
}

void message_write(const char *text) {
    for (size_t left = strlen(text); left > 0;) {
        bool safe;
        size_t length = message_character(text, left, &safe);
        if (safe)
            fwrite(text, 1, length, stderr);
        else
            fputs("\xEF\xBF\xBD", stderr); /* U+FFFD */
        text += length;
        left -= length;
    }
}

void message_print(const char *format, ...) {
    char line[line_max + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    message_write(line);
    fputc('\n', stderr);
}

void message_add(char *line, size_t capacity, const char *format, ...) {
    va_list arguments;
    size_t used = strlen(line);
    va_start(arguments, format);
    vsnprintf(line + used, capacity - used, format, arguments);
    va_end(arguments);
}

void message_add_name(char *line, size_t capacity, const char *name, size_t length) {
    size_t used = strlen(line);
    int most = length < INT_MAX ? (int)length : INT_MAX;
    message_add(line, capacity, "%s%.*s", used ? ", " : "", most, length ? name : "");
    for (char *at = line + used; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
}
