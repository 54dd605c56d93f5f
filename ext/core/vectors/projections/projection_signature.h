/*
 * projection_signature.h - bits of a vector as a self-describing blob, its bands, and its bits in
 * another order: docs/formats/projection-format.md; in how many bits two differ.
 */
#pragma once

#include "projection.h"

enum {
    projection_header_size = 24,
    projection_signature_size_max = projection_header_size + hyperplanes_bits_max / 8,
    projection_rows_max = 64,     /* bits of a band */
    projection_order_max = 65535, /* of a permutation's number, and of its seed */
};

enum projection_kind { projection_random, projection_semantic, projection_kind_count };

struct projection_header {
    enum projection_kind kind;
    uint32_t bits;
    uint32_t dimensions; /* of a dense vector; 0 of a sparse one */
    uint32_t order;      /* of the bits: projection_order() */
    int64_t seed;        /* of the hyperplanes; the fingerprint of the model of a semantic hash */
};

static inline size_t projection_signature_size(uint32_t bits) {
    return projection_header_size + projection_bytes(bits);
}

/* Writes the header. projection_bytes() follow it. */
void projection_header_write(const struct projection_header *header, unsigned char *signature);

/* Checks untrusted bytes. Returns false if they are no signature; otherwise sets the header. */
bool projection_signature_read(const unsigned char *signature, size_t size,
                               struct projection_header *header);

/* Whether signatures with these headers can be compared: whether nothing differs. */
bool projection_headers_equal(const struct projection_header *a, const struct projection_header *b);

/* The `rows` bits from `from` on, at most projection_rows_max, the first one highest. */
uint64_t projection_band(const unsigned char *bits, size_t from, uint32_t rows);

/* The order of a permutation, 0 for none, with a seed; both are up to projection_order_max. */
static inline uint32_t projection_order(uint32_t permutation, uint32_t seed) {
    return permutation == 0 ? 0 : seed << 16 | permutation;
}

/*
 * A permutation, prepared. Fisher and Yates: from the last bit to the second, bit i changes places
 * with bit splitmix64_below(i + 1) of the stream whose state is the order. Order 0 changes nothing.
 */
struct bit_permutation {
    uint32_t bits, order;
    uint16_t sources[]; /* where each bit comes from */
};

/* Prepares a permutation in place of `*permutation`; false and NULL if memory runs out. O(bits). */
bool bit_permutation_change(struct bit_permutation **permutation, const struct allocator *allocator,
                            uint32_t bits, uint32_t order);

/* Writes the bits at `from` in their new order to `to`, which must not overlap. O(bits). */
void bit_permutation_apply(const struct bit_permutation *permutation, const unsigned char *from,
                           unsigned char *to);

/*
 * Sets distances[i], for i < count, to the number of bits in which the `size` bytes of `one` differ
 * from those at others + i * stride. The bytes may be at any address. O(count * size).
 */
typedef void hamming_kernel(const unsigned char *one, const unsigned char *others, size_t size,
                            size_t stride, size_t count, uint32_t *distances);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
hamming_kernel *hamming_kernel_named(const char *name);
