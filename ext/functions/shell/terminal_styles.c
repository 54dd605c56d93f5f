/* terminal_styles.c - see terminal_styles.h. */
#include "terminal_styles.h"

#include "terminal.h"

#include <string.h> /* strlen */

const struct terminal_style terminal_styles[terminal_style_count] = {
    [terminal_style_plain] = {"plain", "\x1B[0m"},
    {"bold", "\x1B[1m"},
    {"faint", "\x1B[2m"},
    {"red", "\x1B[31m"},
    {"green", "\x1B[32m"},
};

size_t terminal_style_at(const uint32_t *points, size_t count) {
    for (size_t style = 0; style < terminal_style_count; style++) {
        const char *code = terminal_styles[style].code;
        size_t i = 0;
        while (i < count && code[i] && points[i] == (unsigned char)code[i])
            i++;
        if (!code[i])
            return style;
    }
    return terminal_style_count;
}

void terminal_clean_styled(struct code_points *text) {
    bool coloured = terminal_colours();
    for (size_t i = 0; i < text->count; i++) {
        size_t style =
            coloured ? terminal_style_at(text->values + i, text->count - i) : terminal_style_count;
        if (style < terminal_style_count)
            i += strlen(terminal_styles[style].code) - 1;
        else if (terminal_control(text->values[i]) && !line_blank(text->values[i]))
            text->values[i] = 0xFFFD;
    }
}
