/*
 * reader.h - one format of files: how a file is cut into slices, and how a slice is read.
 *
 * Each format has a struct reader_kind, and its own struct begins with a struct reader. One thread
 * cuts a file; others read its slices, each with a slice_parser of its own.
 */
#pragma once

#include "../base/failure.h"
#include "../base/fingerprint.h"
#include "batch.h"
#include "stream.h"

#include <assert.h>

struct page;
struct reader;
struct slice_parser;

/* What a slice turned out to be. */
enum slice_result {
    slice_good,
    slice_damaged,   /* `failure` says why; the page has its title, as far as it is known */
    slice_too_large, /* it unpacks to more than `most` bytes, and to more than its own length */
    slice_no_memory  /* `failure` says so */
};

struct slice_parser_kind {
    /* Reads a slice, which is not empty and whose bytes are `text`, into `page`. */
    enum slice_result (*read)(struct slice_parser *parser, const char *text,
                              const struct slice *slice, size_t most, struct page *page,
                              struct failure *failure);
    void (*close)(struct slice_parser *parser);
};

/* Each format's parser begins with this. It serves one thread at a time. */
struct slice_parser {
    const struct slice_parser_kind *kind;
};

/* Functions return false, and parsers are NULL, with `failure` filled in; without: no memory. */
struct reader_kind {
    /* Continues to fill a batch that began empty: mostly reader_cut_elements(). */
    enum cut_state (*cut)(struct reader *reader, struct batch *batch, struct failure *failure);

    /*
     * The next seven are for reader_cut_elements(). `step` takes the next element of the window, or
     * a part of it: cut_goes_on, or cut_wants_text if it needs more. cut_batch ends the batch, and
     * cut_end the file.
     */
    enum cut_state (*step)(struct reader *reader, struct batch *batch);
    bool (*meet_gap)(struct reader *reader, struct batch *batch);  /* after the window */
    bool (*meet_long)(struct reader *reader, struct batch *batch); /* more than `longest` bytes */
    bool (*meet_end)(struct reader *reader, struct batch *batch);  /* nothing follows the window */
    bool (*is_between)(const struct reader *reader); /* two elements, so that a load can resume;
                                                        NULL: `step` says so by itself */

    /* Resumes where an earlier load of the same file stopped, before any further piece is read. */
    bool (*resume)(struct reader *reader, const struct resume_place *place,
                   struct failure *failure);

    /*
     * Begins with the stream's part, not the first, before any other reading; resume() does so by
     * itself. The part has the elements that begin in it; what stands before the first of them,
     * damage included, belongs to an earlier part. NULL: no file has parts.
     */
    bool (*begin_part)(struct reader *reader, struct failure *failure);

    /* The fingerprint of what is read, and whether it still is that. NULL: the file's bytes are. */
    bool (*fingerprint)(const struct reader *reader, struct fingerprint *fingerprint,
                        struct failure *failure);
    bool (*check)(const struct reader *reader, struct failure *failure);

    void (*close)(struct reader *reader); /* what its own struct holds besides; NULL: nothing */
    struct slice_parser *(*open_parser)(const struct reader *reader, struct failure *failure);
};

struct reader {
    const struct reader_kind *kind;
    struct stream *stream;  /* owned; NULL: a database */
    struct cursor *cursor;  /* of the stream; begin: where the current element begins */
    size_t longest;         /* bytes of an element, for `meet_long` */
    int64_t number;         /* of records or lines that have begun; 0 for a dump */
    const char *name;       /* of the file, as people know it: its path, or "standard input" */
    const char *short_name; /* the same without its folder */
    int64_t size;           /* bytes of the file; -1 if not known */
    const char *undivided;  /* why the file has no parts, as a clause; NULL: it may have some */
    bool resumable;         /* a later load can continue after a batch, and need not begin again */
    bool interrupted;       /* a signal ended a database before its end */
};

/*
 * Makes a reader's own struct, of `size` bytes, and takes over the stream. NULL with `failure`
 * filled in; also if `stream` is NULL, with `failure` as it is.
 */
void *reader_open(const struct reader_kind *kind, size_t size, struct stream *stream,
                  struct failure *failure);
void reader_close(struct reader *reader);

/* Adds `length` bytes of the window as a slice with the reader's number. NULL: no memory. */
struct slice *reader_add_slice(const struct reader *reader, struct batch *batch, size_t begin,
                               size_t length);

/*
 * Reports one more record, from `begin` in the window on, as damaged; and damage at a position in
 * the window, outside of any record. False: no memory.
 */
bool reader_give_up(struct reader *reader, struct batch *batch, size_t begin, const char *why);
bool reader_report(const struct reader *reader, struct batch *batch, size_t position,
                   const char *why);

/* Cuts by the steps of the reader's kind until the batch is full, or text is missing. */
enum cut_state reader_cut_elements(struct reader *reader, struct batch *batch,
                                   struct failure *failure);

/* Fills a batch, emptied first, in one thread, with the pieces that this takes. */
enum cut_state reader_next_batch(struct reader *reader, struct batch *batch,
                                 struct failure *failure);

/* Reads more text, and pieces for it, while the file is opened: see stream_read(). */
enum stream_event reader_read_on(const struct reader *reader, struct failure *failure);

static inline enum slice_result slice_parser_read(struct slice_parser *parser,
                                                  const struct batch *batch,
                                                  const struct slice *slice, size_t most,
                                                  struct page *page, struct failure *failure) {
    assert(slice->length > 0 && slice->offset + slice->length <= batch->content.length);
    return parser->kind->read(parser, batch->content.bytes + slice->offset, slice, most, page,
                              failure);
}

static inline void slice_parser_close(struct slice_parser *parser) {
    if (parser)
        parser->kind->close(parser);
}
