/*
 * minima.h - the inner loop: the minimum of every hash function over all shingles.
 *
 * Hash function j of the 32-bit family maps a word x to a_j * x + b_j modulo 2^32, a_j odd. All
 * paths (portable C, AVX2, AVX-512) give the same result bit by bit; which one runs is decided
 * once, by what the running CPU can do.
 */
#ifndef NEARDUP_MINIMA_H
#define NEARDUP_MINIMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arrays of hash functions are padded to a multiple of this, so that no path has a remainder. */
enum { minima_lanes = 16 };

/*
 * minima[j] = min over i of multipliers[j] * words[i] + addends[j] modulo 2^32, for j < hashes;
 * UINT32_MAX where there are no words. `hashes` is a multiple of minima_lanes. Costs
 * word_count * hashes multiplications.
 */
typedef void minima_kernel(const uint32_t *words, size_t word_count, const uint32_t *multipliers,
                           const uint32_t *addends, size_t hashes, uint32_t *minima);

/* A path by name: "scalar", "avx2", "avx512"; NULL where this CPU or build lacks it. */
minima_kernel *minima_kernel_named(const char *name);

/* The fastest path of this CPU, and its name. */
minima_kernel *minima_kernel_best(void);
const char *minima_kernel_best_name(void);

#endif
