/* bzip2_block.c - see bzip2_block.h. */
#include "bzip2_block.h"

#include <bzlib.h>
#include <limits.h> /* UINT_MAX */
#include <stdlib.h>

/*
 * libbz2 allocates its state for every stream. It gets the same few areas again and again, so that
 * the system need not clear 4 MB for every block.
 */
enum { areas_max = 4 };

struct area {
    void *memory;
    size_t size;
    bool used;
};

struct bzip2_unpacker {
    struct area areas[areas_max];
    struct bit_run stream;
    uint32_t checksums[256]; /* what each byte adds to a checksum: CRC-32, highest bit first */
};

struct bzip2_unpacker *bzip2_unpacker_open(void) {
    struct bzip2_unpacker *unpacker = calloc(1, sizeof *unpacker);
    for (uint32_t byte = 0; unpacker && byte < 256; byte++) {
        uint32_t sum = byte << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum & 0x80000000 ? 0x04C11DB7 : 0);
        unpacker->checksums[byte] = sum;
    }
    return unpacker;
}

void bzip2_unpacker_close(struct bzip2_unpacker *unpacker) {
    if (!unpacker)
        return;
    for (int i = 0; i < areas_max; i++)
        free(unpacker->areas[i].memory);
    bit_run_free(&unpacker->stream);
    free(unpacker);
}

static void *lend(void *user_data, int count, int size) {
    struct bzip2_unpacker *unpacker = user_data;
    size_t wanted = (size_t)count * (size_t)size;
    struct area *empty = NULL;
    for (int i = 0; i < areas_max; i++) {
        struct area *area = &unpacker->areas[i];
        if (!area->used && area->memory && area->size == wanted) {
            area->used = true;
            return area->memory;
        }
        if (!area->memory && !empty)
            empty = area;
    }
    void *memory = malloc(wanted);
    if (memory && empty)
        *empty = (struct area){memory, wanted, true};
    return memory;
}

static void take_back(void *user_data, void *memory) {
    struct bzip2_unpacker *unpacker = user_data;
    for (int i = 0; i < areas_max; i++)
        if (memory && unpacker->areas[i].memory == memory) {
            unpacker->areas[i].used = false;
            return;
        }
    free(memory);
}

static bool make_stream(struct bit_run *stream, const struct piece *piece) {
    bit_run_clear(stream);
    return bit_run_append_value(stream, 0x425A6839, 32) && /* "BZh9": the longest blocks allowed */
           bit_run_append(stream, &piece->packed) &&
           bit_run_append_value(stream, 0x177245, 24) && /* the end of a stream */
           bit_run_append_value(stream, 0x385090, 24) &&
           bit_run_append_value(stream, piece->checksum, 32);
}

/* Decompresses until the stream ends, libbz2 finds an error or `most` bytes are out: BZ_OK. */
static int decompress(bz_stream *stream, struct text_buffer *bytes, size_t most) {
    enum { usual_size = 1 << 20 };
    int code = BZ_OK;
    while (code == BZ_OK && bytes->length < most) {
        if (!text_buffer_reserve(bytes, bytes->capacity > bytes->length ? 1 : usual_size))
            return BZ_MEM_ERROR;
        size_t room = bytes->capacity - bytes->length;
        unsigned asked = room < UINT_MAX ? (unsigned)room : UINT_MAX;
        stream->next_out = bytes->bytes + bytes->length;
        stream->avail_out = asked;
        code = BZ2_bzDecompress(stream);
        bytes->length += asked - stream->avail_out;
        if (code == BZ_OK && stream->avail_in == 0 && stream->avail_out > 0)
            return BZ_UNEXPECTED_EOF;
    }
    return code;
}

/*
 * What the result of libbz2 says of the block. After an error, a block whose bytes have the right
 * checksum is whole: the error is in what follows. If the error came before libbz2 had used all
 * bits (32 more than the block has, for the header), no bits that follow could prevent it.
 */
static enum piece_state judge(const struct bzip2_unpacker *unpacker, int code,
                              const struct piece *piece, uint64_t bits_used) {
    const struct text_buffer *bytes = &piece->bytes;
    uint32_t sum = 0xFFFFFFFF;
    if (code == BZ_STREAM_END)
        return piece_whole;
    if (code == BZ_OK)
        return piece_large;
    for (size_t i = 0; i < bytes->length; i++)
        sum = sum << 8 ^ unpacker->checksums[sum >> 24 ^ (unsigned char)bytes->bytes[i]];
    if (bytes->length > 0 && ~sum == piece->checksum)
        return piece_trailing;
    return bits_used > 32 + piece->packed.count ? piece_open : piece_broken;
}

bool bzip2_unpack(struct bzip2_unpacker *unpacker, struct piece *piece, size_t most) {
    bz_stream stream = {.bzalloc = lend, .bzfree = take_back, .opaque = unpacker};
    if (piece->kind != piece_block)
        return true;
    text_buffer_clear(&piece->bytes);
    if (!make_stream(&unpacker->stream, piece))
        return false;
    if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK)
        return false;
    stream.next_in = unpacker->stream.bytes.bytes;
    stream.avail_in = (unsigned)unpacker->stream.bytes.length;
    int code = decompress(&stream, &piece->bytes, most);
    uint64_t bytes_used = unpacker->stream.bytes.length - stream.avail_in;
    BZ2_bzDecompressEnd(&stream);
    piece->state = judge(unpacker, code, piece, bytes_used * 8);
    return code != BZ_MEM_ERROR;
}
