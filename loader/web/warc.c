/* warc.c - see warc.h. */
#include "warc.h"

#include "web_page.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h> /* vsnprintf */
#include <stdlib.h>
#include <string.h>

static_assert((int)warc_uses <= (int)batch_uses_max, "a batch counts records of each use");

enum { version_length = 7 }; /* WARC/1. */

/* Bytes after a block that hold no record. So many are looked through before the block is kept. */
enum { junk_max = 1 << 20 };

/* Line ends between two records: two by the standard. */
enum { line_ends_max = 64 };

/* A batch of text that holds nothing but records passed over ends, too: progress is shown. */
enum { batch_text_max = 4 << 20 };

/* Where in the file `next` is. */
enum stage {
    stage_between, /* two records; `begin` and `next` are the same */
    stage_header,
    stage_block,
    stage_torn, /* in a record that no other one follows: where does one begin? */
    stage_skip, /* in a block too long for the window; `begin` and `next` are the same */
    stage_lost  /* in bytes that belong to no record; the same */
};

struct warc {
    struct reader reader;
    enum stage stage;
    int64_t batch_begin;

    /* Of the current record: */
    size_t header_length;
    int64_t block_length; /* by its header */
    enum warc_use use;    /* warc_use_open: not known yet */
    size_t searched;      /* stage_torn: how far, from its beginning */
    int64_t left;         /* stage_skip: how much of the block is left */
    bool reported;        /* stage_skip: the record is known to be damaged */
};

static enum cut_state done(bool good) {
    return good ? cut_goes_on : cut_failed;
}

static const char *bytes_of(const struct warc *warc) {
    return warc->reader.cursor->bytes + warc->reader.cursor->begin;
}

/* How much of the current record the window has, and perhaps of what follows it. */
static size_t length_of(const struct warc *warc) {
    return warc->reader.cursor->length - warc->reader.cursor->begin;
}

/* The length of the current record, which fits the window. */
static size_t record_length(const struct warc *warc) {
    assert(warc->block_length <= warc_record_max);
    return warc->header_length + (size_t)warc->block_length;
}

static void go_on_at(struct warc *warc, size_t position, enum stage stage) {
    assert(position >= warc->reader.cursor->begin && position <= warc->reader.cursor->length);
    warc->reader.cursor->begin = warc->reader.cursor->next = position;
    warc->stage = stage;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Adds the first `length` bytes of the current record. NULL when memory runs out. */
static struct slice *add_slice(struct warc *warc, struct batch *batch, size_t length) {
    return reader_add_slice(&warc->reader, batch, warc->reader.cursor->begin, length);
}

/*
 * Reports the current record as damaged, and goes on at a position. Its header, as far as it is
 * there, has its address.
 */
__attribute__((format(printf, 5, 6))) static enum cut_state
give_up(struct warc *warc, struct batch *batch, size_t position, enum stage stage, const char *why,
        ...) {
    char message[600];
    size_t length = warc->stage == stage_header ? length_of(warc) : warc->header_length;
    int used = snprintf(message, sizeof message, "record %lld: ", (long long)warc->reader.number);
    va_list values;
    va_start(values, why);
    vsnprintf(message + used, sizeof message - (size_t)used, why, values);
    va_end(values);
    bool good = batch_damage(
        batch, add_slice(warc, batch, length < batch_damaged_max ? length : batch_damaged_max),
        message);
    go_on_at(warc, position, stage);
    return done(good);
}

/* The current record is whole: a slice if it is a page, else one more that is passed over. */
static bool keep(struct warc *warc, struct batch *batch) {
    assert(warc->use != warc_use_open);
    if (warc_use_is_page(warc->use))
        return add_slice(warc, batch, record_length(warc)) != NULL;
    batch->passed_over[warc->use]++;
    return true;
}

/* ---- The stages ------------------------------------------------------------------------------ */

/* Whether a record begins at a position: yes, no, or more bytes are needed. */
enum follows { follows_record, follows_other, follows_unknown };

static enum follows find_following(const struct cursor *cursor, size_t at) {
    size_t left = cursor->length - at;
    if (left > 0 && !warc_version_begins(cursor->bytes + at, left))
        return follows_other;
    return left >= version_length ? follows_record
           : !cursor->at_end      ? follows_unknown
           : left == 0            ? follows_record /* none is needed any more */
                                  : follows_other;
}

static bool is_line_end(char byte) {
    return byte == '\r' || byte == '\n';
}

static enum cut_state leave_between(struct warc *warc, struct batch *batch) {
    struct cursor *cursor = warc->reader.cursor;
    size_t at = cursor->begin;
    while (at < cursor->length && is_line_end(cursor->bytes[at]))
        at++;
    go_on_at(warc, at, stage_between);
    enum follows follows = find_following(cursor, at);
    if (at == cursor->length || follows == follows_unknown)
        return cut_wants_text;
    if (follows == follows_record) {
        warc->reader.number++;
        warc->stage = stage_header;
        return cut_goes_on;
    }
    warc->stage = stage_lost;
    return done(
        reader_report(&warc->reader, batch, at,
                      "no record begins here: expected 'WARC/1.0' or 'WARC/1.1'; skipped up to "
                      "the next record"));
}

static enum cut_state read_header(struct warc *warc, struct batch *batch) {
    struct cursor *cursor = warc->reader.cursor;
    struct warc_header header;
    struct failure reason = {0};
    size_t length = header_length(bytes_of(warc), length_of(warc), cursor->next - cursor->begin);
    if (length > warc_header_max || (length == 0 && length_of(warc) > warc_header_max))
        fail(&reason, "its header is longer than %d bytes", warc_header_max);
    else if (length == 0 && cursor->at_end)
        fail(&reason, "the file ends in the middle of its header");
    else if (length > 0)
        warc_header_read(bytes_of(warc), length, &header, &reason);
    if (reason.message[0]) /* another record may begin after its version line */
        return give_up(warc, batch, cursor->begin + version_length, stage_lost, "%s",
                       reason.message);
    cursor->next = cursor->length;
    if (length == 0)
        return cut_wants_text;
    cursor->next = cursor->begin + length;
    warc->header_length = length;
    warc->block_length = header.length;
    warc->use = warc_use_open;
    warc->stage = stage_block;
    return cut_goes_on;
}

static void find_use(struct warc *warc) {
    struct warc_header header;
    struct warc_content content;
    struct failure ignored;
    size_t there = length_of(warc) - warc->header_length;
    if ((int64_t)there > warc->block_length)
        there = (size_t)warc->block_length;
    bool good = warc_header_read(bytes_of(warc), warc->header_length, &header, &ignored);
    assert(good); /* as it was before */
    (void)good;
    warc->use = warc_use_find(&header, bytes_of(warc) + warc->header_length, there, &content);
}

static enum cut_state begin_skip(struct warc *warc, struct batch *batch) {
    size_t block = warc->reader.cursor->begin + warc->header_length;
    warc->left = warc->block_length;
    warc->reported = warc_use_is_page(warc->use);
    if (warc->reported)
        return give_up(warc, batch, block, stage_skip, "its block has %lld bytes, more than %d",
                       (long long)warc->block_length, warc_record_max);
    go_on_at(warc, block, stage_skip);
    return cut_goes_on;
}

static enum cut_state read_block(struct warc *warc, struct batch *batch) {
    const struct cursor *cursor = warc->reader.cursor;
    if (warc->use == warc_use_open)
        find_use(warc);
    if (warc->use == warc_use_open && !cursor->at_end)
        return cut_wants_text;
    if (warc->block_length > warc_record_max)
        return begin_skip(warc, batch);
    size_t length = record_length(warc), at = cursor->begin + length;
    enum follows follows = cursor->at_end ? follows_other : follows_unknown;
    if (length_of(warc) >= length) {
        size_t most = at + line_ends_max;
        while (at < cursor->length && at < most && is_line_end(cursor->bytes[at]))
            at++;
        follows = at == most ? follows_record : find_following(cursor, at);
    }
    if (follows == follows_unknown)
        return cut_wants_text;
    if (follows == follows_other) {
        warc->searched = warc->header_length;
        warc->stage = stage_torn;
        return cut_goes_on;
    }
    bool good = keep(warc, batch);
    go_on_at(warc, at, stage_between);
    return done(good);
}

/* Keeps the record. Bytes that its length does not count follow it, up to `end`. */
static enum cut_state keep_before_junk(struct warc *warc, struct batch *batch, size_t end,
                                       enum stage stage) {
    char message[128];
    const char *bytes = warc->reader.cursor->bytes;
    size_t junk = warc->reader.cursor->begin + record_length(warc), junk_end = end;
    while (junk < end && is_line_end(bytes[junk]))
        junk++;
    while (junk_end > junk && is_line_end(bytes[junk_end - 1]))
        junk_end--;
    snprintf(message, sizeof message,
             "record %lld is followed by %zu bytes that belong to no record",
             (long long)warc->reader.number, junk_end - junk);
    bool good = keep(warc, batch) && reader_report(&warc->reader, batch, junk, message);
    go_on_at(warc, end, stage);
    return done(good);
}

static enum cut_state search_torn(struct warc *warc, struct batch *batch) {
    assert(warc->stage == stage_torn);
    const struct cursor *cursor = warc->reader.cursor;
    size_t at, length = record_length(warc), block = cursor->begin + warc->header_length;
    bool found =
        warc_find_record(cursor->bytes, cursor->length, cursor->begin + warc->searched, &at);
    warc->searched = at - cursor->begin;
    if (found && warc->searched < length)
        return give_up(warc, batch, at, stage_between,
                       "its block should have %lld bytes, but another record begins after %zu",
                       (long long)warc->block_length, at - block);
    if (found)
        return keep_before_junk(warc, batch, at, stage_between);
    if (length_of(warc) >= length + junk_max)
        return keep_before_junk(warc, batch, cursor->length, stage_lost);
    if (!cursor->at_end)
        return cut_wants_text;
    if (length_of(warc) >= length)
        return keep_before_junk(warc, batch, cursor->length, stage_between);
    return give_up(warc, batch, cursor->length, stage_between,
                   "the file ends after %zu of the %lld bytes of its block", cursor->length - block,
                   (long long)warc->block_length);
}

/* Reports the record in whose block `next` is, once. */
static bool report_skipped(struct warc *warc, struct batch *batch, const char *why) {
    char message[600];
    snprintf(message, sizeof message, "record %lld, whose block should have %lld bytes: %s",
             (long long)warc->reader.number, (long long)warc->block_length, why);
    bool reported = warc->reported;
    warc->reported = true;
    return reported || reader_report(&warc->reader, batch, warc->reader.cursor->next, message);
}

static enum cut_state skip_block(struct warc *warc, struct batch *batch) {
    assert(warc->left >= 0 && warc->stage == stage_skip);
    const struct cursor *cursor = warc->reader.cursor;
    size_t at, begin = cursor->begin;
    bool found = warc_find_record(cursor->bytes, cursor->length, begin, &at);
    bool inside = (int64_t)(at - begin) < warc->left, good = true;
    size_t end = inside ? at : begin + (size_t)warc->left;
    warc->left -= (int64_t)(end - begin);
    go_on_at(warc, end, !inside || found ? stage_between : stage_skip);
    if (inside && found)
        good = report_skipped(warc, batch, "another record begins here");
    else if (!inside && !warc->reported)
        batch->passed_over[warc->use]++;
    return inside && !found ? cut_wants_text : done(good);
}

static enum cut_state step(struct reader *reader, struct batch *batch) {
    struct warc *warc = (struct warc *)reader;
    if (stream_offset(reader->stream, reader->cursor->begin) - warc->batch_begin >= batch_text_max)
        return cut_batch;
    if (length_of(warc) == 0)
        return cut_wants_text;
    switch (warc->stage) {
    case stage_between:
        return leave_between(warc, batch);
    case stage_header:
        return read_header(warc, batch);
    case stage_block:
        return read_block(warc, batch);
    case stage_torn:
        return search_torn(warc, batch);
    case stage_skip:
        return skip_block(warc, batch);
    default: {
        const struct cursor *cursor = warc->reader.cursor;
        size_t at;
        bool found = warc_find_record(cursor->bytes, cursor->length, cursor->begin, &at);
        go_on_at(warc, at, found ? stage_between : stage_lost);
        return found ? cut_goes_on : cut_wants_text;
    }
    }
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* A record that ends before what may be wrong is whole. */
static bool meet_gap(struct reader *reader, struct batch *batch) {
    struct warc *warc = (struct warc *)reader;
    const struct cursor *cursor = reader->cursor;
    const char *why = reader->stream->gap.message;
    bool in_record = warc->stage == stage_block || warc->stage == stage_torn;
    bool whole = in_record && warc->block_length <= warc_record_max &&
                 cursor->begin + record_length(warc) <= stream_doubtful(reader->stream);
    bool good;
    if (whole)
        good = keep(warc, batch) && reader_report(reader, batch, cursor->length, why);
    else if (warc->stage == stage_between || warc->stage == stage_lost)
        good = reader_report(reader, batch, cursor->length, why);
    else if (warc->stage == stage_skip)
        good = report_skipped(warc, batch, why);
    else
        return give_up(warc, batch, cursor->length, stage_lost, "%s", why) != cut_failed;
    go_on_at(warc, cursor->length, stage_lost);
    return good;
}

static bool meet_end(struct reader *reader, struct batch *batch) {
    struct warc *warc = (struct warc *)reader;
    return warc->stage != stage_skip ||
           report_skipped(warc, batch, "the file ends in the middle of it");
}

static bool is_between(const struct reader *reader) {
    return ((const struct warc *)reader)->stage == stage_between;
}

static enum cut_state cut(struct reader *reader, struct batch *batch, struct failure *failure) {
    enum cut_state state = reader_cut_elements(reader, batch, failure);
    if (state == cut_batch)
        ((struct warc *)reader)->batch_begin = stream_offset(reader->stream, reader->cursor->begin);
    return state;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Checks that the file begins as a web archive does; if not, says what it is. */
static bool check_beginning(const struct warc *warc, struct failure *failure) {
    const struct text_buffer *beginning = stream_beginning(warc->reader.stream);
    const char *name = warc->reader.name, *lost = stream_lost_beginning(warc->reader.stream);
    size_t at = 0;
    if (beginning->length == 0)
        return fail(failure, "%s: is empty, expected a web archive (WARC)", name);
    if (lost)
        return warc_find_record(beginning->bytes, beginning->length, 0, &at) ||
               fail(failure, "%s: its beginning is lost, and no record follows soon: %s", name,
                    lost);
    while (at < beginning->length && is_line_end(beginning->bytes[at]))
        at++;
    if (beginning->length - at >= version_length &&
        warc_version_begins(beginning->bytes + at, beginning->length - at))
        return true;
    return fail(failure, "%s: is not a web archive (WARC): expected 'WARC/1.0' or 'WARC/1.1' first",
                name);
}

static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct warc *warc = (struct warc *)reader;
    reader->number = place->records;
    warc->batch_begin = place->byte_offset;
    warc->stage = stage_between;
    return stream_resume(reader->stream, place, failure);
}

static struct slice_parser *open_parser(const struct reader *reader, struct failure *failure) {
    (void)reader;
    return web_parser_open(failure);
}

static const struct reader_kind warc_kind = {.cut = cut,
                                             .step = step,
                                             .meet_gap = meet_gap,
                                             .meet_end = meet_end,
                                             .is_between = is_between,
                                             .resume = resume,
                                             .open_parser = open_parser};

struct reader *warc_open(struct stream *stream, struct failure *failure) {
    struct warc *warc = reader_open(&warc_kind, sizeof *warc, stream, failure);
    if (!warc)
        return NULL;
    warc->reader.undivided = "it is a web archive";
    warc->reader.longest = SIZE_MAX;
    if (check_beginning(warc, failure))
        return &warc->reader;
    reader_close(&warc->reader);
    return NULL;
}
