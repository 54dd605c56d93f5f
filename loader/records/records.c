/* records.c - see records.h. */
#include "records.h"

#include "../base/ascii.h"
#include "../base/memory_bound.h"
#include "../text/message.h"
#include "../text/utf8.h"
#include "fields.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

/* The longest line of column names. */
enum { header_max = 1 << 20 };

struct records {
    struct reader reader; /* its number is that of records, or of lines, empty ones included */
    struct record_scheme scheme;
    bool quoted;      /* cursor.next is inside quotation marks */
    bool lost;        /* the current record is damaged; the rest of it is skipped */
    bool before_part; /* and this is why: it begins before the stream's part */
};

/* ---- Where a record ends --------------------------------------------------------------------- */

/* Moves `next` to the line end that closes the current record; false if the window lacks it. */
static bool find_end(struct records *records) {
    struct cursor *cursor = records->reader.cursor;
    const char *end;
    switch (records->scheme.layout->end) {
    case record_ends_outside_quotes:
        cursor->next =
            fields_row_end(cursor->bytes, cursor->begin, cursor->next, cursor->length,
                           records->scheme.layout->delimiter, cursor->at_end, &records->quoted);
        return !records->quoted && cursor->next < cursor->length;
    case record_ends_with_line:
        end = cursor->next < cursor->length
                  ? memchr(cursor->bytes + cursor->next, '\n', cursor->length - cursor->next)
                  : NULL;
        cursor->next = end ? (size_t)(end - cursor->bytes) : cursor->length;
        return end;
    default:
        cursor->next = cursor->length;
        return false;
    }
}

/* The length of the record that ends at `next`, without its line end. */
static size_t record_length(const struct cursor *cursor) {
    size_t length = cursor->next - cursor->begin;
    return length - (length > 0 && cursor->bytes[cursor->next - 1] == '\r');
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool give_up(struct records *records, struct batch *batch, const char *why) {
    return reader_give_up(&records->reader, batch, records->reader.cursor->begin, why);
}

static bool give_up_long(struct records *records, struct batch *batch) {
    char message[120];
    snprintf(message, sizeof message, "the record is longer than %zu bytes; %s", record_max(),
             memory_advice());
    return give_up(records, batch, message);
}

static bool is_table(const struct records *records) {
    enum record_syntax syntax = records->scheme.layout->syntax;
    return syntax == record_is_csv || syntax == record_is_tsv;
}

/* A line without bytes is not a row; elsewhere a line of white space is not a record either. */
static bool is_empty(const struct records *records, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (is_table(records) || !ascii_is_space(bytes[i]))
            return false;
    return true;
}

static bool end_record(struct records *records, struct batch *batch) {
    assert(records->reader.cursor->begin <= records->reader.cursor->next);
    struct cursor *cursor = records->reader.cursor;
    size_t length = record_length(cursor);
    bool good = true;
    if (!records->lost && length > record_max()) {
        good = give_up_long(records, batch);
    } else if (!records->lost) {
        bool empty = length == 0 || is_empty(records, cursor->bytes + cursor->begin, length);
        records->reader.number += !empty || !is_table(records);
        good = empty || reader_add_slice(&records->reader, batch, cursor->begin, length);
    }
    cursor->next += cursor->next < cursor->length;
    cursor->begin = cursor->next;
    records->lost = records->before_part = false;
    return good;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* The next line end after a gap may be one inside a record. */
static bool meet_gap(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    const char *why = reader->stream->gap.message;
    bool between = records->lost || cursor->begin == cursor->length;
    bool good = records->before_part || (between ? reader_report(reader, batch, cursor->length, why)
                                                 : give_up(records, batch, why));
    cursor->next = cursor->length;
    records->lost = true;
    records->quoted = false;
    return good;
}

static bool meet_long(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    records->lost = true;
    return give_up_long(records, batch);
}

/* The last record needs no line end. */
static bool meet_end(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    bool none = cursor->begin == cursor->length, good = true;
    cursor->next = cursor->length;
    if (records->quoted && !records->lost && !none) {
        good = give_up(records, batch, "a quotation mark is not closed before the file ends");
        records->lost = true;
    }
    records->quoted = false;
    return good && (none || end_record(records, batch));
}

static bool is_between(const struct reader *reader) {
    const struct records *records = (const struct records *)reader;
    return !records->lost && reader->cursor->next == reader->cursor->begin;
}

/*
 * Whether the next record begins after the stream's part. The record before the part's first one
 * may be longer than the part.
 */
static bool has_ended(const struct records *records) {
    const struct reader *reader = &records->reader;
    return (is_between(reader) || records->before_part) &&
           stream_is_after(reader->stream, reader->cursor->next);
}

static enum cut_state step(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    if (has_ended(records))
        return cut_end;
    if (find_end(records))
        return end_record(records, batch) ? cut_goes_on : cut_failed;
    /* Of a lost record only the byte before `next` is needed, which may be a delimiter. */
    if (records->lost && cursor->next > cursor->begin)
        cursor->begin = cursor->next - 1;
    return cut_wants_text;
}

/* ---- The names of the columns ---------------------------------------------------------------- */

/* Reads until the first record is in the window, from `begin` to `next`. */
static bool read_header(struct records *records, struct failure *failure) {
    const struct cursor *cursor = records->reader.cursor;
    for (;;) {
        bool found = find_end(records);
        if (cursor->next - cursor->begin > header_max)
            return fail(failure, "no line end in its first %d bytes", header_max);
        if (found)
            return true;
        switch (reader_read_on(&records->reader, failure)) {
        case stream_gap:
            return fail(failure, "it is lost: %s", records->reader.stream->gap.message);
        case stream_end:
            return !records->quoted || fail(failure, "a quotation mark is not closed");
        case stream_failed:
            return false;
        default:
            break;
        }
    }
}

/* Finds each wanted column among the fields of the header. */
static bool find_columns(struct records *records, struct fields *fields) {
    struct record_scheme *scheme = &records->scheme;
    bool failed = false;
    for (int place = 0; fields_next(fields); place++) {
        failed = failed || fields->field.failed;
        scheme->field_count = place + 1;
        for (int i = 0; i < scheme->columns->count; i++)
            if (scheme->places[i] < 0 &&
                columns_is(scheme->columns, i, fields->field.bytes, fields->field.length))
                scheme->places[i] = place;
    }
    return !failed;
}

/* Says that the header lacks a column, which it has instead, and what may be the reason. */
static bool miss_column(const struct records *records, int column, struct fields *fields,
                        struct failure *failure) {
    static const char delimiters[] = ";\t|,";
    const struct record_scheme *scheme = &records->scheme;
    const char *header = records->reader.cursor->bytes + records->reader.cursor->begin;
    size_t length = record_length(records->reader.cursor);
    char list[300] = "", hint[100] = "", other_column[columns_hint_max];
    fields_begin(fields, header, length);
    while (fields_next(fields))
        message_add_name(list, sizeof list, fields->field.bytes, fields->field.length);
    fields_begin(fields, header, length);
    bool one = fields_next(fields) && !fields_next(fields);
    for (const char *other = delimiters; one && *other && !hint[0]; other++)
        if (memchr(header, *other, length))
            snprintf(hint, sizeof hint,
                     *other == '\t'
                         ? "; this one column contains a tab: try --format tsv"
                         : "; this one column contains '%c': try --format csv --delimiter '%c'",
                     *other, *other);
    columns_hint(scheme->columns, column, other_column);
    return fail(failure, "has no column '%s' (%s), only: %s%s", scheme->columns->names[column],
                other_column, list, hint);
}

/* Finds the columns in the header, the current record. Columns that are needed must be there. */
static bool use_header(struct records *records, struct failure *failure) {
    const struct record_scheme *scheme = &records->scheme;
    const char *header = records->reader.cursor->bytes + records->reader.cursor->begin;
    size_t length = record_length(records->reader.cursor);
    struct fields fields = {.tabs = scheme->layout->syntax == record_is_tsv,
                            .delimiter = scheme->layout->delimiter};
    if (utf8_valid_length(header, length) < length)
        return scheme->encoding
                   ? fail(failure, "its first line is not %s", scheme->encoding)
                   : fail(failure, "its first line is not UTF-8; name its encoding, as by "
                                   "--encoding latin1");
    fields_begin(&fields, header, length);
    bool good = find_columns(records, &fields) || fail_memory(failure);
    for (int i = 0; good && i < scheme->columns->count; i++) {
        if (scheme->places[i] >= 0 || !scheme->columns->names[i][0] ||
            (i != column_text && !scheme->columns->asked[i]))
            continue;
        good = miss_column(records, i, &fields, failure);
    }
    fields_free(&fields);
    return good;
}

/* Reads the header: the first line that is not empty. */
static bool begin_table(struct records *records, struct failure *failure) {
    struct cursor *cursor = records->reader.cursor;
    const char *name = records->reader.name;
    struct failure reason;
    for (;;) {
        if (!read_header(records, &reason))
            return fail(failure, "%s: its first line should name the columns: %s", name,
                        reason.message);
        if (record_length(cursor) > 0)
            break;
        if (cursor->next == cursor->length)
            return fail(failure, "%s: is empty, expected the names of columns in its first line",
                        name);
        cursor->begin = ++cursor->next;
    }
    if (!use_header(records, &reason))
        return fail(failure, "%s: %s", name, reason.message);
    cursor->next += cursor->next < cursor->length;
    cursor->begin = cursor->next;
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct records *records = (struct records *)reader;
    reader->number = place->records;
    records->quoted = records->lost = false;
    return stream_resume(reader->stream, place, failure);
}

/* Numbers of records begin anew. */
static bool begin_part(struct reader *reader, struct failure *failure) {
    struct records *records = (struct records *)reader;
    reader->number = 0;
    records->lost = records->before_part = true;
    return stream_begin_part(reader->stream, failure);
}

static struct slice_parser *open_parser(const struct reader *reader, struct failure *failure) {
    return record_parser_open(&((const struct records *)reader)->scheme, failure);
}

enum { line_end = 2 };

static const struct reader_kind records_kind = {.cut = reader_cut_elements,
                                                .step = step,
                                                .meet_gap = meet_gap,
                                                .meet_long = meet_long,
                                                .meet_end = meet_end,
                                                .is_between = is_between,
                                                .resume = resume,
                                                .begin_part = begin_part,
                                                .open_parser = open_parser};

struct reader *records_open(struct stream *stream, const struct record_layout *layout,
                            const struct columns *columns, struct failure *failure) {
    struct records *records = reader_open(&records_kind, sizeof *records, stream, failure);
    if (!records)
        return NULL;
    records->reader.longest = record_max() + line_end;
    records->reader.undivided = layout->end == record_ends_outside_quotes
                                    ? "a quotation mark far before tells where a row ends"
                                : layout->end == record_ends_with_file ? "it is one document"
                                                                       : NULL;
    records->scheme = (struct record_scheme){.layout = layout,
                                             .columns = columns,
                                             .name = records->reader.short_name,
                                             .encoding = stream->encoding_name};
    /* Without a header, the names of columns are their numbers, from 1. */
    for (int i = 0; i < columns_max; i++)
        records->scheme.places[i] = is_table(records) && !layout->header && i < columns->count
                                        ? (int)strtol(columns->names[i], NULL, 10) - 1
                                        : -1;
    if (!layout->header || begin_table(records, failure))
        return &records->reader;
    reader_close(&records->reader);
    return NULL;
}
