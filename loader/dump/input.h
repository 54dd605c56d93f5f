/*
 * input.h - the bytes of a dump: from a file or standard input, decompressed.
 *
 * bzip2, gzip, xz and zstd are recognised by their first bytes, not by the file's name. A file may
 * be any number of streams one after the other, empty ones included, as multistream dumps are. What
 * was read before a damaged place is kept and handed on.
 */
#ifndef NEARDUP_INPUT_H
#define NEARDUP_INPUT_H

#include "failure.h"

#include <stddef.h>
#include <stdint.h>

struct input;

enum input_state {
    input_more,   /* there may be more */
    input_end,    /* all was read */
    input_damaged /* the rest cannot be read; `failure` says why; input_end follows */
};

/* Opens a file, or standard input for "-". NULL with `failure` filled in. */
struct input *input_open(const char *path, struct failure *failure);
void input_close(struct input *input);

/* Reads up to `capacity` bytes; `*length` of them were read, whatever the state. */
enum input_state input_read(struct input *input, char *bytes, size_t capacity, size_t *length,
                            struct failure *failure);

/* Bytes of the file read so far, and all of them; -1 where that is not known. */
int64_t input_position(const struct input *input);
int64_t input_size(const struct input *input);

#endif
