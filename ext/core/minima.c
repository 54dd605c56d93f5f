/* minima.c - see minima.h. */
#include "minima.h"

#include <string.h> /* strcmp */

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_X86_PATHS 1
#include <immintrin.h>
#endif

/* Left to the compiler, which makes SSE or NEON of it where those are part of the base system. */
static void minima_scalar(const uint32_t *words, size_t word_count, const uint32_t *multipliers,
                          const uint32_t *addends, size_t hashes, uint32_t *minima) {
    for (size_t j = 0; j < hashes; j += minima_lanes) {
        uint32_t lowest[minima_lanes];
        for (int lane = 0; lane < minima_lanes; lane++)
            lowest[lane] = UINT32_MAX;
        for (size_t i = 0; i < word_count; i++) {
            for (int lane = 0; lane < minima_lanes; lane++) {
                size_t hash = j + (size_t)lane;
                uint32_t value = multipliers[hash] * words[i] + addends[hash];
                lowest[lane] = value < lowest[lane] ? value : lowest[lane];
            }
        }
        memcpy(minima + j, lowest, sizeof lowest);
    }
}

#ifdef HAS_X86_PATHS

/*
 * Two registers of hash functions at a time: enough independent chains to hide the latency of the
 * multiplication, few enough that nothing spills.
 */
__attribute__((target("avx2"))) static void minima_avx2(const uint32_t *words, size_t word_count,
                                                        const uint32_t *multipliers,
                                                        const uint32_t *addends, size_t hashes,
                                                        uint32_t *minima) {
    for (size_t j = 0; j < hashes; j += 16) {
        __m256i a0 = _mm256_loadu_si256((const __m256i *)(const void *)(multipliers + j));
        __m256i a1 = _mm256_loadu_si256((const __m256i *)(const void *)(multipliers + j + 8));
        __m256i b0 = _mm256_loadu_si256((const __m256i *)(const void *)(addends + j));
        __m256i b1 = _mm256_loadu_si256((const __m256i *)(const void *)(addends + j + 8));
        __m256i low0 = _mm256_set1_epi32(-1), low1 = low0;
        for (size_t i = 0; i < word_count; i++) {
            __m256i x = _mm256_set1_epi32((int)words[i]);
            low0 = _mm256_min_epu32(low0, _mm256_add_epi32(_mm256_mullo_epi32(a0, x), b0));
            low1 = _mm256_min_epu32(low1, _mm256_add_epi32(_mm256_mullo_epi32(a1, x), b1));
        }
        _mm256_storeu_si256((__m256i *)(void *)(minima + j), low0);
        _mm256_storeu_si256((__m256i *)(void *)(minima + j + 8), low1);
    }
}

__attribute__((target("avx512f"))) static void
minima_avx512(const uint32_t *words, size_t word_count, const uint32_t *multipliers,
              const uint32_t *addends, size_t hashes, uint32_t *minima) {
    for (size_t j = 0; j < hashes; j += 16) {
        __m512i a = _mm512_loadu_si512(multipliers + j);
        __m512i b = _mm512_loadu_si512(addends + j);
        __m512i low0 = _mm512_set1_epi32(-1), low1 = low0;
        size_t i = 0;
        for (; i + 2 <= word_count; i += 2) {
            __m512i x0 = _mm512_set1_epi32((int)words[i]);
            __m512i x1 = _mm512_set1_epi32((int)words[i + 1]);
            low0 = _mm512_min_epu32(low0, _mm512_add_epi32(_mm512_mullo_epi32(a, x0), b));
            low1 = _mm512_min_epu32(low1, _mm512_add_epi32(_mm512_mullo_epi32(a, x1), b));
        }
        if (i < word_count) {
            __m512i x = _mm512_set1_epi32((int)words[i]);
            low0 = _mm512_min_epu32(low0, _mm512_add_epi32(_mm512_mullo_epi32(a, x), b));
        }
        _mm512_storeu_si512(minima + j, _mm512_min_epu32(low0, low1));
    }
}

#endif

minima_kernel *minima_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return minima_scalar;
#ifdef HAS_X86_PATHS
    if (strcmp(name, "avx2") == 0 && __builtin_cpu_supports("avx2"))
        return minima_avx2;
    if (strcmp(name, "avx512") == 0 && __builtin_cpu_supports("avx512f"))
        return minima_avx512;
#endif
    return NULL;
}

const char *minima_kernel_best_name(void) {
    if (minima_kernel_named("avx512"))
        return "avx512";
    return minima_kernel_named("avx2") ? "avx2" : "scalar";
}

minima_kernel *minima_kernel_best(void) {
    return minima_kernel_named(minima_kernel_best_name());
}
