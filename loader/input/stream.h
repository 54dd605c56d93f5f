/*
 * stream.h - the text of a file: unpacked, in UTF-8, with the gaps where bytes are lost.
 *
 * What is cut into pages (dump.h) or records (records.h) stands in a window that moves over the
 * text. The cutter looks at the window from `next` on and moves `next`; it keeps `begin` where the
 * element at hand begins, and what stands before that is dropped. So memory is bounded by the
 * longest element that the cutter puts up with.
 *
 * The work falls into steps, so that several threads can do it: input_next() cuts the file into
 * pieces, one after the other; bzip2_unpack() decompresses them, in any order; stream_add() and
 * stream_next() put them together, in order again.
 *
 * Offsets count bytes of the uncompressed text, as UTF-8; bytes that were lost are not counted.
 */
#ifndef NEARDUP_STREAM_H
#define NEARDUP_STREAM_H

#include "../base/failure.h"
#include "../text/text_buffer.h"
#include "batch.h"
#include "encoding.h"
#include "input.h"
#include "piece_joiner.h"

/* Bytes of the text that came out of one piece of the file. */
struct stretch {
    struct origin origin;
    int64_t offset; /* of its first byte in the text */
};

enum { stretches_max = 64 };

struct stream {
    const char *path;
    const char *name;          /* for people: the path, or "standard input" */
    struct text_buffer window; /* text not yet given out, from `begin` on */
    size_t begin;              /* of the element at hand */
    size_t next;               /* how far the cutter has looked */
    int64_t window_offset;     /* where window.bytes[0] stands in the text */
    int64_t skip_until;        /* after a resumption: what stands before it was loaded already */
    int64_t file_end;          /* how far the file was read, in bytes */
    struct failure gap;        /* what stream_gap was about */

    /* Of stream.c alone. */
    enum encoding_clue clue;
    struct input *input;
    struct bzip2_unpacker *unpacker; /* for what is read by stream_feed() */
    struct piece piece;
    struct piece_joiner *joiner;
    struct encoding *encoding;
    const struct text_buffer *bytes; /* found by stream_next(), not yet in the window */
    struct origin bytes_origin;
    struct stretch stretches[stretches_max]; /* the newest ones */
    int stretch_count;
    struct failure lost;     /* the gap that the file begins with, not told yet; or "" */
    struct text_buffer held; /* the text behind that gap, not in the window yet */
    struct origin held_origin;
    struct failure due; /* a gap where the window or `held` ends, not told yet; or "" */
    bool ended;
};

/*
 * Opens the file at `path` ("-" is standard input) and reads its beginning: some thousand bytes, if
 * there are so many. `clue` is what its encoding can be known by. NULL with `failure` filled in.
 */
struct stream *stream_open(const char *path, enum encoding_clue clue, struct failure *failure);
void stream_close(struct stream *stream);

/* The text that was read then; the file is known by it. */
const struct text_buffer *stream_beginning(const struct stream *stream);

/*
 * Whether bytes are missing before that: why, or NULL. Then it is so much more that the file can be
 * known by its middle.
 */
const char *stream_lost_beginning(const struct stream *stream);

/* Takes the next piece, unpacked; its content is swapped for an empty one. */
void stream_add(struct stream *stream, struct piece *piece);
void stream_add_end(struct stream *stream); /* there are no more */

enum stream_state {
    stream_bytes,       /* there are more: stream_take() */
    stream_gap,         /* bytes are missing where the window ends: `gap` says why. Told once */
    stream_wants_piece, /* a piece is to be added */
    stream_end,         /* the window holds all that is left */
    stream_failed       /* out of memory */
};

/* What follows behind the window. */
enum stream_state stream_next(struct stream *stream);

/*
 * Appends what stream_next() found to the window, and drops what stands before `begin`; `begin` and
 * `next` move along. False, with `failure` filled in, when memory runs out.
 */
bool stream_take(struct stream *stream, struct failure *failure);

/* Reads the next piece and adds it, as the threads of a load do later. */
bool stream_feed(struct stream *stream, struct failure *failure);

/*
 * Ends a call of the cutter's, which came to `state`: fills in how far the batch goes and, where
 * memory ran out, `failure`. Returns the state that the caller is told: what the last batch holds
 * comes before the end.
 */
enum cut_state stream_end_cut(const struct stream *stream, struct batch *batch,
                              enum cut_state state, struct failure *failure);

/* The file's name without its folder, or "standard input". */
const char *stream_file_name(const struct stream *stream);

/* Where a position in the window stands in the text. */
static inline int64_t stream_offset(const struct stream *stream, size_t position) {
    return stream->window_offset + (int64_t)position;
}

/* Where the text can be gone on with from `next` on; the cutter's own part of it is left alone. */
void stream_note_place(const struct stream *stream, struct dump_place *place);

/* The file from its beginning again. */
bool stream_rewind(struct stream *stream, struct failure *failure);

/*
 * Goes on where an earlier load of the same file stood, before any piece was read by others and
 * while the window is not yet beyond that place: `begin` and `next` are there, or what stands
 * before it will be skipped. False with `failure` filled in where the file cannot be read there.
 */
bool stream_resume(struct stream *stream, const struct dump_place *place, struct failure *failure);

/* Whether the text from which it goes on is still to come. */
bool stream_skips(const struct stream *stream);

#endif
