/* stream.c - see stream.h. */
#include "stream.h"

#include "../base/interrupt.h"
#include "bzip2_block.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t stream_doubtful(const struct stream *stream) {
    size_t length = stream->cursor.length;
    return stream->doubtful < (int64_t)length ? length - (size_t)stream->doubtful : 0;
}

int64_t stream_offset(const struct stream *stream, size_t position) {
    return stream->window_offset + (int64_t)position;
}

/* ---- The window ------------------------------------------------------------------------------ */

static void drop_before_begin(struct stream *stream) {
    struct text_buffer *window = &stream->window;
    struct cursor *cursor = &stream->cursor;
    assert(cursor->begin <= cursor->next && cursor->next <= window->length);
    if (cursor->begin == 0)
        return;
    window->length -= cursor->begin;
    memmove(window->bytes, window->bytes + cursor->begin, window->length);
    stream->window_offset += (int64_t)cursor->begin;
    cursor->next -= cursor->begin;
    cursor->begin = 0;
    cursor->length = window->length;
}

bool stream_skips(const struct stream *stream) {
    return stream_offset(stream, stream->window.length) < stream->skip_until;
}

/* After the window has changed: drops text to be skipped, and updates the cursor. */
static void show_window(struct stream *stream) {
    struct text_buffer *window = &stream->window;
    int64_t skipped = stream->skip_until - stream->window_offset;
    if (skipped > 0) {
        bool within = skipped < (int64_t)window->length;
        stream->cursor.begin = stream->cursor.next = within ? (size_t)skipped : window->length;
        drop_before_begin(stream);
    }
    stream->cursor.bytes = window->bytes;
    stream->cursor.length = window->length;
}

/* Notes which piece the text comes from that is appended to the window next. */
static void note_start(struct stream *stream, const struct piece_origin *origin) {
    if (stream->start_count == stream_starts_max)
        memmove(stream->starts, stream->starts + 1,
                sizeof *stream->starts * (size_t)--stream->start_count);
    stream->starts[stream->start_count++] =
        (struct piece_start){*origin, stream_offset(stream, stream->window.length)};
}

/* Appends the bytes that were found to the window. */
static bool take_bytes(struct stream *stream) {
    assert(stream->bytes);
    const struct text_buffer *bytes = stream->bytes;
    stream->bytes = NULL;
    drop_before_begin(stream);
    note_start(stream, &stream->bytes_origin);
    if (stream->part_end == INT64_MAX && stream->bytes_origin.position >= stream->share.end)
        stream->part_end = stream_offset(stream, stream->window.length);
    if (bytes == &stream->beginning.text) { /* which is UTF-8 by now */
        text_buffer_append(&stream->window, bytes->bytes, bytes->length);
        text_buffer_free(&stream->beginning.text);
    } else {
        encoding_append(stream->encoding, bytes->bytes, bytes->length, &stream->window);
    }
    show_window(stream);
    return !stream->window.failed;
}

/* Asks the joiner for more: stream_more means that `bytes` has something for the window. */
static enum stream_event ask_joiner(struct stream *stream) {
    assert(!stream->bytes); /* they would be lost */
    enum stream_event event =
        piece_joiner_next(stream->joiner, &stream->bytes, &stream->bytes_origin, &stream->gap);
    if (event == stream_gap)
        stream->doubtful = piece_joiner_doubtful(stream->joiner);
    stream->joiner_ended = stream->joiner_ended || event == stream_end;
    return event;
}

/* What comes next: first what stream_open() has met, then what the joiner has. */
static enum stream_event find_more(struct stream *stream) {
    struct failure *before = &stream->beginning.gap_before, *after = &stream->beginning.gap_after;
    struct text_buffer *text = &stream->beginning.text;
    if (!before->message[0] && text->length > 0) {
        stream->bytes = text;
        stream->bytes_origin = stream->beginning.origin;
        return stream_more;
    }
    if (before->message[0] || after->message[0]) {
        struct failure *gap = before->message[0] ? before : after;
        stream->gap = *gap;
        stream->doubtful = gap == after ? stream->beginning.doubtful : 0;
        gap->message[0] = '\0';
        return stream_gap;
    }
    enum stream_event event = stream->joiner_ended ? stream_end : ask_joiner(stream);
    if (event != stream_end || !encoding_end(stream->encoding, text))
        return event;
    /* The text ended within a character, for which `text` holds a replacement now. */
    stream->bytes = text;
    stream->bytes_origin = (struct piece_origin){-1, -1, -1};
    return text->failed ? stream_failed : stream_more;
}

enum stream_event stream_read(struct stream *stream, size_t longest) {
    struct cursor *cursor = &stream->cursor;
    enum stream_event event;
    do {
        event = stream->bytes ? stream_more : find_more(stream);
        if (event == stream_gap)
            encoding_gap(stream->encoding);
    } while (event == stream_gap && stream_skips(stream));
    if (event == stream_end && !cursor->at_end) {
        cursor->at_end = true;
        return stream_last;
    }
    if (event != stream_more)
        return event;
    if (cursor->length - cursor->begin > longest)
        return stream_too_long;
    return take_bytes(stream) ? stream_more : stream_failed;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

void stream_add(struct stream *stream, struct piece *piece) {
    if (piece)
        stream->file_end = piece->file_end;
    piece_joiner_add(stream->joiner, piece);
}

bool stream_read_piece(struct stream *stream, struct failure *failure) {
    struct piece *piece = &stream->piece;
    enum input_state state = input_next(stream->input, piece, failure);
    if (state == input_failed)
        return false;
    if (state == input_interrupted)
        return fail(failure, "interrupted");
    if (!stream->joiner)
        stream->joiner = piece_joiner_open(stream->input->scanner, 0);
    if (!stream->joiner)
        return fail_memory(failure);
    if (state != input_end && !bzip2_unpack(stream->unpacker, piece, SIZE_MAX))
        return fail_memory(failure);
    stream_add(stream, state == input_end ? NULL : piece);
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

const char *stream_lost_beginning(const struct stream *stream) {
    const char *message = stream->beginning.gap_before.message;
    return message[0] ? message : NULL;
}

const struct text_buffer *stream_beginning(const struct stream *stream) {
    return stream_lost_beginning(stream) ? &stream->beginning.text : &stream->window;
}

/*
 * Reads enough bytes, of an encoding still unknown, to recognise the file. After a lost block that
 * takes several blocks, because one block may hold nothing but the middle of a page. An interrupt
 * ends the wait for a pipe that stays silent; what has come may be enough for a dump.
 */
static bool read_raw_beginning(struct stream *stream, struct text_buffer *raw,
                               struct failure *failure) {
    enum { least = 4096, enough = 256 << 10, enough_of_middle = 4 << 20 };
    struct failure *before = &stream->beginning.gap_before, *after = &stream->beginning.gap_after;
    bool silent = stream->input->size < 0; /* perhaps */
    while (raw->length < (before->message[0]             ? enough_of_middle
                          : silent && interrupt_signal() ? least
                                                         : enough) &&
           !after->message[0] && !stream->joiner_ended) {
        enum stream_event event = stream->joiner ? ask_joiner(stream) : stream_wants_piece;
        if (event == stream_failed)
            return fail_memory(failure);
        if (event == stream_wants_piece && !stream_read_piece(stream, failure))
            return false;
        if (event == stream_gap)
            *(raw->length == 0 && !before->message[0] ? before : after) = stream->gap;
        stream->beginning.doubtful = stream->doubtful;
        if (event != stream_more)
            continue;
        if (raw->length == 0)
            stream->beginning.origin = stream->bytes_origin;
        text_buffer_append(raw, stream->bytes->bytes, stream->bytes->length);
        stream->bytes = NULL;
        if (raw->failed)
            return fail_memory(failure);
    }
    return true;
}

/* Detects the encoding, and makes text of the bytes that were read. */
static bool convert_beginning(struct stream *stream, const struct text_buffer *raw,
                              struct failure *failure) {
    struct failure reason;
    const char *lost = stream_lost_beginning(stream);
    if (raw->length == 0)
        return !lost || fail(failure, "%s: %s", stream->name, lost);
    if (!(stream->encoding_name
              ? encoding_set(stream->encoding, stream->encoding_name, &reason)
              : encoding_detect(stream->encoding, stream->clue, raw->bytes, raw->length, &reason)))
        return fail(failure, "%s: %s", stream->name, reason.message);
    if (!lost)
        note_start(stream, &stream->beginning.origin);
    return encoding_append(stream->encoding, raw->bytes, raw->length,
                           lost ? &stream->beginning.text : &stream->window) ||
           fail_memory(failure);
}

static bool open_file(struct stream *stream, struct failure *failure) {
    struct text_buffer raw = {0};
    stream->input = input_open(stream->path, failure);
    if (!stream->input)
        return false;
    stream->input->break_at = stream->share.end;
    stream->encoding = encoding_open();
    if (!stream->encoding)
        return fail_memory(failure);
    bool good =
        read_raw_beginning(stream, &raw, failure) && convert_beginning(stream, &raw, failure);
    text_buffer_free(&raw);
    show_window(stream);
    return good;
}

static void close_file(struct stream *stream) {
    encoding_close(stream->encoding);
    input_close(stream->input);
    piece_joiner_close(stream->joiner);
    stream->encoding = NULL;
    stream->input = NULL;
    stream->joiner = NULL;
}

struct stream *stream_open(const char *path, enum encoding_clue clue, const char *encoding,
                           struct failure *failure) {
    struct stream *stream = allocate(sizeof *stream, failure);
    if (!stream)
        return NULL;
    stream->path = path;
    bool standard = strcmp(path, "-") == 0;
    const char *slash = standard ? NULL : strrchr(path, '/');
    stream->name = standard ? "standard input" : path;
    stream->file_name = slash ? slash + 1 : stream->name;
    stream->clue = clue;
    stream->encoding_name = encoding;
    stream->share.end = stream->part_end = INT64_MAX;
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
    TEXT_BUFFERS(text_buffer_free, &stream->window, &stream->beginning.text);
    free(stream);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Forgets all text; what is read next stands at `offset` of the text. */
static void empty_window(struct stream *stream, int64_t offset) {
    text_buffer_clear(&stream->window);
    text_buffer_free(&stream->beginning.text);
    stream->beginning.gap_before.message[0] = stream->beginning.gap_after.message[0] = '\0';
    stream->cursor = (struct cursor){0};
    stream->window_offset = offset;
    stream->start_count = 0;
    stream->part_end = INT64_MAX;
    stream->bytes = NULL;
    stream->joiner_ended = false;
}

/* Goes on at a piece, whose text is at `offset`; `checksum`: of the blocks before it, or -1. */
static bool go_to(struct stream *stream, int64_t file_bit, int64_t checksum, int64_t offset,
                  struct failure *failure) {
    piece_joiner_close(stream->joiner);
    stream->joiner = piece_joiner_open(stream->input->scanner, checksum);
    if (!stream->joiner)
        return fail_memory(failure);
    empty_window(stream, offset);
    stream->file_end = file_bit / 8; /* before the end of the first blocks, perhaps */
    return input_resume(stream->input, file_bit, failure);
}

const char *stream_undivided(const struct stream *stream) {
    return strcmp(stream->path, "-") == 0        ? "it is standard input"
           : stream->input->size < 0             ? "it is no regular file"
           : !input_divides(stream->input)       ? "only bzip2 compresses in blocks"
           : encoding_converts(stream->encoding) ? "it is converted into UTF-8"
                                                 : NULL;
}

/* The byte of the file at which a part ends and the next one begins. */
static int64_t boundary(const struct stream *stream, int part, int parts) {
    assert(part >= 1 && part < parts);
    int64_t size = stream->input->size;
    int64_t byte = size / parts * part + size % parts * part / parts;
    return byte > stream->file_end ? byte : stream->file_end;
}

void stream_set_part(struct stream *stream, int part, int parts) {
    assert(part >= 1 && part <= parts && input_divides(stream->input));
    if (part > 1)
        stream->share.begin = boundary(stream, part - 1, parts);
    if (part < parts)
        stream->share.end = boundary(stream, part, parts);
    stream->input->break_at = stream->share.end;
}

struct stream_share stream_share(const struct stream *stream) {
    int64_t size = stream->input->size;
    struct stream_share share = stream->share;
    if (share.end > size)
        share.end = size;
    return share;
}

bool stream_is_before(const struct stream *stream, size_t position) {
    return stream_offset(stream, position) < 0;
}

bool stream_is_after(const struct stream *stream, size_t position) {
    return stream_offset(stream, position) >= stream->part_end;
}

int64_t stream_part_length(const struct stream *stream) {
    int64_t end = stream_offset(stream, stream->cursor.length);
    return end < stream->part_end ? end : stream->part_end;
}

/* A block before a part, from which on the file is read as it is from its beginning. */
struct foothold {
    int64_t file_bit; /* -1 if there is none */
    int64_t checksum; /* of the blocks before it in its stream; -1 if not known */
};

/*
 * Finds the last block that is complete by itself among the pieces from byte `from` of the file to
 * the beginning of the part: piece_joiner.h never joins such a block with others. It begins a
 * stream if an end of one stands between it and another such block.
 */
static bool find_foothold(struct stream *stream, int64_t from, struct foothold *foothold,
                          struct failure *failure) {
    struct piece *piece = &stream->piece;
    bool after_block = false, after_end = false;
    *foothold = (struct foothold){-1, -1};
    if (!input_resume(stream->input, from * 8, failure))
        return false;
    for (;;) {
        enum input_state state = input_next(stream->input, piece, failure);
        if (state != input_more || piece->file_bit / 8 >= stream->share.begin)
            return state != input_failed;
        if (!bzip2_unpack(stream->unpacker, piece, SIZE_MAX))
            return fail_memory(failure);
        bool whole = piece->kind == piece_block && piece_is_complete(piece);
        if (whole)
            *foothold = (struct foothold){piece->file_bit, after_end ? 0 : -1};
        after_end = after_block && piece->kind == piece_stream_end && piece->tidy;
        after_block = whole;
    }
}

/* Looks for a foothold in ever more bytes before the part. The beginning of the file is one. */
static bool search_foothold(struct stream *stream, struct foothold *foothold,
                            struct failure *failure) {
    for (int64_t back = 1 << 19;; back *= 2) {
        if (back >= stream->share.begin) {
            *foothold = (struct foothold){0, 0};
            return true;
        }
        if (!find_foothold(stream, stream->share.begin - back, foothold, failure))
            return false;
        if (foothold->file_bit >= 0)
            return true;
    }
}

/* Drops the text before the part, but for its last byte, a line end perhaps. The part waits. */
static bool skip_to_part(struct stream *stream, struct failure *failure) {
    char last = 0;
    bool known = false;
    for (;;) {
        enum stream_event event = ask_joiner(stream);
        if (event == stream_failed)
            return fail_memory(failure);
        if (event == stream_wants_piece && !stream_read_piece(stream, failure))
            return false;
        if (event == stream_gap)
            known = false;
        if (event == stream_end ||
            (event == stream_more && stream->bytes_origin.position >= stream->share.begin))
            break;
        if (event == stream_more && stream->bytes->length > 0) {
            last = stream->bytes->bytes[stream->bytes->length - 1];
            known = true;
        }
        if (event == stream_more)
            stream->bytes = NULL;
    }
    if (known) {
        stream->window_offset = -1;
        text_buffer_append_byte(&stream->window, last);
    }
    show_window(stream);
    return !stream->window.failed || fail_memory(failure);
}

bool stream_begin_part(struct stream *stream, struct failure *failure) {
    struct foothold foothold = {(stream->share.begin - 1) * 8, -1};
    if (stream->share.begin == 0)
        return true;
    if (stream->input->scanner && !search_foothold(stream, &foothold, failure))
        return false;
    stream->skip_until = -1;
    if (!go_to(stream, foothold.file_bit, foothold.checksum, -1, failure))
        return false;
    if (!stream->input->scanner)
        return true;
    stream->window_offset = 0;
    return skip_to_part(stream, failure);
}

/* ---- Resuming -------------------------------------------------------------------------------- */

void stream_note_place(const struct stream *stream, struct resume_place *place) {
    int64_t offset = stream_offset(stream, stream->cursor.next);
    const struct piece_start *start = NULL;
    /* Converted text has to be read from its beginning: the state of iconv cannot be saved. */
    if (!encoding_converts(stream->encoding))
        for (int i = stream->start_count; !start && i-- > 0;)
            if (stream->starts[i].offset <= offset && stream->starts[i].offset < stream->part_end)
                start = &stream->starts[i];
    place->byte_offset = offset;
    place->file_bit = start ? start->origin.file_bit : -1;
    place->checksum = start ? start->origin.checksum : -1;
    place->bit_offset = start ? start->offset : 0;
}

bool stream_rewind(struct stream *stream, struct failure *failure) {
    close_file(stream);
    empty_window(stream, 0);
    return open_file(stream, failure);
}

bool stream_resume(struct stream *stream, const struct resume_place *place,
                   struct failure *failure) {
    /* The first block is read already, and its byte-order mark taken off. */
    bool skips_blocks = place->file_bit >= 0 && place->bit_offset > 0 && stream->input->scanner;
    stream->cursor.at_end = false;
    if (skips_blocks ? !go_to(stream, place->file_bit, place->checksum, place->bit_offset, failure)
                     : !stream_begin_part(stream, failure))
        return false;
    stream->skip_until = place->byte_offset;
    show_window(stream);
    return true;
}
