/* records.c - see records.h. */
#include "records.h"

#include "../base/ascii.h"
#include "../text/utf8.h"
#include "fields.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

/* The names of the columns are no longer than that. */
enum { header_max = 1 << 20 };

struct records {
    struct stream *stream;
    struct record_scheme scheme;
    int64_t number; /* of records that have begun, or of lines, empty ones included */
    bool quoted;    /* the stream's `next` is inside quotation marks */
    bool lost;      /* the record at hand is damaged: what is left of it is passed over */
    bool ended;     /* the window holds all there is */
};

/* ---- Where a record ends --------------------------------------------------------------------- */

/* Up to the first of `byte`, or to the end of the window. */
static size_t find(const struct text_buffer *window, size_t at, char byte) {
    const char *found =
        at < window->length ? memchr(window->bytes + at, byte, window->length - at) : NULL;
    return found ? (size_t)(found - window->bytes) : window->length;
}

/* Whether the quotation mark there, outside of others, is the first byte of a field. */
static bool opens_field(const struct stream *stream, size_t at) {
    return at == stream->begin || stream->window.bytes[at - 1] == ',';
}

/* Behind the quotation marks that are open; `next` stays before a mark that is the last byte. */
static size_t leave_quotes(struct records *records, size_t at) {
    const struct text_buffer *window = &records->stream->window;
    while (records->quoted && (at = find(window, at, '"')) < window->length) {
        if (at + 1 == window->length && !records->ended)
            return at;
        bool doubled = at + 1 < window->length && window->bytes[at + 1] == '"';
        records->quoted = doubled;
        at += doubled ? 2 : 1;
    }
    return at;
}

/* Moves `next` to the line end that closes a record of CSV; false where it is not there yet. */
static bool find_end_of_row(struct records *records) {
    struct stream *stream = records->stream;
    const char *bytes = stream->window.bytes;
    size_t at = leave_quotes(records, stream->next), length = stream->window.length;
    while (!records->quoted && at < length && bytes[at] != '\n') {
        records->quoted = bytes[at] == '"' && opens_field(stream, at);
        at++;
        if (records->quoted)
            at = leave_quotes(records, at);
    }
    stream->next = at;
    return !records->quoted && at < length;
}

/* Moves `next` to the line end that closes the record at hand; false where it is not there yet. */
static bool find_end(struct records *records) {
    struct stream *stream = records->stream;
    switch (records->scheme.layout->end) {
    case record_ends_outside_quotes:
        return find_end_of_row(records);
    case record_ends_with_line:
        stream->next = find(&stream->window, stream->next, '\n');
        return stream->next < stream->window.length;
    default:
        stream->next = stream->window.length;
        return false;
    }
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Adds a record, or what `length` bytes tell of it. NULL when memory runs out. */
static struct slice *add_slice(struct records *records, struct batch *batch, size_t length) {
    const struct stream *stream = records->stream;
    struct slice *slice = batch_add(batch);
    if (!slice)
        return NULL;
    slice->byte_offset = stream_offset(stream, stream->begin);
    slice->offset = batch->content.length;
    slice->length = length;
    slice->number = records->number;
    text_buffer_append(&batch->content, stream->window.bytes + stream->begin, length);
    return batch->content.failed ? NULL : slice;
}

/* The record at hand is damaged. */
static bool give_up(struct records *records, struct batch *batch, const char *why) {
    size_t length = records->stream->window.length - records->stream->begin;
    if (length > batch_damaged_max)
        length = batch_damaged_max;
    records->number++;
    return batch_damage(batch, add_slice(records, batch, length), why);
}

static bool give_up_long(struct records *records, struct batch *batch) {
    char message[64];
    snprintf(message, sizeof message, "a record longer than %d bytes", record_max);
    return give_up(records, batch, message);
}

/* Of a table a line without a byte is no record, of other files one without anything to see. */
static bool is_empty(const struct records *records, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (records->scheme.layout->header || !ascii_is_space(bytes[i]))
            return false;
    return true;
}

/* The record that ends at `next`, without its line end. */
static size_t length_at_hand(const struct stream *stream) {
    size_t length = stream->next - stream->begin;
    return length - (length > 0 && stream->window.bytes[stream->next - 1] == '\r');
}

static bool add_record(struct records *records, struct batch *batch) {
    const struct stream *stream = records->stream;
    size_t length = length_at_hand(stream);
    if (length > record_max)
        return give_up_long(records, batch);
    bool empty = length == 0 || is_empty(records, stream->window.bytes + stream->begin, length);
    records->number += !empty || !records->scheme.layout->header;
    return empty || add_slice(records, batch, length);
}

/* `next` is at the end of the record at hand. */
static bool end_record(struct records *records, struct batch *batch) {
    struct stream *stream = records->stream;
    bool good = records->lost || add_record(records, batch);
    if (stream->next < stream->window.length)
        stream->next++;
    stream->begin = stream->next;
    records->lost = false;
    return good;
}

/* ---- The stream ------------------------------------------------------------------------------ */

/* Of a record that is lost only the byte before `next` is kept: it may be a comma. */
static void pass_over(struct records *records) {
    struct stream *stream = records->stream;
    if (records->lost && stream->next > stream->begin)
        stream->begin = stream->next - 1;
}

static bool read_on(struct records *records, struct batch *batch, struct failure *failure) {
    const struct stream *stream = records->stream;
    enum { line_end = 2 };
    if (!records->lost && stream->window.length - stream->begin > record_max + line_end) {
        if (!give_up_long(records, batch))
            return false;
        records->lost = true;
    }
    pass_over(records);
    return stream_take(records->stream, failure);
}

/* Bytes are missing where the window ends, so the next end of a record may be one inside of it. */
static bool meet_gap(struct records *records, struct batch *batch) {
    struct stream *stream = records->stream;
    bool good = true;
    if (stream_offset(stream, stream->window.length) < stream->skip_until)
        return true;
    if (records->lost || stream->begin == stream->window.length)
        good = batch_add_damage(batch, stream_offset(stream, stream->window.length),
                                stream->gap.message);
    else
        good = give_up(records, batch, stream->gap.message);
    stream->next = stream->window.length;
    records->lost = true;
    records->quoted = false;
    pass_over(records);
    return good;
}

/* The last record needs no line end. */
static bool meet_end(struct records *records, struct batch *batch) {
    struct stream *stream = records->stream;
    bool none = stream->begin == stream->window.length, good = true;
    stream->next = stream->window.length;
    if (records->quoted && !records->lost && !none) {
        good = give_up(records, batch, "a quotation mark is not closed before the file ends");
        records->lost = true;
    }
    records->quoted = false;
    return good && (none || end_record(records, batch));
}

/* The window holds no end of a record any more. */
static enum cut_state read_stream(struct records *records, struct batch *batch,
                                  struct failure *failure) {
    bool good = true;
    switch (stream_next(records->stream)) {
    case stream_bytes:
        good = read_on(records, batch, failure);
        break;
    case stream_gap:
        good = meet_gap(records, batch);
        break;
    case stream_wants_piece:
        return cut_wants_piece;
    case stream_end:
        if (records->ended)
            return meet_end(records, batch) ? cut_end : cut_failed;
        records->ended = true; /* so that what looked unfinished is looked at again */
        break;
    case stream_failed:
        good = false;
    }
    return good ? cut_batch : cut_failed;
}

/* Between two records the file could be gone on with. */
static void note_place(const struct records *records, struct batch *batch) {
    batch->resumable = !records->lost && records->stream->next == records->stream->begin;
    stream_note_place(records->stream, &batch->place);
    batch->place.closed = true;
    batch->place.records = records->number;
}

enum cut_state records_cut(struct records *records, struct batch *batch, struct failure *failure) {
    enum cut_state state = cut_batch;
    while (state == cut_batch && !batch_is_full(batch)) {
        if (!find_end(records))
            state = read_stream(records, batch, failure);
        else if (!end_record(records, batch))
            state = cut_failed;
    }
    state = stream_end_cut(records->stream, batch, state, failure);
    if (state == cut_batch)
        note_place(records, batch);
    return state;
}

/* ---- The names of the columns ---------------------------------------------------------------- */

/* Reads on until the first record is in the window, from `begin` to `next`. */
static bool read_header(struct records *records, struct failure *failure) {
    struct stream *stream = records->stream;
    for (;;) {
        bool found = find_end(records);
        if (stream->next - stream->begin > header_max)
            return fail(failure, "no line end in its first %d bytes", header_max);
        if (found)
            return true;
        enum stream_state state = stream_next(stream);
        if (state == stream_gap)
            return fail(failure, "it is lost: %s", stream->gap.message);
        if (state == stream_failed)
            return fail_memory(failure);
        if (state == stream_end && records->ended)
            return !records->quoted || fail(failure, "a quotation mark is not closed");
        records->ended = state == stream_end;
        if (state == stream_bytes ? !stream_take(stream, failure)
                                  : state == stream_wants_piece && !stream_feed(stream, failure))
            return false;
    }
}

static bool next_field(const struct records *records, struct fields *fields) {
    return records->scheme.layout->syntax == record_is_csv ? fields_next_csv(fields)
                                                           : fields_next_tsv(fields);
}

/* The names that were found, with commas, on one line. */
static void list_names(const struct records *records, struct fields *fields, char *list,
                       size_t capacity) {
    size_t used = 0;
    list[0] = '\0';
    while (next_field(records, fields) && used < capacity) {
        int length = (int)(fields->field.length < capacity ? fields->field.length : capacity);
        int wrote = snprintf(list + used, capacity - used, "%s%.*s", used ? ", " : "", length,
                             length ? fields->field.bytes : "");
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    for (char *at = list; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
}

/* Finds each column that is wanted among the fields of the first record. */
static bool find_columns(struct records *records, struct fields *fields) {
    struct record_scheme *scheme = &records->scheme;
    bool failed = false;
    for (int place = 0; next_field(records, fields); place++) {
        failed = failed || fields->field.failed;
        for (enum column i = 0; i < column_count; i++)
            if (scheme->places[i] < 0 &&
                columns_is(scheme->columns, i, fields->field.bytes, fields->field.length))
                scheme->places[i] = place;
    }
    return !failed;
}

/* The first record names the columns; those that are needed must be there. */
static bool use_header(struct records *records, struct failure *failure) {
    const struct stream *stream = records->stream;
    const struct record_scheme *scheme = &records->scheme;
    const char *header = stream->window.bytes + stream->begin;
    size_t length = length_at_hand(stream);
    char list[400];
    struct fields fields = {0};
    if (utf8_valid_length(header, length) < length)
        return fail(failure, "it is not UTF-8");
    fields_begin(&fields, header, length);
    bool good = find_columns(records, &fields) || fail_memory(failure);
    for (int i = 0; good && i < column_count; i++) {
        if (scheme->places[i] >= 0 || !scheme->columns->names[i][0] ||
            (i != column_text && !scheme->columns->asked[i]))
            continue;
        fields_begin(&fields, header, length);
        list_names(records, &fields, list, sizeof list);
        good = fail(failure, "has no column '%s' (see --columns), only: %s",
                    scheme->columns->names[i], list);
    }
    fields_free(&fields);
    return good;
}

/* Finds the columns in the first line that is not empty. */
static bool begin_table(struct records *records, struct failure *failure) {
    struct stream *stream = records->stream;
    struct failure reason;
    for (;;) {
        if (!read_header(records, &reason))
            return fail(failure, "%s: its first line should name the columns: %s", stream->name,
                        reason.message);
        bool last = stream->next == stream->window.length;
        if (length_at_hand(stream) > 0)
            break;
        if (last)
            return fail(failure, "%s: is empty, expected the names of columns in its first line",
                        stream->name);
        stream->begin = ++stream->next;
    }
    if (!use_header(records, &reason))
        return fail(failure, "%s: %s", stream->name, reason.message);
    stream->next += stream->next < stream->window.length;
    stream->begin = stream->next;
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

struct records *records_open(const char *path, const struct record_layout *layout,
                             const struct columns *columns, struct failure *failure) {
    struct records *records = calloc(1, sizeof *records);
    if (!records) {
        fail_memory(failure);
        return NULL;
    }
    records->scheme = (struct record_scheme){.layout = layout, .columns = columns};
    for (int i = 0; i < column_count; i++)
        records->scheme.places[i] = -1;
    records->stream = stream_open(path, encoding_by_mark, failure);
    if (records->stream)
        records->scheme.name = stream_file_name(records->stream);
    if (records->stream && (!layout->header || begin_table(records, failure)))
        return records;
    records_close(records);
    return NULL;
}

void records_close(struct records *records) {
    if (!records)
        return;
    stream_close(records->stream);
    free(records);
}

struct stream *records_stream(struct records *records) {
    return records->stream;
}

const struct record_scheme *records_scheme(const struct records *records) {
    return &records->scheme;
}

bool records_resume(struct records *records, const struct dump_place *place,
                    struct failure *failure) {
    records->number = place->records;
    records->ended = records->quoted = records->lost = false;
    return stream_resume(records->stream, place, failure);
}
