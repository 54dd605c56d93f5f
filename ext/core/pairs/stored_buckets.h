/*
 * stored_buckets.h - buckets that do not fit in memory, in a storage.
 *
 * Rows are collected in memory (bucket_set.h). When they are too many, the buckets that are
 * complete are packed and go to the storage, without those of one text. Then rows must come in the
 * order of bands and signatures, or a bucket would be in two places.
 *
 * Ids are stored as differences (varint.h), 3 to 5 bytes a row, in pieces of about 256 KB that
 * can be read by themselves. Memory: a piece, 16 bytes for each of them, and a sample of the ids.
 */
#ifndef NEARDUP_STORED_BUCKETS_H
#define NEARDUP_STORED_BUCKETS_H

#include "../base/storage.h"
#include "bucket_set.h"

struct stored_piece {
    uint64_t offset;
    size_t size;
};

/* Initialise with the storage and zeroes; release with stored_buckets_free(). */
struct stored_buckets {
    const struct storage *storage;
    struct stored_piece *pieces;
    size_t count, capacity;
    unsigned char *piece; /* that is being filled */
    size_t used, room;
    int64_t band, id;       /* of the last bucket in it, and the last row */
    struct bucket_run last; /* that was taken ... */
    bool any;               /* ... if any was */
    uint64_t rows;          /* in buckets of two texts or more */
    int64_t *sample;        /* the ids of every `stride`-th of these; at the end, ascending ... */
    size_t sampled, stride; /* ... and the greatest id after them */
    int64_t greatest;
};

void stored_buckets_free(struct stored_buckets *stored, const struct allocator *allocator);

/*
 * Takes the complete buckets of `rows`: all but the last, or, at the end, all. Sets `*ordered` to
 * whether they come after those that were taken before. If not, nothing is taken.
 */
enum record_result stored_buckets_take(struct stored_buckets *stored,
                                       const struct allocator *allocator, struct bucket_rows *rows,
                                       bool all, bool *ordered, struct interruption *interruption);

/* Reads the buckets one by one, in order: of a set, or stored ones. The other one is NULL. */
struct bucket_reader {
    const struct bucket_set *set;
    const struct stored_buckets *stored;
    size_t next;         /* bucket or piece */
    uint32_t band_place; /* of the bucket, among the bands of the set */
    unsigned char *piece;
    size_t room;
    const unsigned char *at, *end; /* of the piece */
    int64_t band;                  /* of the bucket that was read */
    int64_t *ids;                  /* ascending */
    size_t size, capacity;
    int64_t last_id;
};

void bucket_reader_free(struct bucket_reader *reader, const struct allocator *allocator);

/* Reads the next bucket; its size is 0 at the end. */
enum record_result bucket_reader_next(struct bucket_reader *reader,
                                      const struct allocator *allocator);

#endif
