/* piece_joiner.c - see piece_joiner.h. */
#include "piece_joiner.h"

#include "bzip2_block.h"
#include "bzip2_scanner.h"

#include <assert.h>
#include <stdlib.h>

/* Chance never cuts a block into more parts. A block that somebody has cut so is given up. */
enum { queue_max = 8 };

enum { shortest_stream = 14 }; /* bytes: a header, an end, a checksum */

/* Memory of pieces beyond this size, which are rare, is freed after use. */
enum { kept_max = 8 << 20 };

struct piece_joiner {
    struct bzip2_unpacker *unpacker; /* NULL until it is needed, which is rare */
    struct piece queue[queue_max];   /* the first comes out next */
    int count;
    struct piece join;   /* the first `tried` pieces of the queue, joined */
    int tried;           /* they are known not to be whole */
    bool given;          /* the first piece came out and can be dropped */
    int64_t doubtful;    /* see piece_joiner_doubtful() */
    bool ended;          /* there are no more pieces */
    bool in_stream;      /* a bzip2 stream has begun and its end was not seen */
    bool checksum_known; /* no block of this stream was lost so far */
    uint32_t checksum;   /* of the stream so far */
    struct {
        const char *what; /* NULL if there is none */
        int64_t begin, end;
    } gap; /* missing before the first piece, and not reported yet */
};

struct piece_joiner *piece_joiner_open(bool packed, int64_t checksum) {
    struct piece_joiner *joiner = calloc(1, sizeof *joiner);
    if (!joiner)
        return NULL;
    joiner->in_stream = packed;
    joiner->checksum_known = checksum >= 0;
    joiner->checksum = (uint32_t)checksum;
    return joiner;
}

void piece_joiner_close(struct piece_joiner *joiner) {
    if (!joiner)
        return;
    for (int i = 0; i < queue_max; i++)
        piece_free(&joiner->queue[i]);
    piece_free(&joiner->join);
    bzip2_unpacker_close(joiner->unpacker);
    free(joiner);
}

void piece_joiner_add(struct piece_joiner *joiner, struct piece *piece) {
    assert(joiner->count < queue_max && !joiner->ended);
    joiner->ended = !piece;
    if (piece)
        piece_swap(&joiner->queue[joiner->count++], piece);
}

/* ---- Gaps ------------------------------------------------------------------------------------ */

/* Drops the first `count` pieces. Their memory is kept for later ones, unless it is very large. */
static void drop(struct piece_joiner *joiner, int count) {
    assert(count <= joiner->count);
    for (int i = 0; i < count; i++)
        if (joiner->queue[i].bytes.capacity > kept_max)
            text_buffer_free(&joiner->queue[i].bytes);
    for (int i = 0; i + count < joiner->count; i++)
        piece_swap(&joiner->queue[i], &joiner->queue[i + count]);
    joiner->count -= count;
    joiner->tried = 0;
}

/* Notes that something is missing. It extends a gap that is not reported yet. */
static void note_gap(struct piece_joiner *joiner, const char *what, int64_t begin, int64_t end) {
    joiner->checksum_known = false;
    if (!joiner->gap.what) {
        joiner->gap.what = what;
        joiner->gap.begin = begin;
    }
    joiner->gap.end = end;
}

static enum stream_event report_gap(struct piece_joiner *joiner, struct failure *failure) {
    assert(joiner->gap.what);
    fail(failure, "bzip2: %s, bytes %lld to %lld of the file", joiner->gap.what,
         (long long)joiner->gap.begin, (long long)joiner->gap.end);
    joiner->gap.what = NULL;
    joiner->doubtful = 0; /* each block has a checksum */
    return stream_gap;
}

static void lose(struct piece_joiner *joiner) {
    assert(joiner->count > 0);
    const struct piece *first = &joiner->queue[0];
    bool block = first->kind == piece_block;
    const char *what = block ? "a block is damaged" : "this is not part of a bzip2 stream";
    if (first->last && (block || first->file_end < shortest_stream))
        what = "the file ends in the middle of a stream";
    note_gap(joiner, what, first->file_bit / 8, first->file_end);
    if (first->last)
        joiner->in_stream = false; /* one report is enough */
    drop(joiner, 1);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

bool piece_is_complete(const struct piece *piece) {
    return piece->kind == piece_bytes ||
           (piece->kind == piece_block && piece->state != piece_open &&
            piece->state != piece_broken);
}

/* False when memory runs out. */
static bool unpack(struct piece_joiner *joiner, struct piece *piece) {
    if (!joiner->unpacker)
        joiner->unpacker = bzip2_unpacker_open();
    return joiner->unpacker && bzip2_unpack(joiner->unpacker, piece, SIZE_MAX);
}

/* Joins the first piece with one more of those that follow. False when memory runs out. */
static bool join_next(struct piece_joiner *joiner) {
    assert(joiner->tried < joiner->count);
    struct piece *join = &joiner->join;
    if (joiner->tried == 0) {
        join->kind = piece_block;
        join->file_bit = joiner->queue[0].file_bit;
        const struct bit_run *first = &joiner->queue[0].packed;
        if (!bit_run_set(&join->packed, first->bytes.bytes, first->shift, first->count))
            return false;
        joiner->tried = 1;
    }
    const struct piece *next = &joiner->queue[joiner->tried++];
    join->last = next->last;
    join->file_end = next->file_end;
    if (!bit_run_append(&join->packed, &next->packed))
        return false;
    /* The false magic number may have cut even the checksum. */
    join->checksum = bzip2_scanner_checksum(&join->packed);
    return unpack(joiner, join);
}

/*
 * Makes the first piece, a block, whole, by joining it with those that follow if its bits end too
 * early: stream_more. If it cannot become whole, it alone is lost: stream_gap.
 */
static enum stream_event make_whole(struct piece_joiner *joiner) {
    struct piece *block = &joiner->queue[0];
    if (block->state == piece_large && !unpack(joiner, block))
        return stream_failed;
    if (piece_is_complete(block))
        return stream_more;
    bool may_grow = block->state == piece_open;
    for (int next = joiner->tried > 1 ? joiner->tried : 1; may_grow && next < queue_max; next++) {
        if (next == joiner->count && !joiner->ended)
            return stream_wants_piece;
        if (next == joiner->count || piece_is_complete(&joiner->queue[next]))
            break;
        if (!join_next(joiner))
            return stream_failed;
        may_grow = joiner->join.state == piece_open;
        if (piece_is_complete(&joiner->join)) {
            drop(joiner, next);
            piece_swap(&joiner->queue[0], &joiner->join);
            return stream_more;
        }
    }
    lose(joiner);
    return stream_gap;
}

/* ---- What comes out -------------------------------------------------------------------------- */

/* Gives out the first piece, which is whole; before it, the gap that precedes it. */
static enum stream_event give(struct piece_joiner *joiner, const struct text_buffer **bytes,
                              struct piece_origin *origin, struct failure *failure) {
    struct piece *first = &joiner->queue[0];
    assert(piece_is_complete(first));
    if (joiner->gap.what)
        return report_gap(joiner, failure);
    joiner->given = true;
    *bytes = &first->bytes;
    *origin = (struct piece_origin){-1, -1, first->file_bit / 8};
    if (first->kind == piece_block) {
        joiner->in_stream = true;
        origin->file_bit = first->file_bit;
        origin->checksum = joiner->checksum_known ? (int64_t)joiner->checksum : -1;
        joiner->checksum = (joiner->checksum << 1 | joiner->checksum >> 31) ^ first->checksum;
    }
    return stream_more;
}

/* Drops the piece that came out. True if bytes are missing after it. */
static bool drop_given(struct piece_joiner *joiner, struct failure *failure) {
    struct piece *first = &joiner->queue[0];
    bool breaks_off = first->kind == piece_bytes && first->breaks_off;
    joiner->given = false;
    if (breaks_off) {
        *failure = first->reason;
        joiner->doubtful = first->doubtful;
        joiner->in_stream = false;
    }
    if (first->kind == piece_block && first->state == piece_trailing)
        lose(joiner); /* the bits after its end */
    else
        drop(joiner, 1);
    return breaks_off;
}

/* After a gap, an untidy end may be bits of what is lost, so the stream continues. */
static void end_stream(struct piece_joiner *joiner) {
    assert(joiner->count > 0 && joiner->queue[0].kind == piece_stream_end);
    const struct piece *end = &joiner->queue[0];
    bool doubtful = !end->tidy && joiner->gap.what;
    if (!end->tidy) {
        lose(joiner);
    } else {
        if (joiner->checksum_known && joiner->checksum != end->checksum)
            note_gap(joiner, "blocks are missing before the end of a stream", end->file_bit / 8,
                     end->file_end);
        drop(joiner, 1);
    }
    if (doubtful)
        return;
    joiner->in_stream = false;
    joiner->checksum = 0;
    joiner->checksum_known = true;
}

enum stream_event piece_joiner_next(struct piece_joiner *joiner, const struct text_buffer **bytes,
                                    struct piece_origin *origin, struct failure *failure) {
    if (joiner->given && drop_given(joiner, failure))
        return stream_gap;
    while (joiner->count > 0) {
        enum piece_kind kind = joiner->queue[0].kind;
        if (kind == piece_bytes)
            return give(joiner, bytes, origin, failure);
        if (kind == piece_junk) {
            lose(joiner);
        } else if (kind == piece_stream_end) {
            end_stream(joiner);
        } else {
            enum stream_event result = make_whole(joiner);
            if (result == stream_more)
                return give(joiner, bytes, origin, failure);
            if (result != stream_gap) /* which is reported before the next bytes */
                return result;
        }
    }
    if (!joiner->ended)
        return stream_wants_piece;
    if (joiner->gap.what)
        return report_gap(joiner, failure);
    if (!joiner->in_stream)
        return stream_end;
    joiner->in_stream = false;
    fail(failure, "bzip2: the file ends in the middle of a stream");
    return stream_gap;
}

int64_t piece_joiner_doubtful(const struct piece_joiner *joiner) {
    return joiner->doubtful;
}
