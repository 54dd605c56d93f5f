/*
 * sketches.c - sketches of texts, and the similarity that two of them estimate.
 *
 *   minhash_sketch(text [, shingle, hashes, scheme, seed])   a blob, see core/minhash/sketch.h
 *   minhash_similarity(s, t)                                 estimate of Jaccard, 0 to 1
 *
 *   (1) If an argument is NULL, the result is NULL.
 *   (2) Comparing sketches made with different parameters is an error.
 *   (3) So is a blob that is not a sketch. Blobs are checked before they are used.
 */
#include "arguments.h"
#include "connection.h"

void minhash_sketch_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "minhash_sketch"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    struct family_arguments scheme_only = {.scheme = count > 3 ? values[3] : NULL};
    struct minhash_parameters p = argument_family(&arguments, &scheme_only);
    if (count > 1)
        p.shingle =
            (uint32_t)argument_integer(&arguments, "shingle", values[1], 1, shingle_length_max);
    if (count > 2)
        p.hashes =
            (uint32_t)argument_integer(&arguments, "hashes", values[2], 1, minhash_hashes_max);
    if (count > 4)
        p.seed = argument_integer(&arguments, "seed", values[4], INT64_MIN, INT64_MAX);
    p.bands = p.rows = 1; /* a sketch does not depend on the draws */
    if (arguments.code == SQLITE_OK) {
        struct minhash_family *family = connection_family(connection, &p);
        if (!family || !minhash_minima(family, &connection->minhash, text.bytes, text.length))
            arguments.code = interruption_code(&connection->interruption);
    }
    size_t size = sketch_size(&p);
    unsigned char *sketch = arguments.code == SQLITE_OK ? sqlite3_malloc64(size) : NULL;
    if (sketch) {
        sketch_write(&p, connection->minhash.minima, sketch);
        sqlite3_result_blob64(context, sketch, size, sqlite3_free);
    } else {
        if (arguments.code == SQLITE_OK)
            arguments.code = SQLITE_NOMEM;
        arguments_result(&arguments, context);
    }
    connection_trim(connection);
}

/*
 * Returns the bytes of a valid sketch, or records an error. A blob that is too long is refused
 * before its bytes are read, since SQLite expands a zeroblob() only then.
 */
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
        arguments_refuse(arguments,
                         "argument %s must be a sketch from minhash_sketch(), found another blob "
                         "of length %d",
                         name, length);
    return blob;
}

void minhash_similarity_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "minhash_similarity"};
    struct argument_bytes s = sketch_argument(&arguments, "s", values[0]);
    struct argument_bytes t = sketch_argument(&arguments, "t", values[1]);
    const unsigned char *s_bytes = (const unsigned char *)s.bytes;
    const unsigned char *t_bytes = (const unsigned char *)t.bytes;
    double similarity = 0;
    if (arguments.code == SQLITE_OK &&
        sketch_similarity(s_bytes, s.length, t_bytes, t.length, &similarity) == sketch_unlike) {
        struct minhash_parameters a, b;
        sketch_read(s_bytes, s.length, &a);
        sketch_read(t_bytes, t.length, &b);
        arguments_refuse(&arguments,
                         "sketches must be made with equal parameters, found scheme '%s', shingle "
                         "%u, hashes %u, seed %lld and scheme '%s', shingle %u, hashes %u, seed "
                         "%lld",
                         argument_scheme_name(a.scheme), a.shingle, a.hashes, (long long)a.seed,
                         argument_scheme_name(b.scheme), b.shingle, b.hashes, (long long)b.seed);
    }
    if (arguments.code == SQLITE_OK)
        sqlite3_result_double(context, similarity);
    else
        arguments_result(&arguments, context);
}
