/*
 * keyboard.h - answers of a person: keys of a terminal, or lines of another standard input.
 *
 * 1. A terminal gives keys one by one only while keyboard_key() waits. Before it returns, however
 *    the wait ends, and before Ctrl-Z stops the program, the terminal is as it was.
 * 2. What was typed before the wait began is dropped: it cannot be an answer.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { keyboard_line_max = 2000 };

/* The key, as a byte; -1 at the end of the input or after a signal. For a terminal only. */
int keyboard_key(void);

/*
 * Reads a line, without its end and the white space around it. What is no valid UTF-8, or follows
 * the first keyboard_line_max bytes, is left out. False at the end of the input or after a signal.
 */
bool keyboard_line(char line[keyboard_line_max + 1]);
