/* stored_buckets.c - see stored_buckets.h. */
#include "stored_buckets.h"

#include "../base/binary_search.h"
#include "../base/radix_sort.h"
#include "../base/varint.h"

#include <assert.h>
#include <string.h> /* memcpy, memmove */

enum { piece_size = 1 << 18, varint_most = 10 };

void stored_buckets_free(struct stored_buckets *stored, const struct allocator *allocator) {
    RELEASE(allocator, stored->pieces, stored->piece, stored->ids);
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
    stored->band = stored->member = 0;
    if (stored->room > 2 * piece_size) { /* as a large bucket needed */
        allocator->release(stored->piece);
        stored->piece = NULL;
        stored->room = 0;
    }
    return record_ok;
}

enum record_result stored_buckets_add(struct stored_buckets *stored,
                                      const struct allocator *allocator, int64_t band,
                                      const int64_t *members, size_t size) {
    assert(size > 1 && members[0] < members[size - 1]);
    if (!ARRAY_RESERVE(allocator, stored->piece, stored->room,
                       stored->used + (size + 2) * varint_most))
        return record_no_memory;
    unsigned char *at = varint_write(stored->piece + stored->used, size);
    at = varint_write(at, varint_of_difference((uint64_t)band - (uint64_t)stored->band));
    at = varint_write(at, varint_of_difference((uint64_t)members[0] - (uint64_t)stored->member));
    for (size_t i = 1; i < size; i++)
        at = varint_write(at, (uint64_t)members[i] - (uint64_t)members[i - 1]);
    stored->used = (size_t)(at - stored->piece);
    stored->band = band;
    stored->member = members[size - 1];
    return stored->used < piece_size ? record_ok : write_piece(stored, allocator);
}

enum record_result stored_buckets_end(struct stored_buckets *stored,
                                      const struct allocator *allocator) {
    enum record_result result = stored->used > 0 ? write_piece(stored, allocator) : record_ok;
    allocator->release(stored->piece);
    stored->piece = NULL;
    stored->room = 0;
    return result;
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
            size > 1 ? stored_buckets_add(stored, allocator, rows->runs[run].band, ids, size)
                     : record_ok;
        if (result != record_ok)
            return result;
    }
    return record_ok;
}

/* ---- Reading --------------------------------------------------------------------------------- */

enum record_result bucket_reader_end(struct bucket_reader *reader) {
    RELEASE(reader->allocator, reader->piece, reader->members);
    reader->piece = NULL;
    reader->members = NULL;
    return reader->result;
}

static enum record_result read_piece(struct bucket_reader *reader) {
    const struct storage *storage = reader->stored->storage;
    const struct stored_piece *piece = reader->stored->pieces + reader->next++;
    if (!ARRAY_RESERVE(reader->allocator, reader->piece, reader->room, piece->size))
        return record_no_memory;
    if (!storage->read(storage->context, piece->offset, reader->piece, piece->size))
        return record_not_stored;
    reader->at = reader->piece;
    reader->end = reader->piece + piece->size;
    reader->band = reader->last = 0;
    return record_ok;
}

/* Reads a number of a piece, which is as it was written. */
static uint64_t unpack(struct bucket_reader *reader) {
    uint64_t number;
    reader->at = varint_read(reader->at, reader->end, &number);
    assert(reader->at);
    return number;
}

static enum record_result read_stored(struct bucket_reader *reader) {
    if (reader->at == reader->end) {
        enum record_result result =
            reader->next < reader->stored->count ? read_piece(reader) : record_ok;
        if (result != record_ok || reader->at == reader->end)
            return result;
    }
    size_t size = (size_t)unpack(reader);
    if (!ARRAY_RESERVE(reader->allocator, reader->members, reader->capacity, size))
        return record_no_memory;
    reader->band = (int64_t)((uint64_t)reader->band + varint_to_difference(unpack(reader)));
    uint64_t member = (uint64_t)reader->last + varint_to_difference(unpack(reader));
    for (reader->members[reader->size++] = (int64_t)member; reader->size < size;)
        reader->members[reader->size++] = (int64_t)(member += unpack(reader));
    reader->last = (int64_t)member;
    return record_ok;
}

static enum record_result read_set(struct bucket_reader *reader) {
    const struct bucket_set *set = reader->set;
    if (reader->next == set->buckets)
        return record_ok;
    uint32_t bucket = (uint32_t)reader->next++;
    if (!ARRAY_RESERVE(reader->allocator, reader->members, reader->capacity,
                       bucket_size(set, bucket)))
        return record_no_memory;
    uint32_t band = reader->band_place;
    while (band + 1 < set->band_count && set->band_starts[band + 1] <= bucket)
        band++;
    reader->band_place = band;
    reader->band = set->bands[band];
    for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++)
        reader->members[reader->size++] = set->members[row];
    return record_ok;
}

bool bucket_reader_next(struct bucket_reader *reader) {
    assert(!reader->set != !reader->stored);
    reader->size = 0;
    if (reader->result == record_ok)
        reader->result = reader->stored ? read_stored(reader) : read_set(reader);
    if (reader->result == record_ok && interruption_after(reader->interruption, reader->size))
        reader->result = record_no_memory;
    return reader->result == record_ok && reader->size > 0;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Ids that are collected; now and then they are sorted, and repeats are dropped. */
struct id_list {
    int64_t *ids;
    size_t count, capacity, sorted;
};

static bool sort_list(struct id_list *list, const struct allocator *allocator,
                      struct interruption *interruption) {
    if (list->count == 0)
        return true;
    uint32_t *scratch = allocator_zeroes(allocator, list->count, sizeof *scratch);
    bool sorted = scratch && radix_sort_sums(list->ids, scratch, &list->count, interruption);
    allocator->release(scratch);
    list->sorted = list->count;
    return sorted;
}

/* Lists the ids of all buckets. */
static enum record_result list_ids(struct bucket_reader reader, struct id_list *list) {
    enum { unsorted_least = 1 << 16 };
    const struct allocator *allocator = reader.allocator;
    while (bucket_reader_next(&reader)) {
        bool room = ARRAY_RESERVE(allocator, list->ids, list->capacity, list->count + reader.size);
        if (room) {
            memcpy(list->ids + list->count, reader.members, reader.size * sizeof *list->ids);
            list->count += reader.size;
        }
        if (!room || (list->count - list->sorted > list->sorted + unsorted_least &&
                      !sort_list(list, allocator, reader.interruption)))
            reader.result = record_no_memory;
    }
    if (reader.result == record_ok && !sort_list(list, allocator, reader.interruption))
        reader.result = record_no_memory;
    return bucket_reader_end(&reader);
}

/*
 * Where an id is among the ids of all texts: a search among some tens of millions waits for memory
 * a dozen times, so it begins with those whose high bits are the same.
 */
struct id_places {
    uint32_t *starts; /* in the ids, of each value of the high bits; and their end */
    int64_t first;    /* id */
    int shift;        /* the other bits */
};

static uint64_t high_bits(const struct id_places *places, int64_t id) {
    return ((uint64_t)id - (uint64_t)places->first) >> places->shift;
}

/* Takes O(count). False if memory runs out. */
static bool id_places_begin(struct id_places *places, const struct allocator *allocator,
                            const int64_t *ids, uint32_t count) {
    enum { ids_a_place = 4 };
    places->first = count ? ids[0] : 0;
    int64_t last = count ? ids[count - 1] : 0;
    while (high_bits(places, last) > count / ids_a_place + 1)
        places->shift++;
    size_t values = (size_t)high_bits(places, last) + 1;
    places->starts = allocator_zeroes(allocator, values + 1, sizeof *places->starts);
    for (uint32_t i = 0; places->starts && i < count; i++)
        places->starts[high_bits(places, ids[i]) + 1] = i + 1;
    for (size_t value = 1; places->starts && value <= values; value++)
        if (places->starts[value] == 0) /* it has no ids */
            places->starts[value] = places->starts[value - 1];
    return places->starts != NULL;
}

/* Packs all buckets again, with numbers of texts. */
static enum record_result number_texts(struct bucket_reader reader,
                                       struct stored_buckets *numbered) {
    const struct allocator *allocator = reader.allocator;
    struct id_places places = {0};
    if (!id_places_begin(&places, allocator, numbered->ids, numbered->texts))
        reader.result = record_no_memory;
    while (bucket_reader_next(&reader)) {
        for (size_t i = 0; i < reader.size; i++) {
            const uint32_t *start = places.starts + high_bits(&places, reader.members[i]);
            size_t begin = start[0], end = start[1];
            BINARY_SEARCH(begin, end, numbered->ids[middle] < reader.members[i])
            reader.members[i] = (int64_t)begin;
        }
        reader.result =
            stored_buckets_add(numbered, allocator, reader.band, reader.members, reader.size);
    }
    allocator->release(places.starts);
    if (reader.result == record_ok)
        reader.result = stored_buckets_end(numbered, allocator);
    return bucket_reader_end(&reader);
}

static enum record_result finish(struct stored_buckets *stored, const struct allocator *allocator,
                                 struct interruption *interruption) {
    enum record_result result = stored_buckets_end(stored, allocator);
    struct stored_buckets numbered = {
        .storage = stored->storage, .last = stored->last, .any = stored->any};
    struct bucket_reader reader = {
        .stored = stored, .allocator = allocator, .interruption = interruption};
    struct id_list list = {0};
    if (result == record_ok)
        result = list_ids(reader, &list);
    if (result == record_ok && list.count > BUCKET_ROWS_MAX)
        result = record_no_memory;
    int64_t *trimmed =
        list.count > 0 ? allocator->resize(list.ids, list.count * sizeof *list.ids) : NULL;
    numbered.ids = trimmed ? trimmed : list.ids;
    numbered.texts = (uint32_t)list.count;
    if (result == record_ok)
        result = number_texts(reader, &numbered);
    stored_buckets_free(stored, allocator);
    *stored = numbered;
    return result;
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
    uint32_t *scratch = allocator->resize(NULL, (longest + 1) * sizeof *scratch);
    enum record_result result =
        scratch ? pack_runs(stored, allocator, rows, runs, scratch, interruption)
                : record_no_memory;
    allocator->release(scratch);
    if (result == record_ok && runs > 0) {
        stored->last = rows->runs[runs - 1];
        stored->any = true;
        /* The last run may go on. */
        size_t taken = bucket_run_end(rows, runs - 1);
        rows->count -= taken;
        memmove(rows->ids, rows->ids + taken, rows->count * sizeof *rows->ids);
        rows->run_count -= runs;
        if (rows->run_count > 0) {
            rows->runs[0] = rows->runs[runs];
            rows->runs[0].first = 0;
        }
    }
    if (all)
        bucket_rows_free(rows, allocator);
    return result == record_ok && all ? finish(stored, allocator, interruption) : result;
}
