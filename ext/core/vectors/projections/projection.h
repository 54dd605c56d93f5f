/*
 * projection.h - on which side of random hyperplanes a vector lies: one bit for each hyperplane.
 * Frozen: docs/formats/projection-format.md#scaling.
 *
 * The bits of two vectors differ in the share acos(cosine) / pi of the hyperplanes, so their
 * Hamming distance estimates the cosine: Charikar, Similarity Estimation Techniques from Rounding
 * Algorithms, STOC 2002. So a band of `rows` bits is equal with the power `rows` of
 * p = 1 - acos(cosine) / pi, and at least one of `bands` disjoint bands with probability
 * 1 - (1 - p^rows)^bands.
 *
 *   (1) Values are scaled and read as integers, so neither denormal ones nor the rounding mode
 *       change a result. Sums are exact, so all paths and any order give the same bits.
 *   (2) A dense vector has the bits of the sparse vector of the same values.
 *   (3) A vector of zeroes has no direction and no bits.
 *
 * Products are added up in 32 bits for projection_block pairs of dimensions, which cannot overflow.
 * The upper and lower 16 bits of each such sum are then added up apart, also in 32 bits.
 */
#pragma once

#include "../vector.h"
#include "hyperplanes.h"

enum {
    projection_block = 32, /* 64 * 32767 * 1020 < 2^31 */
    projection_group = 16  /* dense vectors that are multiplied with a tile at a time */
};

/* Sums of one vector with the hyperplanes of a tile, by lane: 2^16 * high + low. */
struct projection_sums {
    int32_t high[hyperplanes_tile], low[hyperplanes_tile];
};

/* The inner loops. Values are little-endian float32 at any address. */
struct projection_path {
    /* The greatest of the values without their signs, as bits of a float32. */
    uint32_t (*greatest)(const unsigned char *values, size_t count);

    /* Scales and rounds values, none of which is greater than `greatest`, which is above 0. */
    void (*scale)(const unsigned char *values, size_t count, uint32_t greatest, int16_t *scaled);

    /*
     * Adds to sums[v] the products of a tile with vector v of `count`, whose 2 * pairs integers
     * begin at scaled + v * stride.
     */
    void (*multiply)(const int16_t *tile, size_t pairs, const int16_t *scaled, size_t stride,
                     size_t count, struct projection_sums *sums);

    /* The lanes whose sums are at least 0, lane 0 in the lowest bit. */
    uint32_t (*signs)(const struct projection_sums *sums);
};

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
const struct projection_path *projection_path_named(const char *name);

/* Reusable memory, for one thread. Zero-initialize it. */
struct projection_workspace {
    struct interruption *interruption; /* or NULL */
    int16_t *scaled;
    size_t scaled_capacity;
    struct projection_sums *sums;
    size_t sums_capacity;
};

void projection_workspace_free(struct projection_workspace *workspace,
                               const struct allocator *allocator);

static inline size_t projection_bytes(uint32_t bits) {
    return (bits + (size_t)7) / 8;
}

/*
 * Writes the bits of `count` dense vectors of planes->dimensions, those of vector v to
 * bytes + v * stride: projection_bytes(), unused bits zero; all are zero if it has no direction,
 * which directed[v] says. Returns false if memory runs out or if it is interrupted. Each thread has
 * its own workspace. O(count * dimensions * bits); sixteen at a time take half of the time.
 */
bool projection_of_dense(const struct hyperplanes *planes, const struct vector *vectors,
                         size_t count, struct projection_workspace *workspace,
                         const struct allocator *allocator, unsigned char *bytes, size_t stride,
                         bool *directed);

enum projection_result { projection_ok, projection_no_direction, projection_stopped };

/* The same of any vector; draws hyperplanes as needed. Stopped: no memory, or interrupted. */
enum projection_result projection_of(const struct vector *vector, uint32_t bits, int64_t seed,
                                     struct projection_workspace *workspace,
                                     const struct allocator *allocator, unsigned char *bytes);

/* The probability to share a band, exact near 0, too; the cosine is from -1 to 1. O(1). */
double projection_match_probability(double cosine, double bands, double rows);
