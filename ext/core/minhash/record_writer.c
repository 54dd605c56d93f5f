/* record_writer.c - see record_writer.h. */
#include "record_writer.h"

#include "../base/radix_sort.h"

#include <assert.h>
#include <string.h> /* memcpy */

struct record_chunk {
    struct record_chunk *next;
    size_t used; /* bytes; of the last chunk of a stream, when it was sealed */
    unsigned char bytes[];
};

/* Chunks are allocated by the block. Runs go to the storage in pieces of `buffer_size`. */
enum { block_size = 1 << 20, buffer_size = 1 << 18, chunk_size_max = 4096, chunk_size_min = 64 };

static_assert(chunk_size_min >= sizeof(struct record_chunk) + record_size_max,
              "a chunk must hold a record");

bool record_writer_begin(struct record_writer *writer, const struct allocator *allocator,
                         const struct storage *storage, size_t partitions, size_t memory_max) {
    assert(partitions > 0);
    size_t chunk = memory_max / partitions / 4 / sizeof(void *) * sizeof(void *);
    chunk = chunk > chunk_size_max ? chunk_size_max : chunk;
    *writer = (struct record_writer){
        .allocator = allocator,
        .storage = storage,
        .partitions = partitions,
        .chunk_size = chunk < chunk_size_min ? chunk_size_min : chunk,
        .memory_max = memory_max,
        .streams = allocator->resize(NULL, partitions * sizeof *writer->streams)};
    for (size_t i = 0; writer->streams && i < partitions; i++)
        writer->streams[i] = (struct record_stream){0};
    return writer->streams != NULL;
}

void record_writer_free(struct record_writer *writer) {
    const struct allocator *allocator = writer->allocator;
    if (!allocator)
        return;
    for (size_t i = 0; i < writer->block_count; i++)
        allocator->release(writer->blocks[i]);
    RELEASE(allocator, writer->blocks, writer->streams, writer->runs, writer->buffer);
    *writer = (struct record_writer){0};
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static bool fail(struct record_writer *writer, enum record_result result) {
    writer->result = result;
    return false;
}

/* A block holds one chunk for each partition or more, or memory_max is reached after few blocks. */
static size_t chunks_in_block(const struct record_writer *writer) {
    size_t most = writer->memory_max < block_size ? writer->memory_max : block_size;
    size_t chunks = most / writer->chunk_size;
    return chunks > 0 ? chunks : 1;
}

static bool memory_is_used_up(const struct record_writer *writer) {
    if (!writer->storage || writer->block_count == 0)
        return false;
    size_t block = chunks_in_block(writer) * writer->chunk_size;
    return writer->block_count >= writer->memory_max / block &&
           writer->block_count * chunks_in_block(writer) >= writer->partitions;
}

static bool add_block(struct record_writer *writer) {
    size_t chunks = chunks_in_block(writer);
    if (!ARRAY_RESERVE(writer->allocator, writer->blocks, writer->block_capacity,
                       writer->block_count + 1))
        return fail(writer, record_no_memory);
    char *block = writer->allocator->resize(NULL, chunks * writer->chunk_size);
    if (!block)
        return fail(writer, record_no_memory);
    writer->blocks[writer->block_count++] = block;
    for (size_t i = 0; i < chunks; i++) {
        struct record_chunk *chunk = (void *)(block + i * writer->chunk_size);
        chunk->next = writer->unused;
        writer->unused = chunk;
    }
    return true;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static size_t used_in(const struct record_stream *stream, const struct record_chunk *chunk) {
    return chunk == stream->last ? (size_t)(stream->at - chunk->bytes) : chunk->used;
}

/* Where each partition of the next run begins, after `begin`, and where the run ends. */
static uint64_t *add_run(struct record_writer *writer) {
    size_t entries = writer->partitions + 1;
    if (!ARRAY_RESERVE(writer->allocator, writer->runs, writer->run_capacity,
                       (writer->run_count + 1) * entries))
        return NULL;
    uint64_t *runs = writer->runs;
    uint64_t *begins = runs + writer->run_count * entries, size = 0;
    for (size_t i = 0; i < writer->partitions; i++) {
        const struct record_stream *stream = &writer->streams[i];
        begins[i] = size;
        for (const struct record_chunk *chunk = stream->first; chunk; chunk = chunk->next)
            size += used_in(stream, chunk);
    }
    begins[writer->partitions] = size;
    uint64_t begin = writer->storage->reserve(writer->storage->context, size);
    for (size_t i = 0; i < entries; i++)
        begins[i] += begin;
    return begins;
}

/* Writes all chunks to the storage, from `offset` on. */
static bool write_chunks(struct record_writer *writer, uint64_t offset) {
    const struct storage *storage = writer->storage;
    size_t filled = 0;
    for (size_t i = 0; i < writer->partitions; i++) {
        const struct record_stream *stream = &writer->streams[i];
        for (const struct record_chunk *chunk = stream->first; chunk; chunk = chunk->next) {
            size_t used = used_in(stream, chunk);
            if (filled + used > buffer_size) {
                if (!storage->write(storage->context, offset, writer->buffer, filled))
                    return false;
                offset += filled;
                filled = 0;
            }
            memcpy(writer->buffer + filled, chunk->bytes, used);
            filled += used;
        }
    }
    return storage->write(storage->context, offset, writer->buffer, filled);
}

static bool write_run(struct record_writer *writer) {
    if (!writer->buffer)
        writer->buffer = writer->allocator->resize(NULL, buffer_size);
    uint64_t *begins = writer->buffer ? add_run(writer) : NULL;
    if (!begins)
        return fail(writer, record_no_memory);
    if (!write_chunks(writer, begins[0]))
        return fail(writer, record_not_stored);
    writer->run_count++;
    /* The next records begin new lists. */
    for (size_t i = 0; i < writer->partitions; i++) {
        struct record_stream *stream = &writer->streams[i];
        if (stream->last) {
            stream->last->next = writer->unused;
            writer->unused = stream->first;
        }
        *stream = (struct record_stream){.records = stream->records};
    }
    return true;
}

bool record_writer_make_room(struct record_writer *writer, struct record_stream *stream) {
    if (writer->result != record_ok)
        return false;
    if (!writer->unused && (memory_is_used_up(writer) ? !write_run(writer) : !add_block(writer)))
        return false;
    struct record_chunk *chunk = writer->unused;
    writer->unused = chunk->next;
    chunk->next = NULL;
    if (stream->last) {
        stream->last->used = used_in(stream, stream->last);
        stream->last->next = chunk;
    } else {
        stream->first = chunk;
    }
    stream->last = chunk;
    stream->at = chunk->bytes;
    stream->end = (unsigned char *)chunk + writer->chunk_size;
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Appends the records in `size` bytes, after one with the id *last. */
static void read_records(const unsigned char *at, size_t size, int64_t *last,
                         struct record_list *list) {
    for (const unsigned char *end = at + size; at < end; list->count++) {
        uint64_t difference;
        list->keys[list->count] = (int64_t)little_endian_load64(at);
        at += 8;
        if (list->seconds) {
            list->seconds[list->count] = little_endian_load64(at);
            at += 8;
        }
        at = varint_read(at, end, &difference);
        assert(at);
        *last = (int64_t)((uint64_t)*last + varint_to_difference(difference));
        list->ids[list->count] = *last;
    }
}

static enum record_result read_partition(const struct record_writer *writer, size_t partition,
                                         struct record_list *list) {
    assert(partition < writer->partitions);
    const struct storage *storage = writer->storage;
    for (size_t run = 0; run < writer->run_count; run++) {
        const uint64_t *begins = writer->runs + run * (writer->partitions + 1);
        uint64_t begin = begins[partition], size = begins[partition + 1] - begin;
        int64_t last = 0;
        if (!ARRAY_RESERVE(writer->allocator, list->buffer, list->buffer_capacity, (size_t)size))
            return record_no_memory;
        if (size > 0 && !storage->read(storage->context, begin, list->buffer, (size_t)size))
            return record_not_stored;
        read_records(list->buffer, (size_t)size, &last, list);
    }
    const struct record_stream *stream = &writer->streams[partition];
    int64_t last = 0;
    for (const struct record_chunk *chunk = stream->first; chunk; chunk = chunk->next)
        read_records(chunk->bytes, used_in(stream, chunk), &last, list);
    return record_ok;
}

static bool make_room(struct record_list *list, const struct allocator *allocator, size_t count,
                      bool seconds) {
    assert(seconds || !list->seconds);
    if (count <= list->room && list->keys)
        return true;
    list->room = 0;
    list->keys = record_array_replace(allocator, list->keys, count + 1, sizeof *list->keys);
    list->ids = record_array_replace(allocator, list->ids, count + 1, sizeof *list->ids);
    if (seconds)
        list->seconds =
            record_array_replace(allocator, list->seconds, count + 1, sizeof *list->seconds);
    if (!list->keys || !list->ids || (seconds && !list->seconds))
        return false;
    list->room = count;
    return true;
}

enum record_result record_list_load(struct record_list *list,
                                    const struct record_writer *const *writers, size_t count,
                                    size_t partition, bool seconds) {
    enum record_result result = record_ok;
    uint64_t records = 0;
    for (size_t i = 0; i < count; i++)
        records += writers[i]->streams[partition].records;
    list->count = 0;
    if (records > UINT32_MAX - 1 ||
        !make_room(list, writers[0]->allocator, (size_t)records, seconds))
        return record_no_memory;
    for (size_t i = 0; i < count && result == record_ok; i++)
        result = read_partition(writers[i], partition, list);
    assert(result != record_ok || list->count == records);
    return result;
}

bool record_list_sort(struct record_list *list, const struct allocator *allocator,
                      int64_t *const columns[record_columns], size_t sorted,
                      struct interruption *interruption) {
    assert(list->count <= UINT32_MAX);
    if (list->count > list->order_room || !list->sorted) {
        size_t count = list->count + 1;
        list->order_room = 0;
        list->order = record_array_replace(allocator, list->order, count, sizeof *list->order);
        list->sorted = record_array_replace(allocator, list->sorted, count, sizeof *list->sorted);
        if (!list->order || !list->sorted)
            return false;
        list->order_room = list->count;
    }
    for (; sorted < record_columns && columns[sorted]; sorted++) {
        for (size_t begin = 0, end; begin < list->count; begin = end) {
            bool equal = true;
            for (end = begin + 1; end < list->count; end += equal) {
                for (size_t i = 0; i < sorted && equal; i++)
                    equal = columns[i][end] == columns[i][begin];
                if (!equal)
                    break;
            }
            if (end - begin == 1)
                continue;
            if (!radix_sort_order(columns[sorted] + begin, list->order, end - begin, interruption))
                return false;
            for (size_t i = sorted + 1; i < record_columns && columns[i]; i++) {
                for (size_t k = 0; k < end - begin; k++)
                    list->sorted[k] = columns[i][begin + list->order[k]];
                memcpy(columns[i] + begin, list->sorted, (end - begin) * sizeof *list->sorted);
            }
        }
    }
    return true;
}

void record_list_free(struct record_list *list, const struct allocator *allocator) {
    RELEASE(allocator, list->keys, list->ids, list->seconds, list->order, list->sorted,
            list->buffer);
    *list = (struct record_list){0};
}
