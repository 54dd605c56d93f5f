/* xz.c - xz streams, by liblzma; see decompressor.h. */
#include "decompressor.h"

#include <lzma.h>
#include <stdlib.h>

/* `xz -9` needs 65 MiB. A stream that needs more than this limit is refused. */
static const uint64_t memory_limit = UINT64_C(160) << 20;

static void *xz_open(struct failure *failure) {
    lzma_stream *stream = malloc(sizeof *stream);
    if (stream) {
        *stream = (lzma_stream)LZMA_STREAM_INIT;
        if (lzma_stream_decoder(stream, memory_limit, 0) == LZMA_OK)
            return stream;
    }
    free(stream);
    fail_memory(failure);
    return NULL;
}

static enum decompressor_result xz_step(void *state, struct decompressor_io *io,
                                        struct failure *failure) {
    lzma_stream *stream = state;
    stream->next_in = (const uint8_t *)io->next_in;
    stream->avail_in = io->left_in;
    stream->next_out = (uint8_t *)io->next_out;
    stream->avail_out = io->left_out;
    lzma_ret code = lzma_code(stream, LZMA_RUN);
    decompressor_moved(io, io->left_in - stream->avail_in, io->left_out - stream->avail_out);
    switch (code) {
    case LZMA_STREAM_END:
        return decompressor_ended;
    case LZMA_OK:
    case LZMA_BUF_ERROR:
        return decompressor_more;
    case LZMA_MEM_ERROR:
        return decompressor_no_memory;
    case LZMA_MEMLIMIT_ERROR:
        fail(failure, "decompression needs more than 160 MiB of memory");
        return decompressor_broken;
    case LZMA_FORMAT_ERROR:
        fail(failure, "this is not an xz stream");
        return decompressor_broken;
    default:
        fail(failure,
             code == LZMA_DATA_ERROR ? "the data is corrupt" : "it cannot be decompressed");
        return decompressor_broken;
    }
}

/* liblzma keeps the memory of the stream before. */
static bool xz_reset(void *state) {
    return lzma_stream_decoder(state, memory_limit, 0) == LZMA_OK;
}

static void xz_close(void *state) {
    lzma_end(state);
    free(state);
}

const struct decompressor xz_decompressor = {
    .name = "xz",
    .magic = "\xFD"
             "7zXZ",
    .magic_length = 5,
    .padded = true,
    .open = xz_open,
    .reset = xz_reset,
    .step = xz_step,
    .close = xz_close,
};
