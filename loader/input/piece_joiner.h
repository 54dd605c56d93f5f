/*
 * joiner.h - unpacked pieces, in order, made into the bytes of the dump and the gaps between them.
 *
 * What bzip2_scanner.h took for the beginning of a block may be bits inside one. Then neither part
 * can be unpacked, but both together can: a piece whose bits end too early is joined with those
 * behind it until it is whole, or until it is plain that it cannot become so. Then it alone is
 * lost. So a damaged block costs its own bytes, and a false magic number nothing.
 */
#ifndef NEARDUP_PIECE_JOINER_H
#define NEARDUP_PIECE_JOINER_H

#include "../base/failure.h"
#include "piece.h"

struct piece_joiner;

/* `packed`: the file is a bzip2 file, and must end where a stream ends. NULL: no memory. */
struct piece_joiner *piece_joiner_open(bool packed);
void piece_joiner_close(struct piece_joiner *joiner);

/* Where bytes come from. */
struct piece_origin {
    int64_t file_bit; /* of the file, where their block begins; -1 if they are of no block */
    int64_t checksum; /* of the blocks before it in its stream; -1 where that is not known */
};

/* The next piece is a block inside a stream, of which its origin told this checksum. */
void piece_joiner_resume(struct piece_joiner *joiner, int64_t checksum);

/* Takes the next piece; its content is swapped for an empty one. Only when piece_joiner_next()
 * wants. */
void piece_joiner_add(struct piece_joiner *joiner, struct piece *piece);

/* There are no more pieces. */
void piece_joiner_end(struct piece_joiner *joiner);

enum piece_joiner_result {
    piece_joiner_bytes, /* `*bytes`, good until the next call, came from `*origin` */
    piece_joiner_gap,   /* something is missing here; `failure` says what */
    piece_joiner_wants_more,
    piece_joiner_done,
    piece_joiner_no_memory
};

enum piece_joiner_result piece_joiner_next(struct piece_joiner *joiner,
                                           const struct text_buffer **bytes,
                                           struct piece_origin *origin, struct failure *failure);

#endif
