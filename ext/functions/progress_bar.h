/*
 * progress_bar.h - the line that says how far a statement has come, as neardup_progress() draws it.
 */
#ifndef NEARDUP_PROGRESS_BAR_H
#define NEARDUP_PROGRESS_BAR_H

#include <stddef.h> /* size_t */
#include <stdint.h>

struct progress_figures {
    int64_t count;  /* rows so far */
    int64_t total;  /* all of them; less than `count`: not known */
    int64_t timed;  /* how many of `count` came within ... */
    double seconds; /* ... this time */
};

/*
 * Writes "label: [###...] 42 %, 353,000 of 842,000, 0:13 left", or "label: 353,000, 27,000/s" where
 * the total is not known, to `line`, with a NUL behind it. It has at most `width` columns and less
 * than `capacity` bytes: first the bar goes, then the end of the label, all of the label, the rest.
 *
 * Of the label's bytes nothing reaches the line that could move the cursor: what is no text, or
 * controls a terminal or the direction of writing, becomes U+FFFD.
 */
void progress_bar_line(const struct progress_figures *figures, const char *label,
                       size_t label_length, size_t width, char *line, size_t capacity);

#endif
