/*
 * input.h - a file or standard input as a sequence of pieces.
 *
 * The first bytes, not the name, tell how a file is compressed. It may have any number of streams,
 * empty ones too. A bzip2 file is only cut into blocks here, for several threads to decompress; the
 * others are decompressed while they are read, and after a damaged stream the next is looked for.
 */
#pragma once

#include "../base/failure.h"
#include "piece.h"

enum { input_chunk_size = 1 << 16 };

struct decompressor;
struct bzip2_scanner;

/* Others read the size, set the break and ask for a scanner; all else belongs to the input. */
struct input {
    const char *name; /* for messages */
    int descriptor;
    int64_t size; /* bytes of the whole file; -1 if not known */
    int64_t position;
    int64_t farthest; /* how far the file was used in any piece */
    int64_t break_at; /* a piece of a file that is not compressed ends where this byte begins */
    bool started;     /* the first chunk was read, so the kind of file is known */
    bool file_ended;  /* the file has no more bytes */
    bool ended;       /* there are no more pieces */
    bool interrupted; /* and this is why */
    struct bzip2_scanner *scanner; /* of a bzip2 file, else NULL; known with the first piece */
    const struct decompressor *decompressor; /* NULL: bzip2, or not compressed */
    void *stream;                            /* of the decompressor; NULL before the first */
    bool in_stream;                          /* and not between two of them */
    int64_t written;                         /* bytes that the stream has given */
    bool searching;                          /* for a stream, after a damaged one */
    struct text_buffer held;                 /* the file's bytes of the stream; none if too many */
    bool held_all;                           /* all of them are there */
    struct text_buffer again;                /* bytes of the file that are read again */
    int64_t read_again;                      /* how many were */
    const char *next; /* read and not yet used: `left` bytes of the chunk or of `again` */
    size_t left;
    char chunk[input_chunk_size];
};

enum input_state {
    input_more,        /* `piece` is filled in */
    input_end,         /* there are no more pieces */
    input_damaged,     /* of a step of input.c: bytes are missing here */
    input_interrupted, /* a signal came while waiting for more: interrupt.h */
    input_failed       /* a read error, or out of memory: `failure`; do not call again */
};

/* Opens a file, or standard input for "-"; `path` is borrowed. NULL with `failure` filled in. */
struct input *input_open(const char *path, struct failure *failure);
void input_close(struct input *input);

/*
 * Fills in the next piece, whose memory is reused. Damage is no failure. An interrupt ends the wait
 * for a silent pipe.
 */
enum input_state input_next(struct input *input, struct piece *piece, struct failure *failure);

/* Whether it can be read from any place: a regular file, of bzip2 or plain. After a first piece. */
bool input_divides(const struct input *input);

/*
 * Continues such a file at a bit of it. One that is not compressed needs the first bit of a byte;
 * in a bzip2 file the first piece is junk if no block begins there. False with `failure` filled in.
 */
bool input_resume(struct input *input, int64_t file_bit, struct failure *failure);
