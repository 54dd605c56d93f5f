/* term_weights.c - see term_weights.h. */
#include "term_weights.h"

#include <math.h> /* log, sqrt */

struct term_weights {
    const struct allocator *allocator;
    size_t count;
    unsigned shift;    /* leaves those bits of a hash that number its bucket */
    double unknown;    /* the weight of a term that no text has */
    uint32_t *buckets; /* where the hashes of a bucket begin; the last entry is `count` */
    uint32_t *hashes;  /* ascending */
    double *weights;   /* of the hashes */
};

static size_t bucket_of(const struct term_weights *weights, uint32_t hash) {
    return (size_t)((uint64_t)hash >> weights->shift);
}

static double weight(uint32_t texts, uint32_t with_term) {
    return log((1.0 + texts) / (1.0 + with_term)) + 1;
}

static bool fill(struct term_weights *weights, const struct document_frequencies *frequencies,
                 unsigned bits) {
    const struct allocator *allocator = weights->allocator;
    size_t count = frequencies->count, buckets = (size_t)1 << bits;
    weights->buckets = allocator->resize(NULL, (buckets + 1) * sizeof *weights->buckets);
    weights->hashes = allocator->resize(NULL, (count + 1) * sizeof *weights->hashes);
    weights->weights = allocator->resize(NULL, (count + 1) * sizeof *weights->weights);
    if (!weights->buckets || !weights->hashes || !weights->weights)
        return false;
    size_t next = 0; /* bucket */
    for (size_t i = 0; i < count; i++) {
        struct document_frequency term = frequencies->terms[i];
        weights->hashes[i] = term.hash;
        weights->weights[i] = weight(frequencies->texts, term.texts);
        while (next <= bucket_of(weights, term.hash))
            weights->buckets[next++] = (uint32_t)i;
    }
    while (next <= buckets)
        weights->buckets[next++] = (uint32_t)count;
    return true;
}

struct term_weights *term_weights_new(const struct allocator *allocator,
                                      const struct document_frequencies *frequencies) {
    struct term_weights *weights = allocator->resize(NULL, sizeof *weights);
    if (!weights)
        return NULL;
    enum { bits_max = 24 };
    unsigned bits = 0; /* hashes spread, so that a bucket has about one of them */
    while (bits < bits_max && (size_t)1 << bits < frequencies->count)
        bits++;
    *weights = (struct term_weights){.allocator = allocator,
                                     .count = frequencies->count,
                                     .shift = 32 - bits,
                                     .unknown = weight(frequencies->texts, 0)};
    if (fill(weights, frequencies, bits))
        return weights;
    term_weights_free(weights);
    return NULL;
}

double term_weights_of(const struct term_weights *weights, uint32_t hash) {
    size_t bucket = bucket_of(weights, hash);
    uint32_t low = weights->buckets[bucket], high = weights->buckets[bucket + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (weights->hashes[middle] == hash)
            return weights->weights[middle];
        if (weights->hashes[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return weights->unknown;
}

void term_weights_vector(const struct term_weights *weights, struct terms *terms,
                         unsigned char *vector) {
    assert(terms->count > 0 && terms->count <= sparse_components_max);
    double squares = 0, *values = terms->values;
    for (size_t i = 0; i < terms->count; i++) {
        values[i] = terms->times[i] * term_weights_of(weights, (uint32_t)terms->hashes[i]);
        squares += values[i] * values[i];
    }
    double length = sqrt(squares);
    sparse_vector_begin(vector);
    unsigned char *dimensions = vector + sparse_header;
    for (size_t i = 0; i < terms->count; i++) {
        little_endian_store32(dimensions + 4 * i, (uint32_t)terms->hashes[i]);
        little_endian_store_float(dimensions + 4 * (terms->count + i), (float)(values[i] / length));
    }
}

void term_weights_free(struct term_weights *weights) {
    if (!weights)
        return;
    const struct allocator *allocator = weights->allocator;
    RELEASE(allocator, weights->buckets, weights->hashes, weights->weights, weights);
}
