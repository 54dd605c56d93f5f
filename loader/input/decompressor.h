/*
 * decompressor.h - gzip, xz and zstd through one small interface.
 *
 * A file is a sequence of members (gzip), streams (xz) or frames (zstd), all called streams here. A
 * state reads one stream from its beginning to its end, and is then reset for the next: a stream
 * may be as short as nine bytes, and the state takes much longer to make. bzip2 files are cut into
 * blocks instead: bzip2_scanner.h.
 */
#ifndef NEARDUP_DECOMPRESSOR_H
#define NEARDUP_DECOMPRESSOR_H

#include "../base/failure.h"

#include <limits.h> /* UINT_MAX */
#include <stdbool.h>
#include <stddef.h>

enum decompressor_result {
    decompressor_more,   /* the stream continues: give more input, or more room */
    decompressor_ended,  /* the stream is complete; the rest of the input follows it */
    decompressor_broken, /* the stream cannot be read further; `failure` says why, but not where */
    decompressor_no_memory
};

/* Input bytes, and room for output; both shrink as they are used. */
struct decompressor_io {
    const char *next_in;
    size_t left_in;
    char *next_out;
    size_t left_out;
};

/* As much of `length` as fits an unsigned, in which zlib counts. */
static inline unsigned decompressor_most(size_t length) {
    return length < UINT_MAX ? (unsigned)length : UINT_MAX;
}

/* Notes how many bytes were read and written. */
static inline void decompressor_moved(struct decompressor_io *io, size_t in, size_t out) {
    io->next_in += in;
    io->left_in -= in;
    io->next_out += out;
    io->left_out -= out;
}

struct decompressor {
    const char *name;  /* "gzip" */
    const char *magic; /* the first bytes of every stream */
    size_t magic_length;
    bool padded;                            /* zero bytes may follow a stream */
    void *(*open)(struct failure *failure); /* NULL with `failure` filled in: no memory */
    /* Gets the state ready for another stream, wherever the last one stopped. False: no memory. */
    bool (*reset)(void *state);
    enum decompressor_result (*step)(void *state, struct decompressor_io *io,
                                     struct failure *failure);
    void (*close)(void *state);
};

extern const struct decompressor gzip_decompressor; /* gzip.c */
extern const struct decompressor xz_decompressor;   /* xz.c */
extern const struct decompressor zstd_decompressor; /* zstd.c */

/* The decompressor with whose magic the bytes begin, or NULL. */
const struct decompressor *decompressor_find(const char *bytes, size_t length);

#endif
