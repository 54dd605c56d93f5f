/*
 * record_writer.h - appends records to many partitions, in bounded memory.
 *
 * A record is a 64-bit key, perhaps a second word, and the id of a text. Records of one partition
 * are later read together. Each partition is a list of chunks; when the memory is used up, all
 * partitions go to the storage as one run. So the storage is written from its beginning to its end,
 * and reading a partition takes one read for each run.
 *
 * Ids are stored as differences (varint.h): in the order of ids, a record takes 9 to 10 bytes.
 *
 * A writer belongs to one thread. Once all are written, any thread may read.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"
#include "../base/little_endian.h"
#include "../base/storage.h"
#include "../base/varint.h"

/* The most bytes of a record: two words, and 64 bits in groups of 7. */
enum { record_size_max = 8 + 8 + 10 };

/* Where the next record of a partition goes. */
struct record_stream {
    unsigned char *at, *end;           /* of the last chunk */
    struct record_chunk *first, *last; /* NULL: none */
    int64_t last_id;
    uint64_t records; /* in chunks and runs */
};

/* Initialise with record_writer_begin(); release with record_writer_free(). */
struct record_writer {
    const struct allocator *allocator;
    const struct storage *storage; /* NULL: memory is not bounded */
    size_t partitions, chunk_size, memory_max;
    struct record_stream *streams; /* by partition */
    struct record_chunk *unused;
    void **blocks; /* of chunks */
    size_t block_count, block_capacity;
    uint64_t *runs; /* of each run, where partitions begin, and the end */
    size_t run_count, run_capacity;
    unsigned char *buffer;     /* for writing a run */
    enum record_result result; /* sticky */
};

/*
 * Uses about `memory_max` bytes, but never less than 64 bytes a partition. Returns false if memory
 * runs out; the writer is then to be freed, too.
 */
bool record_writer_begin(struct record_writer *writer, const struct allocator *allocator,
                         const struct storage *storage, size_t partitions, size_t memory_max);
void record_writer_free(struct record_writer *writer);

/* Makes room for a record. Returns false, with writer->result set, if that fails. */
bool record_writer_make_room(struct record_writer *writer, struct record_stream *stream);

/* Appends a record with one or two words. Returns false, with writer->result set, if it cannot. */
static inline bool record_writer_add(struct record_writer *writer, size_t partition,
                                     const uint64_t *words, size_t count, int64_t id) {
    struct record_stream *stream = &writer->streams[partition];
    if (stream->end - stream->at < record_size_max && !record_writer_make_room(writer, stream))
        return false;
    for (size_t i = 0; i < count; i++, stream->at += 8)
        little_endian_store64(stream->at, words[i]);
    uint64_t difference = (uint64_t)id - (uint64_t)stream->last_id;
    stream->at = varint_write(stream->at, varint_of_difference(difference));
    stream->last_id = id;
    stream->records++;
    return true;
}

/* The records of a partition, in memory that is reused. Begins as zeroes; release with _free(). */
struct record_list {
    int64_t *keys, *ids;
    uint64_t *seconds; /* NULL if records have one word */
    size_t count, room;
    uint32_t *order; /* for sorting, like the next */
    int64_t *sorted;
    size_t order_room;
    unsigned char *buffer; /* bytes read from the storage */
    size_t buffer_capacity;
};

/*
 * Replaces the list by the records of a partition from all writers. A list has records of one word,
 * or always of two: `seconds`. At most UINT32_MAX - 1 records, or memory has run out.
 */
enum record_result record_list_load(struct record_list *list,
                                    const struct record_writer *const *writers, size_t count,
                                    size_t partition, bool seconds);

enum { record_columns = 3 };

/*
 * Sorts the records by the first of these arrays of the list, then by the next, up to NULL, as
 * signed numbers. They are sorted by the first `sorted` already. Arrays that are not given stay as
 * they are. Returns false if memory runs out or `interruption`, or NULL, stops it.
 */
bool record_list_sort(struct record_list *list, const struct allocator *allocator,
                      int64_t *const columns[record_columns], size_t sorted,
                      struct interruption *interruption);

void record_list_free(struct record_list *list, const struct allocator *allocator);

/* An array in place of `old`, which is released with its content. NULL if memory runs out. */
static inline void *record_array_replace(const struct allocator *allocator, void *old, size_t count,
                                         size_t size) {
    allocator->release(old);
    return count <= SIZE_MAX / 2 / size ? allocator->resize(NULL, count * size) : NULL;
}
