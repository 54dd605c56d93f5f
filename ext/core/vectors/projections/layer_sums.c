/* layer_sums.c - see layer_sums.h. */
#include "layer_sums.h"

#include "../../base/cpu.h"
#include "../../base/little_endian.h"

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

/* What `rows` and `values` say of `count` rows, for the sums from `first` on. */
static void add_scalar(const unsigned char *weights, size_t width, const uint32_t *rows,
                       const float *values, size_t count, size_t first, double *sums) {
    for (size_t i = 0; i < count; i++) {
        const unsigned char *row = weights + 4 * (width * rows[i]);
        for (size_t j = first; j < width; j++)
            sums[j] += (double)values[i] * (double)little_endian_load_float(row + 4 * j);
    }
}

static void layer_sums_scalar(const unsigned char *weights, size_t width, const uint32_t *rows,
                              const float *values, size_t count, double *sums) {
    add_scalar(weights, width, rows, values, count, 0, sums);
}

#ifdef CPU_HAS_PATHS

/*
 * Both paths go along four rows at a time, so that a sum is loaded and stored once for four
 * products, and weights are read in the order in which memory has them. If the number of rows is
 * no multiple of four, the last row takes the places of those that are missing, times 0: adding 0
 * changes no sum, or only the sign of one that is 0. Less than a register of sums is left over.
 */
enum { rows_at_once = 4, avx2_lanes = 4, avx512_lanes = 8 };

struct four_rows {
    const unsigned char *at[rows_at_once];
    double values[rows_at_once];
};

static inline struct four_rows four_rows_from(const unsigned char *weights, size_t width,
                                              const uint32_t *rows, const float *values,
                                              size_t count) {
    struct four_rows four;
    for (size_t k = 0; k < rows_at_once; k++) {
        size_t i = k < count ? k : count - 1;
        four.at[k] = weights + 4 * (width * rows[i]);
        four.values[k] = k < count ? (double)values[i] : 0;
    }
    return four;
}

/* Adds four rows to the sums, a register of them at a time, and returns how many it added to. */
#define ADD_FOUR(vector, lanes, spread, load, add, store)              \
    vector v0 = spread(four->values[0]), v1 = spread(four->values[1]); \
    vector v2 = spread(four->values[2]), v3 = spread(four->values[3]); \
    size_t j = 0;                                                      \
    for (; j + lanes <= width; j += lanes) {                           \
        vector sum = load(sums + j);                                   \
        sum = add(sum, v0, four->at[0] + 4 * j);                       \
        sum = add(sum, v1, four->at[1] + 4 * j);                       \
        sum = add(sum, v2, four->at[2] + 4 * j);                       \
        sum = add(sum, v3, four->at[3] + 4 * j);                       \
        store(sums + j, sum);                                          \
    }                                                                  \
    return j;

/* Adds all rows by such a function. */
#define ADD_ALL(add_four)                                                                   \
    for (size_t i = 0; i < count; i += rows_at_once) {                                      \
        size_t some = count - i < rows_at_once ? count - i : rows_at_once;                  \
        struct four_rows four = four_rows_from(weights, width, rows + i, values + i, some); \
        size_t done = add_four(&four, width, sums);                                         \
        add_scalar(weights, width, rows + i, values + i, some, done, sums);                 \
    }

#define AVX2 __attribute__((target("avx2"))) static
#define AVX512 __attribute__((target("avx512f"))) static

AVX2 inline __m256d avx2_add(__m256d sum, __m256d value, const unsigned char *weight) {
    __m128 weights = _mm_loadu_ps((const float *)(const void *)weight);
    return _mm256_add_pd(sum, _mm256_mul_pd(value, _mm256_cvtps_pd(weights)));
}

AVX2 inline size_t avx2_four(const struct four_rows *four, size_t width, double *sums){
    ADD_FOUR(__m256d, avx2_lanes, _mm256_set1_pd, _mm256_loadu_pd, avx2_add, _mm256_storeu_pd)}

AVX2 void layer_sums_avx2(const unsigned char *weights, size_t width, const uint32_t *rows,
                          const float *values, size_t count, double *sums){ADD_ALL(avx2_four)}

AVX512 inline __m512d avx512_add(__m512d sum, __m512d value, const unsigned char *weight) {
    __m256 weights = _mm256_loadu_ps((const float *)(const void *)weight);
    return _mm512_fmadd_pd(value, _mm512_cvtps_pd(weights), sum);
}

AVX512 inline size_t avx512_four(const struct four_rows *four, size_t width, double *sums){
    ADD_FOUR(__m512d, avx512_lanes, _mm512_set1_pd, _mm512_loadu_pd, avx512_add, _mm512_storeu_pd)}

AVX512 void layer_sums_avx512(const unsigned char *weights, size_t width, const uint32_t *rows,
                              const float *values, size_t count, double *sums){ADD_ALL(avx512_four)}

#endif

CPU_KERNEL(layer_sums_kernel, layer_sums_kernel_named, layer_sums_scalar, layer_sums_avx2,
           layer_sums_avx512)
