/*
 * stream.h - the text of a file: decompressed, in UTF-8, with the gaps where bytes are lost.
 *
 * A reader (reader.h) sees a window of the text through a cursor. stream_read() appends to the
 * window and drops what stands before `begin`: memory is bounded by the reader's longest element.
 *
 * A load with threads reads pieces by input_next(), unpacks them in any order and puts them
 * together by stream_add() and stream_read(). stream_read_piece() does all of this in one thread.
 *
 * Offsets count bytes of the uncompressed UTF-8 text, without those that are lost.
 *
 * A stream can be one of several parts of its file, which share its bytes; the first has at least
 * what stream_open() read. The text of a part is that of the blocks of bzip2 that begin in its
 * bytes, or of these bytes. Its offsets begin at 0. The window also has what follows the part, and
 * before its beginning perhaps one byte, at offset -1.
 *
 * Functions return false or NULL with `failure` filled in.
 */
#pragma once

#include "../base/failure.h"
#include "../text/text_buffer.h"
#include "batch.h"
#include "encoding.h"
#include "input.h"
#include "piece.h"
#include "piece_joiner.h"

/*
 * The window, and how far the reader has come in it: begin <= next <= length. The reader moves
 * `begin` and `next`; all else belongs to the stream.
 */
struct cursor {
    const char *bytes; /* NULL while nothing was read */
    size_t length;
    size_t begin; /* start of the current element; what stands before it is dropped */
    size_t next;  /* how far the reader has looked */
    bool at_end;  /* no text follows the window: stream_read() has said stream_last */
};

/* The bytes of a file of which a part has those from `begin` to `end`. */
struct stream_share {
    int64_t begin, end;
};

/* Where in the text the bytes of a piece begin. */
struct piece_start {
    struct piece_origin origin;
    int64_t offset;
};

enum { stream_starts_max = 64 };

/* What readers use comes first; all else belongs to the stream. */
struct stream {
    const char *name;          /* the file as people know it: its path, or "standard input" */
    const char *file_name;     /* the same without its folder */
    const char *encoding_name; /* as given to stream_open(); NULL: by the clue */
    struct input *input;       /* where the pieces come from; valid until stream_rewind() */
    struct cursor cursor;
    struct failure gap; /* what is missing at the gap that stream_read() reported last */
    int64_t file_end;   /* how far the file itself was read, in bytes */

    const char *path;
    struct text_buffer window;
    int64_t window_offset; /* of window.bytes[0] in the text */
    int64_t skip_until;    /* a resumed load skips the text before this offset */
    struct stream_share share;
    int64_t part_end; /* the offset at which the part's text ends; INT64_MAX: not known yet */

    enum encoding_clue clue;
    struct encoding *encoding;
    struct bzip2_unpacker *unpacker; /* for stream_read_piece() */
    struct piece piece;
    struct piece_joiner *joiner; /* opened with the first piece */
    bool joiner_ended;

    const struct text_buffer *bytes; /* what the joiner has given and the window lacks, or NULL */
    struct piece_origin bytes_origin;
    int64_t doubtful;                             /* bytes before the gap */
    struct piece_start starts[stream_starts_max]; /* of the newest pieces, the oldest first */
    int start_count;

    /*
     * What was met while the file was opened and is not reported yet: perhaps a gap, the text that
     * follows it, another gap. A message is "" if there is no such gap.
     */
    struct {
        struct failure gap_before, gap_after;
        int64_t doubtful;        /* before the gap after it */
        struct text_buffer text; /* only if there is a gap before it; else it is in the window */
        struct piece_origin origin;
    } beginning;
};

/*
 * Opens the file at `path` ("-": standard input) and reads its first 256 KiB, or all. It is in that
 * encoding or, if it is NULL, in the one that `clue` identifies. Both strings are borrowed.
 */
struct stream *stream_open(const char *path, enum encoding_clue clue, const char *encoding,
                           struct failure *failure);
void stream_close(struct stream *stream);

/* The text that stream_open() read, by which the caller recognises the file. */
const struct text_buffer *stream_beginning(const struct stream *stream);

/*
 * Why bytes are missing before the beginning, or NULL. If some are, it has several megabytes, by
 * which the middle of a file can be recognised.
 */
const char *stream_lost_beginning(const struct stream *stream);

/*
 * Reads more, unless the current element has more than `longest` bytes and still does not end.
 * Reports each gap once, but none in text that a resumed load skips. Moves the cursor along.
 */
enum stream_event stream_read(struct stream *stream, size_t longest);

/*
 * From where in the window the text before that gap is not known to be right, perhaps its end:
 * piece_joiner_doubtful(). For text that is not converted.
 */
size_t stream_doubtful(const struct stream *stream);

/* Takes the next piece, unpacked, whose content is swapped for an empty one; NULL: no more come. */
void stream_add(struct stream *stream, struct piece *piece);

/* Reads the next piece of the file, unpacks it and adds it. */
bool stream_read_piece(struct stream *stream, struct failure *failure);

/* The offset in the text of a position in the window. */
int64_t stream_offset(const struct stream *stream, size_t position);

/* Fills in where a later load can resume: at cursor.next. The reader's own fields stay as is. */
void stream_note_place(const struct stream *stream, struct resume_place *place);

/* Starts again at the beginning of the file. */
bool stream_rewind(struct stream *stream, struct failure *failure);

/*
 * Resumes where an earlier load of the file stopped, before any further piece is read, and while
 * the window ends before that place; text before it is skipped.
 */
bool stream_resume(struct stream *stream, const struct resume_place *place,
                   struct failure *failure);

/* Whether a resumed stream is still skipping text that was loaded before. */
bool stream_skips(const struct stream *stream);

/* Why the file cannot be read in parts, as a clause; NULL if it can. */
const char *stream_undivided(const struct stream *stream);

/*
 * Makes it part number `part`, from 1, of its file, once and before any further piece is read; then
 * stream_begin_part() or stream_resume() goes there, from the second part on.
 */
void stream_set_part(struct stream *stream, int part, int parts);
bool stream_begin_part(struct stream *stream, struct failure *failure);

/* The bytes of the file that the part has; all of them for a stream that is no part. */
struct stream_share stream_share(const struct stream *stream);

/* Whether a position in the window stands before the part, or after it. */
bool stream_is_before(const struct stream *stream, size_t position);
bool stream_is_after(const struct stream *stream, size_t position);

/* The length of the part's text. Call it when the window has come to its end. */
int64_t stream_part_length(const struct stream *stream);
