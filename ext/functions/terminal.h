/*
 * terminal.h - what is known of the terminal that the process writes to, and what may be sent
 * there.
 *
 * Nothing here changes the terminal or reads from it.
 */
#ifndef NEARDUP_TERMINAL_H
#define NEARDUP_TERMINAL_H

#include <stdbool.h>
#include <stddef.h> /* size_t */
#include <stdint.h>

/*
 * Whether a code point could move the cursor, change a setting of the terminal, or hide or reorder
 * the text around it. It must not reach a terminal from a text; U+FFFD is shown instead.
 */
bool terminal_control(uint32_t point);

/* Replaces those. */
void terminal_clean(uint32_t *points, size_t count);

/* The columns of the terminal behind a file descriptor; 0 if that is none, or does not say. */
size_t terminal_columns(int descriptor);

/*
 * Whether standard output shows colours: it is a terminal, TERM is set and is not "dumb", and
 * NO_COLOR (no-color.org) is unset or empty. With SQLite 3.50 and later NEARDUP_ESCAPE must be
 * "off" in the environment, too: the shell's option -escape, which nothing else can tell.
 */
bool terminal_colours(void);

/* The columns that a code point takes: 0 for marks, 2 for East Asian wide characters, else 1. */
size_t terminal_point_columns(uint32_t point);

#endif
