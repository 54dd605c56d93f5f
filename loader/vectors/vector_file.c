/* vector_file.c - see vector_file.h. */
#include "vector_file.h"

#include <assert.h>
#include <inttypes.h> /* PRId64 */
#include <stdio.h>    /* snprintf */
#include <stdlib.h>
#include <string.h>

struct vector_file {
    struct reader reader;
    struct vector_scheme scheme;
    int64_t promised; /* how many words the first line promises; -1: there is no such line */
    int64_t most;     /* how many words are read; 0: all */
    bool lost;        /* the current line is damaged; the rest of it is skipped */
    bool ended;       /* nothing more is read */
};

/* ---- Where a record ends --------------------------------------------------------------------- */

/* The length of the line that begins at `at`, without its line end; SIZE_MAX if it has none. */
static size_t line_length(const struct cursor *cursor, size_t at) {
    const char *end =
        at < cursor->length ? memchr(cursor->bytes + at, '\n', cursor->length - at) : NULL;
    return end ? (size_t)(end - cursor->bytes) - at : SIZE_MAX;
}

/* word2vec writes a line end after each vector, other programs do not. */
static size_t binary_begin(const struct cursor *cursor) {
    size_t begin = cursor->begin;
    return begin + (begin < cursor->length && cursor->bytes[begin] == '\n');
}

/* Moves `next` to the end of the current record; false if the window lacks it. */
static bool find_end(struct vector_file *file) {
    assert(file->scheme.dimensions > 0);
    struct cursor *cursor = file->reader.cursor;
    size_t length = line_length(cursor, cursor->next), begin = binary_begin(cursor);
    if (!file->scheme.binary) {
        cursor->next = length < SIZE_MAX ? cursor->next + length : cursor->length;
        return length < SIZE_MAX;
    }
    size_t left = cursor->length - begin;
    size_t word = left > 0 ? vector_binary_word(cursor->bytes + begin, left) : 0;
    if (word == 0 || left - word < 4 * file->scheme.dimensions)
        return false;
    cursor->next = begin + word + 4 * file->scheme.dimensions;
    return true;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool give_up(struct vector_file *file, struct batch *batch, const char *why) {
    const struct cursor *cursor = file->reader.cursor;
    return reader_give_up(&file->reader, batch,
                          file->scheme.binary ? binary_begin(cursor) : cursor->begin, why);
}

static bool give_up_long(struct vector_file *file, struct batch *batch) {
    char message[64];
    snprintf(message, sizeof message, "the line is longer than %d bytes", vector_line_max);
    return give_up(file, batch, message);
}

/* Ends the current record, whose end is at `next`, and moves past it. */
static bool end_record(struct vector_file *file, struct batch *batch) {
    struct cursor *cursor = file->reader.cursor;
    size_t begin = file->scheme.binary ? binary_begin(cursor) : cursor->begin;
    size_t length = cursor->next - begin;
    bool good = true;
    if (!file->lost && length > vector_line_max)
        good = give_up_long(file, batch);
    else if (!file->lost &&
             (file->scheme.binary || vector_line_trim(cursor->bytes + begin, length) > 0)) {
        file->reader.number++;
        good = reader_add_slice(&file->reader, batch, begin, length);
    }
    cursor->next += !file->scheme.binary && cursor->next < cursor->length;
    cursor->begin = cursor->next;
    file->lost = false;
    file->ended = file->ended || (file->most > 0 && file->reader.number == file->most);
    return good;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static void skip_window(struct vector_file *file) {
    file->reader.cursor->begin = file->reader.cursor->next = file->reader.cursor->length;
}

static bool meet_gap(struct reader *reader, struct batch *batch) {
    struct vector_file *file = (struct vector_file *)reader;
    const struct cursor *cursor = reader->cursor;
    bool binary = file->scheme.binary;
    char why[600];
    snprintf(why, sizeof why, "%s%s", reader->stream->gap.message,
             binary ? ". The words after that cannot be found" : "");
    bool between = file->lost || cursor->begin == cursor->length;
    bool good =
        between ? reader_report(reader, batch, cursor->length, why) : give_up(file, batch, why);
    skip_window(file);
    file->lost = true;
    file->ended = binary;
    return good;
}

static bool meet_long(struct reader *reader, struct batch *batch) {
    struct vector_file *file = (struct vector_file *)reader;
    file->lost = true;
    return give_up_long(file, batch);
}

/* Says that the first line has promised another number of words. */
static bool check_promise(struct vector_file *file, struct batch *batch) {
    char message[128];
    if (file->promised < 0 || file->reader.number == file->promised)
        return true;
    snprintf(message, sizeof message,
             "the first line promises %" PRId64 " word%s, but the file has %" PRId64,
             file->promised, file->promised == 1 ? "" : "s", file->reader.number);
    return reader_report(&file->reader, batch, file->reader.cursor->length, message);
}

/* The last line needs no line end. */
static bool meet_end(struct reader *reader, struct batch *batch) {
    struct vector_file *file = (struct vector_file *)reader;
    struct cursor *cursor = reader->cursor;
    bool good = true;
    if (file->scheme.binary && binary_begin(cursor) < cursor->length)
        good = give_up(file, batch, "the file ends in the middle of this word or its vector");
    cursor->next = cursor->length;
    if (!file->scheme.binary && cursor->begin < cursor->length)
        good = end_record(file, batch);
    bool limited = file->ended; /* by --words-most */
    skip_window(file);
    file->ended = true;
    return good && (limited || check_promise(file, batch));
}

/* Ends a binary file whose next word has no end, or that goes on after its last word. */
static bool stop_binary(struct vector_file *file, struct batch *batch, const char *why) {
    bool good = reader_report(&file->reader, batch, binary_begin(file->reader.cursor), why);
    skip_window(file);
    file->ended = true;
    return good;
}

/* Looks into a binary file whose next record is not complete in the window. */
static bool look_into_binary(struct vector_file *file, struct batch *batch) {
    size_t begin = binary_begin(file->reader.cursor), left = file->reader.cursor->length - begin;
    char message[96];
    if (file->reader.number == file->promised && left > 0)
        return stop_binary(file, batch,
                           "the file goes on after the last word that its first line "
                           "promises");
    if (left <= vector_word_max || vector_binary_word(file->reader.cursor->bytes + begin, left) > 0)
        return true;
    snprintf(message, sizeof message,
             "a word is longer than %d bytes. The words after it cannot be found", vector_word_max);
    return stop_binary(file, batch, message);
}

static enum cut_state step(struct reader *reader, struct batch *batch) {
    struct vector_file *file = (struct vector_file *)reader;
    bool more = !file->scheme.binary || reader->number != file->promised;
    if (file->ended)
        return cut_end;
    if (more && find_end(file))
        return end_record(file, batch) ? cut_goes_on : cut_failed;
    if (file->scheme.binary && !look_into_binary(file, batch))
        return cut_failed;
    if (file->lost)
        skip_window(file);
    return file->ended ? cut_end : cut_wants_text;
}

/* What is told at the end is told once. */
static bool is_between(const struct reader *reader) {
    const struct vector_file *file = (const struct vector_file *)reader;
    return !file->ended && !file->lost && reader->cursor->next == reader->cursor->begin;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Reads until the line that begins at `at` is in the window, or all of the file is. */
static bool read_line(struct vector_file *file, size_t at, size_t longest,
                      struct failure *failure) {
    while (line_length(file->reader.cursor, at) == SIZE_MAX &&
           file->reader.cursor->length - at <= longest) {
        switch (reader_read_on(&file->reader, failure)) {
        case stream_gap:
            return fail(failure, "its first lines are lost: %s", file->reader.stream->gap.message);
        case stream_end:
            return true;
        case stream_failed:
            return false;
        default:
            break;
        }
    }
    return true;
}

static bool check_dimensions(int64_t dimensions, struct failure *failure) {
    return (dimensions >= 1 && dimensions <= vector_dimensions_max) ||
           fail(failure, "expected 1 to %d dimensions, found %" PRId64, vector_dimensions_max,
                dimensions);
}

/* Reads the first line, which says how many words and dimensions there are. */
static bool read_header(struct vector_file *file, bool may_be_binary, struct failure *failure) {
    enum { header_max = 128, shown = 40 };
    struct cursor *cursor = file->reader.cursor;
    int64_t dimensions;
    if (!read_line(file, 0, header_max, failure))
        return false;
    size_t length = line_length(cursor, 0);
    if (length == SIZE_MAX)
        length = cursor->length;
    size_t line = length < header_max ? length : header_max;
    if (!vector_header_read(cursor->bytes, line, &file->promised, &dimensions))
        return fail(failure,
                    "its first line should say how many words and dimensions there are, such as "
                    "'400000 300', found '%.*s'",
                    (int)(line < shown ? line : shown), cursor->bytes);
    if (!check_dimensions(dimensions, failure))
        return false;
    file->scheme.dimensions = (size_t)dimensions;
    cursor->begin = cursor->next = length < cursor->length ? length + 1 : length;
    if (!may_be_binary)
        return true;
    if (!read_line(file, cursor->begin, vector_line_max, failure))
        return false;
    file->scheme.binary = vector_is_binary(cursor->bytes + cursor->begin,
                                           cursor->length - cursor->begin, file->scheme.dimensions);
    return true;
}

static bool count_dimensions(struct vector_file *file, struct failure *failure) {
    const struct cursor *cursor = file->reader.cursor;
    if (!read_line(file, 0, vector_line_max, failure))
        return false;
    size_t count = vector_text_dimensions(cursor->bytes, cursor->length, cursor->at_end);
    file->scheme.dimensions = count;
    file->promised = -1;
    return count > 0 ? check_dimensions((int64_t)count, failure)
                     : fail(failure, "expected a word and numbers in its first lines, found none");
}

static bool begin(struct vector_file *file, enum vector_form form, struct failure *failure) {
    const char *name = file->reader.name, *lost = stream_lost_beginning(file->reader.stream);
    struct failure reason;
    if (lost)
        return fail(failure, "%s: its first lines are lost: %s", name, lost);
    if (file->reader.cursor->length == 0)
        return fail(failure, "%s: is empty, expected word vectors", name);
    return (form == vector_glove ? count_dimensions(file, &reason)
                                 : read_header(file, form == vector_word2vec, &reason)) ||
           fail(failure, "%s: %s", name, reason.message);
}

static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct vector_file *file = (struct vector_file *)reader;
    reader->number = place->records;
    file->lost = file->ended = false;
    return stream_resume(reader->stream, place, failure);
}

static const struct reader_kind vectors_kind = {.cut = reader_cut_elements,
                                                .step = step,
                                                .meet_gap = meet_gap,
                                                .meet_long = meet_long,
                                                .meet_end = meet_end,
                                                .is_between = is_between,
                                                .resume = resume};

struct reader *vector_file_open(struct stream *stream, enum vector_form form, int64_t words_most,
                                struct failure *failure) {
    struct vector_file *file = reader_open(&vectors_kind, sizeof *file, stream, failure);
    if (!file)
        return NULL;
    assert(form != vector_none && words_most >= 0);
    file->most = words_most;
    file->reader.longest = vector_line_max + 2; /* a line end */
    if (begin(file, form, failure))
        return &file->reader;
    reader_close(&file->reader);
    return NULL;
}

const struct vector_scheme *vector_file_scheme(const struct reader *reader) {
    assert(reader->kind == &vectors_kind);
    return &((const struct vector_file *)reader)->scheme;
}
