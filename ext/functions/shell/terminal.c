/* terminal.c - see terminal.h. */
#include "terminal.h"

#include "../functions.h"

#include <stdlib.h> /* getenv, strtol */
#include <string.h>
#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h> /* isatty */
#endif

void terminal_clean(uint32_t *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (terminal_control(points[i]))
            points[i] = 0xFFFD;
}

static bool is_terminal(int descriptor) {
#ifdef _WIN32
    (void)descriptor;
    return false;
#else
    return isatty(descriptor);
#endif
}

bool terminal_redraws(int descriptor) {
    const char *term = getenv("TERM");
    return is_terminal(descriptor) && !(term && strcmp(term, "dumb") == 0);
}

size_t terminal_columns(int descriptor) {
#ifdef _WIN32
    (void)descriptor;
    return 0;
#else
    struct winsize size;
    return is_terminal(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
#endif
}

enum { width_least = 20, width_usual = 100, terminal_width_most = 120, columns_most = 1000 };

size_t terminal_line_width(void) {
    const char *wanted = getenv("COLUMNS");
    long columns = wanted ? strtol(wanted, NULL, 10) : 0;
    if (columns >= width_least && columns <= columns_most)
        return (size_t)columns;
    size_t width = terminal_columns(terminal_output);
    if (width == 0)
        return width_usual;
    if (width < width_least)
        return width_least;
    return width < terminal_width_most ? width : terminal_width_most;
}

/* From 3.50 on SQLite's shell writes control characters as ^[, unless it runs with -escape off. */
bool terminal_colours(void) {
    const char *escape = getenv("NEARDUP_ESCAPE");
    if (sqlite3_libversion_number() >= 3050000 && !(escape && strncmp(escape, "off", 3) == 0))
        return false;
    const char *refused = getenv("NO_COLOR"), *term = getenv("TERM");
    return is_terminal(terminal_output) && !(refused && *refused) && term && *term &&
           strcmp(term, "dumb") != 0;
}

const char *const terminal_styles[terminal_style_count + 1] = {"plain", "bold",  "faint",
                                                               "red",   "green", NULL};

struct terminal_code terminal_code(size_t style) {
    static const char *const codes[terminal_style_count] = {"0", "1", "2", "31", "32"};
    const char *escape = getenv("NEARDUP_ESCAPE");
    struct terminal_code code;
    sqlite3_snprintf(sizeof code.text, code.text, "\x1B%.*s[%sm", terminal_key_max,
                     escape && strncmp(escape, "off:", 4) == 0 ? escape + 4 : "", codes[style]);
    code.length = strlen(code.text);
    return code;
}

size_t terminal_style_at(const uint32_t *points, size_t count) {
    if (count == 0 || points[0] != terminal_escape)
        return terminal_style_count;
    for (size_t style = 0; style < terminal_style_count; style++) {
        struct terminal_code code = terminal_code(style);
        size_t i = 0;
        while (i < count && i < code.length && points[i] == (unsigned char)code.text[i])
            i++;
        if (i == code.length)
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
            i += terminal_code(style).length - 1;
        else if (terminal_control(text->values[i]) && !line_blank(text->values[i]))
            text->values[i] = 0xFFFD;
    }
}
