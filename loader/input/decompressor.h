/*
 * decompressor.h - the ways in which a dump can be compressed, but for bzip2.
 *
 * Each is a well-known library behind the same few calls. A file is a sequence of streams (xz),
 * members (gzip) or frames (zstd), called streams here; a state reads one of them from end to end.
 * bzip2 files are cut into blocks instead: bzip2_scanner.h.
 */
#ifndef NEARDUP_DECOMPRESSOR_H
#define NEARDUP_DECOMPRESSOR_H

#include "../base/failure.h"

#include <limits.h> /* UINT_MAX */
#include <stdbool.h>
#include <stddef.h>

enum decompressor_result {
    decompressor_more,   /* the stream goes on: more input is wanted, or more room */
    decompressor_ended,  /* the stream is complete; what is left of the input is behind it */
    decompressor_broken, /* it cannot be read on; `failure` says why, without the place */
    decompressor_no_memory
};

/* Bytes in and room for bytes out; both move on as they are used. */
struct decompressor_io {
    const char *next_in;
    size_t left_in;
    char *next_out;
    size_t left_out;
};

/* zlib counts in unsigned: as much of `length` as fits. */
static inline unsigned decompressor_most(size_t length) {
    return length < UINT_MAX ? (unsigned)length : UINT_MAX;
}

/* Notes that so many bytes were taken in and given out. */
static inline void decompressor_moved(struct decompressor_io *io, size_t in, size_t out) {
    io->next_in += in;
    io->left_in -= in;
    io->next_out += out;
    io->left_out -= out;
}

struct decompressor {
    const char *name;  /* "gzip" */
    const char *magic; /* the bytes that every stream begins with */
    size_t magic_length;
    bool padded; /* zero bytes may stand between streams and at the end */
    void *(*open)(struct failure *failure); /* NULL, with `failure` filled in: no memory */
    enum decompressor_result (*step)(void *state, struct decompressor_io *io,
                                     struct failure *failure);
    void (*close)(void *state);
};

extern const struct decompressor gzip_decompressor; /* gzip.c */
extern const struct decompressor xz_decompressor;   /* xz.c */
extern const struct decompressor zstd_decompressor; /* zstd.c */

/* The one whose magic the bytes begin with; NULL where none fits. */
const struct decompressor *decompressor_find(const char *bytes, size_t length);

#endif
