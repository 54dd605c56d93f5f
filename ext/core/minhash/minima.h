/*
 * minima.h - the inner loop of MinHash: the minimum of every hash function over all shingles.
 *
 * Hash function j of the 32-bit family maps a word x to a_j * x + b_j modulo 2^32, where a_j is odd
 * and x is the upper half of a fingerprint. All paths give the same result, bit by bit.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of hash functions is padded to a multiple of this, so no path has a remainder. */
enum { minima_lanes = 8 };

/*
 * For j < hashes, sets minima[j] to the minimum over i < count of
 * multipliers[j] * (fingerprints[i] >> 32) + addends[j] modulo 2^32, or to UINT32_MAX if count is
 * 0. `hashes` must be a multiple of minima_lanes. O(count * hashes).
 */
typedef void minima_kernel(const uint64_t *fingerprints, size_t count, const uint32_t *multipliers,
                           const uint32_t *addends, size_t hashes, uint64_t *minima);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
minima_kernel *minima_kernel_named(const char *name);
