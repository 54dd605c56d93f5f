/*
 * progress.h - how far a load has come, on standard error.
 *
 * On a terminal one line that is written over, a few times a second; elsewhere a line a minute.
 */
#ifndef NEARDUP_PROGRESS_H
#define NEARDUP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool quiet, terminal;
    const char *name; /* of the dump */
    double started, shown;
    int64_t first_position, first_bytes; /* where this run began; -1 until it is shown */
};

/* How far it is: bytes of the file, all of them (-1: not known), and unpacked. */
struct progress_state {
    int64_t position, size, text_bytes, pages, sentences;
};

void progress_begin(struct progress *progress, const char *name, bool quiet);

/* Cheap: looks at the clock and mostly returns. */
void progress_show(struct progress *progress, const struct progress_state *state);

/* Removes the line. Returns the seconds since progress_begin(). */
double progress_end(struct progress *progress);

#endif
