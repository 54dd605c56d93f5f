/*
 * batch.h - consecutive pages of a dump, or records of another file, cut out and not yet parsed:
 * what one thread takes at a time.
 */
#ifndef NEARDUP_BATCH_H
#define NEARDUP_BATCH_H

#include "../text/text_buffer.h"

#include <stdint.h>

/*
 * A page, or a damaged place, or both: then its text is as much of the page as there is, good for
 * its title alone. A page with many revisions comes in several slices, each a page in itself.
 */
struct slice {
    size_t offset, length; /* of its text in batch.content; nothing where no page is concerned */
    int64_t byte_offset;   /* in the dump */
    int64_t number;        /* of a record, or of the line that it is; from 1 */
    size_t message;        /* where in batch.messages it is said what is damaged */
    bool damaged;
    bool continues; /* more revisions of the page are in the next slice */
};

/* Where a dump can be gone on with: dump_resume(). */
struct dump_place {
    int64_t byte_offset; /* in the dump, where a page or record has just ended */
    int64_t file_bit;    /* of a bzip2 file: where the block begins that this byte is in; else -1 */
    int64_t bit_offset;  /* the byte of the dump with which that block begins */
    int64_t checksum;    /* of the blocks before that one in its stream; -1: not known */
    bool closed;         /* </mediawiki> was seen, or there is no <mediawiki> */
    int64_t records;     /* how many, or how many lines, stand before it; of dumps 0 */
};

/* Begins as all zeroes; the memory is reused from batch to batch and freed by batch_free(). */
struct batch {
    struct text_buffer content, messages;
    struct slice *slices;
    size_t count, capacity;
    int64_t file_end; /* how far the file was read for it, in bytes */
    int64_t dump_end; /* the same in bytes of the dump */
    bool resumable;   /* `place` is where the dump can be gone on with behind this batch */
    struct dump_place place;
};

void batch_clear(struct batch *batch);
void batch_free(struct batch *batch);

/* Of a page or record that is damaged so much is kept, for its title. */
enum { batch_damaged_max = 1 << 16 };

/* Adds a slice of all zeroes; NULL when memory runs out. */
struct slice *batch_add(struct batch *batch);

/*
 * Says of a slice what is damaged. False when memory runs out, also if there is no slice for that
 * reason.
 */
bool batch_damage(struct batch *batch, struct slice *slice, const char *message);

/* Adds a damaged place that belongs to no page. False when memory runs out. */
bool batch_add_damage(struct batch *batch, int64_t byte_offset, const char *message);

/* Whether it holds enough to be given out. */
bool batch_is_full(const struct batch *batch);

/* How far the cutting of a batch has come. */
enum cut_state {
    cut_wants_piece, /* the batch is not full yet: a piece of the file is to be added */
    cut_batch,       /* it is full, or the last one */
    cut_end,         /* there was nothing left */
    cut_failed       /* out of memory: `failure` says so */
};

#endif
