/* progress_bar.h - the line that neardup_progress() draws: how far a statement has come. */
#pragma once

#include <stddef.h> /* size_t */
#include <stdint.h>

struct progress_figures {
    int64_t count;  /* rows so far */
    int64_t total;  /* all of them; if less than `count`, not known */
    int64_t timed;  /* how many of `count` came within ... */
    double seconds; /* ... this time */
    int64_t after;  /* the work that follows the last row, in rows; 0: none */
};

/*
 * Writes "label: [###...] 42 %, 353,000 of 842,000, 0:13 left", or "label: 353,000, 27,000/s" if
 * the total is not known, and a NUL. If other work follows, the time that is left counts it, and is
 * "about 12 minutes left". It takes at most `width` columns and less than `capacity` bytes. To fit,
 * it leaves out the bar, then cuts the label, then leaves it out, then cuts the rest. Whatever of
 * the label could control the terminal, or is not UTF-8, becomes U+FFFD.
 */
void progress_bar_line(const struct progress_figures *figures, const char *label,
                       size_t label_length, size_t width, char *line, size_t capacity);
