/* mender.c - see mender.h. */
#include "mender.h"

#include "bzip2_block.h"

#include <stdlib.h>

/* A block is never cut into more parts than this by accident; by intent, it is given up. */
enum { held_max = 8 };

enum { shortest_stream = 14 }; /* bytes: a header, an end, a checksum */

struct mender {
    struct bzip2_unpacker *unpacker;
    struct piece held[held_max]; /* the first is the next to be given out */
    int count;
    int tried;         /* so many of them, joined, are known to be broken */
    struct piece join; /* the first `tried` together */
    bool given;        /* the first was given out and can go */
    bool ended;
    bool in_stream;      /* bits of a bzip2 stream have begun, and its end has not been seen */
    bool checksum_known; /* no block of this stream was lost so far */
    uint32_t checksum;   /* of the stream so far */
};

struct mender *mender_open(bool packed) {
    struct mender *mender = calloc(1, sizeof *mender);
    if (!mender)
        return NULL;
    mender->in_stream = packed;
    mender->checksum_known = true;
    mender->unpacker = bzip2_unpacker_open();
    if (mender->unpacker)
        return mender;
    mender_close(mender);
    return NULL;
}

void mender_close(struct mender *mender) {
    if (!mender)
        return;
    for (int i = 0; i < held_max; i++)
        piece_free(&mender->held[i]);
    piece_free(&mender->join);
    bzip2_unpacker_close(mender->unpacker);
    free(mender);
}

void mender_resume(struct mender *mender) {
    mender->checksum_known = false;
}

void mender_add(struct mender *mender, struct piece *piece) {
    piece_swap(&mender->held[mender->count++], piece);
}

void mender_end(struct mender *mender) {
    mender->ended = true;
}

/* Drops the first `count` pieces; their memory is kept for later ones. */
static void drop(struct mender *mender, int count) {
    for (int i = 0; i + count < mender->count; i++)
        piece_swap(&mender->held[i], &mender->held[i + count]);
    mender->count -= count;
    mender->tried = 0;
}

/* Pieces that can be nothing else than what they look like. */
static bool is_certain(const struct piece *piece) {
    return piece->kind == piece_bytes || (piece->kind == piece_stream_end && piece->tidy) ||
           (piece->kind == piece_block && piece->state != piece_broken);
}

static enum mender_result report_gap(struct mender *mender, const char *what, int64_t begin,
                                     int64_t end, struct failure *failure) {
    mender->checksum_known = false;
    fail(failure, "bzip2: %s, bytes %lld to %lld of the file", what, (long long)begin,
         (long long)end);
    return mender_gap;
}

/* Gives up the first `count` pieces. */
static enum mender_result lose(struct mender *mender, int count, struct failure *failure) {
    const struct piece *first = &mender->held[0], *last = &mender->held[count - 1];
    int64_t begin = first->file_bit / 8, end = last->file_end;
    const char *what = "what stands here is no bzip2 stream";
    if (last->last && (first->kind == piece_block || end < shortest_stream))
        what = "the file ends in the middle of a stream";
    else if (first->kind == piece_block)
        what = "a block is damaged";
    if (last->last)
        mender->in_stream = false; /* one report is enough */
    drop(mender, count);
    return report_gap(mender, what, begin, end, failure);
}

/* Joins the first piece with one more of those behind it. False when memory runs out. */
static bool join_next(struct mender *mender) {
    struct piece *join = &mender->join;
    if (mender->tried == 0) {
        join->kind = piece_block;
        join->file_bit = mender->held[0].file_bit;
        join->checksum = mender->held[0].checksum;
        bit_run_clear(&join->packed);
        if (!bit_run_append(&join->packed, &mender->held[0].packed))
            return false;
        mender->tried = 1;
    }
    const struct piece *next = &mender->held[mender->tried++];
    join->last = next->last;
    join->file_end = next->file_end;
    return bit_run_append(&join->packed, &next->packed) &&
           bzip2_unpack(mender->unpacker, join, SIZE_MAX);
}

/* The first piece is a block that is broken by itself. mender_bytes: it was made whole. */
static enum mender_result mend(struct mender *mender, struct failure *failure) {
    if (mender->tried == 0 && mender->held[0].checksum == 0 && mender->held[0].packed.count < 80)
        return lose(mender, 1, failure); /* too short for a block's header */
    for (int next = mender->tried > 1 ? mender->tried : 1; next < held_max; next++) {
        if (next == mender->count && !mender->ended)
            return mender_wants_more;
        if (next == mender->count || is_certain(&mender->held[next]))
            return lose(mender, next, failure);
        if (!join_next(mender))
            return mender_no_memory;
        if (mender->join.state == piece_broken)
            continue;
        drop(mender, next);
        piece_swap(&mender->held[0], &mender->join);
        return mender_bytes;
    }
    return lose(mender, held_max, failure);
}

static enum mender_result give_block(struct mender *mender, const struct text_buffer **bytes,
                                     int64_t *file_bit, struct failure *failure) {
    struct piece *block = &mender->held[0];
    if (block->state == piece_large && !bzip2_unpack(mender->unpacker, block, SIZE_MAX))
        return mender_no_memory;
    if (block->state == piece_broken) {
        enum mender_result result = mend(mender, failure);
        if (result != mender_bytes)
            return result;
    }
    mender->in_stream = true;
    mender->checksum = (mender->checksum << 1 | mender->checksum >> 31) ^ block->checksum;
    mender->given = true;
    *bytes = &block->bytes;
    *file_bit = block->file_bit;
    return mender_bytes;
}

/* The end of a stream: mender_bytes where all is well. */
static enum mender_result end_stream(struct mender *mender, struct failure *failure) {
    struct piece *end = &mender->held[0];
    int64_t begin = end->file_bit / 8, behind = end->file_end;
    bool right = !mender->checksum_known || mender->checksum == end->checksum;
    enum mender_result result = mender_bytes;
    mender->in_stream = false;
    mender->checksum = 0;
    if (!end->tidy)
        result = lose(mender, 1, failure);
    else
        drop(mender, 1);
    if (result == mender_bytes && !right)
        result = report_gap(mender, "blocks are missing before the end of a stream", begin, behind,
                            failure);
    mender->checksum_known = true;
    return result;
}

/* The piece that was given out goes. What stands behind its bytes may be a gap. */
static bool take_away(struct mender *mender, struct failure *failure) {
    struct piece *first = &mender->held[0];
    bool rubbish = first->kind == piece_block && first->state == piece_trailing;
    bool breaks_off = first->kind == piece_bytes && first->breaks_off;
    mender->given = false;
    if (rubbish) {
        lose(mender, 1, failure);
        return true;
    }
    if (breaks_off) {
        *failure = first->reason;
        mender->in_stream = false;
    }
    drop(mender, 1);
    return breaks_off;
}

static enum mender_result at_end(struct mender *mender, struct failure *failure) {
    if (!mender->ended)
        return mender_wants_more;
    if (!mender->in_stream)
        return mender_done;
    mender->in_stream = false;
    fail(failure, "bzip2: the file ends in the middle of a stream");
    return mender_gap;
}

enum mender_result mender_next(struct mender *mender, const struct text_buffer **bytes,
                               int64_t *file_bit, struct failure *failure) {
    if (mender->given && take_away(mender, failure))
        return mender_gap;
    while (mender->count > 0) {
        struct piece *first = &mender->held[0];
        if (first->kind == piece_block)
            return give_block(mender, bytes, file_bit, failure);
        if (first->kind == piece_junk)
            return lose(mender, 1, failure);
        if (first->kind == piece_stream_end) {
            if (end_stream(mender, failure) == mender_gap)
                return mender_gap;
            continue;
        }
        mender->given = true;
        *bytes = &first->bytes;
        *file_bit = -1;
        return mender_bytes;
    }
    return at_end(mender, failure);
}
