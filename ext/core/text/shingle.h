/*
 * shingle.h - the shingles of a text and their fingerprints.
 *
 * A shingle is a run of `length` consecutive code points (Broder 1997; the papers use 12). A text
 * of n code points has n - length + 1 of them; a shorter text that is not empty has one, itself,
 * so that short texts compare too; the empty text has none.
 *
 * The fingerprint of code points c_1 .. c_k is mix64 of the polynomial sum (c_i + 1) * B^(k - i)
 * modulo 2^64, B = 0x9E3779B97F4A7C15: it rolls, one multiplication a shingle. It is part of the
 * signature format (docs/signature-format.md). Two of the same length and different text share a
 * fingerprint with probability near 2^-64, unless somebody who knows the format has chosen them so:
 * where equality must be certain, compare the text.
 */
#ifndef NEARDUP_SHINGLE_H
#define NEARDUP_SHINGLE_H

#include "code_points.h"

enum { shingle_length_default = 12, shingle_length_max = 1024 };

/* How many shingles `count` code points have. */
size_t shingle_count(size_t count, size_t length);

/* How many code points each of them has: `length`, or `count` where the text is shorter. */
size_t shingle_width(size_t count, size_t length);

/*
 * Writes the fingerprints of all shingles in text order to `fingerprints`, which has room for
 * shingle_count() of them. O(count), whatever the length. All paths give the same.
 */
typedef void shingle_kernel(const uint32_t *values, size_t count, size_t length,
                            uint64_t *fingerprints);

/* A path by name: "scalar", "avx512"; NULL where this CPU or build lacks it. */
shingle_kernel *shingle_kernel_named(const char *name);

/* The fastest path of this CPU. */
shingle_kernel *shingle_kernel_best(void);

/* By the fastest path. */
void shingle_fingerprints(const uint32_t *values, size_t count, size_t length,
                          uint64_t *fingerprints);

#endif
