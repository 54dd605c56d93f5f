/* shingle.c - see shingle.h. */
#include "shingle.h"

#include "../base/mix.h"

#include <assert.h>
#include <string.h> /* memcpy */

static const uint64_t base = UINT64_C(0x9E3779B97F4A7C15);

size_t shingle_count(size_t count, size_t length) {
    assert(length > 0);
    return count == 0 ? 0 : count < length ? 1 : count - length + 1;
}

size_t shingle_width(size_t count, size_t length) {
    assert(length > 0);
    return count < length ? count : length;
}

static void fingerprints_scalar(const uint32_t *values, size_t count, size_t length,
                                uint64_t *fingerprints) {
    if (count == 0)
        return;
    size_t width = shingle_width(count, length);
    uint64_t rolling = 0, leaving = 1; /* leaving = base^width, the weight a value leaves with */
    for (size_t i = 0; i < width; i++) {
        rolling = rolling * base + values[i] + 1;
        leaving *= base;
    }
    fingerprints[0] = mix64(rolling);
    for (size_t i = width; i < count; i++) {
        /* Kept out of the chain of sums, whose latency bounds the speed of this loop. */
        uint64_t change = values[i] + UINT64_C(1) - (values[i - width] + UINT64_C(1)) * leaving;
        rolling = rolling * base + change;
        fingerprints[i - width + 1] = mix64(rolling);
    }
}

#ifdef CPU_HAS_PATHS

/*
 * AVX-512 multiplies eight 64-bit words at once, so the sums of a whole block are computed
 * together, by doubling: a sum over 2k values is sum[i] * base^k + sum[i + k]. For each set bit of
 * the width after the highest, one value is appended. A width of 12 goes through 1, 2, 3, 6, 12.
 * Beyond block_width_max, rolling is less work.
 */
enum { block_shingles = 256, block_width_max = 48, lanes = 8 };

typedef uint64_t eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint32_t eight_points __attribute__((vector_size(32), aligned(4), may_alias));
#define EIGHT(words) (*(eight *)(void *)(words))

/* Sums beyond those of the block may be computed; none is used. */
__attribute__((target("avx512f,avx512dq"))) static void
fingerprints_of_block(const uint32_t *values, size_t count, size_t width, uint64_t *fingerprints) {
    assert(count >= 1 && count <= block_shingles && width >= 1 && width <= block_width_max);
    uint64_t ones[block_shingles + 2 * block_width_max + lanes], sums[sizeof ones / sizeof *ones];
    size_t all = count + width - 1, bit = 1, have = 1, i = 0;
    while (bit <= width / 2)
        bit *= 2;
    for (; i + lanes <= all; i += lanes)
        EIGHT(sums + i) = EIGHT(ones + i) =
            __builtin_convertvector(*(const eight_points *)(const void *)(values + i), eight) + 1;
    for (; i < all; i++)
        sums[i] = ones[i] = values[i] + UINT64_C(1);
    for (uint64_t weight = base; (bit /= 2) > 0;) {
        for (i = 0; i < all; i += lanes)
            EIGHT(sums + i) = EIGHT(sums + i) * weight + EIGHT(sums + i + have);
        have *= 2;
        weight *= weight;
        if (!(width & bit))
            continue;
        for (i = 0; i < all; i += lanes)
            EIGHT(sums + i) = EIGHT(sums + i) * base + EIGHT(ones + i + have);
        have++;
        weight *= base;
    }
    for (i = 0; i < count; i += lanes)
        EIGHT(sums + i) = (eight)mix_eight((eight_words)EIGHT(sums + i));
    memcpy(fingerprints, sums, count * sizeof *sums);
}

static void fingerprints_avx512(const uint32_t *values, size_t count, size_t length,
                                uint64_t *fingerprints) {
    size_t shingles = shingle_count(count, length), width = shingle_width(count, length);
    if (width > block_width_max) {
        fingerprints_scalar(values, count, length, fingerprints);
        return;
    }
    for (size_t at = 0; at < shingles; at += block_shingles) {
        size_t part = shingles - at < block_shingles ? shingles - at : block_shingles;
        fingerprints_of_block(values + at, part, width, fingerprints + at);
    }
}

#endif

CPU_KERNEL(shingle_kernel, shingle_kernel_named, fingerprints_scalar, fingerprints_scalar,
           fingerprints_avx512)
