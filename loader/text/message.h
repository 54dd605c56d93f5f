/*
 * message.h - what the user reads while files are loaded: lines on standard error.
 *
 * File names, and names in databases and dumps, may hold any bytes. None of them moves the cursor
 * or changes a setting of the terminal: U+FFFD stands for control characters and invalid UTF-8.
 */
#ifndef NEARDUP_MESSAGE_H
#define NEARDUP_MESSAGE_H

/* Writes a text, safe for a terminal. */
void message_write(const char *text);

/* Writes a line as printf does, safe for a terminal; longer than 10,000 bytes, it is cut. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void message_print(const char *format, ...);

#endif
