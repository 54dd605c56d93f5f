/*
 * shingle.h - the shingles of a text and their fingerprints.
 *
 * A shingle is a run of `length` consecutive code points (Broder 1997; the papers use 12). A text
 * of n code points has n - length + 1 shingles. A shorter text has one, the whole text, so that
 * short texts can be compared too. The empty text has none.
 *
 * The fingerprint of code points c_1 .. c_k is mix64 of the polynomial sum (c_i + 1) * B^(k - i)
 * modulo 2^64, where B = 0x9E3779B97F4A7C15. It rolls from one shingle to the next. It is part of
 * the frozen format in docs/formats/signature-format.md. Different shingles of one length share a
 * fingerprint with probability near 2^-64, but anyone who knows the format can construct such
 * shingles. Compare the text where equality must be certain.
 */
#pragma once

#include "code_points.h"

enum { shingle_length_default = 12, shingle_length_max = 1024 };

/* The number of shingles in a text of `count` code points. */
size_t shingle_count(size_t count, size_t length);

/* The number of code points in each of them: `length`, or `count` if the text is shorter. */
size_t shingle_width(size_t count, size_t length);

/*
 * One path that computes fingerprints. Writes those of all shingles, in text order, to
 * `fingerprints`, which has room for shingle_count() of them. O(count), whatever the length of
 * shingles. All paths give the same result.
 */
typedef void shingle_kernel(const uint32_t *values, size_t count, size_t length,
                            uint64_t *fingerprints);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
shingle_kernel *shingle_kernel_named(const char *name);
