/*
 * findings_file.h - the lines that `neardup watch` writes, to standard output or at the end of a
 * file.
 *
 * A file says by its last line which finding was written last: after an interruption at any moment,
 * each line is in it once.
 */
#pragma once

#include "session.h"

#include <stdint.h>

struct findings_file {
    const char *path; /* NULL: standard output */
    int file;
};

/*
 * Opens the file at `path`, which is borrowed; NULL or "-" is standard output. Cuts off what was
 * left of a line, and sets `*written` to the number of the last finding, if the file has one. A
 * file with findings that the session's database does not know is refused, and stays as it is.
 * Close it in any case. False with `failure` filled in.
 */
bool findings_file_open(struct findings_file *file, const char *path, struct session *session,
                        int64_t *written, struct failure *failure);
void findings_file_close(struct findings_file *file);

/* Writes a line: into the file, or to standard output, which output_flush() hands on. */
bool findings_file_write(struct findings_file *file, const char *line, struct failure *failure);
