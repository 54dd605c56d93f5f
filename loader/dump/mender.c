/* mender.c - see mender.h. */
#include "mender.h"

#include "bzip2_block.h"
#include "bzip2_scanner.h"

#include <stdlib.h>

/* A block is never cut into more parts than this by accident; by intent, it is given up. */
enum { held_max = 8 };

enum { shortest_stream = 14 }; /* bytes: a header, an end, a checksum */

/* The memory of longer blocks, which are rare, is not kept: there are many pieces. */
enum { kept_max = 8 << 20 };

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
    struct {
        const char *what; /* NULL: there is none */
        int64_t begin, end;
    } gap; /* what is missing before the first piece, and not yet reported */
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

void mender_resume(struct mender *mender, int64_t checksum) {
    mender->checksum_known = checksum >= 0;
    mender->checksum = (uint32_t)checksum;
}

void mender_add(struct mender *mender, struct piece *piece) {
    piece_swap(&mender->held[mender->count++], piece);
}

void mender_end(struct mender *mender) {
    mender->ended = true;
}

/* Drops the first `count` pieces; their memory is kept for later ones, if it is not uncommon. */
static void drop(struct mender *mender, int count) {
    for (int i = 0; i < count; i++)
        if (mender->held[i].bytes.capacity > kept_max)
            text_buffer_free(&mender->held[i].bytes);
    for (int i = 0; i + count < mender->count; i++)
        piece_swap(&mender->held[i], &mender->held[i + count]);
    mender->count -= count;
    mender->tried = 0;
}

/* A block that is right by itself is no part of another. */
static bool is_certain(const struct piece *piece) {
    return piece->kind == piece_bytes ||
           (piece->kind == piece_block && piece->state != piece_open &&
            piece->state != piece_broken);
}

/* Notes that something is missing; what follows directly upon a gap is part of it. */
static void note_gap(struct mender *mender, const char *what, int64_t begin, int64_t end) {
    mender->checksum_known = false;
    if (!mender->gap.what) {
        mender->gap.what = what;
        mender->gap.begin = begin;
    }
    mender->gap.end = end;
}

static enum mender_result report_gap(struct mender *mender, struct failure *failure) {
    fail(failure, "bzip2: %s, bytes %lld to %lld of the file", mender->gap.what,
         (long long)mender->gap.begin, (long long)mender->gap.end);
    mender->gap.what = NULL;
    return mender_gap;
}

/* Gives up the first piece. */
static void lose(struct mender *mender) {
    static const char cut_off[] = "the file ends in the middle of a stream";
    const struct piece *first = &mender->held[0];
    const char *what = "what stands here is no bzip2 stream";
    if (first->last && (first->kind == piece_block || first->file_end < shortest_stream))
        what = cut_off;
    else if (first->kind == piece_block)
        what = "a block is damaged";
    note_gap(mender, what, first->file_bit / 8, first->file_end);
    if (first->last)
        mender->in_stream = false; /* one report is enough */
    drop(mender, 1);
}

/* Joins the first piece with one more of those behind it. False when memory runs out. */
static bool join_next(struct mender *mender) {
    struct piece *join = &mender->join;
    if (mender->tried == 0) {
        join->kind = piece_block;
        join->file_bit = mender->held[0].file_bit;
        bit_run_clear(&join->packed);
        if (!bit_run_append(&join->packed, &mender->held[0].packed))
            return false;
        mender->tried = 1;
    }
    const struct piece *next = &mender->held[mender->tried++];
    join->last = next->last;
    join->file_end = next->file_end;
    if (!bit_run_append(&join->packed, &next->packed))
        return false;
    /* A false magic number may even stand in the checksum. */
    join->checksum = bzip2_scanner_checksum(&join->packed);
    return bzip2_unpack(mender->unpacker, join, SIZE_MAX);
}

/*
 * The bits of the first piece, a block, end too early. It is joined with those behind it until the
 * block is whole; where it cannot become so, the first piece alone is lost, and it is seen what the
 * others are without it. mender_bytes: it was made whole. mender_gap: it is lost.
 */
static enum mender_result mend(struct mender *mender) {
    for (int next = mender->tried > 1 ? mender->tried : 1; next < held_max; next++) {
        if (next == mender->count && !mender->ended)
            return mender_wants_more;
        if (next == mender->count || is_certain(&mender->held[next]))
            break;
        if (!join_next(mender))
            return mender_no_memory;
        if (mender->join.state == piece_broken)
            break;
        if (mender->join.state == piece_open)
            continue;
        drop(mender, next);
        piece_swap(&mender->held[0], &mender->join);
        return mender_bytes;
    }
    lose(mender);
    return mender_gap;
}

/* The first piece, a block, is made whole if it can be: mender_bytes; else as mend() says. */
static enum mender_result make_whole(struct mender *mender) {
    struct piece *block = &mender->held[0];
    if (block->state == piece_large && !bzip2_unpack(mender->unpacker, block, SIZE_MAX))
        return mender_no_memory;
    if (block->state == piece_open)
        return mend(mender);
    if (block->state != piece_broken)
        return mender_bytes;
    lose(mender);
    return mender_gap;
}

/* The first piece, which is whole, is given out; before it, the gap that it follows. */
static enum mender_result give(struct mender *mender, const struct text_buffer **bytes,
                               struct origin *origin, struct failure *failure) {
    struct piece *first = &mender->held[0];
    if (mender->gap.what)
        return report_gap(mender, failure);
    mender->given = true;
    *bytes = &first->bytes;
    *origin = (struct origin){-1, -1};
    if (first->kind == piece_block) {
        mender->in_stream = true;
        origin->file_bit = first->file_bit;
        origin->checksum = mender->checksum_known ? (int64_t)mender->checksum : -1;
        mender->checksum = (mender->checksum << 1 | mender->checksum >> 31) ^ first->checksum;
    }
    return mender_bytes;
}

/* The end of a stream. An untidy one behind a gap may be bits of what is lost. */
static void end_stream(struct mender *mender) {
    const struct piece *end = &mender->held[0];
    bool doubtful = !end->tidy && mender->gap.what;
    if (!end->tidy) {
        lose(mender);
    } else {
        if (mender->checksum_known && mender->checksum != end->checksum)
            note_gap(mender, "blocks are missing before the end of a stream", end->file_bit / 8,
                     end->file_end);
        drop(mender, 1);
    }
    if (doubtful)
        return;
    mender->in_stream = false;
    mender->checksum = 0;
    mender->checksum_known = true;
}

/* The piece that was given out goes. True: the file cannot be read on behind it. */
static bool take_away(struct mender *mender, struct failure *failure) {
    struct piece *first = &mender->held[0];
    bool breaks_off = first->kind == piece_bytes && first->breaks_off;
    mender->given = false;
    if (breaks_off) {
        *failure = first->reason;
        mender->in_stream = false;
    }
    if (first->kind == piece_block && first->state == piece_trailing)
        lose(mender); /* what stands behind its bytes */
    else
        drop(mender, 1);
    return breaks_off;
}

static enum mender_result at_end(struct mender *mender, struct failure *failure) {
    if (!mender->ended)
        return mender_wants_more;
    if (mender->gap.what)
        return report_gap(mender, failure);
    if (!mender->in_stream)
        return mender_done;
    mender->in_stream = false;
    fail(failure, "bzip2: the file ends in the middle of a stream");
    return mender_gap;
}

enum mender_result mender_next(struct mender *mender, const struct text_buffer **bytes,
                               struct origin *origin, struct failure *failure) {
    if (mender->given && take_away(mender, failure))
        return mender_gap;
    while (mender->count > 0) {
        enum piece_kind kind = mender->held[0].kind;
        enum mender_result result = kind == piece_block ? make_whole(mender) : mender_bytes;
        if (kind == piece_junk)
            lose(mender);
        else if (kind == piece_stream_end)
            end_stream(mender);
        else if (result == mender_bytes)
            return give(mender, bytes, origin, failure);
        else if (result != mender_gap)
            return result;
    }
    return at_end(mender, failure);
}
