/*
 * sketches.c - the minima of a text as a blob to keep, and what two of them estimate.
 *
 *   minhash_sketch(text [, shingle, hashes, scheme, seed])   a blob, see core/sketch.h
 *   minhash_similarity(s, t)                                 estimate of Jaccard, 0 to 1
 *
 *   (1) A NULL argument gives NULL.
 *   (2) Sketches made with different parameters cannot be compared: an error, not 0.
 *   (3) Bytes that are no sketch are an error; they are checked before they are used.
 */
#include "arguments.h"
#include "connection.h"

/* A sketch is of the family alone, so one draw will do; its minima are those of signatures. */
static struct minhash_parameters sketch_family(struct arguments *arguments, int count,
                                               sqlite3_value **values) {
    struct family_arguments scheme_only = {.scheme = count > 3 ? values[3] : NULL};
    struct minhash_parameters p = argument_family(arguments, &scheme_only);
    if (count > 1)
        p.shingle =
            (uint32_t)argument_integer(arguments, "shingle", values[1], 1, shingle_length_max);
    if (count > 2)
        p.hashes =
            (uint32_t)argument_integer(arguments, "hashes", values[2], 1, minhash_hashes_max);
    if (count > 4)
        p.seed = argument_integer(arguments, "seed", values[4], INT64_MIN, INT64_MAX);
    p.bands = p.rows = 1;
    return p;
}

static void result_sketch(sqlite3_context *context, const struct minhash_parameters *parameters,
                          const uint64_t *minima) {
    size_t size = sketch_size(parameters);
    unsigned char *sketch = sqlite3_malloc64(size);
    if (!sketch) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sketch_write(parameters, minima, sketch);
    sqlite3_result_blob64(context, sketch, size, sqlite3_free);
}

void minhash_sketch_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "minhash_sketch"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    struct minhash_parameters parameters = sketch_family(&arguments, count, values);
    if (arguments.code == SQLITE_OK) {
        struct minhash_family *family = connection_family(connection, &parameters);
        if (!family || !minhash_minima(family, &connection->minhash, text.bytes, text.length))
            arguments.code = interruption_code(&connection->interruption);
    }
    if (arguments.code == SQLITE_OK)
        result_sketch(context, &parameters, connection->minhash.minima);
    else
        arguments_result(&arguments, context);
    connection_trim(connection);
}

/* Says in what two sketches differ. */
static void refuse_unlike(struct arguments *arguments, struct argument_bytes s,
                          struct argument_bytes t) {
    struct minhash_parameters a, b;
    sketch_read((const unsigned char *)s.bytes, s.length, &a);
    sketch_read((const unsigned char *)t.bytes, t.length, &b);
    arguments_refuse(arguments,
                     "sketches must be made with equal parameters, found scheme '%s', shingle %u, "
                     "hashes %u, seed %lld and scheme '%s', shingle %u, hashes %u, seed %lld",
                     scheme_name(a.scheme), a.shingle, a.hashes, (long long)a.seed,
                     scheme_name(b.scheme), b.shingle, b.hashes, (long long)b.seed);
}

static void refuse_malformed(struct arguments *arguments, const char *name, int length) {
    arguments_refuse(arguments,
                     "argument %s must be a sketch from minhash_sketch(), found a blob of %d bytes "
                     "that is none",
                     name, length);
}

/* What is too long is refused unseen: SQLite makes the bytes of a zeroblob() when they are read. */
static struct argument_bytes sketch_argument(struct arguments *arguments, const char *name,
                                             sqlite3_value *value) {
    struct minhash_parameters parameters;
    struct argument_bytes blob = {"", 0};
    int length = 0;
    if (sqlite3_value_type(value) == SQLITE_BLOB)
        length = sqlite3_value_bytes(value);
    if (length <= sketch_size_max)
        blob = argument_blob(arguments, name, value);
    if (arguments->code == SQLITE_OK &&
        sketch_read((const unsigned char *)blob.bytes, blob.length, &parameters) != sketch_ok)
        refuse_malformed(arguments, name, length);
    return blob;
}

void minhash_similarity_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "minhash_similarity"};
    struct argument_bytes s = sketch_argument(&arguments, "s", values[0]);
    struct argument_bytes t = sketch_argument(&arguments, "t", values[1]);
    double similarity = 0;
    if (arguments.code == SQLITE_OK &&
        sketch_similarity((const unsigned char *)s.bytes, s.length, (const unsigned char *)t.bytes,
                          t.length, &similarity) == sketch_unlike)
        refuse_unlike(&arguments, s, t);
    if (arguments.code == SQLITE_OK)
        sqlite3_result_double(context, similarity);
    else
        arguments_result(&arguments, context);
}
