/*
 * mender.h - unpacked pieces, in order, made into the bytes of the dump and the gaps between them.
 *
 * What bzip2_scanner.h took for the beginning of a block may be bits inside one. Then neither part
 * can be unpacked, but both together can: a piece whose bits end too early is joined with those
 * behind it until it is whole, or until it is plain that it cannot become so. Then it alone is
 * lost. So a damaged block costs its own bytes, and a false magic number nothing.
 */
#ifndef NEARDUP_MENDER_H
#define NEARDUP_MENDER_H

#include "failure.h"
#include "piece.h"

struct mender;

/* `packed`: the file is a bzip2 file, and must end where a stream ends. NULL: no memory. */
struct mender *mender_open(bool packed);
void mender_close(struct mender *mender);

/* Where bytes come from. */
struct origin {
    int64_t file_bit; /* of the file, where their block begins; -1 if they are of no block */
    int64_t checksum; /* of the blocks before it in its stream; -1 where that is not known */
};

/* The next piece is a block inside a stream, of which its origin told this checksum. */
void mender_resume(struct mender *mender, int64_t checksum);

/* Takes the next piece; its content is swapped for an empty one. Only when mender_next() wants. */
void mender_add(struct mender *mender, struct piece *piece);

/* There are no more pieces. */
void mender_end(struct mender *mender);

enum mender_result {
    mender_bytes, /* `*bytes`, good until the next call, came from `*origin` */
    mender_gap,   /* something is missing here; `failure` says what */
    mender_wants_more,
    mender_done,
    mender_no_memory
};

enum mender_result mender_next(struct mender *mender, const struct text_buffer **bytes,
                               struct origin *origin, struct failure *failure);

#endif
