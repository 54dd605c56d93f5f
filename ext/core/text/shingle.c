/* shingle.c - see shingle.h. */
#include "shingle.h"

#include "../base/mix.h"
#include "../base/mix_eight.h"

#include <assert.h>

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

#include <immintrin.h>

/*
 * AVX-512 multiplies eight 64-bit words at once, so the sums of a whole block are computed
 * together, by doubling: a sum over 2k values is sum[i] * base^k + sum[i + k]. For each set bit of
 * the width after the highest, one value is appended. A width of 12 goes through 1, 2, 3, 6, 12.
 * Beyond block_width_max, rolling is less work.
 */
enum { block_shingles = 256, block_width_max = 48, block_slack = 8 };

#define AVX512 __attribute__((target("avx512f,avx512dq"))) static inline

/* Sums over `have` values each. Sums beyond those of the block may be read; none is used. */
struct block {
    uint64_t sums[block_shingles + block_width_max + block_slack];
    size_t have;
};

AVX512 void block_begin(struct block *block, const uint32_t *values, size_t count) {
    const __m512i one = _mm512_set1_epi64(1);
    for (size_t i = 0; i < count; i += 8) {
        __mmask16 there = lanes_of(count - i);
        __m256i eight = _mm512_castsi512_si256(_mm512_maskz_loadu_epi32(there, values + i));
        _mm512_storeu_si512(block->sums + i, _mm512_add_epi64(_mm512_cvtepu32_epi64(eight), one));
    }
    _mm512_storeu_si512(block->sums + count, one);
    block->have = 1;
}

/* base^have in all lanes. */
AVX512 __m512i block_weight(const struct block *block) {
    uint64_t weight = 1;
    for (size_t i = 0; i < block->have; i++)
        weight *= base;
    return _mm512_set1_epi64((long long)weight);
}

AVX512 void block_double(struct block *block, size_t count) {
    const __m512i weight = block_weight(block);
    for (size_t i = 0; i < count; i += 8) {
        __m512i first = _mm512_mullo_epi64(_mm512_loadu_si512(block->sums + i), weight);
        __m512i second = _mm512_loadu_si512(block->sums + i + block->have);
        _mm512_storeu_si512(block->sums + i, _mm512_add_epi64(first, second));
    }
    block->have *= 2;
}

/* Extends every sum by one value. */
AVX512 void block_append(struct block *block, const uint32_t *values, size_t count) {
    const __m512i weight = _mm512_set1_epi64((long long)base), one = _mm512_set1_epi64(1);
    for (size_t i = 0; i < count; i += 8) {
        __mmask16 there = lanes_of(count - i);
        __m512i next = _mm512_maskz_loadu_epi32(there, values + i + block->have);
        next = _mm512_add_epi64(_mm512_cvtepu32_epi64(_mm512_castsi512_si256(next)), one);
        __m512i sum = _mm512_mullo_epi64(_mm512_loadu_si512(block->sums + i), weight);
        _mm512_storeu_si512(block->sums + i, _mm512_add_epi64(sum, next));
    }
    block->have++;
}

AVX512 void block_end(const struct block *block, size_t count, uint64_t *fingerprints) {
    for (size_t i = 0; i < count; i += 8) {
        __mmask8 there = lanes_of(count - i);
        __m512i mixed = mix_eight(_mm512_loadu_si512(block->sums + i));
        _mm512_mask_storeu_epi64(fingerprints + i, there, mixed);
    }
}

__attribute__((target("avx512f,avx512dq"))) static void
fingerprints_of_block(const uint32_t *values, size_t count, size_t width, uint64_t *fingerprints) {
    assert(count >= 1 && count <= block_shingles && width >= 1 && width <= block_width_max);
    struct block block;
    size_t bit = 1;
    while (bit <= width / 2)
        bit *= 2;
    block_begin(&block, values, count + width - 1);
    for (bit /= 2; bit > 0; bit /= 2) {
        block_double(&block, count + width - 2 * block.have);
        if (width & bit)
            block_append(&block, values, count + width - block.have - 1);
    }
    block_end(&block, count, fingerprints);
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
