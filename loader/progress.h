/*
 * progress.h - how far a load has come, on standard error.
 *
 * On a terminal one line that is written over, a few times a second, and is never wider than the
 * terminal; elsewhere a line a minute.
 */
#ifndef NEARDUP_PROGRESS_H
#define NEARDUP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h> /* size_t */
#include <stdint.h>

struct progress {
    bool quiet, terminal;
    const char *name; /* of the dump */
    double interval;  /* seconds from line to line */
    double started, shown;
    double measured;                     /* when that was which the speed is reckoned from: */
    int64_t first_position, first_bytes; /* -1 until it is shown */
    bool skipping;
};

/* How far it is: bytes of the file, all of them (-1: not known), and unpacked. */
struct progress_state {
    int64_t position, size, text_bytes, pages, sentences;
    bool skipping; /* what an earlier load has done */
};

void progress_begin(struct progress *progress, const char *name, bool quiet);

/* Cheap: looks at the clock and mostly returns. */
void progress_show(struct progress *progress, const struct progress_state *state);

/* What is being done at the end, if that is worth a line. */
void progress_say(struct progress *progress, const char *what);

/* Removes the line. Returns the seconds since progress_begin(). */
double progress_end(struct progress *progress);

/*
 * The line itself, `seconds` after the speed began to be reckoned. Of more than `width` columns (0:
 * any number) the name is cut, or left out, and then the rest.
 */
void progress_line(const struct progress *progress, const struct progress_state *state,
                   double seconds, size_t width, char *line, size_t capacity);

#endif
