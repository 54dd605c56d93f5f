/*
 * piece.h - a part of a file, and the bytes of text that it becomes.
 *
 * input.h makes pieces in the order of the file, bzip2_unpack() decompresses those that are blocks
 * in any order, and piece_joiner.h takes them in order again. Pieces of other files are bytes.
 */
#pragma once

#include "../base/failure.h"
#include "../text/text_buffer.h"

#include <stdint.h>

/* Bits of the file, which begin and end anywhere in a byte. Bit 0 is the highest of a byte. */
struct bit_run {
    struct text_buffer bytes; /* all bytes of the file that have bits of the run */
    uint64_t count;           /* bits */
    unsigned shift;           /* bits of the first byte that stand before the run: 0 to 7 */
};

/* Copies `count` bits of `bytes`, from bit `first` on, into the run. False: out of memory. */
bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count);

/* Appends the run that follows in the file. False: out of memory. */
bool bit_run_append(struct bit_run *run, const struct bit_run *next);

/* Reads `count` bits (at most 32) from bit `first` on. The run must have them. */
uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count);

void bit_run_free(struct bit_run *run);

enum piece_kind {
    piece_bytes,      /* decompressed bytes */
    piece_block,      /* what seems to be a bzip2 block: from one magic number to the next */
    piece_stream_end, /* what seems to be the end of a bzip2 stream, with the next one's header */
    piece_junk        /* bits of a bzip2 file that are neither */
};

enum piece_state {
    piece_packed,   /* not decompressed yet */
    piece_whole,    /* `bytes` is complete and its checksum is right */
    piece_trailing, /* the same, but bits follow that belong to no block */
    piece_large,    /* more bytes than allowed: to be decompressed again when its turn comes */
    piece_open,     /* the bits end before the block does */
    piece_broken    /* cannot be decompressed, whatever bits may follow */
};

/* What comes next of a text that is put together of pieces. */
enum stream_event {
    stream_more,        /* text was appended to the window */
    stream_gap,         /* bytes are missing at the end of the window: stream.gap */
    stream_too_long,    /* nothing was read: the current element is longer than the limit */
    stream_wants_piece, /* call stream_add() first */
    stream_last,        /* no text follows the window: look again at what seemed unfinished */
    stream_end,         /* the same, once it was looked at again */
    stream_failed       /* out of memory */
};

/* Begins as all zeroes; the memory is reused, and freed by piece_free(). */
struct piece {
    enum piece_kind kind;
    enum piece_state state;
    int64_t file_bit;         /* where it begins in the file, in bits */
    int64_t file_end;         /* where it ends in the file, in bytes */
    struct bit_run packed;    /* its bits, unless it is of piece_bytes */
    uint32_t checksum;        /* of the block, or of the stream that ends here */
    bool last;                /* the file ends with it */
    bool tidy;                /* of piece_stream_end: only a header follows, or nothing */
    struct text_buffer bytes; /* the decompressed bytes */
    bool breaks_off;          /* of piece_bytes: bytes are missing after it */
    struct failure reason;    /* and this is why */
    int64_t doubtful; /* how many bytes right before that may be wrong: no checksum said so */
};

static inline void piece_free(struct piece *piece) {
    bit_run_free(&piece->packed);
    text_buffer_free(&piece->bytes);
}

static inline void piece_swap(struct piece *a, struct piece *b) {
    struct piece kept = *a;
    *a = *b;
    *b = kept;
}
