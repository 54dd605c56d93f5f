/* load_command.h - what neardup load does: files in, tables of articles and sentences out. */
#pragma once

#include "base/failure.h"

/*
 * The exit status of neardup load and neardup. With the number of a signal added to the last one:
 * what that signal ended, and after SIGPIPE, that nobody read the output any more.
 */
enum exit_status {
    status_good = 0,
    status_error = 1,
    status_usage =
        2, /* an unknown command or option, a wrong value, too few or too many arguments */
    status_damaged = 3, /* done, but parts of a file could not be read */
    status_signal = 128
};

/*
 * Loads what the command line asks for, whose words it may reorder, and returns the exit status.
 * The first word is the program's name. Once in a process, before SQLite is used: it bounds
 * SQLite's memory, and catches signals.
 */
int load_command(int count, char **words);

/* Whether load_command() would take these words, which it may reorder. False: see `failure`. */
bool load_command_is_good(int count, char **words, struct failure *failure);

/* The length of a file's name without the suffixes of formats, such as .csv.gz. */
size_t load_stem_length(const char *name);

enum { load_fingerprint_size = 24 };

/* The fingerprint that a table of somebody's database has now. False with `failure` filled in. */
bool load_fingerprint(const char *path, const char *table, char text[load_fingerprint_size],
                      struct failure *failure);
