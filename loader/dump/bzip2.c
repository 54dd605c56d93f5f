/* bzip2.c - bzip2 streams, by libbz2; see decompressor.h. */
#include "decompressor.h"

#include <bzlib.h>
#include <stdlib.h>

static const char *words_for(int code) {
    switch (code) {
    case BZ_DATA_ERROR:
        return "a block does not match its checksum";
    case BZ_DATA_ERROR_MAGIC:
        return "what follows is no bzip2 stream";
    case BZ_MEM_ERROR:
        return "out of memory";
    default:
        return "it cannot be decompressed";
    }
}

static void *bzip2_open(struct failure *failure) {
    bz_stream *stream = calloc(1, sizeof *stream);
    if (stream && BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK)
        return stream;
    free(stream);
    fail_memory(failure);
    return NULL;
}

static enum decompressor_result bzip2_step(void *state, struct decompressor_io *io,
                                           struct failure *failure) {
    bz_stream *stream = state;
    unsigned in = decompressor_most(io->left_in), out = decompressor_most(io->left_out);
    stream->next_in = (char *)io->next_in; /* read only, though libbz2 does not say so */
    stream->avail_in = in;
    stream->next_out = io->next_out;
    stream->avail_out = out;
    int code = BZ2_bzDecompress(stream);
    decompressor_moved(io, in - stream->avail_in, out - stream->avail_out);
    if (code == BZ_OK)
        return decompressor_more;
    if (code == BZ_STREAM_END)
        return decompressor_ended;
    fail(failure, "%s", words_for(code));
    return decompressor_broken;
}

static void bzip2_close(void *state) {
    BZ2_bzDecompressEnd(state);
    free(state);
}

const struct decompressor bzip2_decompressor = {
    .name = "bzip2",
    .magic = "BZh",
    .magic_length = 3,
    .open = bzip2_open,
    .step = bzip2_step,
    .close = bzip2_close,
};
