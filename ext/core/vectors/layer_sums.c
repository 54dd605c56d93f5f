/* layer_sums.c - see layer_sums.h. */
#include "layer_sums.h"

#include "../base/cpu.h"
#include "../base/little_endian.h"

#include <string.h> /* memcpy, strcmp */

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

static inline double weight_at(const unsigned char *weight) {
    uint32_t bits = little_endian_load32(weight);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* The sums from `first` on. */
static void add_scalar(const unsigned char *weights, size_t width, const uint32_t *rows,
                       const float *values, size_t count, size_t first, double *sums) {
    for (size_t i = 0; i < count; i++) {
        const unsigned char *row = weights + 4 * (width * rows[i]);
        for (size_t j = first; j < width; j++)
            sums[j] += (double)values[i] * weight_at(row + 4 * j);
    }
}

static void layer_sums_scalar(const unsigned char *weights, size_t width, const uint32_t *rows,
                              const float *values, size_t count, double *sums) {
    add_scalar(weights, width, rows, values, count, 0, sums);
}

#ifdef CPU_HAS_PATHS

/*
 * Both paths keep as many sums in registers as hide the latency of an addition, and go down the
 * rows for these. A remainder of fewer sums is left to portable C.
 */
enum { avx2_lanes = 4, avx2_sums = 8 * avx2_lanes, avx512_lanes = 8, avx512_sums = 8 * avx512_lanes };

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))

AVX2 static inline __m256d avx2_add(__m256d sum, __m256d value, const unsigned char *weight) {
    __m128 weights = _mm_loadu_ps((const float *)(const void *)weight);
    return _mm256_add_pd(sum, _mm256_mul_pd(value, _mm256_cvtps_pd(weights)));
}

/* `count` rows for the `registers` * 4 sums that begin at `weights`, the first row. */
AVX2 static inline void avx2_block(const unsigned char *weights, size_t width, const uint32_t *rows,
                                   const float *values, size_t count, int registers, double *sums) {
    __m256d block[8];
    for (int k = 0; k < registers; k++)
        block[k] = _mm256_loadu_pd(sums + k * avx2_lanes);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *row = weights + 4 * (width * rows[i]);
        __m256d value = _mm256_set1_pd((double)values[i]);
        for (int k = 0; k < registers; k++)
            block[k] = avx2_add(block[k], value, row + 4 * (size_t)k * avx2_lanes);
    }
    for (int k = 0; k < registers; k++)
        _mm256_storeu_pd(sums + k * avx2_lanes, block[k]);
}

AVX2 static void layer_sums_avx2(const unsigned char *weights, size_t width, const uint32_t *rows,
                                 const float *values, size_t count, double *sums) {
    size_t j = 0;
    for (; j + avx2_sums <= width; j += avx2_sums)
        avx2_block(weights + 4 * j, width, rows, values, count, 8, sums + j);
    for (; j + avx2_lanes <= width; j += avx2_lanes)
        avx2_block(weights + 4 * j, width, rows, values, count, 1, sums + j);
    add_scalar(weights, width, rows, values, count, j, sums);
}

AVX512 static inline void avx512_block(const unsigned char *weights, size_t width,
                                       const uint32_t *rows, const float *values, size_t count,
                                       int registers, double *sums) {
    __m512d block[8];
    for (int k = 0; k < registers; k++)
        block[k] = _mm512_loadu_pd(sums + k * avx512_lanes);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *row = weights + 4 * (width * rows[i]);
        __m512d value = _mm512_set1_pd((double)values[i]);
        for (int k = 0; k < registers; k++) {
            const void *at = row + 4 * (size_t)k * avx512_lanes;
            __m512d weight = _mm512_cvtps_pd(_mm256_loadu_ps((const float *)at));
            block[k] = _mm512_add_pd(block[k], _mm512_mul_pd(value, weight));
        }
    }
    for (int k = 0; k < registers; k++)
        _mm512_storeu_pd(sums + k * avx512_lanes, block[k]);
}

AVX512 static void layer_sums_avx512(const unsigned char *weights, size_t width,
                                     const uint32_t *rows, const float *values, size_t count,
                                     double *sums) {
    size_t j = 0;
    for (; j + avx512_sums <= width; j += avx512_sums)
        avx512_block(weights + 4 * j, width, rows, values, count, 8, sums + j);
    for (; j + avx512_lanes <= width; j += avx512_lanes)
        avx512_block(weights + 4 * j, width, rows, values, count, 1, sums + j);
    add_scalar(weights, width, rows, values, count, j, sums);
}

#endif

layer_sums_kernel *layer_sums_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return layer_sums_scalar;
#ifdef CPU_HAS_PATHS
    if (strcmp(name, "avx2") == 0 && cpu_has_avx2())
        return layer_sums_avx2;
    if (strcmp(name, "avx512") == 0 && cpu_has_avx512())
        return layer_sums_avx512;
#endif
    return NULL;
}

layer_sums_kernel *layer_sums_kernel_best(void) {
    layer_sums_kernel *kernel = layer_sums_kernel_named("avx512");
    if (!kernel)
        kernel = layer_sums_kernel_named("avx2");
    return kernel ? kernel : layer_sums_scalar;
}
