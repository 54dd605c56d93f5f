/*
 * vector_set.h - vectors in memory, each with an id.
 *
 * They are collected in any order, then numbered from 0 in the order of their ids. All are dense
 * and of the same dimensions, or all are sparse. One of zeroes has no direction and is left out.
 *
 * Takes 4 bytes a component of a dense vector, 8 of a sparse one, and 24 a vector. Collecting is
 * linear, and so is numbering, unless the ids do not ascend: then there is a radix sort.
 */
#pragma once

#include "../../base/byte_chain.h"
#include "../../base/interruption.h"
#include "../vector.h"

/* Vectors are numbered in 32 bits. */
#define VECTOR_SET_MAX (UINT32_MAX - 1)

/* A vector: of a sparse one the dimensions, then the values. */
struct vector_components {
    const unsigned char *bytes;
    uint32_t count;
};

/* Initialise with zeroes; release with vector_set_free(). */
struct vector_set {
    int64_t *ids; /* of the vectors, ascending once they are numbered */
    struct vector_components *vectors;
    size_t count, id_capacity, vector_capacity;
    uint64_t total;           /* components of all */
    bool sparse;              /* if there is a vector */
    bool descends;            /* whether some id is not above the one before */
    struct byte_chain blocks; /* which hold the components */
};

enum vector_set_result {
    vector_set_ok,
    vector_set_no_memory,   /* or interrupted */
    vector_set_unlike,      /* the vector is not of the dimensions of the first one */
    vector_set_unlike_form, /* one of them is sparse, and the other one is not */
    vector_set_repeated     /* two vectors have one id */
};

/* Adds a copy of a vector. The caller ensures count < VECTOR_SET_MAX. */
enum vector_set_result vector_set_add(struct vector_set *set, const struct allocator *allocator,
                                      int64_t id, const struct vector *vector);

/* Numbers the vectors, after which none is added. `*repeated`: an id of two, if that is a fault. */
enum vector_set_result vector_set_number(struct vector_set *set, const struct allocator *allocator,
                                         int64_t *repeated, struct interruption *interruption);

void vector_set_free(struct vector_set *set, const struct allocator *allocator);

static inline struct vector vector_set_get(const struct vector_set *set, size_t number) {
    struct vector_components found = set->vectors[number];
    return (struct vector){.values = found.bytes + (set->sparse ? 4 * (size_t)found.count : 0),
                           .dimensions = set->sparse ? found.bytes : NULL,
                           .count = found.count};
}
