/* message.c - see message.h. */
#include "message.h"

#include "../../ext/core/text/terminal_control.h"
#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { line_max = 10000 };

void message_write(const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t point;
        size_t length = utf8_read(text, left, &point);
        if (length == 0 || terminal_control(point))
            fputs("\xEF\xBF\xBD", stderr); /* U+FFFD */
        else
            fwrite(text, 1, length, stderr);
        length += length == 0;
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
