/*
 * piece.h - a part of a dump's file, on its way to become bytes of the dump.
 *
 * input.h makes pieces in the order of the file, bzip2_unpack() decompresses one whatever became of
 * the others, and joiner.h takes them in order again. Most are blocks of a bzip2 file; anything
 * else is decompressed while it is read and comes as bytes.
 */
#ifndef NEARDUP_PIECE_H
#define NEARDUP_PIECE_H

#include "../base/failure.h"
#include "../text/text_buffer.h"
#include "bits.h"

#include <stdint.h>

enum piece_kind {
    piece_bytes,      /* bytes of the dump */
    piece_block,      /* what looks like a bzip2 block: from one magic number to the next */
    piece_stream_end, /* what looks like the end of a bzip2 stream, with the next one's header */
    piece_junk        /* bits of a bzip2 file that are neither */
};

enum piece_state {
    piece_packed,   /* not looked into yet */
    piece_whole,    /* `bytes` holds all of it, checksum and all */
    piece_trailing, /* the same, but rubbish stands behind it */
    piece_large,    /* whole as far as was seen, but so long that it must be unpacked in its turn */
    piece_open,     /* its bits end before the block does */
    piece_broken    /* it cannot be unpacked, whatever might stand behind it */
};

/* Begins as all zeroes; the memory is reused from piece to piece and freed by piece_free(). */
struct piece {
    enum piece_kind kind;
    enum piece_state state;
    int64_t file_bit;         /* where it begins in the file, in bits */
    int64_t file_end;         /* and where it ends, in bytes */
    struct bit_run packed;    /* its bits, but for piece_bytes */
    uint32_t checksum;        /* of a block, or of the stream that ends here */
    bool last;                /* the file ends behind it */
    bool tidy;                /* of a stream's end: nothing but a header stands behind it */
    struct text_buffer bytes; /* what came out */
    bool breaks_off;          /* of piece_bytes: what follows cannot be read, for this reason */
    struct failure reason;
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

#endif
