/*
 * piece_joiner.h - unpacked pieces, in order, joined into bytes of text and the gaps between them.
 *
 * What bzip2_scanner.h took for the beginning of a block may be bits inside one. Then neither part
 * can be unpacked, but both together can. So a piece whose bits end too early is joined with the
 * pieces that follow until it is whole; if it cannot become whole, it is lost by itself. A damaged
 * block therefore costs its own bytes, and a false magic number costs nothing.
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
 * `packed`: the file is a bzip2 file, which must end with a stream. `checksum`: 0, or if the next
 * piece is a block inside a stream, that of its origin. NULL when memory runs out.
 */
struct piece_joiner *piece_joiner_open(bool packed, int64_t checksum);
void piece_joiner_close(struct piece_joiner *joiner);

/* Whether an unpacked piece is complete by itself, and so no part of another. */
bool piece_is_complete(const struct piece *piece);

/*
 * Takes the next piece, whose content is swapped for an empty one; NULL: there are no more. Call
 * this only when piece_joiner_next() wants more.
 */
void piece_joiner_add(struct piece_joiner *joiner, struct piece *piece);

/*
 * stream_more: `*bytes`, valid until the next call, come from `*origin`; stream_gap: bytes are
 * missing here, and `failure` says why; stream_wants_piece; stream_end; or stream_failed.
 */
enum stream_event piece_joiner_next(struct piece_joiner *joiner, const struct text_buffer **bytes,
                                    struct piece_origin *origin, struct failure *failure);

/*
 * How many bytes right before the last gap are not known to be right: those of a gzip member that
 * breaks off, and the like, whose checksum is missing or wrong.
 */
int64_t piece_joiner_doubtful(const struct piece_joiner *joiner);
