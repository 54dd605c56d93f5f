/* weighted_sum.c - see weighted_sum.h. */
#include "weighted_sum.h"

#include "../base/cpu.h"

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

/* Dimensions from `first` on. */
static void sum_rest(const float *const *rows, const float *weights, size_t count, size_t first,
                     size_t dimensions, double *sums) {
    for (size_t i = 0; i < count; i++)
        for (size_t d = first; d < dimensions; d++)
            sums[d] += (double)weights[i] * (double)rows[i][d];
}

/* Eight sums at a time stay in registers. Compilers vectorise this with SSE2 or NEON. */
static void sum_scalar(const float *const *rows, const float *weights, size_t count,
                       size_t dimensions, double *sums) {
    enum { lanes = 8 };
    size_t first = 0;
    for (; first + lanes <= dimensions; first += lanes) {
        double lane_sums[lanes];
        memcpy(lane_sums, sums + first, sizeof lane_sums);
        for (size_t i = 0; i < count; i++)
            for (size_t lane = 0; lane < lanes; lane++)
                lane_sums[lane] += (double)weights[i] * (double)rows[i][first + lane];
        memcpy(sums + first, lane_sums, sizeof lane_sums);
    }
    sum_rest(rows, weights, count, first, dimensions, sums);
}

#ifdef CPU_HAS_PATHS

/* Sums in registers of `lanes`, then what is left. Four chains of additions hide their latency. */
#define SUM_ROWS(vector, lanes, spread, load, add, store)                        \
    size_t d = 0;                                                                \
    for (; d + 4 * lanes <= dimensions; d += 4 * lanes) {                        \
        vector s0 = load(sums + d), s1 = load(sums + d + lanes);                 \
        vector s2 = load(sums + d + 2 * lanes), s3 = load(sums + d + 3 * lanes); \
        for (size_t i = 0; i < count; i++) {                                     \
            vector weight = spread((double)weights[i]);                          \
            s0 = add(s0, weight, rows[i] + d);                                   \
            s1 = add(s1, weight, rows[i] + d + lanes);                           \
            s2 = add(s2, weight, rows[i] + d + 2 * lanes);                       \
            s3 = add(s3, weight, rows[i] + d + 3 * lanes);                       \
        }                                                                        \
        store(sums + d, s0);                                                     \
        store(sums + d + lanes, s1);                                             \
        store(sums + d + 2 * lanes, s2);                                         \
        store(sums + d + 3 * lanes, s3);                                         \
    }                                                                            \
    for (; d + lanes <= dimensions; d += lanes) {                                \
        vector sum = load(sums + d);                                             \
        for (size_t i = 0; i < count; i++)                                       \
            sum = add(sum, spread((double)weights[i]), rows[i] + d);             \
        store(sums + d, sum);                                                    \
    }                                                                            \
    sum_rest(rows, weights, count, d, dimensions, sums);

#define AVX2 __attribute__((target("avx2"))) static
#define AVX512 __attribute__((target("avx512f"))) static

AVX2 inline __m256d avx2_add(__m256d sum, __m256d weight, const float *values) {
    return _mm256_add_pd(sum, _mm256_mul_pd(weight, _mm256_cvtps_pd(_mm_loadu_ps(values))));
}

AVX2 void sum_avx2(const float *const *rows, const float *weights, size_t count, size_t dimensions,
                   double *sums){
    SUM_ROWS(__m256d, 4, _mm256_set1_pd, _mm256_loadu_pd, avx2_add, _mm256_storeu_pd)}

AVX512 inline __m512d avx512_add(__m512d sum, __m512d weight, const float *values) {
    return _mm512_add_pd(sum, _mm512_mul_pd(weight, _mm512_cvtps_pd(_mm256_loadu_ps(values))));
}

AVX512 void sum_avx512(const float *const *rows, const float *weights, size_t count,
                       size_t dimensions, double *sums){
    SUM_ROWS(__m512d, 8, _mm512_set1_pd, _mm512_loadu_pd, avx512_add, _mm512_storeu_pd)}

#endif

CPU_KERNEL(weighted_sum_kernel, weighted_sum_kernel_named, sum_scalar, sum_avx2, sum_avx512)
