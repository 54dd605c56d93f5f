/*
 * weighted_sum.h - the sum of vectors, each multiplied by its weight: the mean of word vectors, and
 * the inner loop of a neural network.
 *
 * Each dimension is summed by itself in double, in the order of the vectors. A product of two
 * floats is exact in double. So every path gives the same bits, multiplication fused or not.
 */
#pragma once

#include <stddef.h>

/*
 * Adds weights[i] * row i, component d, to sums[d] for each dimension d, for i from 0. The
 * components of a row are float32, low byte first, at any address. O(count * dimensions); sums are
 * loaded and stored once, so that some rows at a time are faster than one by one.
 */
typedef void weighted_sum_kernel(const unsigned char *const *rows, const float *weights,
                                 size_t count, size_t dimensions, double *sums);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
weighted_sum_kernel *weighted_sum_kernel_named(const char *name);
