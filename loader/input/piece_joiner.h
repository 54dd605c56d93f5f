/*
 * piece_joiner.h - unpacked pieces, in order, joined into bytes of text and the gaps between them.
 *
 * What bzip2_scanner.h took for the beginning of a block may be bits inside one. So a piece whose
 * bits end too early is joined with those that follow until it is whole; if it never is, it is lost
 * by itself. A damaged block costs its own bytes, and a false magic number nothing.
 */
#pragma once

#include "../base/failure.h"
#include "piece.h"

struct piece_joiner;

/* Where bytes come from. */
struct piece_origin {
    int64_t file_bit; /* of the file, where their block begins; -1 if they are not of a block */
    int64_t checksum; /* of the blocks before it in its stream; -1 if not known */
    int64_t position; /* of the file: the byte in which their piece begins */
};

/*
 * `packed`: the file is a bzip2 file, which must end with a stream. `checksum`: 0, or that of the
 * origin of the next piece. NULL without memory.
 */
struct piece_joiner *piece_joiner_open(bool packed, int64_t checksum);
void piece_joiner_close(struct piece_joiner *joiner);

/* Whether an unpacked piece is complete by itself, and so no part of another. */
bool piece_is_complete(const struct piece *piece);

/* Takes the next piece, swapped for an empty one; NULL: no more come. Only when one is wanted. */
void piece_joiner_add(struct piece_joiner *joiner, struct piece *piece);

/*
 * stream_more: `*bytes`, valid until the next call, come from `*origin`; stream_gap: bytes are
 * missing here, and `failure` says why; stream_wants_piece; stream_end; or stream_failed.
 */
enum stream_event piece_joiner_next(struct piece_joiner *joiner, const struct text_buffer **bytes,
                                    struct piece_origin *origin, struct failure *failure);

/* How many bytes right before the last gap no checksum confirms, as of a broken gzip member. */
int64_t piece_joiner_doubtful(const struct piece_joiner *joiner);
