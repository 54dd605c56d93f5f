/*
 * vector.h - a vector in a blob, dense or sparse, as it is read, at any address. Frozen:
 * docs/formats/vector-format.md.
 *
 * Values are finite. Those of a sparse vector are not zero; those of a dense one may be. Dimension
 * i of a dense vector is its component i.
 */
#pragma once

#include "../base/little_endian.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { dense_components_max = 65536, sparse_components_max = 1 << 20, sparse_header = 5 };

/* A view of a blob, which it does not own. */
struct vector {
    const unsigned char *values;     /* `count` of them */
    const unsigned char *dimensions; /* as many, or NULL if the vector is dense */
    uint32_t count;
};

enum vector_fault {
    vector_ok,
    vector_length,     /* no vector has this many bytes */
    vector_not_finite, /* the component at `*place` is NaN or infinite */
    vector_order,      /* the dimension at `*place` is not above the one before */
    vector_zero        /* the value at `*place` of a sparse vector is zero */
};

/* Checks untrusted bytes, which must stay as they are, and sets `*place` at a fault. Linear. */
enum vector_fault vector_read(const void *bytes, size_t length, struct vector *vector,
                              uint32_t *place);

/* The bytes of a sparse vector of `count` values. */
static inline size_t sparse_vector_size(size_t count) {
    return sparse_header + 8 * count;
}

/* Writes the header into `bytes`, from sparse_vector_size(); dimensions and values follow it. */
void sparse_vector_begin(unsigned char *bytes);

static inline bool vector_is_sparse(const struct vector *vector) {
    return vector->dimensions != NULL;
}

static inline float vector_value(const struct vector *vector, uint32_t i) {
    return little_endian_load_float(vector->values + 4 * (size_t)i);
}

static inline uint32_t vector_dimension(const struct vector *vector, uint32_t i) {
    return vector->dimensions ? little_endian_load32(vector->dimensions + 4 * (size_t)i) : i;
}
