/*
 * decompressor.h - gzip, xz, lzma and zstd through one small interface.
 *
 * A file is a sequence of members (gzip), streams (xz) or frames (zstd), all called streams here. A
 * state reads one and is reset for the next, which may have nine bytes: a new one takes longer.
 */
#pragma once

#include "../base/failure.h"

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

struct decompressor {
    const char *name;  /* "gzip" */
    const char *magic; /* the first bytes of every stream */
    size_t magic_length;
    bool padded;                                            /* zero bytes may follow a stream */
    int window_bits;                                        /* of zlib's */
    void *(*open)(const struct decompressor *decompressor); /* NULL: no memory */
    /* Gets the state ready for another stream, wherever the last one stopped. False: no memory. */
    bool (*reset)(void *state);
    enum decompressor_result (*step)(void *state, struct decompressor_io *io,
                                     struct failure *failure);
    void (*close)(void *state);
};

extern const struct decompressor gzip_decompressor, xz_decompressor, lzma_decompressor,
    zstd_decompressor;

/* Streams without a magic number: of zlib, and what is in its wrapper. */
extern const struct decompressor zlib_decompressor, deflate_decompressor;

/* The decompressor with whose magic the bytes begin, or NULL. */
const struct decompressor *decompressor_find(const char *bytes, size_t length);

/*
 * Whether a stream seems to begin with these bytes, after a damaged one. Chance makes the same
 * magic inside a stream, so at most 16 KiB are decompressed for a trial, by `state`, which is
 * reset: other bytes are soon decompressor_broken. Fewer than decompressor_trial come only at the
 * end.
 */
enum { decompressor_trial = 512 };
enum decompressor_result decompressor_try(const struct decompressor *decompressor, void *state,
                                          const char *bytes, size_t length);
