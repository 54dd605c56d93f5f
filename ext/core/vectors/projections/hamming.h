/* hamming.h - in how many bits two strings of bits differ. All paths give the same numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Sets distances[i], for i < count, to the number of bits in which the `size` bytes of `one` differ
 * from those at others + i * stride. The bytes may be at any address. O(count * size).
 */
typedef void hamming_kernel(const unsigned char *one, const unsigned char *others, size_t size,
                            size_t stride, size_t count, uint32_t *distances);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
hamming_kernel *hamming_kernel_named(const char *name);
