/* dot_product.c - see dot_product.h. */
#include "dot_product.h"

#include "../base/binary_search.h"
#include "../base/cpu.h"

#include <assert.h>
#include <math.h>   /* sqrt */
#include <string.h> /* memcpy */

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

/* As many sums as there are. */
enum { lanes = 16 };

/* Adds the upper half to the lower half until one sum is left. */
static double sum_of_lanes(double sums[static lanes]) {
    for (size_t half = lanes / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            sums[i] += sums[i + half];
    return sums[0];
}

static inline double load(const unsigned char *values, size_t i) {
    return little_endian_load_float(values + 4 * i);
}

/* ---- Portable C ---- */

static double scalar_product(const unsigned char *v, const unsigned char *w, size_t count) {
    double sums[lanes] = {0};
    size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (size_t lane = 0; lane < lanes; lane++)
            sums[lane] += load(v, i + lane) * load(w, i + lane);
    for (size_t lane = 0; i + lane < count; lane++)
        sums[lane] += load(v, i + lane) * load(w, i + lane);
    return sum_of_lanes(sums);
}

static struct dot_products products_scalar(const unsigned char *v, const unsigned char *w,
                                           size_t count) {
    return (struct dot_products){scalar_product(v, w, count), scalar_product(v, v, count),
                                 scalar_product(w, w, count)};
}

#ifdef CPU_HAS_PATHS

/* The last components of a vector, as many as there are sums; zeroes follow, which add nothing. */
struct tail {
    unsigned char values[4 * lanes];
};

static inline struct tail tail_of(const unsigned char *values, size_t from, size_t count) {
    struct tail tail = {{0}};
    memcpy(tail.values, values + 4 * from, 4 * (count - from));
    return tail;
}

/*
 * ---- AVX2: four registers hold the sums ----
 *
 * No path for AVX-512: with two registers of twice the size, 400 dimensions took a third more time.
 */

#define AVX2 __attribute__((target("avx2,fma"))) static
#define AVX2_INLINE __attribute__((target("avx2,fma"), always_inline)) static inline

struct avx2_sums {
    __m256d a, b, c, d;
};

AVX2_INLINE __m256d avx2_load(const unsigned char *values) {
    return _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)values));
}

AVX2_INLINE double avx2_end(const struct avx2_sums *sums) {
    __m256d four = _mm256_add_pd(_mm256_add_pd(sums->a, sums->c), _mm256_add_pd(sums->b, sums->d));
    __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

/* Four lanes of all three sums at a time, so that all of them fit into the registers. */
AVX2_INLINE void avx2_four(__m256d *vw, __m256d *vv, __m256d *ww, const unsigned char *v,
                           const unsigned char *w) {
    __m256d x = avx2_load(v), y = avx2_load(w);
    *vw = _mm256_fmadd_pd(x, y, *vw);
    *vv = _mm256_fmadd_pd(x, x, *vv);
    *ww = _mm256_fmadd_pd(y, y, *ww);
}

AVX2_INLINE void avx2_step(struct avx2_sums *vw, struct avx2_sums *vv, struct avx2_sums *ww,
                           const unsigned char *v, const unsigned char *w) {
    avx2_four(&vw->a, &vv->a, &ww->a, v, w);
    avx2_four(&vw->b, &vv->b, &ww->b, v + 16, w + 16);
    avx2_four(&vw->c, &vv->c, &ww->c, v + 32, w + 32);
    avx2_four(&vw->d, &vv->d, &ww->d, v + 48, w + 48);
}

AVX2 struct dot_products products_avx2(const unsigned char *v, const unsigned char *w,
                                       size_t count) {
    struct avx2_sums vw = {{0}, {0}, {0}, {0}}, vv = vw, ww = vw;
    size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        avx2_step(&vw, &vv, &ww, v + 4 * i, w + 4 * i);
    if (i < count) {
        struct tail v_tail = tail_of(v, i, count), w_tail = tail_of(w, i, count);
        avx2_step(&vw, &vv, &ww, v_tail.values, w_tail.values);
    }
    return (struct dot_products){avx2_end(&vw), avx2_end(&vv), avx2_end(&ww)};
}

#endif

dot_products_kernel *dot_products_kernel_named(const char *name) {
    static dot_products_kernel *const kernels[] =
        CPU_PATHS(products_scalar, products_avx2, products_avx2);
    enum cpu_path path = cpu_path_named(name);
#ifdef CPU_HAS_PATHS
    if (!__builtin_cpu_supports("fma") && path != cpu_path_none) /* a few CPUs have only AVX2 */
        path = !name || path == cpu_path_scalar ? cpu_path_scalar : cpu_path_none;
#endif
    return kernels[path];
}

/* ---- Sparse vectors ---- */

enum { gallop_ratio = 16 };

static inline void add_at(double *sums, uint32_t dimension, double product) {
    sums[dimension % lanes] += product;
}

static double sparse_square(const struct vector *v) {
    double sums[lanes] = {0};
    for (uint32_t i = 0; i < v->count; i++)
        add_at(sums, vector_dimension(v, i), load(v->values, i) * load(v->values, i));
    return sum_of_lanes(sums);
}

/* Which dimensions are equal cannot be predicted, so that there is no branch on it. */
static void merge(double *sums, const struct vector *v, const struct vector *w) {
    for (uint32_t i = 0, j = 0; i < v->count && j < w->count;) {
        uint32_t of_v = vector_dimension(v, i), of_w = vector_dimension(w, j);
        double product = load(v->values, i) * load(w->values, j);
        add_at(sums, of_v, of_v == of_w ? product : 0);
        i += of_v <= of_w;
        j += of_w <= of_v;
    }
}

/* The first place from `at` on whose dimension is at least this; `count` if there is none. */
static uint32_t search(const struct vector *v, uint32_t at, uint32_t dimension) {
    size_t step = 1, low = at;
    while (v->count - low > step && vector_dimension(v, (uint32_t)(low + step)) < dimension) {
        low += step;
        step *= 2;
    }
    size_t high = v->count - low > step ? low + step : v->count;
    BINARY_SEARCH(low, high, vector_dimension(v, (uint32_t)middle) < dimension)
    return (uint32_t)low;
}

static void gallop(double *sums, const struct vector *few, const struct vector *many) {
    for (uint32_t i = 0, j = 0; i < few->count; i++) {
        uint32_t dimension = vector_dimension(few, i);
        j = search(many, j, dimension);
        if (j == many->count)
            return;
        if (vector_dimension(many, j) == dimension)
            add_at(sums, dimension, load(few->values, i) * load(many->values, j));
    }
}

static double sparse_product(const struct vector *v, const struct vector *w) {
    double sums[lanes] = {0};
    const struct vector *few = v->count < w->count ? v : w, *many = few == v ? w : v;
    if (few->count < many->count / gallop_ratio)
        gallop(sums, few, many);
    else
        merge(sums, v, w);
    return sum_of_lanes(sums);
}

/* ---- Both forms ---- */

struct dot_products dot_products(const struct vector *v, const struct vector *w) {
    assert(vector_is_sparse(v) == vector_is_sparse(w));
    assert(vector_is_sparse(v) || v->count == w->count);
    if (vector_is_sparse(v))
        return (struct dot_products){sparse_product(v, w), sparse_square(v), sparse_square(w)};
    return dot_products_kernel_named(NULL)(v->values, w->values, v->count);
}

bool dot_products_cosine(const struct dot_products *products, double *cosine) {
    if (products->vv == 0 || products->ww == 0)
        return false;
    double quotient = products->vw / sqrt(products->vv * products->ww);
    *cosine = quotient > 1 ? 1 : quotient < -1 ? -1 : quotient;
    return true;
}
