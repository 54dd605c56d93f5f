/*
 * collect_signatures.c - which of very many texts share a signature, on all processors; see
 * docs/functions/shared-signatures.md.
 *
 *   collect_signatures()       aggregate: the signatures of all texts
 *   shared_signatures()        table-valued: those that different texts share, in order; of equal
 *                              texts only those of the smallest id
 *   signature_copies()         table-valued: the others, in the order of first_id and id
 *   signature_parts()          table-valued: parts of a collection, as blobs for other processes
 *   collect_signature_parts()  aggregate: what collect_signatures() makes, of blobs of one part or
 *                              of several
 *
 *   (1) All rows must have the parameters of the first one; `threads` and `memory` are its own.
 *   (2) The rows are the same with any number of threads and any amount of memory.
 *   (3) What is found in the parts, by all processes, is together what one finds for all texts.
 *   (4) Blobs depend on texts, ids, parameters and key only: docs/formats/signature-format.md.
 */
#include "../collection.h"
#include "../table_function.h"
#include "../temporary_storage.h"
#include "family_arguments.h"

#include <string.h> /* memcmp */

/* What became of the texts of the rows. */
enum text_fate { text_collected, text_empty, text_shorter, text_longer, text_fates };

struct collected_signatures {
    struct collection base;
    struct signature_collection *collection; /* NULL without rows */
    struct collected_signatures *merged;     /* the last part that it was made of; of a part, the
                                                one before; or NULL */
    uint32_t parts;                          /* of the blobs that it was made of; or 0 */
    uint64_t counted[text_fates];
    struct temporary_storage file;
};

enum { key_size = 16 };
enum { megabyte = 1 << 20, memory_default = 256, memory_max = 1 << 20 };

static bool collected_begin(struct call *call, void *pointer) {
    (void)call;
    return temporary_storage_begin(&((struct collected_signatures *)pointer)->file);
}

static void collected_release(void *pointer) {
    struct collected_signatures *collected = pointer;
    signature_collection_free(collected->collection);
    temporary_storage_close(&collected->file);
    collection_release(collected->merged); /* last: it is read to the end */
}

static void collected_final(struct call *call, void *pointer) {
    struct collected_signatures *collected = pointer;
    if (collected->collection)
        call_record_result(call, signature_collection_finish(collected->collection),
                           &collected->file);
}

static size_t collected_counts(const void *pointer, struct collection_count *counts) {
    const struct collected_signatures *collected = pointer;
    static const char *const names[] = {[text_collected] = "texts",
                                        [text_empty] = "empty",
                                        [text_shorter] = "shorter",
                                        [text_longer] = "longer"};
    for (int i = 0; i < text_fates; i++)
        counts[i] = (struct collection_count){names[i], collected->counted[i]};
    return text_fates;
}

enum {
    argument_id,
    argument_text,
    argument_family,
    argument_threads = argument_family + 6,
    argument_memory,
    argument_key,
    argument_length_least,
    argument_length_most
};

/*
 * What becomes of a text of this length. Characters are counted as SQLite's length() does, up to
 * the first NUL, so that SQL can say which texts are collected; and only as far as they matter.
 */
static enum text_fate fate_of(struct argument_bytes text, int64_t least, int64_t most) {
    const unsigned char *at = (const unsigned char *)text.bytes, *end = at + text.length;
    int64_t enough = (int64_t)text.length <= most ? least : most + 1;
    int64_t length = 0;
    for (; at < end && *at != 0 && length < enough; length++)
        if (*at++ >= 0xC0)
            while (at < end && (*at & 0xC0) == 0x80)
                at++;
    return length > most     ? text_longer
           : length >= least ? text_collected
           : length == 0     ? text_empty
                             : text_shorter;
}

/* Reads the key of a row. False if it has none, or after an error. */
static bool read_key(struct call *call, uint64_t key[2]) {
    const struct given *given = &call->given[argument_key];
    if (!given->value)
        return false;
    if (given->bytes.length != key_size) {
        call_refuse(call, "argument key must be a blob of %d bytes, found %lld", key_size,
                    (long long)given->bytes.length);
        return false;
    }
    const unsigned char *bytes = (const unsigned char *)given->bytes.bytes;
    key[0] = little_endian_load64(bytes);
    key[1] = little_endian_load64(bytes + key_size / 2);
    return true;
}

/* Makes the collection for the first row, with the threads and the megabytes that it asks for. */
static void begin_collection(struct call *call, struct collected_signatures *collected,
                             struct collection_settings *settings) {
    uint64_t megabytes = (uint64_t)call->given[argument_memory].integer;
    size_t most = SIZE_MAX / megabyte;
    const struct collected_part *part = call->connection->part;
    settings->threads = call_threads(&call->given[argument_threads]);
    settings->memory = (megabytes < most ? (size_t)megabytes : most) * megabyte;
    settings->storage = &collected->file.storage;
    if (part && part->threads > 0) /* one of several, which share the memory */
        settings->memory /= part->threads;
    if (!settings->with_texts && part)
        memcpy(settings->key, part->key, sizeof settings->key);
    else if (!settings->with_texts)
        sqlite3_randomness(sizeof settings->key, settings->key);
    collected->collection = signature_collection_new(settings);
    if (!collected->collection)
        call->code = SQLITE_NOMEM;
}

static void collected_step(struct call *call, void *pointer) {
    struct collected_signatures *collected = pointer;
    struct argument_bytes text = call->given[argument_text].bytes;
    const struct given *family = &call->given[argument_family];
    struct collection_settings settings = {.allocator = &sqlite_allocator,
                                           .interruption = call->interruption};
    settings.parameters = family_read(call, family, family + 1);
    settings.with_texts = read_key(call, settings.key);
    if (call->code == SQLITE_OK && !collected->collection)
        begin_collection(call, collected, &settings);
    if (call->code != SQLITE_OK)
        return;
    const struct collection_settings *first = &collected->collection->settings;
    family_require_same(call, "the parameters must be the same for all texts", &settings.parameters,
                        &first->parameters);
    if (settings.with_texts != first->with_texts ||
        (first->with_texts && memcmp(settings.key, first->key, sizeof first->key) != 0))
        call_refuse(call, "argument key must be the same for all rows");
    if (call->code != SQLITE_OK)
        return;
    enum text_fate fate = fate_of(text, call->given[argument_length_least].integer,
                                  call->given[argument_length_most].integer);
    collected->counted[fate]++;
    if (fate == text_collected)
        call_record_result(call,
                           signature_collection_add(collected->collection,
                                                    call->given[argument_id].integer, text.bytes,
                                                    text.length),
                           &collected->file);
}

static void collected_merge(struct call *call, void *pointer, struct collection *base,
                            unsigned threads) {
    struct collected_signatures *collected = pointer, *part = (struct collected_signatures *)base;
    for (int i = 0; i < text_fates; i++)
        collected->counted[i] += part->counted[i];
    if (part->collection && !collected->collection) {
        struct collection_settings settings = part->collection->settings;
        settings.threads = threads;
        settings.memory = megabyte; /* nothing else is added */
        settings.storage = &collected->file.storage;
        settings.interruption = call->interruption;
        collected->collection = signature_collection_new(&settings);
        if (!collected->collection)
            call->code = SQLITE_NOMEM;
    }
    if (part->collection && collected->collection)
        call_record_result(call, signature_collection_join(collected->collection, part->collection),
                           &collected->file);
    part->merged = collected->merged;
    collected->merged = collection_share(part);
}

COLLECTION(
    collect_signatures, collected, struct collected_signatures,
    .arguments = ARGUMENTS(ID("id"), REQUIRED("text", text), FAMILY_ARGUMENTS, THREADS(NULLABLE),
                           NULLABLE("memory", integer, .range = {1, memory_max, memory_default}),
                           NULLABLE("key", blob, .range = {0, 0, 0}),
                           OPTIONAL("length_least", integer, .range = {0, INT64_MAX, 0}),
                           OPTIONAL("length_most", integer, .range = {0, INT64_MAX, INT64_MAX})),
    .begin = collected_begin, .final = collected_final, .merge = collected_merge,
    .counts = collected_counts);

static const struct copies *copies_in(const struct table_cursor *base) {
    const struct collected_signatures *collected =
        (const struct collected_signatures *)base->held[0];
    return collected->collection ? &collected->collection->copies : NULL;
}

static void copies_open(struct table_cursor *base, struct call *call) {
    (void)call;
    base->rows = copies_in(base) ? (sqlite3_int64)copies_in(base)->count : 0;
}

static void copies_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct copies *copies = copies_in(base);
    sqlite3_result_int64(context, (column == 0 ? copies->ids : copies->firsts)[base->row]);
}

TABLE(signature_copies, copies, struct table_cursor, "id INTEGER, first_id INTEGER",
      .arguments = ARGUMENTS(POINTER("signatures", .maker = "collect_signatures")),
      .estimated_rows = 100000);

/* Of shared_signatures() and signature_parts(). */
struct collected_cursor {
    struct table_cursor base;
    struct collected_signatures *collected; /* which the base holds */
    struct shared_signatures *shared;       /* one of these reads its collection, if there is one */
    struct signature_blob_writer *parts;
    struct shared_signature row;
    struct signature_blob blob;
};

static void collected_reset(struct table_cursor *base) {
    struct collected_cursor *cursor = (struct collected_cursor *)base;
    shared_signatures_free(cursor->shared);
    signature_blob_writer_free(cursor->parts);
    cursor->shared = NULL;
    cursor->parts = NULL;
}

static void collected_next(struct table_cursor *base, struct call *call) {
    struct collected_cursor *cursor = (struct collected_cursor *)base;
    bool end = true;
    if (cursor->shared)
        call_record_result(call, shared_signatures_next(cursor->shared, &cursor->row, &end),
                           &cursor->collected->file);
    else if (cursor->parts)
        call_record_result(call, signature_blob_writer_next(cursor->parts, &cursor->blob, &end),
                           &cursor->collected->file);
    base->rows += !end && call->code == SQLITE_OK;
}

static void shared_open(struct table_cursor *base, struct call *call) {
    struct collected_cursor *cursor = (struct collected_cursor *)base;
    struct signature_collection *collection =
        (cursor->collected = call->given[0].pointer)->collection;
    if (collection)
        cursor->shared = shared_signatures_new(collection, &base->interruption);
    if (collection && !cursor->shared)
        call->code = SQLITE_NOMEM;
}

static void shared_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct shared_signature *row = &((const struct collected_cursor *)base)->row;
    sqlite3_result_int64(context, (const int64_t[]){row->band, row->signature, row->id}[column]);
}

TABLE(shared_signatures, shared, struct collected_cursor,
      "band INTEGER, signature INTEGER, id INTEGER",
      .arguments = ARGUMENTS(POINTER("signatures", .maker = "collect_signatures")),
      .estimated_rows = 1000000, .next = collected_next, .reset = collected_reset);

static void signature_parts_open(struct table_cursor *base, struct call *call) {
    struct collected_cursor *cursor = (struct collected_cursor *)base;
    struct signature_collection *collection =
        (cursor->collected = call->given[0].pointer)->collection;
    if (collection && !collection->settings.with_texts) {
        call_refuse(call, "collect_signatures() must be given a key");
        return;
    }
    if (collection)
        cursor->parts = signature_blob_writer_new(collection, (uint32_t)call->given[1].integer,
                                                  signature_blob_size_max, &base->interruption);
    if (collection && !cursor->parts)
        call->code = SQLITE_NOMEM;
}

static void signature_parts_column(struct table_cursor *base, sqlite3_context *context,
                                   int column) {
    const struct signature_blob *blob = &((const struct collected_cursor *)base)->blob;
    if (column == 0)
        sqlite3_result_int64(context, blob->part);
    else
        sqlite3_result_blob64(context, blob->bytes, blob->size, SQLITE_TRANSIENT);
}

TABLE(signature_parts, signature_parts, struct collected_cursor, "part INTEGER, records BLOB",
      .arguments = ARGUMENTS(
          POINTER("signatures", .maker = "collect_signatures"),
          {.name = "parts", .type = argument_is_integer, .range = {1, signature_parts_max, 0}}),
      .estimated_rows = 100, .next = collected_next, .reset = collected_reset);

static void refuse_blob(struct call *call) {
    call_refuse(call,
                "argument records must be a result of signature_parts(), found another blob of "
                "length %lld",
                (long long)call->given[0].bytes.length);
}

/* Makes the collection for the first blob. */
static void begin_with_records(struct call *call, struct collected_signatures *collected,
                               const struct signature_blob_header *header) {
    enum { memory = 1 << 22 }; /* not a limit without a storage, but makes chunks of 1 to 2 KB */
    struct collection_settings settings = {.allocator = &sqlite_allocator,
                                           .parameters = header->parameters,
                                           .memory = memory,
                                           .with_texts = true,
                                           .interruption = call->interruption};
    collected->collection = signature_collection_of_records(&settings, header->key_digest);
    collected->parts = header->parts;
    if (!collected->collection)
        call->code = SQLITE_NOMEM;
}

static void signature_parts_step(struct call *call, void *pointer) {
    struct collected_signatures *collected = pointer;
    struct signature_blob_header header;
    const unsigned char *bytes = (const unsigned char *)call->given[0].bytes.bytes;
    size_t length = call->given[0].bytes.length;
    if (!signature_blob_read_header(bytes, length, &header)) {
        refuse_blob(call);
        return;
    }
    if (!collected->collection)
        begin_with_records(call, collected, &header);
    if (call->code != SQLITE_OK)
        return;
    const struct signature_collection *collection = collected->collection;
    family_require_same(call, "the parameters must be the same for all blobs", &header.parameters,
                        &collection->settings.parameters);
    if (header.parts != collected->parts)
        call_refuse(call, "all blobs must have the same number of parts, found %u and %u",
                    (unsigned)collected->parts, (unsigned)header.parts);
    if (memcmp(header.key_digest, collection->key_digest, sizeof header.key_digest) != 0)
        call_refuse(call, "all blobs must be made with the same key");
    if (call->code != SQLITE_OK)
        return;
    enum signature_blob_result result =
        signature_blob_read(bytes, length, &header, collected->collection, call->interruption);
    if (result == signature_blob_malformed)
        refuse_blob(call);
    else if (result == signature_blob_no_memory)
        call_interrupted(call);
}

FUNCTION(collect_signature_parts, .arguments = ARGUMENTS(REQUIRED("records", blob)),
         .results = "POINTER", .size = sizeof(struct collected_signatures),
         .makes = "collect_signatures", .begin = collected_begin, .step = signature_parts_step,
         .final = collected_final, .release = collected_release, .counts = collected_counts);
