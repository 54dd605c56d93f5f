/*
 * signature_parts.c - signatures that several processes collect, each those of some texts; see
 * docs/functions/shared-signatures.md.
 *
 *   signature_parts()          table-valued: parts of a collection, as blobs
 *   collect_signature_parts()  aggregate: what collect_signatures() makes, of blobs of one part or
 *                              of several
 *
 *   (1) What shared_signatures() and signature_copies() return for each of the parts, from all
 *       processes, is together what they return for all texts in one process.
 *   (2) Blobs depend on texts, ids, parameters and key only: docs/formats/signature-format.md.
 */
#include "../table_function.h"
#include "collected_signatures.h"
#include "family_arguments.h"

#include <string.h> /* memcmp */

/* ---- signature_parts() ----------------------------------------------------------------------- */

struct parts_cursor {
    struct table_cursor base;
    struct collected_signatures *collected; /* which the base holds */
    struct signature_blob_writer *writer;   /* of its collection; NULL at the end */
    struct signature_blob current;
};

static void parts_reset(struct table_cursor *base) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    signature_blob_writer_free(cursor->writer);
    cursor->writer = NULL;
}

static void parts_next(struct table_cursor *base, struct call *call) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    bool end = true;
    if (cursor->writer)
        call_record_result(call, signature_blob_writer_next(cursor->writer, &cursor->current, &end),
                           &cursor->collected->file);
    base->rows += !end && call->code == SQLITE_OK;
}

static void parts_open(struct table_cursor *base, struct call *call) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    struct signature_collection *collection =
        (cursor->collected = call->given[0].pointer)->collection;
    if (collection && !collection->settings.with_texts) {
        call_refuse(call, "collect_signatures() must be given a key");
        return;
    }
    if (collection)
        cursor->writer = signature_blob_writer_new(collection, (uint32_t)call->given[1].integer,
                                                   signature_blob_size_max, &base->interruption);
    if (collection && !cursor->writer)
        call->code = SQLITE_NOMEM;
}

static void parts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct signature_blob *blob = &((const struct parts_cursor *)base)->current;
    if (column == 0)
        sqlite3_result_int64(context, blob->part);
    else
        sqlite3_result_blob64(context, blob->bytes, blob->size, SQLITE_TRANSIENT);
}

TABLE(signature_parts, parts, struct parts_cursor, "part INTEGER, records BLOB",
      .arguments = ARGUMENTS(
          POINTER("signatures", .maker = "collect_signatures"),
          {.name = "parts", .type = argument_is_integer, .range = {1, signature_parts_max, 0}}),
      .estimated_rows = 100, .next = parts_next, .reset = parts_reset);

/* ---- collect_signature_parts() --------------------------------------------------------------- */

static void refuse_blob(struct call *call) {
    call_refuse(call,
                "argument records must be a result of signature_parts(), found another blob of "
                "length %lld",
                (long long)call->given[0].bytes.length);
}

/* Makes the collection for the first blob. */
static void begin_collection(struct call *call, struct collected_signatures *collected,
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

static void parts_step(struct call *call, void *pointer) {
    struct collected_signatures *collected = pointer;
    struct signature_blob_header header;
    const unsigned char *bytes = (const unsigned char *)call->given[0].bytes.bytes;
    size_t length = call->given[0].bytes.length;
    if (!signature_blob_read_header(bytes, length, &header)) {
        refuse_blob(call);
        return;
    }
    if (!collected->collection)
        begin_collection(call, collected, &header);
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
         .makes = "collect_signatures", .begin = collected_signatures_begin, .step = parts_step,
         .final = collected_signatures_final, .release = collected_signatures_release,
         .counts = collected_signatures_counts);
