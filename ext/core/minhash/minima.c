/* minima.c - see minima.h. */
#include "minima.h"

#include "../base/cpu.h"

#include <assert.h>
#include <string.h> /* memcpy */

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

/* Compilers vectorise this where SSE or NEON is part of the base instruction set. */
static void minima_scalar(const uint64_t *fingerprints, size_t count, const uint32_t *multipliers,
                          const uint32_t *addends, size_t hashes, uint64_t *minima) {
    assert(hashes % minima_lanes == 0);
    for (size_t j = 0; j < hashes; j += minima_lanes) {
        uint32_t lowest[minima_lanes];
        for (int lane = 0; lane < minima_lanes; lane++)
            lowest[lane] = UINT32_MAX;
        for (size_t i = 0; i < count; i++) {
            uint32_t word = (uint32_t)(fingerprints[i] >> 32);
            for (int lane = 0; lane < minima_lanes; lane++) {
                size_t hash = j + (size_t)lane;
                uint32_t value = multipliers[hash] * word + addends[hash];
                lowest[lane] = value < lowest[lane] ? value : lowest[lane];
            }
        }
        for (int lane = 0; lane < minima_lanes; lane++)
            minima[j + (size_t)lane] = lowest[lane];
    }
}

#ifdef CPU_HAS_PATHS

/* Reads only the upper half, so that it can be broadcast directly from memory. */
static inline int word_of(const uint64_t *fingerprint) {
    int word;
    memcpy(&word, (const char *)fingerprint + 4, sizeof word);
    return word;
}

/* The state of eight hash functions. */
struct avx2_group {
    __m256i multipliers, addends, lowest;
};

#define AVX2 __attribute__((target("avx2"))) static inline

AVX2 struct avx2_group avx2_begin(const uint32_t *multipliers, const uint32_t *addends) {
    return (struct avx2_group){_mm256_loadu_si256((const __m256i *)(const void *)multipliers),
                               _mm256_loadu_si256((const __m256i *)(const void *)addends),
                               _mm256_set1_epi32(-1)};
}

AVX2 void avx2_step(struct avx2_group *group, __m256i word) {
    __m256i value = _mm256_add_epi32(_mm256_mullo_epi32(group->multipliers, word), group->addends);
    group->lowest = _mm256_min_epu32(group->lowest, value);
}

AVX2 void avx2_end(const struct avx2_group *group, uint64_t *minima) {
    __m256i low = _mm256_cvtepu32_epi64(_mm256_castsi256_si128(group->lowest));
    __m256i high = _mm256_cvtepu32_epi64(_mm256_extracti128_si256(group->lowest, 1));
    _mm256_storeu_si256((__m256i *)(void *)minima, low);
    _mm256_storeu_si256((__m256i *)(void *)(minima + 4), high);
}

AVX2 void avx2_eight(const uint64_t *fingerprints, size_t count, const uint32_t *multipliers,
                     const uint32_t *addends, uint64_t *minima) {
    struct avx2_group group = avx2_begin(multipliers, addends);
    for (size_t i = 0; i < count; i++)
        avx2_step(&group, _mm256_set1_epi32(word_of(fingerprints + i)));
    avx2_end(&group, minima);
}

/*
 * Four groups at a time: enough independent chains to hide the latency of the multiplication, and
 * few enough not to spill registers.
 */
__attribute__((target("avx2"))) static void minima_avx2(const uint64_t *fingerprints, size_t count,
                                                        const uint32_t *multipliers,
                                                        const uint32_t *addends, size_t hashes,
                                                        uint64_t *minima) {
    assert(hashes % minima_lanes == 0);
    size_t j = 0;
    for (; j + 32 <= hashes; j += 32) {
        struct avx2_group g0 = avx2_begin(multipliers + j, addends + j);
        struct avx2_group g1 = avx2_begin(multipliers + j + 8, addends + j + 8);
        struct avx2_group g2 = avx2_begin(multipliers + j + 16, addends + j + 16);
        struct avx2_group g3 = avx2_begin(multipliers + j + 24, addends + j + 24);
        for (size_t i = 0; i < count; i++) {
            __m256i word = _mm256_set1_epi32(word_of(fingerprints + i));
            avx2_step(&g0, word);
            avx2_step(&g1, word);
            avx2_step(&g2, word);
            avx2_step(&g3, word);
        }
        avx2_end(&g0, minima + j);
        avx2_end(&g1, minima + j + 8);
        avx2_end(&g2, minima + j + 16);
        avx2_end(&g3, minima + j + 24);
    }
    for (; j < hashes; j += 8)
        avx2_eight(fingerprints, count, multipliers + j, addends + j, minima + j);
}

/* Sixteen at a time. A remainder of eight uses AVX2, which cpu_has_avx512() implies. */
__attribute__((target("avx512f"))) static void
minima_avx512(const uint64_t *fingerprints, size_t count, const uint32_t *multipliers,
              const uint32_t *addends, size_t hashes, uint64_t *minima) {
    assert(hashes % minima_lanes == 0);
    size_t j = 0;
    for (; j + 16 <= hashes; j += 16) {
        __m512i a = _mm512_loadu_si512(multipliers + j), b = _mm512_loadu_si512(addends + j);
        __m512i low0 = _mm512_set1_epi32(-1), low1 = low0;
        for (size_t i = 0; i < count; i += 2) {
            /* If count is odd, the last one is read twice, which changes no minimum. */
            size_t other = i + 1 < count ? i + 1 : i;
            __m512i x0 = _mm512_set1_epi32(word_of(fingerprints + i));
            __m512i x1 = _mm512_set1_epi32(word_of(fingerprints + other));
            low0 = _mm512_min_epu32(low0, _mm512_add_epi32(_mm512_mullo_epi32(a, x0), b));
            low1 = _mm512_min_epu32(low1, _mm512_add_epi32(_mm512_mullo_epi32(a, x1), b));
        }
        low0 = _mm512_min_epu32(low0, low1);
        __m256i high = _mm512_extracti64x4_epi64(low0, 1);
        _mm512_storeu_si512(minima + j, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(low0)));
        _mm512_storeu_si512(minima + j + 8, _mm512_cvtepu32_epi64(high));
    }
    if (j < hashes)
        avx2_eight(fingerprints, count, multipliers + j, addends + j, minima + j);
}

#endif

CPU_KERNEL(minima_kernel, minima_kernel_named, minima_scalar, minima_avx2, minima_avx512)
