/* stream.c - see stream.h. */
#include "stream.h"

#include "bzip2_block.h"

#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h>
#include <string.h>

/* ---- The window ------------------------------------------------------------------------------ */

/* Drops what is not needed any more. */
static void forget(struct stream *stream) {
    struct text_buffer *window = &stream->window;
    size_t used = stream->begin;
    if (used == 0)
        return;
    window->length -= used;
    memmove(window->bytes, window->bytes + used, window->length);
    stream->window_offset += (int64_t)used;
    stream->next -= used;
    stream->begin = 0;
}

/* Moves on to the place from which a resumed load goes on, as far as it is in the window. */
static void skip(struct stream *stream) {
    int64_t skipped = stream->skip_until - stream->window_offset;
    if (skipped <= 0)
        return;
    size_t length = stream->window.length;
    stream->begin = stream->next = skipped < (int64_t)length ? (size_t)skipped : length;
    forget(stream);
}

/* Notes where in the file the bytes come from that are added to the window next. */
static void note_stretch(struct stream *stream, const struct origin *origin) {
    if (stream->stretch_count == stretches_max) {
        stream->stretch_count--;
        memmove(stream->stretches, stream->stretches + 1,
                sizeof *stream->stretches * (size_t)stream->stretch_count);
    }
    stream->stretches[stream->stretch_count++] =
        (struct stretch){*origin, stream_offset(stream, stream->window.length)};
}

bool stream_take(struct stream *stream, struct failure *failure) {
    const struct text_buffer *bytes = stream->bytes;
    stream->bytes = NULL;
    forget(stream);
    note_stretch(stream, &stream->bytes_origin);
    if (bytes == &stream->held) {
        text_buffer_append(&stream->window, bytes->bytes, bytes->length);
        text_buffer_free(&stream->held);
        if (stream->window.failed)
            return fail_memory(failure);
    } else if (!encoding_append(stream->encoding, bytes->bytes, bytes->length, &stream->window,
                                failure)) {
        return false;
    }
    skip(stream);
    return true;
}

/* What the joiner has. */
static enum stream_state look(struct stream *stream) {
    switch (
        piece_joiner_next(stream->joiner, &stream->bytes, &stream->bytes_origin, &stream->gap)) {
    case piece_joiner_bytes:
        return stream_bytes;
    case piece_joiner_gap:
        return stream_gap;
    case piece_joiner_wants_more:
        return stream_wants_piece;
    case piece_joiner_done:
        stream->ended = true;
        return stream_end;
    default:
        return stream_failed;
    }
}

/* Behind the last bytes: half a character may be left, which becomes a text of its own. */
static enum stream_state end_text(struct stream *stream) {
    if (!encoding_end(stream->encoding, &stream->held))
        return stream_end;
    stream->bytes = &stream->held;
    stream->bytes_origin = (struct origin){-1, -1};
    return stream->held.failed ? stream_failed : stream_bytes;
}

/* What was found when the beginning was read: a gap, the text behind it, another gap. */
static enum stream_state take_due(struct stream *stream) {
    bool lost = stream->lost.message[0], due = stream->due.message[0];
    if (!lost && stream->held.length > 0) {
        stream->bytes = &stream->held;
        stream->bytes_origin = stream->held_origin;
        return stream_bytes;
    }
    if (!lost && !due)
        return stream->ended ? stream_end : look(stream);
    struct failure *gap = lost ? &stream->lost : &stream->due;
    stream->gap = *gap;
    gap->message[0] = '\0';
    return stream_gap;
}

enum stream_state stream_next(struct stream *stream) {
    enum stream_state state = take_due(stream);
    if (state == stream_gap)
        encoding_gap(stream->encoding);
    return state == stream_end ? end_text(stream) : state;
}

void stream_add(struct stream *stream, struct piece *piece) {
    stream->file_end = piece->file_end;
    piece_joiner_add(stream->joiner, piece);
}

void stream_add_end(struct stream *stream) {
    piece_joiner_end(stream->joiner);
}

bool stream_feed(struct stream *stream, struct failure *failure) {
    struct piece *piece = &stream->piece;
    enum input_state state = input_next(stream->input, piece, failure);
    if (state == input_failed)
        return false;
    if (state == input_interrupted)
        return fail(failure, "interrupted");
    if (!stream->joiner)
        stream->joiner = piece_joiner_open(input_is_bzip2(stream->input));
    if (!stream->joiner)
        return fail_memory(failure);
    if (state == input_end) {
        stream_add_end(stream);
        return true;
    }
    if (!bzip2_unpack(stream->unpacker, piece, SIZE_MAX))
        return fail_memory(failure);
    stream_add(stream, piece);
    return true;
}

enum cut_state stream_end_cut(const struct stream *stream, struct batch *batch,
                              enum cut_state state, struct failure *failure) {
    batch->file_end = stream->file_end;
    batch->dump_end = stream_offset(stream, stream->next);
    if (state == cut_failed)
        fail_memory(failure);
    return state == cut_end && batch->count > 0 ? cut_batch : state;
}

/* ---- The beginning --------------------------------------------------------------------------- */

const struct text_buffer *stream_beginning(const struct stream *stream) {
    return stream->lost.message[0] ? &stream->held : &stream->window;
}

const char *stream_lost_beginning(const struct stream *stream) {
    return stream->lost.message[0] ? stream->lost.message : NULL;
}

/* A gap while the beginning is read: before all bytes, or what ends it. */
static void meet_gap(struct stream *stream, const struct text_buffer *raw) {
    bool first = raw->length == 0 && !stream->lost.message[0];
    *(first ? &stream->lost : &stream->due) = stream->gap;
}

/*
 * Reads enough to tell what the file is: `raw` is in no encoding that is known yet. Behind a lost
 * block that is some blocks, as one may hold nothing but the middle of a page.
 */
static bool read_raw(struct stream *stream, struct text_buffer *raw, struct failure *failure) {
    enum { enough = 4096, enough_of_middle = 4 << 20 };
    while (raw->length < (stream->lost.message[0] ? enough_of_middle : enough) &&
           !stream->due.message[0] && !stream->ended) {
        enum stream_state state = stream->joiner ? look(stream) : stream_wants_piece;
        if (state == stream_bytes) {
            if (raw->length == 0)
                stream->held_origin = stream->bytes_origin;
            text_buffer_append(raw, stream->bytes->bytes, stream->bytes->length);
            stream->bytes = NULL;
            if (raw->failed)
                return fail_memory(failure);
        } else if (state == stream_gap) {
            meet_gap(stream, raw);
        } else if (state == stream_failed) {
            return fail_memory(failure);
        } else if (state == stream_wants_piece && !stream_feed(stream, failure)) {
            return false;
        }
    }
    return true;
}

/* Makes the text of the beginning of what was read. */
static bool convert_beginning(struct stream *stream, const struct text_buffer *raw,
                              struct failure *failure) {
    struct failure reason;
    bool lost = stream->lost.message[0];
    if (raw->length == 0)
        return !lost || fail(failure, "%s: %s", stream->name, stream->lost.message);
    if (!encoding_detect(stream->encoding, stream->clue, raw->bytes, raw->length, &reason))
        return fail(failure, "%s: %s", stream->name, reason.message);
    if (!lost)
        note_stretch(stream, &stream->held_origin);
    return encoding_append(stream->encoding, raw->bytes, raw->length,
                           lost ? &stream->held : &stream->window, failure);
}

static bool read_beginning(struct stream *stream, struct failure *failure) {
    struct text_buffer raw = {0};
    bool good = read_raw(stream, &raw, failure) && convert_beginning(stream, &raw, failure);
    text_buffer_free(&raw);
    return good;
}

static bool open_file(struct stream *stream, struct failure *failure) {
    stream->input = input_open(stream->path, failure);
    if (!stream->input)
        return false;
    stream->encoding = encoding_open();
    if (!stream->encoding)
        return fail_memory(failure);
    return read_beginning(stream, failure);
}

static void close_file(struct stream *stream) {
    encoding_close(stream->encoding);
    input_close(stream->input);
    piece_joiner_close(stream->joiner);
    stream->encoding = NULL;
    stream->input = NULL;
    stream->joiner = NULL;
}

struct stream *stream_open(const char *path, enum encoding_clue clue, struct failure *failure) {
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        fail_memory(failure);
        return NULL;
    }
    stream->path = path;
    stream->name = strcmp(path, "-") == 0 ? "standard input" : path;
    stream->clue = clue;
    stream->unpacker = bzip2_unpacker_open();
    if (stream->unpacker ? open_file(stream, failure) : fail_memory(failure))
        return stream;
    stream_close(stream);
    return NULL;
}

void stream_close(struct stream *stream) {
    if (!stream)
        return;
    close_file(stream);
    bzip2_unpacker_close(stream->unpacker);
    piece_free(&stream->piece);
    text_buffer_free(&stream->window);
    text_buffer_free(&stream->held);
    free(stream);
}

const char *stream_file_name(const struct stream *stream) {
    const char *slash = stream->name == stream->path ? strrchr(stream->path, '/') : NULL;
    return slash ? slash + 1 : stream->name;
}

/* ---- Resumption ------------------------------------------------------------------------------ */

/* The newest piece of the file that begins before an offset of the text. */
static const struct stretch *stretch_of(const struct stream *stream, int64_t offset) {
    for (int i = stream->stretch_count; i-- > 0;)
        if (stream->stretches[i].offset <= offset)
            return &stream->stretches[i];
    return NULL;
}

void stream_note_place(const struct stream *stream, struct dump_place *place) {
    int64_t offset = stream_offset(stream, stream->next);
    /* Where bytes are converted, the state of iconv would be missing. */
    const struct stretch *stretch =
        encoding_converts(stream->encoding) ? NULL : stretch_of(stream, offset);
    place->byte_offset = offset;
    place->file_bit = stretch ? stretch->origin.file_bit : -1;
    place->checksum = stretch ? stretch->origin.checksum : -1;
    place->bit_offset = stretch ? stretch->offset : 0;
}

/* The window is empty, and what comes next stands at `offset` of the text. */
static void empty_window(struct stream *stream, int64_t offset) {
    text_buffer_clear(&stream->window);
    stream->begin = stream->next = 0;
    stream->window_offset = offset;
    stream->stretch_count = 0;
    stream->bytes = NULL;
    stream->ended = false;
    stream->lost.message[0] = stream->due.message[0] = '\0';
    text_buffer_free(&stream->held);
}

bool stream_rewind(struct stream *stream, struct failure *failure) {
    close_file(stream);
    empty_window(stream, 0);
    return open_file(stream, failure);
}

/* Of a bzip2 file only the blocks that are needed are read again. */
static bool skip_blocks(struct stream *stream, const struct dump_place *place,
                        struct failure *failure) {
    piece_joiner_close(stream->joiner);
    stream->joiner = piece_joiner_open(true);
    if (!stream->joiner)
        return fail_memory(failure);
    piece_joiner_resume(stream->joiner, place->checksum);
    empty_window(stream, place->bit_offset);
    return input_resume(stream->input, place->file_bit, failure);
}

bool stream_skips(const struct stream *stream) {
    return stream_offset(stream, stream->window.length) < stream->skip_until;
}

bool stream_resume(struct stream *stream, const struct dump_place *place, struct failure *failure) {
    /* The first block may begin with a byte-order mark, and need not be searched for. */
    if (place->file_bit >= 0 && place->bit_offset > 0 && input_is_bzip2(stream->input) &&
        !skip_blocks(stream, place, failure))
        return false;
    stream->skip_until = place->byte_offset;
    skip(stream);
    return true;
}
