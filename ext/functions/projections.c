/*
 * projections.c - random projections of vectors, how far two lie apart, and their bands.
 *
 *   random_projection(vector [, bits, seed])              a signature, as a blob
 *   hamming_distance(s, t)                                bits that differ
 *   projection_similarity(s, t)                           estimate of the cosine, -1 to 1
 *   permute_bits(s, permutation [, seed])                 the bits in another order
 *   projection_signatures(signature [, bands, rows])      table-valued: rows (band, signature)
 *   projection_match_probability(cosine [, bands, rows])  that two vectors share a band
 *
 *   (1) If an argument is NULL, the result is NULL, or there are no rows.
 *   (2) A vector of zeroes has no direction, so its projection is NULL.
 *   (3) Comparing signatures that were made differently is an error, which says what differs.
 *   (4) A semantic hash is a signature too. Only projection_similarity() refuses it, because the
 *       angle between two vectors says nothing of their semantic hashes.
 *   (5) Hyperplanes of dense vectors are kept for as long as few numbers of dimensions and bits,
 *       and few seeds, are used in turn; see connection_hyperplanes().
 */
#include "connection.h"
#include "table_function.h"
#include "vector_argument.h"

#include <string.h> /* memcpy */

enum { bits_default = 256, rows_default = 16 };

/* The hyperplanes are read if they are kept, and otherwise drawn as they are needed. */
static bool project(struct arguments *arguments, struct connection *connection,
                    const struct vector *vector, const struct projection_header *header,
                    unsigned char *bits) {
    bool directed = false;
    if (!vector->dimensions && hyperplanes_fit(header->dimensions, header->bits)) {
        const struct hyperplanes *planes =
            connection_hyperplanes(connection, header->dimensions, header->bits, header->seed);
        if (!planes || !projection_of_dense(planes, vector, 1, &connection->projection,
                                            &sqlite_allocator, bits, 0, &directed))
            arguments->code = interruption_code(&connection->interruption);
        return directed;
    }
    enum projection_result result = projection_of(vector, header->bits, header->seed,
                                                  &connection->projection, &sqlite_allocator, bits);
    if (result == projection_stopped)
        arguments->code = interruption_code(&connection->interruption);
    return result == projection_ok;
}

void random_projection_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "random_projection"};
    struct vector vector = argument_vector(&arguments, "vector", values[0]);
    struct projection_header header = {.kind = projection_random, .bits = bits_default, .seed = 1};
    if (count > 1)
        header.bits =
            (uint32_t)argument_integer(&arguments, "bits", values[1], 1, hyperplanes_bits_max);
    if (count > 2)
        header.seed = argument_integer(&arguments, "seed", values[2], INT64_MIN, INT64_MAX);
    unsigned char *signature = NULL;
    size_t size = projection_signature_size(header.bits);
    bool directed = false;
    if (arguments.code == SQLITE_OK) {
        header.dimensions = vector.dimensions ? 0 : vector.count;
        signature = sqlite3_malloc64(size);
        if (!signature)
            arguments.code = SQLITE_NOMEM;
    }
    if (signature)
        directed = project(&arguments, sqlite3_user_data(context), &vector, &header,
                           signature + projection_header_size);
    if (directed) {
        projection_header_write(&header, signature);
        sqlite3_result_blob64(context, signature, size, sqlite3_free);
        return;
    }
    sqlite3_free(signature);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* A signature that was given: its header, and the bits behind it. */
struct signature_argument {
    struct projection_header header;
    const unsigned char *bytes, *bits;
};

/*
 * Reads a signature, or records an error. A blob that is too long is refused before its bytes are
 * read, since SQLite expands a zeroblob() only then.
 */
static struct signature_argument argument_signature(struct arguments *arguments, const char *name,
                                                    sqlite3_value *value) {
    struct signature_argument signature = {.header = {.bits = 1}};
    struct argument_bytes blob = {"", 0};
    int length = 0;
    if (sqlite3_value_type(value) == SQLITE_BLOB)
        length = sqlite3_value_bytes(value);
    if (length <= projection_signature_size_max)
        blob = argument_blob(arguments, name, value);
    signature.bytes = (const unsigned char *)blob.bytes;
    signature.bits = signature.bytes + projection_header_size;
    if (arguments->code == SQLITE_OK &&
        !projection_signature_read(signature.bytes, blob.length, &signature.header))
        arguments_refuse(arguments,
                         "argument %s must be a signature from random_projection() or "
                         "semantic_hash(), found another blob of length %d",
                         name, length);
    return signature;
}

static void refuse_unlike(struct arguments *arguments, const struct projection_header *s,
                          const struct projection_header *t) {
    static const char *const kind_names[] = {"a random projection", "a semantic hash"};
    static const char alike[] = "signatures must be made alike, found";
    if (s->kind != t->kind)
        arguments_refuse(arguments, "%s %s and %s", alike, kind_names[s->kind],
                         kind_names[t->kind]);
    else if (s->bits != t->bits)
        arguments_refuse(arguments, "%s %u bits and %u bits", alike, s->bits, t->bits);
    else if (s->dimensions != t->dimensions && s->dimensions && t->dimensions)
        arguments_refuse(arguments, "%s vectors of %u dimensions and %u dimensions", alike,
                         s->dimensions, t->dimensions);
    else if (s->dimensions != t->dimensions)
        arguments_refuse(arguments, "%s one of a dense vector and one of a sparse vector", alike);
    else if (s->order != t->order)
        arguments_refuse(
            arguments, "%s permutation %u with seed %u and permutation %u with seed %u", alike,
            s->order & UINT16_MAX, s->order >> 16, t->order & UINT16_MAX, t->order >> 16);
    else
        arguments_refuse(arguments, "%s %s %lld and %lld", alike,
                         s->kind == projection_semantic ? "models" : "seeds", (long long)s->seed,
                         (long long)t->seed);
}

/* The Hamming distance of two signatures, whose header is then `header`; or records an error. */
static uint32_t distance_of(struct arguments *arguments, sqlite3_value **values,
                            struct projection_header *header) {
    struct signature_argument s = argument_signature(arguments, "s", values[0]);
    struct signature_argument t = argument_signature(arguments, "t", values[1]);
    uint32_t distance = 0;
    *header = s.header;
    if (arguments->code == SQLITE_OK && !projection_headers_equal(&s.header, &t.header))
        refuse_unlike(arguments, &s.header, &t.header);
    if (arguments->code == SQLITE_OK)
        hamming_kernel_best()(s.bits, t.bits, projection_bytes(s.header.bits), 0, 1, &distance);
    return distance;
}

void hamming_distance_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "hamming_distance"};
    struct projection_header header;
    uint32_t distance = distance_of(&arguments, values, &header);
    if (arguments.code == SQLITE_OK)
        sqlite3_result_int64(context, distance);
    else
        arguments_result(&arguments, context);
}

void projection_similarity_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "projection_similarity"};
    struct projection_header header;
    uint32_t distance = distance_of(&arguments, values, &header);
    if (arguments.code == SQLITE_OK && header.kind != projection_random)
        arguments_refuse(&arguments, "argument s must be a signature from random_projection(), "
                                     "found a semantic hash");
    if (arguments.code == SQLITE_OK)
        sqlite3_result_double(context, projection_cosine(distance, header.bits));
    else
        arguments_result(&arguments, context);
}

void permute_bits_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "permute_bits"};
    struct signature_argument s = argument_signature(&arguments, "s", values[0]);
    uint32_t permutation =
        (uint32_t)argument_integer(&arguments, "permutation", values[1], 0, projection_order_max);
    uint32_t seed = 1;
    if (count > 2)
        seed = (uint32_t)argument_integer(&arguments, "seed", values[2], 0, projection_order_max);
    if (s.header.order != 0)
        arguments_refuse(&arguments,
                         "argument s must have its bits in the order as made, found permutation %u "
                         "with seed %u",
                         s.header.order & UINT16_MAX, s.header.order >> 16);
    s.header.order = projection_order(permutation, seed);
    unsigned char *permuted = NULL;
    size_t size = projection_signature_size(s.header.bits);
    if (arguments.code == SQLITE_OK) {
        permuted = sqlite3_malloc64(size);
        if (!permuted || !bit_permutation_change(&connection->permutation, &sqlite_allocator,
                                                 s.header.bits, s.header.order))
            arguments.code = SQLITE_NOMEM;
    }
    if (arguments.code == SQLITE_OK) {
        projection_header_write(&s.header, permuted);
        bit_permutation_apply(connection->permutation, s.bits, permuted + projection_header_size);
        sqlite3_result_blob64(context, permuted, size, sqlite3_free);
    } else {
        sqlite3_free(permuted);
        arguments_result(&arguments, context);
    }
}

/* Both as given, or the defaults for signatures of `bits`. */
struct bands {
    uint32_t bands, rows;
};

static struct bands argument_bands(struct arguments *arguments, sqlite3_value *bands,
                                   sqlite3_value *rows, uint32_t bits) {
    struct bands given = {.rows = bits < rows_default ? bits : rows_default};
    if (rows)
        given.rows = (uint32_t)argument_integer(arguments, "rows", rows, 1, projection_rows_max);
    given.bands = given.rows < bits ? bits / given.rows : 1;
    if (bands)
        given.bands =
            (uint32_t)argument_integer(arguments, "bands", bands, 1, hyperplanes_bits_max);
    return given;
}

void projection_match_probability_function(sqlite3_context *context, int count,
                                           sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "projection_match_probability"};
    double cosine = argument_number(&arguments, "cosine", values[0], -1, 1);
    struct bands given = argument_bands(&arguments, count > 1 ? values[1] : NULL,
                                        count > 2 ? values[2] : NULL, bits_default);
    if (given.bands * given.rows > hyperplanes_bits_max)
        arguments_refuse(&arguments, "bands * rows must be at most %d, found %u * %u",
                         hyperplanes_bits_max, given.bands, given.rows);
    if (arguments.code == SQLITE_OK)
        sqlite3_result_double(context,
                              projection_match_probability(cosine, given.bands, given.rows));
    else
        arguments_result(&arguments, context);
}

/* ---- projection_signatures() ---- */

enum { column_band, column_signature, result_count };
enum { argument_of_signature, argument_of_bands, argument_of_rows, argument_count };

struct bands_cursor {
    struct table_cursor base;
    struct bands given;
    unsigned char bits[hyperplanes_bits_max / 8]; /* a copy of the signature's */
};

static void bands_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct bands_cursor *cursor = (struct bands_cursor *)base;
    sqlite3_value *const *values = given->values;
    struct signature_argument signature =
        argument_signature(arguments, "signature", values[argument_of_signature]);
    uint32_t bits = signature.header.bits;
    cursor->given =
        argument_bands(arguments, values[argument_of_bands], values[argument_of_rows], bits);
    if (cursor->given.bands * cursor->given.rows > bits)
        arguments_refuse(arguments,
                         "bands * rows must be at most the %u bits of the signature, found %u * %u",
                         bits, cursor->given.bands, cursor->given.rows);
    if (arguments->code != SQLITE_OK)
        return;
    memcpy(cursor->bits, signature.bits, projection_bytes(bits));
    base->rows = cursor->given.bands;
}

static void bands_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct bands_cursor *cursor = (const struct bands_cursor *)base;
    size_t first = (size_t)base->row * cursor->given.rows;
    if (column == column_band)
        sqlite3_result_int64(context, base->row + 1);
    else
        sqlite3_result_int64(
            context, (sqlite3_int64)projection_band(cursor->bits, first, cursor->given.rows));
}

static struct default_value bands_default(struct table_cursor *base, int argument) {
    const struct bands_cursor *cursor = (const struct bands_cursor *)base;
    return (struct default_value){.number = argument == argument_of_bands ? cursor->given.bands
                                                                          : cursor->given.rows};
}

static void bands_close(struct table_cursor *base) {
    (void)base; /* nothing is allocated */
}

static const char *const argument_names[] = {"signature", "bands", "rows"};

const struct table_function projection_bands_table = {
    .name = "projection_signatures",
    .columns = "CREATE TABLE x(band INTEGER, signature INTEGER, input_signature HIDDEN, "
               "bands HIDDEN, rows HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .estimated_rows = bits_default / rows_default,
    .cursor_size = sizeof(struct bands_cursor),
    .open = bands_open,
    .column = bands_column,
    .default_argument = bands_default,
    .close = bands_close,
};
