/* joiner.c - see joiner.h. */
#include "piece_joiner.h"

#include "bzip2_block.h"
#include "bzip2_scanner.h"

#include <stdlib.h>

/* A block is never cut into more parts than this by accident; by intent, it is given up. */
enum { held_max = 8 };

enum { shortest_stream = 14 }; /* bytes: a header, an end, a checksum */

/* The memory of longer blocks, which are rare, is not kept: there are many pieces. */
enum { kept_max = 8 << 20 };

struct piece_joiner {
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

struct piece_joiner *piece_joiner_open(bool packed) {
    struct piece_joiner *joiner = calloc(1, sizeof *joiner);
    if (!joiner)
        return NULL;
    joiner->in_stream = packed;
    joiner->checksum_known = true;
    joiner->unpacker = bzip2_unpacker_open();
    if (joiner->unpacker)
        return joiner;
    piece_joiner_close(joiner);
    return NULL;
}

void piece_joiner_close(struct piece_joiner *joiner) {
    if (!joiner)
        return;
    for (int i = 0; i < held_max; i++)
        piece_free(&joiner->held[i]);
    piece_free(&joiner->join);
    bzip2_unpacker_close(joiner->unpacker);
    free(joiner);
}

void piece_joiner_resume(struct piece_joiner *joiner, int64_t checksum) {
    joiner->checksum_known = checksum >= 0;
    joiner->checksum = (uint32_t)checksum;
}

void piece_joiner_add(struct piece_joiner *joiner, struct piece *piece) {
    piece_swap(&joiner->held[joiner->count++], piece);
}

void piece_joiner_end(struct piece_joiner *joiner) {
    joiner->ended = true;
}

/* Drops the first `count` pieces; their memory is kept for later ones, if it is not uncommon. */
static void drop(struct piece_joiner *joiner, int count) {
    for (int i = 0; i < count; i++)
        if (joiner->held[i].bytes.capacity > kept_max)
            text_buffer_free(&joiner->held[i].bytes);
    for (int i = 0; i + count < joiner->count; i++)
        piece_swap(&joiner->held[i], &joiner->held[i + count]);
    joiner->count -= count;
    joiner->tried = 0;
}

/* A block that is right by itself is no part of another. */
static bool is_certain(const struct piece *piece) {
    return piece->kind == piece_bytes ||
           (piece->kind == piece_block && piece->state != piece_open &&
            piece->state != piece_broken);
}

/* Notes that something is missing; what follows directly upon a gap is part of it. */
static void note_gap(struct piece_joiner *joiner, const char *what, int64_t begin, int64_t end) {
    joiner->checksum_known = false;
    if (!joiner->gap.what) {
        joiner->gap.what = what;
        joiner->gap.begin = begin;
    }
    joiner->gap.end = end;
}

static enum piece_joiner_result report_gap(struct piece_joiner *joiner, struct failure *failure) {
    fail(failure, "bzip2: %s, bytes %lld to %lld of the file", joiner->gap.what,
         (long long)joiner->gap.begin, (long long)joiner->gap.end);
    joiner->gap.what = NULL;
    return piece_joiner_gap;
}

/* Gives up the first piece. */
static void lose(struct piece_joiner *joiner) {
    static const char cut_off[] = "the file ends in the middle of a stream";
    const struct piece *first = &joiner->held[0];
    const char *what = "what stands here is no bzip2 stream";
    if (first->last && (first->kind == piece_block || first->file_end < shortest_stream))
        what = cut_off;
    else if (first->kind == piece_block)
        what = "a block is damaged";
    note_gap(joiner, what, first->file_bit / 8, first->file_end);
    if (first->last)
        joiner->in_stream = false; /* one report is enough */
    drop(joiner, 1);
}

/* Joins the first piece with one more of those behind it. False when memory runs out. */
static bool join_next(struct piece_joiner *joiner) {
    struct piece *join = &joiner->join;
    if (joiner->tried == 0) {
        join->kind = piece_block;
        join->file_bit = joiner->held[0].file_bit;
        bit_run_clear(&join->packed);
        if (!bit_run_append(&join->packed, &joiner->held[0].packed))
            return false;
        joiner->tried = 1;
    }
    const struct piece *next = &joiner->held[joiner->tried++];
    join->last = next->last;
    join->file_end = next->file_end;
    if (!bit_run_append(&join->packed, &next->packed))
        return false;
    /* A false magic number may even stand in the checksum. */
    join->checksum = bzip2_scanner_checksum(&join->packed);
    return bzip2_unpack(joiner->unpacker, join, SIZE_MAX);
}

/*
 * The bits of the first piece, a block, end too early. It is joined with those behind it until the
 * block is whole; where it cannot become so, the first piece alone is lost, and it is seen what the
 * others are without it. piece_joiner_bytes: it was made whole. piece_joiner_gap: it is lost.
 */
static enum piece_joiner_result mend(struct piece_joiner *joiner) {
    for (int next = joiner->tried > 1 ? joiner->tried : 1; next < held_max; next++) {
        if (next == joiner->count && !joiner->ended)
            return piece_joiner_wants_more;
        if (next == joiner->count || is_certain(&joiner->held[next]))
            break;
        if (!join_next(joiner))
            return piece_joiner_no_memory;
        if (joiner->join.state == piece_broken)
            break;
        if (joiner->join.state == piece_open)
            continue;
        drop(joiner, next);
        piece_swap(&joiner->held[0], &joiner->join);
        return piece_joiner_bytes;
    }
    lose(joiner);
    return piece_joiner_gap;
}

/* The first piece, a block, is made whole if it can be: piece_joiner_bytes; else as mend() says. */
static enum piece_joiner_result make_whole(struct piece_joiner *joiner) {
    struct piece *block = &joiner->held[0];
    if (block->state == piece_large && !bzip2_unpack(joiner->unpacker, block, SIZE_MAX))
        return piece_joiner_no_memory;
    if (block->state == piece_open)
        return mend(joiner);
    if (block->state != piece_broken)
        return piece_joiner_bytes;
    lose(joiner);
    return piece_joiner_gap;
}

/* The first piece, which is whole, is given out; before it, the gap that it follows. */
static enum piece_joiner_result give(struct piece_joiner *joiner, const struct text_buffer **bytes,
                                     struct piece_origin *origin, struct failure *failure) {
    struct piece *first = &joiner->held[0];
    if (joiner->gap.what)
        return report_gap(joiner, failure);
    joiner->given = true;
    *bytes = &first->bytes;
    *origin = (struct piece_origin){-1, -1};
    if (first->kind == piece_block) {
        joiner->in_stream = true;
        origin->file_bit = first->file_bit;
        origin->checksum = joiner->checksum_known ? (int64_t)joiner->checksum : -1;
        joiner->checksum = (joiner->checksum << 1 | joiner->checksum >> 31) ^ first->checksum;
    }
    return piece_joiner_bytes;
}

/* The end of a stream. An untidy one behind a gap may be bits of what is lost. */
static void end_stream(struct piece_joiner *joiner) {
    const struct piece *end = &joiner->held[0];
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

/* The piece that was given out goes. True: the file cannot be read on behind it. */
static bool take_away(struct piece_joiner *joiner, struct failure *failure) {
    struct piece *first = &joiner->held[0];
    bool breaks_off = first->kind == piece_bytes && first->breaks_off;
    joiner->given = false;
    if (breaks_off) {
        *failure = first->reason;
        joiner->in_stream = false;
    }
    if (first->kind == piece_block && first->state == piece_trailing)
        lose(joiner); /* what stands behind its bytes */
    else
        drop(joiner, 1);
    return breaks_off;
}

static enum piece_joiner_result at_end(struct piece_joiner *joiner, struct failure *failure) {
    if (!joiner->ended)
        return piece_joiner_wants_more;
    if (joiner->gap.what)
        return report_gap(joiner, failure);
    if (!joiner->in_stream)
        return piece_joiner_done;
    joiner->in_stream = false;
    fail(failure, "bzip2: the file ends in the middle of a stream");
    return piece_joiner_gap;
}

enum piece_joiner_result piece_joiner_next(struct piece_joiner *joiner,
                                           const struct text_buffer **bytes,
                                           struct piece_origin *origin, struct failure *failure) {
    if (joiner->given && take_away(joiner, failure))
        return piece_joiner_gap;
    while (joiner->count > 0) {
        enum piece_kind kind = joiner->held[0].kind;
        enum piece_joiner_result result =
            kind == piece_block ? make_whole(joiner) : piece_joiner_bytes;
        if (kind == piece_junk)
            lose(joiner);
        else if (kind == piece_stream_end)
            end_stream(joiner);
        else if (result == piece_joiner_bytes)
            return give(joiner, bytes, origin, failure);
        else if (result != piece_joiner_gap)
            return result;
    }
    return at_end(joiner, failure);
}
