/*
 * progress.h - how far a load has come, on standard error: on a terminal one line, redrawn five
 * times a second and never wider; elsewhere, and where TERM is "dumb", a line per minute. The time
 * that is left counts the stages of the pipeline, if they follow: an estimate.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h> /* size_t */
#include <stdint.h>

struct progress {
    bool quiet, terminal;
    const char *name; /* of the file */
    double interval;  /* seconds from line to line */
    double started, shown;
    /* Speed is measured from here. This moves past skipped input, which is faster than the rest. */
    double measured;
    int64_t first_position, first_bytes; /* -1 before the first progress_show() */
    bool skipping;
    double follows; /* time of the stages, as a multiple of the load; 0: nothing follows */
};

/* What a load counts, each word for one of them. */
struct load_words {
    const char *page;     /* "page"; what is no dump has a "record", or a "word" */
    const char *sentence; /* "sentence"; what is not split is a "text"; NULL: there are none */
};

/* What has been read: bytes of the file, of how many (-1: not known), and after decompression. */
struct progress_state {
    int64_t position, size, text_bytes, pages, sentences;
    bool skipping;           /* what an earlier load has stored */
    struct load_words words; /* what pages and sentences are called */
};

void progress_begin(struct progress *progress, const char *name, bool quiet);

/* Draws the line if it is time to. Cheap: reads the clock and usually returns. */
void progress_show(struct progress *progress, const struct progress_state *state);

/* On a terminal, replaces the line by the name and `what`, the work that is being done. */
void progress_say(struct progress *progress, const char *what);

/* Prints a message, as printf does, and a line end. On a terminal, each line ends after a word. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void progress_print(const char *format, ...);

/* Removes the line. Returns the seconds since progress_begin(). */
double progress_end(struct progress *progress);

/*
 * Writes the line `seconds` after measuring began, of at most `width` columns (0: any number). To
 * fit, it cuts the name, then leaves out pages, sentences and speed, then the word.
 */
void progress_line(const struct progress *progress, const struct progress_state *state,
                   double seconds, size_t width, char *line, size_t capacity);
