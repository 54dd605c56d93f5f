/* terminal.c - see terminal.h. */
#include "terminal.h"

#include "../core/core.h"
#include "functions.h"

#include <stdlib.h> /* getenv */
#include <string.h>
#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h> /* isatty */
#endif

struct range {
    uint32_t first, last;
};

static bool in_ranges(uint32_t point, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}

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

/* Wide characters by block; the few narrow and unassigned code points in a block count as wide. */
size_t terminal_point_columns(uint32_t point) {
    static const struct range wide[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
        {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x1B2FF}, {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
    };
    if (point < 0x300)
        return point == 0xAD ? 0 : 1; /* the soft hyphen */
    if (character_of(point).class == character_mark || (point >= 0x200C && point <= 0x200F))
        return 0;
    return in_ranges(point, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}
