/* terminal.c - see terminal.h. */
#include "terminal.h"

#include "../../core/core.h"
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

/*
 * From 3.50 on SQLite's shell writes control characters as ^[, unless it is run with -escape off.
 */
bool terminal_colours(void) {
    const char *escape = getenv("NEARDUP_ESCAPE");
    if (sqlite3_libversion_number() >= 3050000 && !(escape && strcmp(escape, "off") == 0))
        return false;
    const char *refused = getenv("NO_COLOR"), *term = getenv("TERM");
    return is_terminal(terminal_output) && !(refused && *refused) && term && *term &&
           strcmp(term, "dumb") != 0;
}
