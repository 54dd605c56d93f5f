/*
 * sketches.c - sketches of texts, the similarity that two of them estimate, and the probability
 * that texts of a similarity match.
 *
 *   minhash_sketch(text [, shingle, hashes, scheme, seed])   a blob, see core/minhash/sketch.h
 *   minhash_similarity(s, t)                                 estimate of Jaccard, 0 to 1
 *   minhash_match_probability(jaccard [, bands, rows, hashes, scheme, seed])
 *                                exactly how likely two texts of that similarity share at least one
 *                                signature, which is the recall at that similarity; see
 *                                core/minhash/match_probability.h
 *
 *   (1) Comparing sketches made with different parameters is an error.
 *   (2) So is a blob that is not a sketch. Blobs are checked before they are used.
 *   (3) Except for schemes 'banded' and 'words' a probability depends on the functions that the
 *       seed draws, and bands or hashes must be at most 20, since the exact sum has
 *       2^min(bands, hashes) terms. The sum is prepared once for each set of parameters, so a curve
 *       costs little more than a point.
 */
#include "family_arguments.h"

static void minhash_sketch_call(struct call *call) {
    enum { text, shingle, hashes, scheme, seed };
    struct connection *connection = call->connection;
    struct argument_bytes bytes = call->given[text].bytes;
    struct family_arguments scheme_only = {.scheme = &call->given[scheme]};
    struct minhash_parameters p = family_read(call, &scheme_only);
    if (call->given[shingle].value)
        p.shingle = (uint32_t)call->given[shingle].integer;
    if (call->given[hashes].value)
        p.hashes = (uint32_t)call->given[hashes].integer;
    if (call->given[seed].value)
        p.seed = call->given[seed].integer;
    p.bands = p.rows = 1; /* a sketch does not depend on the draws */
    struct minhash_family *family = connection_family(connection, &p);
    if (!family || !minhash_minima(family, &connection->minhash, bytes.bytes, bytes.length)) {
        call_interrupted(call);
        return;
    }
    size_t size = sketch_size(&p);
    unsigned char *sketch = sqlite3_malloc64(size);
    if (sketch)
        sketch_write(&p, connection->minhash.minima, sketch);
    call_result_blob(call, sketch, size);
}

const struct function minhash_sketch_function = {
    .name = "minhash_sketch",
    .arguments = ARGUMENTS(REQUIRED("text", text), ARGUMENT_SHINGLE, ARGUMENT_HASHES,
                           ARGUMENT_SCHEME, ARGUMENT_SEED),
    .results = "BLOB",
    .call = minhash_sketch_call,
};

static void check_sketch(struct call *call, const char *name, struct argument_bytes blob,
                         struct minhash_parameters *parameters) {
    if (!blob.bytes ||
        sketch_read((const unsigned char *)blob.bytes, blob.length, parameters) != sketch_ok)
        call_refuse(call,
                    "argument %s must be a sketch from minhash_sketch(), found another blob of "
                    "length %d",
                    name, (int)blob.length);
}

static void minhash_similarity_call(struct call *call) {
    struct argument_bytes s = call->given[0].bytes, t = call->given[1].bytes;
    struct minhash_parameters a, b;
    double similarity = 0;
    check_sketch(call, "s", s, &a);
    check_sketch(call, "t", t, &b);
    if (call->code == SQLITE_OK &&
        sketch_similarity((const unsigned char *)s.bytes, s.length, (const unsigned char *)t.bytes,
                          t.length, &similarity) == sketch_unlike)
        call_refuse(call,
                    "sketches must be made with equal parameters, found scheme '%s', shingle %u, "
                    "hashes %u, seed %lld and scheme '%s', shingle %u, hashes %u, seed %lld",
                    scheme_names[a.scheme], a.shingle, a.hashes, (long long)a.seed,
                    scheme_names[b.scheme], b.shingle, b.hashes, (long long)b.seed);
    sqlite3_result_double(call->context, similarity);
}

#define SKETCH(NAME)                                                                \
    {                                                                               \
        .name = NAME, .type = argument_is_blob, .range = {.most = sketch_size_max } \
    }

const struct function minhash_similarity_function = {
    .name = "minhash_similarity",
    .arguments = ARGUMENTS(SKETCH("s"), SKETCH("t")),
    .results = "REAL",
    .call = minhash_similarity_call,
};

static void minhash_match_probability_call(struct call *call) {
    enum { jaccard, bands, rows, hashes, scheme, seed };
    const struct given *given = call->given;
    struct family_arguments family = {.bands = &given[bands],
                                      .rows = &given[rows],
                                      .hashes = &given[hashes],
                                      .scheme = &given[scheme],
                                      .seed = &given[seed]};
    struct minhash_parameters parameters = family_read(call, &family);
    if (!minhash_scheme_is_banded(parameters.scheme) &&
        parameters.bands > match_probability_overlap_max &&
        parameters.hashes > match_probability_overlap_max)
        call_refuse(call,
                    "for scheme '%s' argument bands or hashes must be at most %d, found bands %u "
                    "and hashes %u",
                    scheme_names[parameters.scheme], match_probability_overlap_max,
                    parameters.bands, parameters.hashes);
    if (call->code != SQLITE_OK)
        return;
    struct match_probability *probability = connection_probability(call->connection, &parameters);
    if (probability)
        sqlite3_result_double(call->context,
                              match_probability_at(probability, given[jaccard].number));
    else
        call_interrupted(call);
}

const struct function minhash_match_probability_function = {
    .name = "minhash_match_probability",
    .arguments =
        ARGUMENTS({.name = "jaccard", .type = argument_is_number, .numbers = {0, 1, 0}},
                  ARGUMENT_BANDS, ARGUMENT_ROWS, ARGUMENT_HASHES, ARGUMENT_SCHEME, ARGUMENT_SEED),
    .results = "REAL",
    .call = minhash_match_probability_call,
};
