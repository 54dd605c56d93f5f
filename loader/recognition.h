/*
 * recognition.h - what a file is that no option describes: its format, its delimiter, the column
 * that holds the text. The first 64 KiB of its text tell, then its name; docs/guide/loader.md has
 * the rules. Word vectors are taken for such only if nothing else is possible (vector_record.h).
 */
#pragma once

#include "base/failure.h"
#include "input/stream.h"
#include "options.h"

struct recognition {
    char kind[48];  /* the recognised kind; "" if an option names it */
    char said[480]; /* a line for the user: what was guessed, and what overrides it; or "" */
};

/* Texts of so many characters on average are short: --whole-if-short leaves them whole. */
enum { short_most = 400 };

/* Says which column of a table of a database is read as the text. */
void recognise_column(struct recognition *recognition, const char *table, const char *text);

/*
 * Decides whether texts stay whole, if that was left open, and says so. `average`: the characters
 * of a text of the file or table called `name`; 0 if there are none.
 */
void recognise_length(struct recognition *recognition, struct options *options, const char *name,
                      double average);

/* Completes the options for the file of `stream`. False with `failure`: it cannot be loaded so. */
bool recognise(struct recognition *recognition, struct options *options,
               const struct stream *stream, struct failure *failure);
