/*
 * projections.c - random projections of vectors, how far two lie apart, and their bands; see
 * docs/functions/projections.md.
 *
 *   (1) A vector of zeroes has no direction, so its projection is NULL.
 *   (2) Comparing signatures that were made differently is an error, which says what differs.
 *   (3) Hyperplanes of dense vectors are kept for as long as few numbers of dimensions and bits,
 *       and few seeds, are used in turn; see connection_hyperplanes().
 */
#include "../functions.h"
#include "../table_function.h"

#include <string.h> /* memcpy */

enum { bits_default = 256, rows_default = 16 };

/*
 * The hyperplanes are read if they are kept, and otherwise drawn as they are needed. Returns false
 * if the vector has no direction, or after an error.
 */
static bool project(struct call *call, const struct projection_header *header,
                    unsigned char *bits) {
    struct connection *connection = call->connection;
    const struct vector *vector = &call->given[0].vector;
    bool directed = false;
    if (!vector->dimensions && hyperplanes_fit(header->dimensions, header->bits)) {
        const struct hyperplanes *planes =
            connection_hyperplanes(connection, header->dimensions, header->bits, header->seed);
        if (!planes || !projection_of_dense(planes, vector, 1, &connection->projection,
                                            &sqlite_allocator, bits, 0, &directed))
            call_interrupted(call);
        return directed;
    }
    enum projection_result result = projection_of(vector, header->bits, header->seed,
                                                  &connection->projection, &sqlite_allocator, bits);
    if (result == projection_stopped)
        call_interrupted(call);
    return result == projection_ok;
}

static void random_projection_call(struct call *call) {
    const struct vector *vector = &call->given[0].vector;
    struct projection_header header = {.kind = projection_random,
                                       .bits = (uint32_t)call->given[1].integer,
                                       .dimensions = vector->dimensions ? 0 : vector->count,
                                       .seed = call->given[2].integer};
    size_t size = projection_signature_size(header.bits);
    unsigned char *signature = call_allocate(call, size);
    if (signature && project(call, &header, signature + projection_header_size)) {
        projection_header_write(&header, signature);
        sqlite3_result_blob64(call->context, signature, size, sqlite3_free);
    } else {
        sqlite3_free(signature);
    }
}

SCALAR(random_projection, "BLOB",
       .arguments = ARGUMENTS(REQUIRED("vector", vector),
                              OPTIONAL("bits", integer,
                                       .range = {1, hyperplanes_bits_max, bits_default}),
                              OPTIONAL("seed", integer, .range = {INT64_MIN, INT64_MAX, 1})));

/* A signature that was given: its header, and the bits after it. */
struct signature_argument {
    struct projection_header header;
    const unsigned char *bits;
};

#define SIGNATURE(NAME, ...)                                                                      \
    {                                                                                             \
        .name = NAME, .type = argument_is_blob, .range = {.most = projection_signature_size_max}, \
        __VA_ARGS__                                                                               \
    }

static struct signature_argument signature_in(struct call *call, const char *name,
                                              const struct given *given) {
    struct signature_argument signature = {.header = {.bits = 1}};
    const unsigned char *bytes = (const unsigned char *)given->bytes.bytes;
    if (!bytes || !projection_signature_read(bytes, given->bytes.length, &signature.header))
        call_refuse(call,
                    "argument %s must be a signature from random_projection() or semantic_hash(), "
                    "found another blob of length %d",
                    name, (int)given->bytes.length);
    else
        signature.bits = bytes + projection_header_size;
    return signature;
}

static void refuse_unlike(struct call *call, const struct projection_header *s,
                          const struct projection_header *t) {
    static const char *const kind_names[] = {"a random projection", "a semantic hash"};
    static const char alike[] = "signatures must be made alike, found";
    if (s->kind != t->kind)
        call_refuse(call, "%s %s and %s", alike, kind_names[s->kind], kind_names[t->kind]);
    else if (s->bits != t->bits)
        call_refuse(call, "%s %u bits and %u bits", alike, s->bits, t->bits);
    else if (s->dimensions != t->dimensions && s->dimensions && t->dimensions)
        call_refuse(call, "%s vectors of %u dimensions and %u dimensions", alike, s->dimensions,
                    t->dimensions);
    else if (s->dimensions != t->dimensions)
        call_refuse(call, "%s one of a dense vector and one of a sparse vector", alike);
    else if (s->order != t->order)
        call_refuse(call, "%s permutation %u with seed %u and permutation %u with seed %u", alike,
                    s->order & UINT16_MAX, s->order >> 16, t->order & UINT16_MAX, t->order >> 16);
    else
        call_refuse(call, "%s %s %lld and %lld", alike,
                    s->kind == projection_semantic ? "models" : "seeds", (long long)s->seed,
                    (long long)t->seed);
}

static void hamming_distance_call(struct call *call) {
    struct signature_argument s = signature_in(call, "s", &call->given[0]);
    struct signature_argument t = signature_in(call, "t", &call->given[1]);
    uint32_t distance = 0;
    if (call->code == SQLITE_OK && !projection_headers_equal(&s.header, &t.header))
        refuse_unlike(call, &s.header, &t.header);
    if (call->code == SQLITE_OK)
        hamming_kernel_named(NULL)(s.bits, t.bits, projection_bytes(s.header.bits), 0, 1,
                                   &distance);
    sqlite3_result_int64(call->context, distance);
}

SCALAR(hamming_distance, "INTEGER",
       .arguments = ARGUMENTS(SIGNATURE("s", .presence = argument_required),
                              SIGNATURE("t", .presence = argument_required)));

static void permute_bits_call(struct call *call) {
    struct connection *connection = call->connection;
    struct signature_argument s = signature_in(call, "s", &call->given[0]);
    if (s.header.order != 0)
        call_refuse(
            call,
            "argument s must have its bits in their original order, found permutation %u with "
            "seed %u",
            s.header.order & UINT16_MAX, s.header.order >> 16);
    if (call->code != SQLITE_OK)
        return;
    s.header.order =
        projection_order((uint32_t)call->given[1].integer, (uint32_t)call->given[2].integer);
    size_t size = projection_signature_size(s.header.bits);
    unsigned char *permuted = sqlite3_malloc64(size);
    if (!permuted || !bit_permutation_change(&connection->permutation, &sqlite_allocator,
                                             s.header.bits, s.header.order)) {
        sqlite3_free(permuted);
        call->code = SQLITE_NOMEM;
        return;
    }
    projection_header_write(&s.header, permuted);
    bit_permutation_apply(connection->permutation, s.bits, permuted + projection_header_size);
    sqlite3_result_blob64(call->context, permuted, size, sqlite3_free);
}

SCALAR(permute_bits, "BLOB",
       .arguments = ARGUMENTS(SIGNATURE("s", .presence = argument_required),
                              {.name = "permutation",
                               .type = argument_is_integer,
                               .range = {0, projection_order_max, 0}},
                              OPTIONAL("seed", integer, .range = {0, projection_order_max, 1})));

/* Both as given, or the defaults for signatures of `bits`. */
struct bands {
    uint32_t bands, rows;
};

static struct bands bands_in(const struct given *bands, const struct given *rows, uint32_t bits) {
    struct bands given = {.rows = bits < rows_default ? bits : rows_default};
    if (rows->value)
        given.rows = (uint32_t)rows->integer;
    given.bands = given.rows < bits ? bits / given.rows : 1;
    if (bands->value)
        given.bands = (uint32_t)bands->integer;
    return given;
}

#define BANDS                                                                         \
    OPTIONAL("bands", integer, .range = {1, hyperplanes_bits_max, 0}, .unset = true), \
        OPTIONAL("rows", integer, .range = {1, projection_rows_max, 0}, .unset = true)

static void projection_match_probability_call(struct call *call) {
    struct bands given = bands_in(&call->given[1], &call->given[2], bits_default);
    if (given.bands * given.rows > hyperplanes_bits_max)
        call_refuse(call, "bands * rows must be at most %d, found %u * %u", hyperplanes_bits_max,
                    given.bands, given.rows);
    else
        sqlite3_result_double(call->context, projection_match_probability(call->given[0].number,
                                                                          given.bands, given.rows));
}

SCALAR(projection_match_probability, "REAL",
       .arguments = ARGUMENTS({.name = "cosine", .type = argument_is_number, .numbers = {-1, 1, 0}},
                              BANDS));

struct bands_cursor {
    struct table_cursor base;
    struct bands given;
    unsigned char bits[hyperplanes_bits_max / 8]; /* a copy of the signature's */
};

static void bands_open(struct table_cursor *base, struct call *call) {
    struct bands_cursor *cursor = (struct bands_cursor *)base;
    struct signature_argument signature = signature_in(call, "signature", &call->given[0]);
    uint32_t bits = signature.header.bits;
    cursor->given = bands_in(&call->given[1], &call->given[2], bits);
    if (cursor->given.bands * cursor->given.rows > bits)
        call_refuse(call,
                    "bands * rows must be at most the %u bits of the signature, found %u * %u",
                    bits, cursor->given.bands, cursor->given.rows);
    if (call->code != SQLITE_OK)
        return;
    memcpy(cursor->bits, signature.bits, projection_bytes(bits));
    base->rows = cursor->given.bands;
}

static void bands_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct bands_cursor *cursor = (const struct bands_cursor *)base;
    uint32_t rows = cursor->given.rows;
    sqlite3_result_int64(context, column == 0 ? base->row + 1
                                              : (int64_t)projection_band(
                                                    cursor->bits, (size_t)base->row * rows, rows));
}

static int64_t bands_usual(struct table_cursor *base, int argument) {
    const struct bands *given = &((const struct bands_cursor *)base)->given;
    return argument == 1 ? given->bands : given->rows;
}

TABLE(projection_signatures, bands, struct bands_cursor, "band INTEGER, signature INTEGER",
      .arguments = ARGUMENTS(SIGNATURE("signature", .input = true), BANDS),
      .estimated_rows = bits_default / rows_default, .usual = bands_usual);
