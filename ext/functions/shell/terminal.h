/*
 * terminal.h - what may be sent to the terminal that the process writes to. Nothing here changes it
 * or reads from it. On Windows, no file counts as a terminal.
 */
#pragma once

#include "../../core/core.h"

/* The descriptors of standard output and standard error. */
enum { terminal_output = 1, terminal_errors = 2 };

/* Replaces the characters of terminal_control() by U+FFFD. */
void terminal_clean(uint32_t *points, size_t count);

/*
 * Whether the file is a terminal that can draw a line again: not if TERM is dumb. Its width in
 * columns; 0 if the file is not a terminal or does not say.
 */
bool terminal_redraws(int descriptor);
size_t terminal_columns(int descriptor);

/*
 * Whether standard output shows colours: it is a terminal, TERM is set and is not "dumb", and
 * NO_COLOR (no-color.org) is unset or empty. With SQLite 3.50 and later, the environment variable
 * NEARDUP_ESCAPE must begin with "off" as well: it tells that the shell runs with -escape off,
 * which the extension cannot find out.
 */
bool terminal_colours(void);

/*
 * The width of lines for people to read: that of the environment variable COLUMNS, or of the
 * terminal on standard output but at most 120, beyond which text is hard to read; or else 100.
 */
size_t terminal_line_width(void);

/* The names of the styles. The first one, plain, switches all others off. */
enum { terminal_style_plain, terminal_style_count = 5, terminal_key_max = 16 };
extern const char *const terminal_styles[terminal_style_count + 1]; /* NULL ends them */

/*
 * The sequence that switches a style on, or all off. A text can hold the same. So a program that
 * prints what scripts give sets NEARDUP_ESCAPE to "off:" and a key that no text knows, of up to 16
 * letters and digits: the key stands after the escape then, and the program takes it away.
 */
struct terminal_code {
    char text[terminal_key_max + 8];
    size_t length;
};

struct terminal_code terminal_code(size_t style);

enum { terminal_escape = 0x1B }; /* its first character */

/* Which style the sequence is that these code points begin with; the count if they do not. */
size_t terminal_style_at(const uint32_t *points, size_t count);

/*
 * Replaces what could control a terminal by U+FFFD, except white space and, where colours are
 * shown, these sequences.
 */
void terminal_clean_styled(struct code_points *text);
