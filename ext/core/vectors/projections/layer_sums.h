/*
 * layer_sums.h - the inner loop of a neural network: one layer's sums of weighted inputs.
 *
 * Inputs and weights are float32, so each product is exact in a double, and it makes no difference
 * whether multiplication and addition are one instruction. Each sum takes its products in the same
 * order on every path, since different sums, not parts of one, share a vector register. So all
 * paths (portable C, AVX2, AVX-512) give the same result bit by bit.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * For j < width, adds to sums[j] the product of values[i] and weight j of row rows[i], for i = 0,
 * 1, … count - 1 in turn. A row has `width` weights: float32, little-endian, at any address.
 * O(count * width).
 */
typedef void layer_sums_kernel(const unsigned char *weights, size_t width, const uint32_t *rows,
                               const float *values, size_t count, double *sums);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
layer_sums_kernel *layer_sums_kernel_named(const char *name);
