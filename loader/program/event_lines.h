/*
 * event_lines.h - the lines of a stream of changes, from a file or a pipe.
 *
 * A line of server-sent events counts from its "data:" on; the other lines of these, and empty
 * ones, are passed over. Memory is bounded by event_line_max.
 */
#pragma once

#include "watch_event.h"

#include <stdio.h>

/* MediaWiki allows 2 MiB of text, of which escapes of JSON make three times as many bytes. */
enum { event_line_max = 8 << 20 };

/* Begins as all zeroes, with the file; freed by event_lines_free(). */
struct event_lines {
    FILE *file;
    int64_t number; /* of the line, from 1 */
    char *bytes; /* of that line; room for the longest, of which only what is used takes memory */
};

/*
 * Reads the next line, which has neither a zero byte nor anything that is not UTF-8, and ends with
 * a zero byte. In it, escapes of what is no character - U+0000, half a surrogate pair - stand for
 * U+FFFD. Valid until the next call. If a signal comes, there is no further line.
 */
enum watch_event_result event_lines_next(struct event_lines *lines, const char **line,
                                         size_t *length, struct failure *failure);

void event_lines_free(struct event_lines *lines);
