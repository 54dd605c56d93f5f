/* records.c - see records.h. */
#include "records.h"

#include "../base/ascii.h"
#include "../base/memory_bound.h"
#include "../text/message.h"
#include "../text/utf8.h"
#include "fields.h"

#include <assert.h>
#include <inttypes.h> /* PRId64 */
#include <stdio.h>    /* snprintf */
#include <stdlib.h>
#include <string.h>

/* The longest line of column names. */
enum { header_max = 1 << 20 };

enum { line_end = 2 }; /* bytes */

struct records {
    struct reader reader; /* its number is that of records, or of lines, empty ones included */
    struct record_scheme scheme;
    bool quoted;      /* cursor.next is inside quotation marks */
    bool lost;        /* the current record is damaged; the rest of it is skipped */
    bool before_part; /* and this is why: it begins before the stream's part */
    bool ended;       /* nothing more is read */
    int64_t promised; /* how many words the first line of vectors promises; -1: it does not */
};

static bool is_table(const struct records *records) {
    enum record_syntax syntax = records->scheme.layout->syntax;
    return syntax == record_is_csv || syntax == record_is_tsv;
}

static bool is_vectors(const struct records *records) {
    return records->scheme.layout->syntax == record_is_vector;
}

/* ---- Where a record ends --------------------------------------------------------------------- */

/* Where the current record begins: word2vec writes a line end after each binary vector. */
static size_t record_begin(const struct records *records) {
    const struct cursor *cursor = records->reader.cursor;
    return cursor->begin + (records->scheme.vectors.binary && cursor->begin < cursor->length &&
                            cursor->bytes[cursor->begin] == '\n');
}

/* The length of the line that begins at `at`, without its line end; SIZE_MAX if it has none. */
static size_t line_length(const struct cursor *cursor, size_t at) {
    const char *end =
        at < cursor->length ? memchr(cursor->bytes + at, '\n', cursor->length - at) : NULL;
    return end ? (size_t)(end - cursor->bytes) - at : SIZE_MAX;
}

static bool find_binary_end(struct records *records) {
    struct cursor *cursor = records->reader.cursor;
    size_t begin = record_begin(records), left = cursor->length - begin;
    size_t word = left > 0 ? vector_binary_word(cursor->bytes + begin, left) : 0;
    size_t bytes = 4 * records->scheme.vectors.dimensions;
    if (records->reader.number == records->promised || word == 0 || left - word < bytes)
        return false;
    cursor->next = begin + word + bytes;
    return true;
}

/* Moves `next` to the line end that closes the current record; false if the window lacks it. */
static bool find_end(struct records *records) {
    struct cursor *cursor = records->reader.cursor;
    size_t length = SIZE_MAX;
    if (records->scheme.vectors.binary)
        return find_binary_end(records);
    if (records->scheme.layout->end == record_ends_outside_quotes) {
        cursor->next =
            fields_row_end(cursor->bytes, cursor->begin, cursor->next, cursor->length,
                           records->scheme.layout->delimiter, cursor->at_end, &records->quoted);
        return !records->quoted && cursor->next < cursor->length;
    }
    if (records->scheme.layout->end == record_ends_with_line)
        length = line_length(cursor, cursor->next);
    cursor->next = length < SIZE_MAX ? cursor->next + length : cursor->length;
    return length < SIZE_MAX;
}

/* The length of the record that ends at `next`, without its line end. */
static size_t record_length(const struct records *records) {
    const struct cursor *cursor = records->reader.cursor;
    size_t length = cursor->next - record_begin(records);
    bool line_ends = !records->scheme.vectors.binary && length > 0;
    return length - (line_ends && cursor->bytes[cursor->next - 1] == '\r');
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool give_up(struct records *records, struct batch *batch, const char *why) {
    return reader_give_up(&records->reader, batch, record_begin(records), why);
}

static bool give_up_long(struct records *records, struct batch *batch) {
    char message[120];
    if (is_vectors(records))
        snprintf(message, sizeof message, "the line is longer than %d bytes", vector_line_max);
    else
        snprintf(message, sizeof message, "the record is longer than %zu bytes; %s", record_max(),
                 memory_advice());
    return give_up(records, batch, message);
}

/* A line without bytes is not a row; elsewhere a line of white space is not a record either. */
static bool is_empty(const struct records *records, const char *bytes, size_t length) {
    if (is_vectors(records) && length > 0)
        return !records->scheme.vectors.binary && vector_line_trim(bytes, length) == 0;
    for (size_t i = 0; i < length; i++)
        if (is_table(records) || !ascii_is_space(bytes[i]))
            return false;
    return true;
}

static bool end_record(struct records *records, struct batch *batch) {
    struct reader *reader = &records->reader;
    struct cursor *cursor = reader->cursor;
    size_t begin = record_begin(records), length = record_length(records);
    bool good = true;
    assert(begin <= cursor->next);
    if (!records->lost && length > reader->longest - line_end) {
        good = give_up_long(records, batch);
    } else if (!records->lost) {
        bool empty = length == 0 || is_empty(records, cursor->bytes + begin, length);
        reader->number += !empty || (!is_table(records) && !is_vectors(records));
        good = empty || reader_add_slice(reader, batch, begin, length);
    }
    cursor->next += !records->scheme.vectors.binary && cursor->next < cursor->length;
    cursor->begin = cursor->next;
    records->lost = records->before_part = false;
    int64_t most = records->scheme.layout->most;
    records->ended = records->ended || (most > 0 && reader->number == most);
    return good;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* The next line end after a gap may be one inside a record. */
static bool meet_gap(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    char why[sizeof reader->stream->gap.message + 40];
    snprintf(why, sizeof why, "%s%s", reader->stream->gap.message,
             records->scheme.vectors.binary ? ". The words after that cannot be found" : "");
    bool between = records->lost || cursor->begin == cursor->length;
    bool good = records->before_part || (between ? reader_report(reader, batch, cursor->length, why)
                                                 : give_up(records, batch, why));
    cursor->next = cursor->length;
    records->lost = true;
    records->quoted = false;
    records->ended = records->scheme.vectors.binary;
    return good;
}

static bool meet_long(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    records->lost = true;
    return give_up_long(records, batch);
}

/* Says that the first line has promised another number of words. */
static bool check_promise(struct records *records, struct batch *batch) {
    char message[128];
    const struct reader *reader = &records->reader;
    if (records->promised < 0 || reader->number == records->promised)
        return true;
    snprintf(message, sizeof message,
             "the first line promises %" PRId64 " word%s, but the file has %" PRId64,
             records->promised, records->promised == 1 ? "" : "s", reader->number);
    return reader_report(reader, batch, reader->cursor->length, message);
}

/* The last record needs no line end. What is told of vectors at the end is told once. */
static bool meet_end(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    bool none = record_begin(records) == cursor->length, good = true;
    cursor->next = cursor->length;
    if (records->quoted && !records->lost && !none) {
        good = give_up(records, batch, "a quotation mark is not closed before the file ends");
        records->lost = true;
    }
    if (records->scheme.vectors.binary && !none)
        good = give_up(records, batch, "the file ends in the middle of this word or its vector");
    else if (!none)
        good = good && end_record(records, batch);
    records->quoted = false;
    if (!is_vectors(records))
        return good;
    bool limited = records->ended;
    cursor->begin = cursor->next;
    records->ended = true;
    return good && (limited || check_promise(records, batch));
}

static bool is_between(const struct reader *reader) {
    const struct records *records = (const struct records *)reader;
    return !records->lost && reader->cursor->next == reader->cursor->begin &&
           !(is_vectors(records) && records->ended);
}

/*
 * Looks into binary vectors whose next record is not complete in the window. They end where the
 * next word has no end, and if they go on after the last word.
 */
static bool look_into_binary(struct records *records, struct batch *batch) {
    struct cursor *cursor = records->reader.cursor;
    size_t begin = record_begin(records), left = cursor->length - begin;
    char why[96] = "the file goes on after the last word that its first line promises";
    bool goes_on = records->reader.number == records->promised;
    if (goes_on ? left == 0
                : left <= vector_word_max || vector_binary_word(cursor->bytes + begin, left) > 0)
        return true;
    if (!goes_on)
        snprintf(why, sizeof why,
                 "a word is longer than %d bytes. The words after it cannot be found",
                 vector_word_max);
    cursor->begin = cursor->next = cursor->length;
    records->ended = true;
    return reader_report(&records->reader, batch, begin, why);
}

static enum cut_state step(struct reader *reader, struct batch *batch) {
    struct records *records = (struct records *)reader;
    struct cursor *cursor = reader->cursor;
    /* The next record may begin after the part, which the one before it may have outlasted. */
    if (records->ended || ((is_between(reader) || records->before_part) &&
                           stream_is_after(reader->stream, cursor->next)))
        return cut_end;
    if (find_end(records))
        return end_record(records, batch) ? cut_goes_on : cut_failed;
    if (records->scheme.vectors.binary && !look_into_binary(records, batch))
        return cut_failed;
    /* Of a lost record only the byte before `next` is needed, which may be a delimiter. */
    if (records->lost && cursor->next > cursor->begin)
        cursor->begin = cursor->next - 1;
    return records->ended ? cut_end : cut_wants_text;
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
    for (int place = 0; fields_next(fields); place++) {
        scheme->field_count = place + 1;
        for (int i = 0; i < scheme->columns->count; i++)
            if (scheme->places[i] < 0 &&
                columns_is(scheme->columns, i, fields->field.bytes, fields->field.length))
                scheme->places[i] = place;
    }
    return !fields->field.failed;
}

/* Says that the header lacks a column, which it has instead, and what may be the reason. */
static bool miss_column(const struct records *records, int column, struct fields *fields,
                        struct failure *failure) {
    static const char delimiters[] = ";\t|,";
    const struct record_scheme *scheme = &records->scheme;
    const char *header = records->reader.cursor->bytes + records->reader.cursor->begin;
    size_t length = record_length(records);
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
    size_t length = record_length(records);
    struct fields fields = {.tabs = scheme->layout->syntax == record_is_tsv,
                            .delimiter = scheme->layout->delimiter};
    if (utf8_valid_length(header, length) < length)
        return scheme->encoding
                   ? fail(failure, "its first line is not %s", scheme->encoding)
                   : fail(failure, "its first line is not UTF-8; name its encoding, such as by "
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
    struct failure reason;
    for (;;) {
        if (!read_header(records, &reason))
            return fail(failure, "its first line should name the columns: %s", reason.message);
        if (record_length(records) > 0)
            break;
        if (cursor->next == cursor->length)
            return fail(failure, "is empty, expected the names of columns in its first line");
        cursor->begin = ++cursor->next;
    }
    if (!use_header(records, failure))
        return false;
    cursor->next += cursor->next < cursor->length;
    cursor->begin = cursor->next;
    return true;
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Reads until the line that begins at `at` is in the window, or all of the file is. */
static bool read_line(struct records *records, size_t at, size_t longest, struct failure *failure) {
    const struct cursor *cursor = records->reader.cursor;
    while (line_length(cursor, at) == SIZE_MAX && cursor->length - at <= longest) {
        enum stream_event event = reader_read_on(&records->reader, failure);
        if (event == stream_gap)
            return fail(failure, "its first lines are lost: %s",
                        records->reader.stream->gap.message);
        if (event == stream_end || event == stream_failed)
            return event == stream_end;
    }
    return true;
}

/* Reads the first line, which says how many words and dimensions there are. */
static bool read_promise(struct records *records, int64_t *dimensions, struct failure *failure) {
    enum { promise_max = 128, shown = 40 };
    struct cursor *cursor = records->reader.cursor;
    if (!read_line(records, 0, promise_max, failure))
        return false;
    size_t length = line_length(cursor, 0);
    if (length == SIZE_MAX)
        length = cursor->length;
    size_t line = length < promise_max ? length : promise_max;
    if (!vector_header_read(cursor->bytes, line, &records->promised, dimensions))
        return fail(failure,
                    "its first line should say how many words and dimensions there are, such as "
                    "'400000 300', found '%.*s'",
                    (int)(line < shown ? line : shown), cursor->bytes);
    cursor->begin = cursor->next = length < cursor->length ? length + 1 : length;
    return true;
}

/* Finds out how many dimensions the vectors have, and whether they are binary. */
static bool begin_vectors(struct records *records, struct failure *failure) {
    const struct record_layout *layout = records->scheme.layout;
    struct vector_scheme *vectors = &records->scheme.vectors;
    const struct cursor *cursor = records->reader.cursor;
    const char *lost = stream_lost_beginning(records->reader.stream);
    int64_t dimensions = 0;
    if (lost)
        return fail(failure, "its first lines are lost: %s", lost);
    if (cursor->length == 0)
        return fail(failure, "is empty, expected word vectors");
    if (layout->header && !read_promise(records, &dimensions, failure))
        return false;
    if (!layout->header && !read_line(records, 0, vector_line_max, failure))
        return false;
    if (!layout->header)
        dimensions = (int64_t)vector_text_dimensions(cursor->bytes, cursor->length, cursor->at_end);
    if (!layout->header && dimensions == 0)
        return fail(failure, "expected a word and numbers in its first lines, found none");
    if (dimensions < 1 || dimensions > vector_dimensions_max)
        return fail(failure, "expected 1 to %d dimensions, found %" PRId64, vector_dimensions_max,
                    dimensions);
    vectors->dimensions = (size_t)dimensions;
    if (!layout->may_be_binary)
        return true;
    if (!read_line(records, cursor->begin, vector_line_max, failure))
        return false;
    vectors->binary = vector_is_binary(cursor->bytes + cursor->begin,
                                       cursor->length - cursor->begin, vectors->dimensions);
    return true;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct records *records = (struct records *)reader;
    reader->number = place->records;
    records->quoted = records->lost = records->ended = false;
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
    bool vectors = layout->syntax == record_is_vector;
    records->reader.longest = (vectors ? vector_line_max : record_max()) + line_end;
    records->promised = -1;
    records->reader.undivided = layout->end == record_ends_outside_quotes
                                    ? "the end of a row depends on quotation marks far before it"
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
    struct failure reason;
    if (vectors ? begin_vectors(records, &reason)
                : !layout->header || begin_table(records, &reason))
        return &records->reader;
    fail(failure, "%s: %s", records->reader.name, reason.message);
    reader_close(&records->reader);
    return NULL;
}

const struct vector_scheme *records_vectors(const struct reader *reader) {
    assert(reader->kind == &records_kind);
    const struct records *records = (const struct records *)reader;
    return is_vectors(records) ? &records->scheme.vectors : NULL;
}
