/*
 * minima.h - the inner loop: the minimum of every hash function over all shingles.
 *
 * Hash function j of the 32-bit family maps a word x to a_j * x + b_j modulo 2^32, a_j odd; x is
 * the upper half of a fingerprint. All paths (portable C, AVX2, AVX-512) give the same result bit
 * by bit; which one runs is decided once, by what the running CPU can do.
 */
#ifndef NEARDUP_MINIMA_H
#define NEARDUP_MINIMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arrays of hash functions are padded to a multiple of this, so that no path has a remainder. */
enum { minima_lanes = 8 };

/*
 * minima[j] = min over i of multipliers[j] * (fingerprints[i] >> 32) + addends[j] modulo 2^32, for
 * j < hashes; UINT32_MAX where there are no fingerprints. `hashes` is a multiple of minima_lanes.
 * Costs count * hashes multiplications.
 */
typedef void minima_kernel(const uint64_t *fingerprints, size_t count, const uint32_t *multipliers,
                           const uint32_t *addends, size_t hashes, uint64_t *minima);

/* A path by name: "scalar", "avx2", "avx512"; NULL where this CPU or build lacks it. */
minima_kernel *minima_kernel_named(const char *name);

/* The fastest path of this CPU, and its name. */
minima_kernel *minima_kernel_best(void);
const char *minima_kernel_best_name(void);

#endif
