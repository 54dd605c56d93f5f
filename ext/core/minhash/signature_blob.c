/* signature_blob.c - see signature_blob.h. */
#include "signature_blob.h"

#include "../text/shingle.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy */

static const unsigned char magic[4] = {'N', 'D', 'R', '1'};

/* Where the fields of the header are. */
enum {
    at_scheme = 4,
    at_shingle = 8,
    at_bands = 12,
    at_rows = 16,
    at_hashes = 20,
    at_seed = 24,
    at_digest = 32,
    at_parts = 48,
    at_part = 52,
    at_records = 56
};

/* The most bytes that come before the records of a section: two varints of up to 32 bits. */
enum { section_head_max = 10 };

/* Which part a record belongs to. */
struct division {
    const struct signature_collection *collection;
    uint32_t parts;
    unsigned piece_bits; /* a partition has 2^piece_bits pieces */
};

static struct division divide(const struct signature_collection *collection, uint32_t parts) {
    struct division division = {.collection = collection, .parts = parts};
    while (collection->partitions << division.piece_bits < parts)
        division.piece_bits++;
    return division;
}

static size_t piece_of(const struct division *division, uint64_t word) {
    size_t pieces = (size_t)1 << division->piece_bits;
    return signature_part_of_band(word, division->collection->part_bits + division->piece_bits) %
           pieces;
}

static size_t part_of(const struct division *division, size_t partition, size_t piece) {
    return (piece * division->collection->partitions + partition) % division->parts;
}

struct signature_blob_writer {
    const struct allocator *allocator;
    struct interruption *interruption;
    struct division division;
    uint32_t part;           /* that is written */
    size_t next;             /* piece * partitions + partition of what comes next, or is loaded */
    bool loaded;             /* whether its records are in the list */
    size_t record;           /* the next of them */
    struct record_list list; /* by id */
    unsigned char *blob;
    size_t size, size_max, capacity;
    uint64_t records; /* in the blob */
};

/* ---- Writing: the records of a partition ----------------------------------------------------- */

/*
 * Sorts by id, then by the words: workers take texts by chance, and blobs must not show it. Texts
 * that one worker took come in the order that they were added in, usually that of ids.
 */
static bool sort_by_id(struct signature_blob_writer *writer) {
    struct record_list *list = &writer->list;
    size_t ascending = 1;
    while (ascending < list->count && list->ids[ascending - 1] < list->ids[ascending])
        ascending++;
    if (ascending >= list->count)
        return true;
    int64_t *const columns[] = {list->ids, list->keys, (int64_t *)list->seconds};
    const uint64_t sign = UINT64_C(1) << 63; /* the second word has none */
    for (size_t i = 0; i < list->count; i++)
        list->seconds[i] ^= sign;
    bool sorted = record_list_sort(list, writer->allocator, columns, 0, writer->interruption);
    for (size_t i = 0; i < list->count; i++)
        list->seconds[i] ^= sign;
    return sorted;
}

/* Keeps the records of one piece of a partition. */
static void keep_piece(struct record_list *list, const struct division *division, size_t piece) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (piece_of(division, (uint64_t)list->keys[i]) != piece)
            continue;
        list->keys[kept] = list->keys[i];
        list->seconds[kept] = list->seconds[i];
        list->ids[kept++] = list->ids[i];
    }
    list->count = kept;
}

static enum record_result load(struct signature_blob_writer *writer) {
    const struct signature_collection *collection = writer->division.collection;
    size_t partition = writer->next % collection->partitions;
    writer->record = 0;
    writer->loaded = true;
    enum record_result result = record_list_load(&writer->list, collection->writers,
                                                 collection->writer_count, partition, true);
    if (result != record_ok)
        return result;
    size_t records = writer->list.count;
    if (writer->division.piece_bits > 0)
        keep_piece(&writer->list, &writer->division, writer->next / collection->partitions);
    if (interruption_after(writer->interruption, records) || !sort_by_id(writer))
        return record_no_memory;
    return record_ok;
}

/* ---- Writing: blobs -------------------------------------------------------------------------- */

/* Appends as many of the records that are loaded as the blob has room for. False without memory. */
static bool append_records(struct signature_blob_writer *writer) {
    const struct record_list *list = &writer->list;
    size_t count = list->count - writer->record, left = writer->size_max - writer->size;
    size_t fit = left < section_head_max ? 0 : (left - section_head_max) / record_size_max;
    count = count < fit ? count : fit;
    if (count == 0)
        return true;
    if (!ARRAY_RESERVE(writer->allocator, writer->blob, writer->capacity,
                       writer->size + section_head_max + count * record_size_max))
        return false;
    unsigned char *blob = writer->blob;
    unsigned char *at =
        varint_write(blob + writer->size, writer->next % writer->division.collection->partitions);
    at = varint_write(at, count);
    uint64_t last = 0;
    for (size_t end = writer->record + count; writer->record < end; writer->record++) {
        little_endian_store64(at, (uint64_t)list->keys[writer->record]);
        little_endian_store64(at + 8, list->seconds[writer->record]);
        uint64_t id = (uint64_t)list->ids[writer->record];
        at = varint_write(at + 16, varint_of_difference(id - last));
        last = id;
    }
    writer->size = (size_t)(at - blob);
    writer->records += count;
    return true;
}

struct signature_blob_writer *
signature_blob_writer_new(const struct signature_collection *collection, uint32_t parts,
                          size_t size_max, struct interruption *interruption) {
    const struct collection_settings *settings = &collection->settings;
    const struct minhash_parameters *parameters = &settings->parameters;
    const uint64_t *digest = collection->key_digest;
    assert(settings->with_texts && parts >= 1 && size_max >= 200);
    struct signature_blob_writer *writer = settings->allocator->resize(NULL, sizeof *writer);
    unsigned char *header = settings->allocator->resize(NULL, signature_blob_header_size);
    if (!writer || !header) {
        RELEASE(settings->allocator, writer, header);
        return NULL;
    }
    *writer = (struct signature_blob_writer){.allocator = settings->allocator,
                                             .interruption = interruption,
                                             .division = divide(collection, parts),
                                             .blob = header,
                                             .size_max = size_max,
                                             .capacity = signature_blob_header_size};
    memcpy(header, magic, sizeof magic);
    little_endian_store32(header + at_scheme, (uint32_t)parameters->scheme);
    little_endian_store32(header + at_shingle, parameters->shingle);
    little_endian_store32(header + at_bands, parameters->bands);
    little_endian_store32(header + at_rows, parameters->rows);
    little_endian_store32(header + at_hashes, parameters->hashes);
    little_endian_store64(header + at_seed, (uint64_t)parameters->seed);
    little_endian_store64(header + at_digest, digest[0]);
    little_endian_store64(header + at_digest + 8, digest[1]);
    little_endian_store32(header + at_parts, parts);
    return writer;
}

void signature_blob_writer_free(struct signature_blob_writer *writer) {
    if (!writer)
        return;
    record_list_free(&writer->list, writer->allocator);
    RELEASE(writer->allocator, writer->blob, writer);
}

enum record_result signature_blob_writer_next(struct signature_blob_writer *writer,
                                              struct signature_blob *blob, bool *end) {
    const struct division *division = &writer->division;
    size_t all = division->collection->partitions << division->piece_bits;
    *end = false;
    writer->size = signature_blob_header_size;
    writer->records = 0;
    while (writer->part < division->parts) {
        if (writer->next >= all) {
            if (writer->records > 0)
                break;
            writer->next = ++writer->part;
            continue;
        }
        enum record_result result = writer->loaded ? record_ok : load(writer);
        if (result != record_ok)
            return result;
        if (!append_records(writer))
            return record_no_memory;
        if (writer->record < writer->list.count)
            break; /* the rest goes to the next blob */
        writer->loaded = false;
        writer->next += division->parts;
    }
    *end = writer->records == 0;
    if (*end)
        return record_ok;
    little_endian_store32(writer->blob + at_part, writer->part);
    little_endian_store64(writer->blob + at_records, writer->records);
    *blob = (struct signature_blob){writer->part, writer->blob, writer->size};
    return record_ok;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_within(uint32_t number, uint32_t most) {
    return number >= 1 && number <= most;
}

/* Whether a family of these parameters can be made. */
static bool are_parameters(const struct minhash_parameters *p) {
    if (!is_within(p->shingle, shingle_length_max) || !is_within(p->bands, minhash_bands_max) ||
        !is_within(p->rows, minhash_rows_max) || !is_within(p->hashes, minhash_hashes_max))
        return false;
    if (minhash_scheme_is_banded(p->scheme))
        return p->hashes == p->bands * p->rows;
    return p->scheme != minhash_paper || p->rows <= p->hashes;
}

bool signature_blob_read_header(const unsigned char *bytes, size_t size,
                                struct signature_blob_header *header) {
    if (size < signature_blob_header_size || memcmp(bytes, magic, sizeof magic) != 0)
        return false;
    uint32_t scheme = little_endian_load32(bytes + at_scheme);
    if (scheme >= minhash_scheme_count)
        return false;
    *header = (struct signature_blob_header){
        .parameters = {.scheme = (enum minhash_scheme)scheme,
                       .shingle = little_endian_load32(bytes + at_shingle),
                       .bands = little_endian_load32(bytes + at_bands),
                       .rows = little_endian_load32(bytes + at_rows),
                       .hashes = little_endian_load32(bytes + at_hashes),
                       .seed = (int64_t)little_endian_load64(bytes + at_seed)},
        .key_digest = {little_endian_load64(bytes + at_digest),
                       little_endian_load64(bytes + at_digest + 8)},
        .parts = little_endian_load32(bytes + at_parts),
        .part = little_endian_load32(bytes + at_part),
        .records = little_endian_load64(bytes + at_records)};
    return are_parameters(&header->parameters) && is_within(header->parts, signature_parts_max) &&
           header->part < header->parts;
}

/* Reads the records of one section, and moves `*at` to its end. */
static enum signature_blob_result read_section(const unsigned char **at, const unsigned char *end,
                                               size_t partition, uint64_t count,
                                               const struct division *division, uint32_t part,
                                               struct signature_collection *collection,
                                               struct interruption *interruption) {
    enum { words_size = 16 };
    const unsigned part_bits = division->collection->part_bits;
    uint64_t id = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t difference;
        if (end - *at < words_size)
            return signature_blob_malformed;
        uint64_t words[] = {little_endian_load64(*at), little_endian_load64(*at + 8)};
        *at = varint_read(*at + words_size, end, &difference);
        if (!*at ||
            signature_part_of_band(words[0], part_bits) != partition % ((size_t)1 << part_bits) ||
            (division->piece_bits > 0 &&
             part_of(division, partition, piece_of(division, words[0])) != part))
            return signature_blob_malformed;
        id += varint_to_difference(difference);
        if (signature_collection_add_record(collection, partition, words, (int64_t)id) !=
                record_ok ||
            interruption_after(interruption, 1))
            return signature_blob_no_memory;
    }
    return signature_blob_ok;
}

enum signature_blob_result signature_blob_read(const unsigned char *bytes, size_t size,
                                               const struct signature_blob_header *header,
                                               struct signature_collection *collection,
                                               struct interruption *interruption) {
    const struct division division = divide(collection, header->parts);
    const unsigned char *at = bytes + signature_blob_header_size, *end = bytes + size;
    uint64_t left = header->records;
    while (at < end) {
        uint64_t partition, count;
        at = varint_read(at, end, &partition);
        at = at ? varint_read(at, end, &count) : NULL;
        if (!at || count == 0 || count > left || partition >= division.collection->partitions ||
            (division.piece_bits == 0 && part_of(&division, (size_t)partition, 0) != header->part))
            return signature_blob_malformed;
        enum signature_blob_result result = read_section(
            &at, end, (size_t)partition, count, &division, header->part, collection, interruption);
        if (result != signature_blob_ok)
            return result;
        left -= count;
    }
    return left == 0 ? signature_blob_ok : signature_blob_malformed;
}
