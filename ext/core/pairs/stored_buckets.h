/*
 * stored_buckets.h - buckets that do not fit in memory, in a storage.
 *
 * Rows are collected in memory (bucket_set.h). When they are too many, the buckets that are
 * complete are packed and go to the storage, without those of one text. Then rows must come in the
 * order of bands and signatures, or a bucket would be in two places. At the end all is written
 * again, with the numbers of texts in place of their ids: 1 to 3 bytes a row.
 *
 * Buckets are packed in pieces of about 256 KB that can be read by themselves; their members are
 * stored as differences (varint.h), ids in 3 to 10 bytes. Memory: a piece, or ten bytes for each
 * row of the largest bucket; 16 bytes for each piece; and 8 for each text, up to 40 while these are
 * numbered.
 */
#pragma once

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
    int64_t band, member;   /* of the last bucket in it: its band, and its last member */
    struct bucket_run last; /* that was taken ... */
    bool any;               /* ... if any was */
    int64_t *ids;           /* of the texts, ascending; valid at the end */
    uint32_t texts;
};

void stored_buckets_free(struct stored_buckets *stored, const struct allocator *allocator);

/*
 * Takes the complete buckets of `rows`: all but the last, or, at the end, all. Sets `*ordered` to
 * whether they come after those that were taken before. If not, nothing is taken.
 */
enum record_result stored_buckets_take(struct stored_buckets *stored,
                                       const struct allocator *allocator, struct bucket_rows *rows,
                                       bool all, bool *ordered, struct interruption *interruption);

/* Adds a bucket of some texts, which ascend. After the last one, write the rest with _end(). */
enum record_result stored_buckets_add(struct stored_buckets *stored,
                                      const struct allocator *allocator, int64_t band,
                                      const int64_t *members, size_t size);
enum record_result stored_buckets_end(struct stored_buckets *stored,
                                      const struct allocator *allocator);

/*
 * Reads the buckets one by one, in order: of a set, or stored ones. The other one is NULL. The
 * first four are set, the others begin as zeroes. Release with bucket_reader_end().
 */
struct bucket_reader {
    const struct bucket_set *set;
    const struct stored_buckets *stored;
    const struct allocator *allocator;
    struct interruption *interruption;
    enum record_result result; /* sticky; a caller may set it, too */
    size_t next;               /* bucket or piece */
    uint32_t band_place;       /* of the set */
    unsigned char *piece;
    size_t room;
    const unsigned char *at, *end; /* of the piece */
    int64_t last;                  /* member that was read */
    int64_t band;                  /* of the bucket that was read */
    int64_t *members;              /* the numbers of its texts, ascending */
    size_t size, capacity;
};

/* Reads the next bucket. Returns false at the end, and if reader->result says that it failed. */
bool bucket_reader_next(struct bucket_reader *reader);

/* Releases what it holds. Returns its result. */
enum record_result bucket_reader_end(struct bucket_reader *reader);
