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

#define AVX2 __attribute__((target("avx2"))) static

AVX2 inline __m256d avx2_add(__m256d sum, __m256d weight, const float *values) {
    return _mm256_add_pd(sum, _mm256_mul_pd(weight, _mm256_cvtps_pd(_mm_loadu_ps(values))));
}

/* Four chains of additions hide their latency. */
AVX2 void sum_avx2(const float *const *rows, const float *weights, size_t count, size_t dimensions,
                   double *sums) {
    size_t d = 0;
    for (; d + 16 <= dimensions; d += 16) {
        __m256d s0 = _mm256_loadu_pd(sums + d), s1 = _mm256_loadu_pd(sums + d + 4);
        __m256d s2 = _mm256_loadu_pd(sums + d + 8), s3 = _mm256_loadu_pd(sums + d + 12);
        for (size_t i = 0; i < count; i++) {
            __m256d weight = _mm256_set1_pd((double)weights[i]);
            s0 = avx2_add(s0, weight, rows[i] + d);
            s1 = avx2_add(s1, weight, rows[i] + d + 4);
            s2 = avx2_add(s2, weight, rows[i] + d + 8);
            s3 = avx2_add(s3, weight, rows[i] + d + 12);
        }
        _mm256_storeu_pd(sums + d, s0);
        _mm256_storeu_pd(sums + d + 4, s1);
        _mm256_storeu_pd(sums + d + 8, s2);
        _mm256_storeu_pd(sums + d + 12, s3);
    }
    for (; d + 4 <= dimensions; d += 4) {
        __m256d sum = _mm256_loadu_pd(sums + d);
        for (size_t i = 0; i < count; i++)
            sum = avx2_add(sum, _mm256_set1_pd((double)weights[i]), rows[i] + d);
        _mm256_storeu_pd(sums + d, sum);
    }
    sum_rest(rows, weights, count, d, dimensions, sums);
}

#define AVX512 __attribute__((target("avx512f"))) static

AVX512 inline __m512d avx512_add(__m512d sum, __m512d weight, const float *values) {
    return _mm512_add_pd(sum, _mm512_mul_pd(weight, _mm512_cvtps_pd(_mm256_loadu_ps(values))));
}

AVX512 void sum_avx512(const float *const *rows, const float *weights, size_t count,
                       size_t dimensions, double *sums) {
    size_t d = 0;
    for (; d + 32 <= dimensions; d += 32) {
        __m512d s0 = _mm512_loadu_pd(sums + d), s1 = _mm512_loadu_pd(sums + d + 8);
        __m512d s2 = _mm512_loadu_pd(sums + d + 16), s3 = _mm512_loadu_pd(sums + d + 24);
        for (size_t i = 0; i < count; i++) {
            __m512d weight = _mm512_set1_pd((double)weights[i]);
            s0 = avx512_add(s0, weight, rows[i] + d);
            s1 = avx512_add(s1, weight, rows[i] + d + 8);
            s2 = avx512_add(s2, weight, rows[i] + d + 16);
            s3 = avx512_add(s3, weight, rows[i] + d + 24);
        }
        _mm512_storeu_pd(sums + d, s0);
        _mm512_storeu_pd(sums + d + 8, s1);
        _mm512_storeu_pd(sums + d + 16, s2);
        _mm512_storeu_pd(sums + d + 24, s3);
    }
    for (; d + 8 <= dimensions; d += 8) {
        __m512d sum = _mm512_loadu_pd(sums + d);
        for (size_t i = 0; i < count; i++)
            sum = avx512_add(sum, _mm512_set1_pd((double)weights[i]), rows[i] + d);
        _mm512_storeu_pd(sums + d, sum);
    }
    sum_rest(rows, weights, count, d, dimensions, sums);
}

#endif

weighted_sum_kernel *weighted_sum_kernel_named(const char *name) {
    static weighted_sum_kernel *const kernels[] = CPU_PATHS(sum_scalar, sum_avx2, sum_avx512);
    return kernels[cpu_path_named(name)];
}
