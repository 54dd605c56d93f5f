/* decompressor.c - see decompressor.h: gzip by zlib, xz and lzma by liblzma, zstd by libzstd. */
#include "decompressor.h"

#include <assert.h>
#include <limits.h> /* UINT_MAX */
#include <lzma.h>
#include <stdlib.h>
#include <string.h> /* memcmp */
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

static enum decompressor_result broken(struct failure *failure, const char *why) {
    fail(failure, "%s", why);
    return decompressor_broken;
}

/* As much of `length` as fits an unsigned, in which zlib counts. */
static unsigned at_most(size_t length) {
    return length < UINT_MAX ? (unsigned)length : UINT_MAX;
}

static void move(struct decompressor_io *io, size_t in, size_t out) {
    assert(in <= io->left_in && out <= io->left_out);
    io->next_in += in;
    io->left_in -= in;
    io->next_out += out;
    io->left_out -= out;
}

/* ---- gzip ------------------------------------------------------------------------------------ */

static void *gzip_open(const struct decompressor *decompressor) {
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream && inflateInit2(stream, decompressor->window_bits) == Z_OK)
        return stream;
    free(stream);
    return NULL;
}

static enum decompressor_result gzip_step(void *state, struct decompressor_io *io,
                                          struct failure *failure) {
    z_stream *stream = state;
    unsigned in = at_most(io->left_in), out = at_most(io->left_out);
    stream->next_in = (unsigned char *)io->next_in; /* read only */
    stream->avail_in = in;
    stream->next_out = (unsigned char *)io->next_out;
    stream->avail_out = out;
    int code = inflate(stream, Z_NO_FLUSH);
    move(io, in - stream->avail_in, out - stream->avail_out);
    if (code == Z_STREAM_END)
        return decompressor_ended;
    if (code == Z_OK || code == Z_BUF_ERROR) /* BUF_ERROR: needs input or room */
        return decompressor_more;
    if (code == Z_MEM_ERROR)
        return decompressor_no_memory;
    return broken(failure, stream->msg ? stream->msg : "it cannot be decompressed");
}

static bool gzip_reset(void *state) {
    return inflateReset(state) == Z_OK;
}

static void gzip_close(void *state) {
    inflateEnd(state);
    free(state);
}

static enum decompressor_result deflate_step(void *state, struct decompressor_io *io,
                                             struct failure *failure) {
    enum decompressor_result result = gzip_step(state, io, failure);
    return result == decompressor_broken ? broken(failure, "the data is corrupt") : result;
}

/* The largest window is 15, plus 16 in a gzip wrapper, negative in none. */
const struct decompressor gzip_decompressor = {"gzip",    "\x1F\x8B", 2,         true,      15 + 16,
                                               gzip_open, gzip_reset, gzip_step, gzip_close};
const struct decompressor zlib_decompressor = {
    "deflate", "", 0, false, 15, gzip_open, gzip_reset, deflate_step, gzip_close};
const struct decompressor deflate_decompressor = {
    "deflate", "", 0, false, -15, gzip_open, gzip_reset, deflate_step, gzip_close};

/* ---- xz and lzma ----------------------------------------------------------------------------- */

/* `xz -9` needs 65 MiB. A stream that needs more than this limit is refused. */
static const uint64_t memory_limit = UINT64_C(160) << 20;

/* liblzma keeps the memory of the stream before. */
static bool xz_reset(void *state) {
    return lzma_stream_decoder(state, memory_limit, 0) == LZMA_OK;
}

/* What preceded xz: a stream of it has no checksum and ends the file. */
static bool lzma_reset(void *state) {
    return lzma_alone_decoder(state, memory_limit) == LZMA_OK;
}

static void *xz_open(const struct decompressor *decompressor) {
    lzma_stream *stream = malloc(sizeof *stream);
    if (stream) {
        *stream = (lzma_stream)LZMA_STREAM_INIT;
        if (decompressor->reset(stream))
            return stream;
    }
    free(stream);
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
    move(io, io->left_in - stream->avail_in, io->left_out - stream->avail_out);
    switch (code) {
    case LZMA_STREAM_END:
        return decompressor_ended;
    case LZMA_OK:
    case LZMA_BUF_ERROR:
        return decompressor_more;
    case LZMA_MEM_ERROR:
        return decompressor_no_memory;
    case LZMA_MEMLIMIT_ERROR:
        return broken(failure, "decompression needs more than 160 MiB of memory");
    case LZMA_FORMAT_ERROR:
        return broken(failure, "this is not such a stream");
    case LZMA_DATA_ERROR:
        return broken(failure, "the data is corrupt");
    default:
        return broken(failure, "it cannot be decompressed");
    }
}

static void xz_close(void *state) {
    lzma_end(state);
    free(state);
}

const struct decompressor xz_decompressor = {"xz",    "\xFD\x37zXZ", 5,       true,    0,
                                             xz_open, xz_reset,      xz_step, xz_close};

/* The usual properties of a stream, and a dictionary of a multiple of 64 KiB. */
const struct decompressor lzma_decompressor = {"lzma",  "\x5D\0\0", 3,       false,   0,
                                               xz_open, lzma_reset, xz_step, xz_close};

/* ---- zstd ------------------------------------------------------------------------------------ */

/* The largest window, 2^27 bytes = 128 MiB, is in memory as a whole. */
enum { window_log_max = 27 };

static void *zstd_open(const struct decompressor *decompressor) {
    (void)decompressor;
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (stream)
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, window_log_max);
    return stream;
}

static enum decompressor_result zstd_step(void *state, struct decompressor_io *io,
                                          struct failure *failure) {
    ZSTD_inBuffer in = {io->next_in, io->left_in, 0};
    ZSTD_outBuffer out = {io->next_out, io->left_out, 0};
    size_t code = ZSTD_decompressStream(state, &out, &in);
    move(io, in.pos, out.pos);
    if (!ZSTD_isError(code))
        return code == 0 ? decompressor_ended : decompressor_more;
    return ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation
               ? decompressor_no_memory
               : broken(failure, ZSTD_getErrorName(code));
}

static bool zstd_reset(void *state) {
    return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only));
}

static void zstd_close(void *state) {
    ZSTD_freeDStream(state);
}

const struct decompressor zstd_decompressor = {
    "zstd", "\x28\xB5\x2F\xFD", 4, false, 0, zstd_open, zstd_reset, zstd_step, zstd_close};

/* ---- Any of them ----------------------------------------------------------------------------- */

static bool begins(const struct decompressor *decompressor, const char *bytes, size_t length) {
    return length >= decompressor->magic_length &&
           memcmp(bytes, decompressor->magic, decompressor->magic_length) == 0;
}

const struct decompressor *decompressor_find(const char *bytes, size_t length) {
    static const struct decompressor *const all[] = {&gzip_decompressor, &xz_decompressor,
                                                     &lzma_decompressor, &zstd_decompressor};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (begins(all[i], bytes, length))
            return all[i];
    /* A zstd frame without content, which pzstd writes first; libzstd skips it. */
    bool skippable =
        length >= 4 && (bytes[0] & 0xF0) == 0x50 && memcmp(bytes + 1, "\x2A\x4D\x18", 3) == 0;
    return skippable ? &zstd_decompressor : NULL;
}

enum decompressor_result decompressor_try(const struct decompressor *decompressor, void *state,
                                          const char *bytes, size_t length) {
    enum { room = 4096, steps_max = 4 };
    char ignored[room];
    struct failure reason;
    struct decompressor_io io = {.next_in = bytes, .left_in = length};
    enum decompressor_result result = decompressor_more;
    if (!begins(decompressor, bytes, length))
        return decompressor_broken;
    if (!decompressor->reset(state))
        return decompressor_no_memory;
    for (int i = 0; i < steps_max && result == decompressor_more && (i == 0 || !io.left_out); i++) {
        io.next_out = ignored;
        io.left_out = sizeof ignored;
        result = decompressor->step(state, &io, &reason);
    }
    return result;
}
