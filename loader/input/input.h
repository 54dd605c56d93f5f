/*
 * input.h - the file or standard input that a dump stands in, as a sequence of pieces.
 *
 * bzip2, gzip, xz and zstd are recognised by their first bytes, not by the file's name. A file may
 * be any number of streams one after the other, empty ones included, as multistream dumps are. A
 * bzip2 file is only cut into blocks here, so that several threads can unpack them; all others are
 * decompressed while they are read.
 */
#ifndef NEARDUP_INPUT_H
#define NEARDUP_INPUT_H

#include "../base/failure.h"
#include "piece.h"

#include <stdbool.h>
#include <stdint.h>

struct input;

enum input_state {
    input_more,        /* `piece` is filled in */
    input_end,         /* there are no more pieces */
    input_interrupted, /* a signal came while more was waited for: interrupt.h */
    input_failed       /* a read error, or no memory: `failure`; no more may be asked for */
};

/* Opens a file, or standard input for "-"; `path` is borrowed. NULL with `failure` filled in. */
struct input *input_open(const char *path, struct failure *failure);
void input_close(struct input *input);

/*
 * Fills in the next piece, whose memory is reused. A file that breaks off is damage, no failure;
 * what another attempt may read is a failure, no damage. What is no file, as a pipe, may keep
 * silent for as long as it likes: an interrupt ends it where it is.
 */
enum input_state input_next(struct input *input, struct piece *piece, struct failure *failure);

/* Known with the first piece. */
bool input_is_bzip2(const struct input *input);

/* Goes on in a bzip2 file at a bit where a block begins. */
bool input_resume(struct input *input, int64_t file_bit, struct failure *failure);

/* Bytes of the whole file; -1 where that is not known. */
int64_t input_size(const struct input *input);

#endif
