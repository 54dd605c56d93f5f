/*
 * signature_parts.c - signatures that several processes collect, each those of some texts.
 *
 *     SELECT part, records                                             -- in each process
 *       FROM signature_parts((SELECT collect_signatures(id, text, 12, 25, 4, 100, 'banded', 1,
 *                                                       NULL, NULL, :key) FROM sentence), 10);
 *     SELECT band, signature, id                                       -- for each part
 *       FROM shared_signatures((SELECT collect_signature_parts(records)
 *                                 FROM exchanged WHERE part = :part));
 *
 *   signature_parts(signatures, parts)
 *                                table-valued: rows (part, records), part from 0 on
 *   collect_signature_parts(records)
 *                                aggregate: what collect_signatures() makes, of blobs of one part
 *                                or of several
 *
 *   (1) What shared_signatures() returns for each of the parts, from all processes, is together
 *       what it returns for all texts in one process.
 *   (2) All processes must have the same parameters, key and number of parts, or it is an error.
 *   (3) Blobs depend on texts, ids, parameters and key only: docs/signature-parts-format.md.
 *   (4) A blob from elsewhere is an error.
 */
#include "connection.h"
#include "signature_pointers.h"
#include "table_function.h"

#include <string.h> /* memcmp */

/* ---- signature_parts() ----------------------------------------------------------------------- */

enum { column_part, column_records, result_count };
enum { argument_of_signatures, argument_of_parts, argument_count };

struct parts_cursor {
    struct table_cursor base;
    struct collected_signatures *collected; /* NULL: none is read */
    struct signature_blob_writer *writer;   /* of its collection, if there is one */
    struct signature_blob current;
};

static void parts_close(struct table_cursor *base) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    signature_blob_writer_free(cursor->writer);
    cursor->writer = NULL;
    if (cursor->collected)
        collected_release(cursor->collected);
    cursor->collected = NULL;
}

static void parts_next(struct table_cursor *base, struct arguments *arguments) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    bool end;
    enum record_result result = signature_blob_writer_next(cursor->writer, &cursor->current, &end);
    if (result != record_ok)
        collected_failure(arguments, result, cursor->collected, &base->interruption);
    else if (!end)
        base->rows++;
    if (result != record_ok || end)
        parts_close(base);
}

static void parts_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    parts_close(base);
    struct collected_signatures *collected =
        collected_argument(arguments, given->values[argument_of_signatures]);
    int64_t parts = argument_integer(arguments, "parts", given->values[argument_of_parts], 1,
                                     signature_parts_max);
    if (arguments->code != SQLITE_OK || !collected->collection)
        return;
    if (!signature_collection_settings(collected->collection)->with_texts) {
        arguments_refuse(arguments, "collect_signatures() must be given a key");
        return;
    }
    cursor->collected = collected;
    collected->references++;
    cursor->writer = signature_blob_writer_new(collected->collection, (uint32_t)parts,
                                               signature_blob_size_max, &base->interruption);
    if (cursor->writer)
        parts_next(base, arguments);
    else
        arguments->code = SQLITE_NOMEM;
}

static void parts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct signature_blob *blob = &((const struct parts_cursor *)base)->current;
    if (column == column_part)
        sqlite3_result_int64(context, blob->part);
    else
        sqlite3_result_blob64(context, blob->bytes, blob->size, SQLITE_TRANSIENT);
}

static const char *const argument_names[] = {"signatures", "parts"};

const struct table_function signature_parts_table = {
    .name = "signature_parts",
    .columns = "CREATE TABLE x(part INTEGER, records BLOB, signatures HIDDEN, parts HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = argument_count,
    .pointers = 1u << argument_of_signatures,
    .estimated_rows = 100,
    .cursor_size = sizeof(struct parts_cursor),
    .open = parts_open,
    .next = parts_next,
    .column = parts_column,
    .close = parts_close,
};

/* ---- collect_signature_parts() --------------------------------------------------------------- */

static void refuse_blob(struct arguments *arguments, struct argument_bytes blob) {
    arguments_refuse(arguments,
                     "argument records must be a result of signature_parts(), found another blob "
                     "of length %lld",
                     (long long)blob.length);
}

/* Makes the collection for the first blob. */
static void begin_collection(struct collected_signatures *collected, struct arguments *arguments,
                             const struct signature_blob_header *header,
                             struct interruption *interruption) {
    enum { memory = 1 << 22 }; /* not a limit without a storage, but makes chunks of 1 to 2 KB */
    struct collection_settings settings = {.allocator = &sqlite_allocator,
                                           .parameters = header->parameters,
                                           .memory = memory,
                                           .with_texts = true,
                                           .interruption = interruption};
    collected->collection = signature_collection_of_records(&settings, header->key_digest);
    collected->parts = header->parts;
    if (!collected->collection)
        arguments->code = SQLITE_NOMEM;
}

/* Refuses a blob that does not go with the first. */
static void require_same(struct arguments *arguments, const struct signature_blob_header *header,
                         const struct collected_signatures *collected) {
    const struct signature_collection *collection = collected->collection;
    arguments_require_same(arguments, "the parameters must be the same for all blobs",
                           &header->parameters,
                           &signature_collection_settings(collection)->parameters);
    if (header->parts != collected->parts)
        arguments_refuse(arguments, "all blobs must be of as many parts, found %u and %u",
                         (unsigned)collected->parts, (unsigned)header->parts);
    if (memcmp(header->key_digest, signature_collection_key_digest(collection),
               sizeof header->key_digest) != 0)
        arguments_refuse(arguments, "all blobs must be made with the same key");
}

static void add_blob(struct collected_signatures *collected, struct arguments *arguments,
                     struct argument_bytes blob, struct interruption *interruption) {
    struct signature_blob_header header;
    const unsigned char *bytes = (const unsigned char *)blob.bytes;
    if (!signature_blob_read_header(bytes, blob.length, &header)) {
        refuse_blob(arguments, blob);
        return;
    }
    if (collected->collection)
        require_same(arguments, &header, collected);
    else
        begin_collection(collected, arguments, &header, interruption);
    if (arguments->code != SQLITE_OK)
        return;
    enum signature_blob_result result =
        signature_blob_read(bytes, blob.length, &header, collected->collection, interruption);
    if (result == signature_blob_malformed)
        refuse_blob(arguments, blob);
    else if (result == signature_blob_no_memory)
        arguments->code = interruption_code(interruption);
}

void collect_signature_parts_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "collect_signature_parts"};
    struct argument_bytes blob = argument_blob(&arguments, "records", values[0]);
    struct collected_signatures *collected = NULL;
    if (arguments.code == SQLITE_OK)
        collected = collected_so_far(context, &arguments);
    if (collected)
        add_blob(collected, &arguments, blob, &connection->interruption);
    if (arguments.code != SQLITE_OK)
        collected_step_failed(context, &arguments, collected);
}

void collect_signature_parts_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "collect_signature_parts"};
    collected_result(context, &arguments);
}
