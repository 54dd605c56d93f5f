/*
 * output.h - what the program prints.
 *
 * 1. Everything goes to standard output, which output_redirect() leads into a file: the functions
 *    that look for a terminal see the file.
 * 2. On a terminal, what could control it becomes U+FFFD, except for the styles of neardup_style(),
 *    which have a key that no text knows. What goes into a file or a pipe stays as it is.
 */
#pragma once

#include "../base/failure.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
    bool silent;      /* what jobs print is dropped */
    const char *path; /* as given, of the file that gets the output; NULL: standard output */
    char *target;     /* what it means, without links; NULL: it is written to directly */
    char *part;       /* its name until it is complete */
};

/* Begins it, before anything is printed: chooses the key, and tells the extension. */
void output_begin(void);

/* Prints what a job prints. Errors of the file are told by output_end(). */
void output_text(const struct output *output, const char *text, size_t length);

/* Prints as printf() does. All is printed by this or the others, so that errors are known. */
__attribute__((format(printf, 1, 2))) void output_print(const char *format, ...);

/* Reads the first bytes of a file, at most `size`. How many there are; 0 if it cannot be read. */
size_t read_head(const char *path, char *bytes, size_t size);

/* What may be replaced by a new file. */
enum output_replaces { output_any, output_reports };

/*
 * Leads standard output into the file at `path`, which is borrowed; "-" and what is standard output
 * already change nothing. A file gets its name when it is complete. One that it replaces passes its
 * mode on, and a link to it stays. A database is not replaced; a device or a pipe is written to.
 * End it in any case.
 */
bool output_redirect(struct output *output, const char *path, enum output_replaces replaces,
                     struct failure *failure);

/* Writes what is not written yet. False with `failure` filled in if that failed. */
bool output_flush(const struct output *output, struct failure *failure);

/*
 * Ends the output: of a file that was completed, if `good`, or else throws it away. False with
 * `failure` filled in if not all could be written, be it because the reader is gone.
 */
bool output_end(struct output *output, bool good, struct failure *failure);
bool output_reader_is_gone(void);
