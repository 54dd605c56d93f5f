/*
 * hyperplanes.h - the random hyperplanes on which vectors are projected, drawn by a hash, so that
 * no matrix has to be kept. Frozen: docs/formats/projection-format.md#hyperplanes.
 *
 * Hyperplane number `bit` of a seed has one component for each of the 2^32 dimensions: an integer
 * from -1020 to 1020, nearly normal, so the direction of a hyperplane is nearly uniform.
 *
 * A tile holds the components of hyperplanes_tile bits in several dimensions, in the order in which
 * projection.h multiplies: for each pair of dimensions, and each lane from 0, the component in the
 * first and that in the second. Lane l is bit l ^ 7 of the tile, because the first bit of a
 * signature is the highest of its byte.
 */
#pragma once

#include "../../base/allocator.h"
#include "../../base/interruption.h"

enum {
    hyperplanes_bits_max = 32768,
    hyperplanes_tile = 16,                        /* bits in a tile */
    hyperplanes_tile_pair = 2 * hyperplanes_tile, /* components of a tile in a pair of dimensions */
    hyperplanes_component_max = 1020,
    hyperplanes_size_max = 1 << 23, /* bytes that hyperplanes_new() allocates at most */
};

/* The stream of a seed, and the key of a dimension in it. */
uint64_t hyperplanes_stream(int64_t seed);
uint64_t hyperplanes_key(uint64_t stream, uint32_t dimension);

/*
 * Draws the tile that begins with `first_bit`, for the dimensions of 2 * pairs keys, into
 * hyperplanes_tile_pair components for each pair.
 */
typedef void hyperplanes_kernel(const uint64_t *keys, size_t pairs, uint32_t first_bit,
                                int16_t *tile);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
hyperplanes_kernel *hyperplanes_kernel_named(const char *name);
/* All hyperplanes for dense vectors, drawn once and then only read, by any number of threads. */
struct hyperplanes {
    uint32_t dimensions, bits;
    int64_t seed;
    size_t pairs;   /* of dimensions in a tile: the last one may be half used */
    int16_t *tiles; /* one after the other, at a multiple of 64 bytes */
};

/* Whether hyperplanes_new() may make them: whether they need at most hyperplanes_size_max. */
bool hyperplanes_fit(uint32_t dimensions, uint32_t bits);

/* Draws them; they must fit. NULL if memory runs out or interrupted. O(dimensions * bits). */
struct hyperplanes *hyperplanes_new(const struct allocator *allocator, uint32_t dimensions,
                                    uint32_t bits, int64_t seed, struct interruption *interruption);
void hyperplanes_free(struct hyperplanes *planes, const struct allocator *allocator);

static inline size_t hyperplanes_tiles(uint32_t bits) {
    return (bits + (size_t)hyperplanes_tile - 1) / hyperplanes_tile;
}
