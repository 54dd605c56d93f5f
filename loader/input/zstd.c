/* zstd.c - Zstandard frames, by libzstd; see decompressor.h. */
#include "decompressor.h"

#include <zstd.h>
#include <zstd_errors.h>

/* The largest window, 2^27 bytes = 128 MiB, is in memory as a whole. */
enum { window_log_max = 27 };

static void *zstd_open(struct failure *failure) {
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (!stream) {
        fail_memory(failure);
        return NULL;
    }
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, window_log_max);
    return stream;
}

static enum decompressor_result zstd_step(void *state, struct decompressor_io *io,
                                          struct failure *failure) {
    ZSTD_inBuffer in = {io->next_in, io->left_in, 0};
    ZSTD_outBuffer out = {io->next_out, io->left_out, 0};
    size_t code = ZSTD_decompressStream(state, &out, &in);
    decompressor_moved(io, in.pos, out.pos);
    if (code == 0)
        return decompressor_ended;
    if (!ZSTD_isError(code))
        return decompressor_more;
    if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation)
        return decompressor_no_memory;
    fail(failure, "%s", ZSTD_getErrorName(code));
    return decompressor_broken;
}

static bool zstd_reset(void *state) {
    return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only));
}

static void zstd_close(void *state) {
    ZSTD_freeDStream(state);
}

const struct decompressor zstd_decompressor = {
    .name = "zstd",
    .magic = "\x28\xB5\x2F\xFD",
    .magic_length = 4,
    .open = zstd_open,
    .reset = zstd_reset,
    .step = zstd_step,
    .close = zstd_close,
};
