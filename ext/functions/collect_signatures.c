/*
 * collect_signatures.c - which of very many texts share a signature, on all processors.
 *
 *     SELECT band, signature, id
 *       FROM shared_signatures((SELECT collect_signatures(id, text) FROM sentence));
 *
 *   collect_signatures(id, text [, shingle, bands, rows, hashes, scheme, seed, threads, memory,
 *                      key])     aggregate: the signatures of all texts
 *   shared_signatures(signatures)
 *                                table-valued: rows (band, signature, id) in this order
 *
 *   (1) Bands from 1 on hold the signatures that two or more different texts share, as
 *       minhash_signatures() makes them. Copies of a text have no rows there, but for the one with
 *       the smallest id.
 *   (2) Band 0 holds the copies: the text of `id` equals the text whose id is `signature`.
 *   (3) Rows in which `id`, `text` or a parameter up to `seed` is NULL are ignored.
 *   (4) All rows must have the parameters of the first row, or it is an error. `threads` and
 *       `memory` of later rows are ignored.
 *   (5) The rows are the same with any number of threads and any amount of memory.
 *   (6) The result is a pointer, which shared_signatures() reads in the same statement.
 *   (7) With a key, other processes can go on with the collection: signature_parts.c.
 */
#include "connection.h"
#include "signature_pointers.h"
#include "table_function.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy */

static const char pointer_type[] = "neardup signatures";

/* Where the last three arguments are, if they are given. */
enum { threads_place = 8, memory_place = 9, key_place = 10 };

enum { key_size = 16 };

enum { megabyte = 1 << 20, memory_default = 256, memory_max = 1 << 20 };

/* ---- What a pointer refers to ---------------------------------------------------------------- */

void collected_release(void *pointer) {
    struct collected_signatures *collected = pointer;
    assert(collected->references > 0);
    if (--collected->references > 0)
        return;
    signature_collection_free(collected->collection);
    temporary_storage_close(&collected->file);
    sqlite3_free(collected);
}

static struct collected_signatures *collected_new(void) {
    struct collected_signatures *collected = sqlite3_malloc64(sizeof *collected);
    if (!collected)
        return NULL;
    *collected = (struct collected_signatures){.references = 1};
    if (temporary_storage_begin(&collected->file))
        return collected;
    sqlite3_free(collected);
    return NULL;
}

struct collected_signatures *collected_argument(struct arguments *arguments, sqlite3_value *value) {
    return argument_pointer(arguments, "signatures", "collect_signatures", pointer_type, value);
}

void collected_failure(struct arguments *arguments, enum record_result result,
                       struct collected_signatures *collected, struct interruption *interruption) {
    if (result == record_no_memory)
        arguments->code = interruption_code(interruption);
    if (result == record_not_stored) {
        bool made;
        int code = temporary_storage_failure(&collected->file, &made);
        arguments_refuse(arguments, "the temporary file cannot be %s: %s",
                         made ? "written or read" : "made", sqlite3_errstr(code));
        if (arguments->message)
            arguments->code = code;
    }
}

struct collected_signatures *collected_so_far(sqlite3_context *context,
                                              struct arguments *arguments) {
    struct collected_signatures **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = collected_new();
    if (place && *place)
        return *place;
    arguments->code = SQLITE_NOMEM;
    return NULL;
}

void collected_step_failed(sqlite3_context *context, struct arguments *arguments,
                           struct collected_signatures *collected) {
    if (collected)
        collected->failed = true;
    arguments_result(arguments, context);
}

void collected_result(sqlite3_context *context, struct arguments *arguments) {
    struct connection *connection = sqlite3_user_data(context);
    struct collected_signatures **place = sqlite3_aggregate_context(context, 0);
    struct collected_signatures *collected = place && *place ? *place : collected_new();
    if (collected && collected->failed) {
        collected_release(collected);
        return;
    }
    if (!collected)
        arguments->code = SQLITE_NOMEM;
    else if (collected->collection)
        collected_failure(arguments, signature_collection_finish(collected->collection), collected,
                          &connection->interruption);
    if (arguments->code == SQLITE_OK) {
        sqlite3_result_pointer(context, collected, pointer_type, collected_release);
        return;
    }
    if (collected)
        collected_release(collected);
    arguments_result(arguments, context);
}

/* ---- collect_signatures() -------------------------------------------------------------------- */

/* Reads the key of a row. False if it has none. */
static bool read_key(struct arguments *arguments, int count, sqlite3_value **values,
                     uint64_t key[2]) {
    if (count <= key_place || sqlite3_value_type(values[key_place]) == SQLITE_NULL)
        return false;
    struct argument_bytes blob = argument_blob(arguments, "key", values[key_place]);
    if (arguments->code == SQLITE_OK && blob.length != key_size)
        arguments_refuse(arguments, "argument key must be a blob of %d bytes, found %lld", key_size,
                         (long long)blob.length);
    if (arguments->code != SQLITE_OK)
        return false;
    const unsigned char *bytes = (const unsigned char *)blob.bytes;
    key[0] = little_endian_load64(bytes);
    key[1] = little_endian_load64(bytes + key_size / 2);
    return true;
}

/* Makes the collection for the first row, with the threads and the megabytes that it asks for. */
static void begin_collection(struct collected_signatures *collected, struct arguments *arguments,
                             struct collection_settings *settings, int count,
                             sqlite3_value **values) {
    settings->threads =
        argument_threads(arguments, count > threads_place ? values[threads_place] : NULL);
    int64_t megabytes = memory_default;
    if (count > memory_place && sqlite3_value_type(values[memory_place]) != SQLITE_NULL)
        megabytes = argument_integer(arguments, "memory", values[memory_place], 1, memory_max);
    if (arguments->code != SQLITE_OK)
        return;
    size_t most = SIZE_MAX / megabyte;
    settings->memory = ((uint64_t)megabytes < most ? (size_t)megabytes : most) * megabyte;
    settings->storage = &collected->file.storage;
    if (!settings->with_texts)
        sqlite3_randomness(sizeof settings->key, settings->key);
    collected->collection = signature_collection_new(settings);
    if (!collected->collection)
        arguments->code = SQLITE_NOMEM;
}

/* Refuses a row with other parameters or another key than the first row. */
static void require_same(struct arguments *arguments, const struct collection_settings *settings,
                         const struct collection_settings *first) {
    arguments_require_same(arguments, "the parameters must be the same for all texts",
                           &settings->parameters, &first->parameters);
    if (settings->with_texts != first->with_texts ||
        (first->with_texts && memcmp(settings->key, first->key, sizeof first->key) != 0))
        arguments_refuse(arguments, "argument key must be the same for all rows");
}

void collect_signatures_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count < threads_place ? count : threads_place, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "collect_signatures"};
    int64_t id = argument_integer(&arguments, "id", values[0], INT64_MIN, INT64_MAX);
    struct argument_bytes text = argument_text(&arguments, "text", values[1]);
    struct collection_settings settings = {.allocator = &sqlite_allocator,
                                           .interruption = &connection->interruption};
    settings.parameters = argument_family_list(&arguments, count - 2, values + 2);
    settings.with_texts = read_key(&arguments, count, values, settings.key);
    struct collected_signatures *collected = NULL;
    if (arguments.code == SQLITE_OK)
        collected = collected_so_far(context, &arguments);
    if (collected && collected->collection)
        require_same(&arguments, &settings, signature_collection_settings(collected->collection));
    else if (collected)
        begin_collection(collected, &arguments, &settings, count, values);
    if (arguments.code == SQLITE_OK)
        collected_failure(
            &arguments,
            signature_collection_add(collected->collection, id, text.bytes, text.length), collected,
            &connection->interruption);
    if (arguments.code != SQLITE_OK)
        collected_step_failed(context, &arguments, collected);
}

void collect_signatures_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "collect_signatures"};
    collected_result(context, &arguments);
}

/* ---- shared_signatures() --------------------------------------------------------------------- */

enum { column_band, column_signature, column_id, result_count };

struct shared_cursor {
    struct table_cursor base;
    struct collected_signatures *collected; /* NULL: none is read */
    struct shared_signatures *reader;       /* of its collection, if there is one */
    struct shared_signature current;
};

static void shared_close(struct table_cursor *base) {
    struct shared_cursor *cursor = (struct shared_cursor *)base;
    shared_signatures_free(cursor->reader);
    cursor->reader = NULL;
    if (cursor->collected)
        collected_release(cursor->collected);
    cursor->collected = NULL;
}

static void shared_next(struct table_cursor *base, struct arguments *arguments) {
    struct shared_cursor *cursor = (struct shared_cursor *)base;
    bool end;
    enum record_result result = shared_signatures_next(cursor->reader, &cursor->current, &end);
    if (result != record_ok)
        collected_failure(arguments, result, cursor->collected, &base->interruption);
    else if (!end)
        base->rows++;
    if (result != record_ok || end)
        shared_close(base);
}

static void shared_open(struct table_cursor *base, const struct table_arguments *given,
                        struct arguments *arguments) {
    struct shared_cursor *cursor = (struct shared_cursor *)base;
    shared_close(base);
    cursor->collected = collected_argument(arguments, given->values[0]);
    if (!cursor->collected)
        return;
    cursor->collected->references++;
    if (!cursor->collected->collection)
        return;
    cursor->reader = shared_signatures_new(cursor->collected->collection, &base->interruption);
    if (cursor->reader)
        shared_next(base, arguments);
    else
        arguments->code = SQLITE_NOMEM;
}

static void shared_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct shared_signature *row = &((struct shared_cursor *)base)->current;
    sqlite3_result_int64(context, column == column_band        ? (sqlite3_int64)row->band
                                  : column == column_signature ? row->signature
                                                               : row->id);
}

static const char *const argument_names[] = {"signatures"};

const struct table_function shared_signatures_table = {
    .name = "shared_signatures",
    .columns = "CREATE TABLE x(band INTEGER, signature INTEGER, id INTEGER, signatures HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = 1,
    .required_count = 1,
    .pointers = 1,
    .estimated_rows = 1000000,
    .cursor_size = sizeof(struct shared_cursor),
    .open = shared_open,
    .next = shared_next,
    .column = shared_column,
    .close = shared_close,
};
