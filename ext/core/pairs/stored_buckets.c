/* stored_buckets.c - see stored_buckets.h. */
#include "stored_buckets.h"

#include "../base/radix_sort.h"
#include "../base/varint.h"

#include <assert.h>
#include <string.h> /* memmove */

enum { piece_size = 1 << 18, varint_most = 10, sample_most = 1 << 15 };

void stored_buckets_free(struct stored_buckets *stored, const struct allocator *allocator) {
    RELEASE(allocator, stored->pieces, stored->piece, stored->sample);
    *stored = (struct stored_buckets){0};
}

/* ---- Writing --------------------------------------------------------------------------------- */

static enum record_result write_piece(struct stored_buckets *stored,
                                      const struct allocator *allocator) {
    const struct storage *storage = stored->storage;
    uint64_t offset = storage->reserve(storage->context, stored->used);
    if (!storage->write(storage->context, offset, stored->piece, stored->used))
        return record_not_stored;
    if (!ARRAY_APPEND(allocator, stored->pieces, stored->count, stored->capacity,
                      (struct stored_piece){offset, stored->used}))
        return record_no_memory;
    stored->used = 0;
    stored->band = stored->id = 0;
    return record_ok;
}

/* Counts a row, and samples it. When the sample is full, it keeps every other id. */
static void sample(struct stored_buckets *stored, int64_t id) {
    if (stored->rows++ % stored->stride != 0)
        return;
    if (stored->sampled == sample_most) {
        stored->stride *= 2;
        stored->sampled /= 2;
        for (size_t i = 0; i < stored->sampled; i++)
            stored->sample[i] = stored->sample[2 * i];
    }
    stored->sample[stored->sampled++] = id;
}

/* Appends a bucket of ascending ids to the piece. */
static enum record_result pack(struct stored_buckets *stored, const struct allocator *allocator,
                               int64_t band, const int64_t *ids, size_t size) {
    if (!ARRAY_RESERVE(allocator, stored->piece, stored->room,
                       stored->used + (size + 2) * varint_most))
        return record_no_memory;
    unsigned char *at = varint_write(stored->piece + stored->used, size);
    at = varint_write(at, varint_of_difference((uint64_t)band - (uint64_t)stored->band));
    at = varint_write(at, varint_of_difference((uint64_t)ids[0] - (uint64_t)stored->id));
    for (size_t i = 1; i < size; i++)
        at = varint_write(at, (uint64_t)ids[i] - (uint64_t)ids[i - 1]);
    stored->used = (size_t)(at - stored->piece);
    stored->band = band;
    stored->id = ids[size - 1];
    if (stored->rows == 0 || stored->id > stored->greatest)
        stored->greatest = stored->id;
    for (size_t i = 0; i < size; i++)
        sample(stored, ids[i]);
    return stored->used < piece_size ? record_ok : write_piece(stored, allocator);
}

/* Packs the first runs. `scratch` has room for the ids of the longest. */
static enum record_result pack_runs(struct stored_buckets *stored,
                                    const struct allocator *allocator, struct bucket_rows *rows,
                                    size_t runs, uint32_t *scratch,
                                    struct interruption *interruption) {
    for (size_t run = 0; run < runs; run++) {
        int64_t *ids = rows->ids + rows->runs[run].first;
        size_t size = bucket_run_end(rows, run) - rows->runs[run].first;
        size = bucket_sort_ids(ids, scratch, size, interruption);
        if (size == 0 || interruption_after(interruption, size))
            return record_no_memory;
        enum record_result result =
            size > 1 ? pack(stored, allocator, rows->runs[run].band, ids, size) : record_ok;
        if (result != record_ok)
            return result;
    }
    return record_ok;
}

/* Writes the last piece, and sorts the sample. */
static enum record_result finish(struct stored_buckets *stored, const struct allocator *allocator,
                                 struct interruption *interruption) {
    size_t count = stored->sampled;
    uint32_t *scratch = allocator_zeroes(allocator, count + 1, sizeof *scratch);
    bool sorted =
        scratch && (count == 0 || radix_sort_sums(stored->sample, scratch, &count, interruption));
    allocator->release(scratch);
    if (!sorted)
        return record_no_memory;
    if (count > 0 && stored->sample[count - 1] < stored->greatest)
        stored->sample[count++] = stored->greatest;
    stored->sampled = count;
    return stored->used > 0 ? write_piece(stored, allocator) : record_ok;
}

enum record_result stored_buckets_take(struct stored_buckets *stored,
                                       const struct allocator *allocator, struct bucket_rows *rows,
                                       bool all, bool *ordered, struct interruption *interruption) {
    size_t runs = rows->run_count - (!all && rows->run_count > 0), longest = 0;
    *ordered = runs == 0 || (bucket_rows_in_order(rows) &&
                             (!stored->any || bucket_run_before(&stored->last, rows->runs)));
    if (!*ordered)
        return record_ok;
    for (size_t run = 0; run < runs; run++) {
        size_t size = bucket_run_end(rows, run) - rows->runs[run].first;
        longest = size > longest ? size : longest;
    }
    if (!stored->sample) {
        stored->sample = allocator->resize(NULL, (sample_most + 1) * sizeof *stored->sample);
        stored->stride = 1;
    }
    uint32_t *scratch = allocator->resize(NULL, (longest + 1) * sizeof *scratch);
    enum record_result result =
        scratch && stored->sample ? pack_runs(stored, allocator, rows, runs, scratch, interruption)
                                  : record_no_memory;
    allocator->release(scratch);
    if (result == record_ok && all)
        result = finish(stored, allocator, interruption);
    if (result != record_ok || runs == 0)
        return result;
    /* The last run may go on. */
    stored->last = rows->runs[runs - 1];
    stored->any = true;
    size_t taken = bucket_run_end(rows, runs - 1);
    rows->count -= taken;
    memmove(rows->ids, rows->ids + taken, rows->count * sizeof *rows->ids);
    rows->run_count -= runs;
    if (rows->run_count > 0) {
        rows->runs[0] = rows->runs[runs];
        rows->runs[0].first = 0;
    }
    return record_ok;
}

/* ---- Reading --------------------------------------------------------------------------------- */

void bucket_reader_free(struct bucket_reader *reader, const struct allocator *allocator) {
    RELEASE(allocator, reader->piece, reader->ids);
    *reader = (struct bucket_reader){0};
}

static enum record_result read_piece(struct bucket_reader *reader,
                                     const struct allocator *allocator) {
    const struct storage *storage = reader->stored->storage;
    const struct stored_piece *piece = reader->stored->pieces + reader->next++;
    if (!ARRAY_RESERVE(allocator, reader->piece, reader->room, piece->size))
        return record_no_memory;
    if (!storage->read(storage->context, piece->offset, reader->piece, piece->size))
        return record_not_stored;
    reader->at = reader->piece;
    reader->end = reader->piece + piece->size;
    reader->band = reader->last_id = 0;
    return record_ok;
}

/* Reads a number of a piece, which is as it was written. */
static uint64_t unpack(struct bucket_reader *reader) {
    uint64_t number;
    reader->at = varint_read(reader->at, reader->end, &number);
    assert(reader->at);
    return number;
}

static enum record_result read_stored(struct bucket_reader *reader,
                                      const struct allocator *allocator) {
    reader->size = 0;
    if (reader->at == reader->end) {
        enum record_result result =
            reader->next < reader->stored->count ? read_piece(reader, allocator) : record_ok;
        if (result != record_ok || reader->at == reader->end)
            return result;
    }
    size_t size = (size_t)unpack(reader);
    if (!ARRAY_RESERVE(allocator, reader->ids, reader->capacity, size))
        return record_no_memory;
    reader->band = (int64_t)((uint64_t)reader->band + varint_to_difference(unpack(reader)));
    uint64_t id = (uint64_t)reader->last_id + varint_to_difference(unpack(reader));
    for (reader->ids[reader->size++] = (int64_t)id; reader->size < size;)
        reader->ids[reader->size++] = (int64_t)(id += unpack(reader));
    reader->last_id = (int64_t)id;
    return record_ok;
}

enum record_result bucket_reader_next(struct bucket_reader *reader,
                                      const struct allocator *allocator) {
    if (reader->stored)
        return read_stored(reader, allocator);
    const struct bucket_set *set = reader->set;
    reader->size = 0;
    if (reader->next == set->buckets)
        return record_ok;
    uint32_t bucket = (uint32_t)reader->next++;
    if (!ARRAY_RESERVE(allocator, reader->ids, reader->capacity, bucket_size(set, bucket)))
        return record_no_memory;
    uint32_t band = reader->band_place;
    while (band + 1 < set->band_count && set->band_starts[band + 1] <= bucket)
        band++;
    reader->band_place = band;
    reader->band = set->bands[band];
    for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++)
        reader->ids[reader->size++] = set->ids[set->members[row]];
    return record_ok;
}
