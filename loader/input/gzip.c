/* gzip.c - gzip members, by zlib; see decompressor.h. */
#include "decompressor.h"

#include <stdlib.h>
#include <zlib.h>

enum { gzip_window_bits = 15 + 16 }; /* the largest window, in a gzip wrapper */

static void *gzip_open(struct failure *failure) {
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream && inflateInit2(stream, gzip_window_bits) == Z_OK)
        return stream;
    free(stream);
    fail_memory(failure);
    return NULL;
}

static enum decompressor_result gzip_step(void *state, struct decompressor_io *io,
                                          struct failure *failure) {
    z_stream *stream = state;
    unsigned in = decompressor_most(io->left_in), out = decompressor_most(io->left_out);
    stream->next_in = (unsigned char *)io->next_in; /* read only */
    stream->avail_in = in;
    stream->next_out = (unsigned char *)io->next_out;
    stream->avail_out = out;
    int code = inflate(stream, Z_NO_FLUSH);
    decompressor_moved(io, in - stream->avail_in, out - stream->avail_out);
    if (code == Z_STREAM_END)
        return decompressor_ended;
    if (code == Z_OK || code == Z_BUF_ERROR) /* BUF_ERROR: needs input or room */
        return decompressor_more;
    if (code == Z_MEM_ERROR)
        return decompressor_no_memory;
    fail(failure, "%s", stream->msg ? stream->msg : "it cannot be decompressed");
    return decompressor_broken;
}

static bool gzip_reset(void *state) {
    return inflateReset(state) == Z_OK;
}

static void gzip_close(void *state) {
    inflateEnd(state);
    free(state);
}

const struct decompressor gzip_decompressor = {
    .name = "gzip",
    .magic = "\x1F\x8B",
    .magic_length = 2,
    .padded = true,
    .open = gzip_open,
    .reset = gzip_reset,
    .step = gzip_step,
    .close = gzip_close,
};
