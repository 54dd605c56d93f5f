/*
 * bzip2_files.h - makes bzip2 files for tests, and reads them by bzip2_scanner.h, bzip2_block.h and
 * piece_joiner.h, as a load does.
 */
#pragma once

#include "input/bzip2_block.h"
#include "input/bzip2_scanner.h"
#include "input/piece.h"
#include "input/piece_joiner.h"

#include <bzlib.h>
#include <stdint.h>
#include <stdlib.h> /* abort */
#include <string.h>

enum { marks_max = 4096 };

static const uint64_t block_mark = 0x314159265359, end_mark = 0x177245385090;

/* ---- Made ------------------------------------------------------------------------------------ */

/* A file written bit by bit. */
struct bit_file {
    struct text_buffer bytes;
    size_t bits;
};

static inline void put_bits(struct bit_file *file, uint64_t value, unsigned count) {
    for (unsigned i = count; i-- > 0; file->bits++) {
        if (file->bits % 8 == 0)
            text_buffer_append_byte(&file->bytes, 0);
        if (value >> i & 1)
            file->bytes.bytes[file->bits / 8] |= (char)(0x80 >> file->bits % 8);
    }
}

static inline unsigned bit_at(const char *bytes, size_t bit) {
    return (unsigned)(unsigned char)bytes[bit / 8] >> (7 - bit % 8) & 1;
}

static inline void copy_bits(struct bit_file *file, const char *bytes, size_t from, size_t to) {
    for (; from < to; from++)
        put_bits(file, bit_at(bytes, from), 1);
}

/* Zero bits up to the next byte. */
static inline void pad_bits(struct bit_file *file) {
    file->bits = file->bytes.length * 8;
}

static inline void free_bits(struct bit_file *file) {
    text_buffer_free(&file->bytes);
    *file = (struct bit_file){0};
}

/* Runs libbz2 until the action is complete. */
static inline void run_compressor(bz_stream *stream, int action, struct text_buffer *file) {
    int code;
    do {
        if (!text_buffer_reserve(file, 1 << 16))
            abort();
        stream->next_out = file->bytes + file->length;
        stream->avail_out = 1 << 16;
        code = BZ2_bzCompress(stream, action);
        file->length += (1 << 16) - stream->avail_out;
        if (code < 0)
            abort();
    } while (code == BZ_FLUSH_OK || code == BZ_FINISH_OK);
}

/*
 * Appends a stream to a file. A block ends after each `block` bytes of its content, or where the
 * level (1 to 9) says that it is full; 0: only there.
 */
static inline void put_stream(struct text_buffer *file, int level, const char *bytes, size_t length,
                              size_t block) {
    bz_stream stream = {0};
    if (BZ2_bzCompressInit(&stream, level, 0, 0) != BZ_OK)
        abort();
    for (; block > 0 && length > block; bytes += block, length -= block) {
        stream.next_in = (char *)bytes;
        stream.avail_in = (unsigned)block;
        run_compressor(&stream, BZ_FLUSH, file);
    }
    stream.next_in = (char *)bytes;
    stream.avail_in = (unsigned)length;
    run_compressor(&stream, BZ_FINISH, file);
    BZ2_bzCompressEnd(&stream);
}

/* ---- Looked at ------------------------------------------------------------------------------- */

/* Where the magic numbers are, found bit by bit. */
struct marks {
    size_t bits[marks_max];
    bool ends[marks_max]; /* it belongs to the end of a stream */
    size_t count;
};

static inline void find_marks(struct marks *marks, const char *bytes, size_t length) {
    uint64_t window = 0;
    marks->count = 0;
    for (size_t bit = 0; bit < length * 8; bit++) {
        window = (window << 1 | bit_at(bytes, bit)) & 0xFFFFFFFFFFFF;
        if (bit < 47 || (window != block_mark && window != end_mark))
            continue;
        if (marks->count == marks_max)
            abort();
        marks->bits[marks->count] = bit - 47;
        marks->ends[marks->count++] = window == end_mark;
    }
}

/* ---- libbz2 ---------------------------------------------------------------------------------- */

/* Whether libbz2 accepts a file. Its bytes come out in any case. */
static inline bool libbz2_reads(struct text_buffer *text, const struct text_buffer *file) {
    enum { longest_block = 46 << 20 };
    bz_stream stream = {.next_in = file->bytes, .avail_in = (unsigned)file->length};
    text_buffer_clear(text);
    if (!text_buffer_reserve(text, longest_block) || BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK)
        abort();
    stream.next_out = text->bytes;
    stream.avail_out = longest_block;
    int code = BZ2_bzDecompress(&stream);
    text->length = longest_block - stream.avail_out;
    BZ2_bzDecompressEnd(&stream);
    return code == BZ_STREAM_END;
}

/* The checksum that bzip2 has for a text, bit by bit. */
static inline uint32_t checksum_of(const struct text_buffer *text) {
    uint32_t sum = 0xFFFFFFFF;
    for (size_t i = 0; i < text->length; i++) {
        sum ^= (uint32_t)(unsigned char)text->bytes[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum & 0x80000000 ? 0x04C11DB7 : 0);
    }
    return ~sum;
}

/* ---- Read ------------------------------------------------------------------------------------ */

enum { gaps_max = 64, starts_max = 1024 };

/* The output of a file. */
struct outcome {
    struct text_buffer bytes;
    size_t gaps, gap_at[gaps_max]; /* the number of bytes before it */
    char message[512];             /* of the last gap */
    size_t starts;
    size_t start_at[starts_max];  /* the same for the blocks, */
    int64_t file_bit[starts_max]; /* and where those are in the file */
};

static inline void note_start(struct outcome *outcome, int64_t file_bit) {
    if (outcome->starts == starts_max)
        return;
    outcome->start_at[outcome->starts] = outcome->bytes.length;
    outcome->file_bit[outcome->starts++] = file_bit;
}

static inline void note_gap(struct outcome *outcome, const struct failure *failure) {
    if (outcome->gaps < gaps_max)
        outcome->gap_at[outcome->gaps] = outcome->bytes.length;
    outcome->gaps++;
    memcpy(outcome->message, failure->message, sizeof outcome->message);
}

/* Reads from the joiner until it wants a piece or is done. False: done. */
static inline bool take_out(struct piece_joiner *joiner, struct outcome *outcome) {
    struct failure failure;
    for (;;) {
        const struct text_buffer *bytes;
        struct piece_origin origin;
        switch (piece_joiner_next(joiner, &bytes, &origin, &failure)) {
        case stream_more:
            note_start(outcome, origin.file_bit);
            text_buffer_append(&outcome->bytes, bytes->bytes, bytes->length);
            break;
        case stream_gap:
            note_gap(outcome, &failure);
            break;
        case stream_wants_piece:
            return true;
        case stream_end:
            return false;
        default:
            abort();
        }
    }
}

/* A file in memory, passed to the scanner in chunks. */
struct chunks {
    struct bzip2_scanner *scanner;
    const char *next;
    size_t left, chunk;
};

/* The next piece; false if none is left. */
static inline bool next_piece(struct chunks *chunks, struct piece *piece) {
    for (;;) {
        bool ended = chunks->left == 0;
        switch (bzip2_scanner_next(chunks->scanner, ended, piece)) {
        case bzip2_scan_piece:
            return true;
        case bzip2_scan_no_memory:
            abort();
        case bzip2_scan_wants_more:
            if (ended)
                return false;
        }
        size_t some = chunks->left < chunks->chunk ? chunks->left : chunks->chunk;
        if (!bzip2_scanner_add(chunks->scanner, chunks->next, some))
            abort();
        chunks->next += some;
        chunks->left -= some;
    }
}

static inline void outcome_clear(struct outcome *outcome) {
    text_buffer_clear(&outcome->bytes);
    outcome->gaps = outcome->starts = 0;
    outcome->message[0] = '\0';
}

/* One for all files, for its 7 MB. */
static inline struct bzip2_unpacker *kept_unpacker(void) {
    static struct bzip2_unpacker *unpacker;
    if (!unpacker)
        unpacker = bzip2_unpacker_open();
    return unpacker;
}

/* Reads a whole file in chunks of that size. */
static inline void read_chunks(struct outcome *outcome, const char *file, size_t length,
                               size_t chunk) {
    struct chunks chunks = {bzip2_scanner_open(0), file, length, chunk};
    struct piece_joiner *joiner = piece_joiner_open(true, 0);
    struct piece piece = {0};
    outcome_clear(outcome);
    while (take_out(joiner, outcome)) {
        if (!next_piece(&chunks, &piece))
            piece_joiner_add(joiner, NULL);
        else if (bzip2_unpack(kept_unpacker(), &piece, 1 << 20))
            piece_joiner_add(joiner, &piece);
        else
            abort();
    }
    piece_free(&piece);
    piece_joiner_close(joiner);
    bzip2_scanner_close(chunks.scanner);
}

static inline void read_packed(struct outcome *outcome, const struct text_buffer *file) {
    read_chunks(outcome, file->bytes, file->length, 1 << 16);
}

/* Whether exactly these bytes came out. */
static inline bool came_out(const struct outcome *outcome, const char *bytes, size_t length) {
    return outcome->bytes.length == length &&
           (length == 0 || memcmp(outcome->bytes.bytes, bytes, length) == 0);
}
