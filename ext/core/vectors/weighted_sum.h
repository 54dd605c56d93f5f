/*
 * weighted_sum.h - the sum of vectors, each multiplied by its weight.
 *
 * Each dimension is summed by itself in double, in the order of the vectors. A product of two
 * floats is exact in double. So every path gives the same bits, with fused multiplication or
 * without.
 */
#pragma once

#include <stddef.h>

/* Adds weights[i] * rows[i][d] to sums[d] for each dimension d, for i from 0. */
typedef void weighted_sum_kernel(const float *const *rows, const float *weights, size_t count,
                                 size_t dimensions, double *sums);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
weighted_sum_kernel *weighted_sum_kernel_named(const char *name);
