/* batch.h - consecutive pages or records, cut out and not yet parsed: the work of one thread. */
#pragma once

#include "../text/text_buffer.h"

#include <stdint.h>

/*
 * A page, a damaged place, or both: the text of a damaged page is only good for its title. A page
 * with many revisions comes in several slices, each a complete <page>.
 */
struct slice {
    size_t offset, length; /* of its text in batch.content; empty if no page is concerned */
    int64_t byte_offset;   /* in the text of the file */
    int64_t number;        /* of a record, or of its line, from 1 */
    size_t message;        /* position in batch.messages: what is damaged */
    bool damaged;
    bool continues; /* the next slice has more revisions of the page */
};

/* A place at which a load can resume: reader_resume(). */
struct resume_place {
    int64_t byte_offset; /* in the text, where a page or record has just ended */
    int64_t file_bit;    /* of a bzip2 file: where the block of that byte begins; else -1 */
    int64_t bit_offset;  /* the offset in the text at which that block begins */
    int64_t checksum;    /* of the blocks before that one in its stream; -1 if not known */
    bool closed;         /* </mediawiki> was seen, or there is no <mediawiki> */
    int64_t records;     /* how many records, or lines, come before it; 0 for a dump */
};

/* How many kinds of records a batch can count. */
enum { batch_uses_max = 16 };

/* Begins as all zeroes; the memory is reused, and freed by batch_free(). */
struct batch {
    struct text_buffer content, messages;
    struct slice *slices;
    size_t count, capacity;
    int64_t passed_over[batch_uses_max]; /* records that are no slice, by kind: of the reader */
    int64_t file_end;                    /* how far the file was read for it, in bytes */
    int64_t file_size;                   /* of a database: of all rows, estimated; or 0 */
    int64_t text_end;                    /* how far in bytes of text */
    bool resumable;                      /* a load can resume at `place`, right after this batch */
    struct resume_place place;
};

void batch_clear(struct batch *batch);
void batch_free(struct batch *batch);

/* How many bytes of a damaged page or record are kept, for its title. */
enum { batch_damaged_max = 1 << 16 };

/* Adds a slice of all zeroes; NULL when memory runs out. */
struct slice *batch_add(struct batch *batch);

/* Notes what is damaged in a slice, or outside of any. False without memory: `slice` is NULL. */
bool batch_damage(struct batch *batch, struct slice *slice, const char *message);
bool batch_add_damage(struct batch *batch, int64_t byte_offset, const char *message);

/* Whether it holds nothing that must be written or counted; and enough work for one thread. */
bool batch_is_empty(const struct batch *batch);
bool batch_is_full(const struct batch *batch);

/* What a reader says of the batch that it fills. */
enum cut_state {
    cut_goes_on,     /* to the reader itself: an element was taken */
    cut_wants_text,  /* likewise: the window does not have all of the next element */
    cut_wants_piece, /* not full yet: add a piece of the file to the stream and call again */
    cut_batch,       /* full, or the last batch */
    cut_end,         /* nothing was left */
    cut_failed       /* out of memory: `failure` says so */
};
