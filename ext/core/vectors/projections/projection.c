/* projection.c - see projection.h. */
#include "projection.h"

#include "../../base/cpu.h"

#include <math.h> /* acos, exp, expm1, log, log1p */

enum { float_implicit = 1 << 23, shift_max = 26 };

static uint32_t magnitude_at(const unsigned char *values, size_t i) {
    return little_endian_load32(values + 4 * i) & INT32_MAX;
}

static uint32_t greatest_scalar(const unsigned char *values, size_t count) {
    uint32_t greatest = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t magnitude = magnitude_at(values, i);
        greatest = magnitude > greatest ? magnitude : greatest;
    }
    return greatest;
}

/* A finite float32 without its sign is mantissa * 2^(exponent - 150). */
static inline int32_t exponent_of(uint32_t magnitude) {
    return magnitude < float_implicit ? 1 : (int32_t)(magnitude >> 23);
}

static inline uint32_t mantissa_of(uint32_t magnitude) {
    uint32_t implicit = magnitude < float_implicit ? 0 : float_implicit;
    return (magnitude & (float_implicit - 1)) | implicit;
}

/* A mantissa with this exponent is scaled by shifting it to the right by the result - exponent. */
static int32_t shift_base(uint32_t greatest) {
    assert(greatest > 0);
    int32_t highest_bit = 23;
    while (!(mantissa_of(greatest) >> highest_bit))
        highest_bit--;
    return exponent_of(greatest) + highest_bit - 14;
}

/* Half to even. A shift to the left occurs only where all values are denormal. */
static inline uint32_t shift_rounded(uint32_t mantissa, int32_t shift) {
    if (shift <= 0)
        return mantissa << -shift;
    shift = shift < shift_max ? shift : shift_max;
    uint32_t half = UINT32_C(1) << (shift - 1), odd = mantissa >> shift & 1;
    uint32_t rounded = (mantissa + half - 1 + odd) >> shift;
    return rounded < INT16_MAX ? rounded : INT16_MAX;
}

static void scale_scalar(const unsigned char *values, size_t count, uint32_t greatest,
                         int16_t *scaled) {
    int32_t base = shift_base(greatest);
    for (size_t i = 0; i < count; i++) {
        uint32_t magnitude = magnitude_at(values, i);
        int32_t rounded =
            (int32_t)shift_rounded(mantissa_of(magnitude), base - exponent_of(magnitude));
        int32_t sign = -(values[4 * i + 3] >> 7); /* 0 or -1: a branch would be a guess */
        scaled[i] = (int16_t)((rounded ^ sign) - sign);
    }
}

static void multiply_scalar(const int16_t *tile, size_t pairs, const int16_t *scaled, size_t stride,
                            size_t count, struct projection_sums *sums) {
    for (size_t v = 0; v < count; v++) {
        for (size_t from = 0; from < pairs; from += projection_block) {
            size_t to = pairs - from < projection_block ? pairs : from + projection_block;
            int32_t block[hyperplanes_tile] = {0};
            for (size_t pair = from; pair < to; pair++) {
                const int16_t *planes = tile + pair * hyperplanes_tile_pair;
                int32_t first = scaled[v * stride + 2 * pair];
                int32_t second = scaled[v * stride + 2 * pair + 1];
                for (int lane = 0; lane < hyperplanes_tile; lane++)
                    block[lane] += planes[2 * lane] * first + planes[2 * lane + 1] * second;
            }
            for (int lane = 0; lane < hyperplanes_tile; lane++) {
                int32_t low = block[lane] & UINT16_MAX;
                sums[v].low[lane] += low;
                sums[v].high[lane] += (block[lane] - low) / (UINT16_MAX + 1);
            }
        }
    }
}

/* 2^16 * high + low >= 0, without a product that could overflow. Low sums are not negative. */
static uint32_t signs_scalar(const struct projection_sums *sums) {
    uint32_t signs = 0;
    for (int lane = 0; lane < hyperplanes_tile; lane++)
        signs |= (uint32_t)(sums->high[lane] + (sums->low[lane] >> 16) >= 0) << lane;
    return signs;
}

static const struct projection_path scalar_path = {greatest_scalar, scale_scalar, multiply_scalar,
                                                   signs_scalar};

#ifdef CPU_HAS_PATHS

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2"))) static inline
#define AVX512 __attribute__((target("avx512f,avx512bw"))) static inline

AVX2 __m256i load8(const void *memory) {
    return _mm256_loadu_si256(memory);
}

__attribute__((target("avx2"))) static uint32_t greatest_avx2(const unsigned char *values,
                                                              size_t count) {
    const __m256i unsigned_part = _mm256_set1_epi32(INT32_MAX);
    __m256i greatest = _mm256_setzero_si256();
    size_t i = 0;
    for (; i + 8 <= count; i += 8)
        greatest =
            _mm256_max_epi32(greatest, _mm256_and_si256(load8(values + 4 * i), unsigned_part));
    uint32_t lanes[8], result = greatest_scalar(values + 4 * i, count - i);
    _mm256_storeu_si256((__m256i *)(void *)lanes, greatest);
    for (int lane = 0; lane < 8; lane++)
        result = lanes[lane] > result ? lanes[lane] : result;
    return result;
}

/* shift_rounded() for shifts of at least 9, which all are if the greatest value is normal. */
AVX2 __m256i scale_eight(__m256i values, __m256i base) {
    const __m256i one = _mm256_set1_epi32(1), implicit = _mm256_set1_epi32(float_implicit);
    __m256i magnitude = _mm256_and_si256(values, _mm256_set1_epi32(INT32_MAX));
    __m256i exponent = _mm256_srli_epi32(magnitude, 23);
    __m256i denormal = _mm256_cmpgt_epi32(one, exponent);
    __m256i fraction = _mm256_and_si256(magnitude, _mm256_set1_epi32(float_implicit - 1));
    __m256i mantissa = _mm256_or_si256(fraction, _mm256_andnot_si256(denormal, implicit));
    __m256i shift = _mm256_sub_epi32(base, _mm256_max_epi32(exponent, one));
    shift = _mm256_min_epi32(shift, _mm256_set1_epi32(shift_max));
    __m256i odd = _mm256_and_si256(_mm256_srlv_epi32(mantissa, shift), one);
    __m256i half = _mm256_sllv_epi32(one, _mm256_sub_epi32(shift, one));
    __m256i up = _mm256_add_epi32(_mm256_sub_epi32(half, one), odd);
    __m256i rounded = _mm256_srlv_epi32(_mm256_add_epi32(mantissa, up), shift);
    rounded = _mm256_min_epi32(rounded, _mm256_set1_epi32(INT16_MAX));
    return _mm256_sign_epi32(rounded, values);
}

__attribute__((target("avx2"))) static void scale_avx2(const unsigned char *values, size_t count,
                                                       uint32_t greatest, int16_t *scaled) {
    size_t i = 0;
    __m256i base = _mm256_set1_epi32(shift_base(greatest));
    if (greatest >= float_implicit) {
        for (; i + 16 <= count; i += 16) {
            __m256i low = scale_eight(load8(values + 4 * i), base);
            __m256i high = scale_eight(load8(values + 4 * i + 32), base);
            __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
            _mm256_storeu_si256((__m256i *)(void *)(scaled + i), packed);
        }
    }
    scale_scalar(values + 4 * i, count - i, greatest, scaled + i);
}

/* The two values of a pair, in every lane. */
static inline int pair_at(const int16_t *scaled, size_t pair) {
    int values;
    memcpy(&values, scaled + 2 * pair, sizeof values);
    return values;
}

AVX2 void avx2_add_block(__m256i block, int32_t *high, int32_t *low) {
    __m256i upper = _mm256_add_epi32(load8(high), _mm256_srai_epi32(block, 16));
    __m256i lower =
        _mm256_add_epi32(load8(low), _mm256_and_si256(block, _mm256_set1_epi32(UINT16_MAX)));
    _mm256_storeu_si256((__m256i *)(void *)high, upper);
    _mm256_storeu_si256((__m256i *)(void *)low, lower);
}

AVX2 void avx2_step(__m256i *block, __m256i low, __m256i high, const int16_t *scaled, size_t pair) {
    __m256i values = _mm256_set1_epi32(pair_at(scaled, pair));
    block[0] = _mm256_add_epi32(block[0], _mm256_madd_epi16(low, values));
    block[1] = _mm256_add_epi32(block[1], _mm256_madd_epi16(high, values));
}

/* Four vectors at a time have eight independent sums, which with a tile's pair fit in registers. */
__attribute__((target("avx2"))) static void multiply_avx2(const int16_t *tile, size_t pairs,
                                                          const int16_t *scaled, size_t stride,
                                                          size_t count,
                                                          struct projection_sums *sums) {
    for (size_t from = 0; from < pairs; from += projection_block) {
        size_t to = pairs - from < projection_block ? pairs : from + projection_block, v = 0;
        for (; v + 4 <= count; v += 4) {
            const int16_t *x = scaled + v * stride;
            __m256i block[8];
            for (int i = 0; i < 8; i++)
                block[i] = _mm256_setzero_si256();
            for (size_t pair = from; pair < to; pair++) {
                __m256i low = load8(tile + pair * hyperplanes_tile_pair);
                __m256i high = load8(tile + pair * hyperplanes_tile_pair + 16);
                avx2_step(block, low, high, x, pair);
                avx2_step(block + 2, low, high, x + stride, pair);
                avx2_step(block + 4, low, high, x + 2 * stride, pair);
                avx2_step(block + 6, low, high, x + 3 * stride, pair);
            }
            for (size_t i = 0; i < 8; i++)
                avx2_add_block(block[i], sums[v + i / 2].high + i % 2 * 8,
                               sums[v + i / 2].low + i % 2 * 8);
        }
        for (; v < count; v++) {
            __m256i block[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
            for (size_t pair = from; pair < to; pair++)
                avx2_step(block, load8(tile + pair * hyperplanes_tile_pair),
                          load8(tile + pair * hyperplanes_tile_pair + 16), scaled + v * stride,
                          pair);
            avx2_add_block(block[0], sums[v].high, sums[v].low);
            avx2_add_block(block[1], sums[v].high + 8, sums[v].low + 8);
        }
    }
}

AVX2 uint32_t avx2_negative(const int32_t *high, const int32_t *low) {
    __m256i sum = _mm256_add_epi32(load8(high), _mm256_srai_epi32(load8(low), 16));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(sum));
}

__attribute__((target("avx2"))) static uint32_t signs_avx2(const struct projection_sums *sums) {
    uint32_t negative =
        avx2_negative(sums->high, sums->low) | avx2_negative(sums->high + 8, sums->low + 8) << 8;
    return ~negative & UINT16_MAX;
}

AVX512 void avx512_add_block(__m512i block, struct projection_sums *sums) {
    __m512i low = _mm512_and_si512(block, _mm512_set1_epi32(UINT16_MAX));
    __m512i high = _mm512_srai_epi32(block, 16);
    _mm512_storeu_si512(sums->high, _mm512_add_epi32(_mm512_loadu_si512(sums->high), high));
    _mm512_storeu_si512(sums->low, _mm512_add_epi32(_mm512_loadu_si512(sums->low), low));
}

AVX512 __m512i avx512_step(__m512i block, __m512i planes, const int16_t *scaled, size_t pair) {
    __m512i values = _mm512_set1_epi32(pair_at(scaled, pair));
    return _mm512_add_epi32(block, _mm512_madd_epi16(planes, values));
}

/* A whole tile in each register. Eight vectors at a time. */
__attribute__((target("avx512f,avx512bw"))) static void
multiply_avx512(const int16_t *tile, size_t pairs, const int16_t *scaled, size_t stride,
                size_t count, struct projection_sums *sums) {
    for (size_t from = 0; from < pairs; from += projection_block) {
        size_t to = pairs - from < projection_block ? pairs : from + projection_block, v = 0;
        for (; v + 8 <= count; v += 8) {
            const int16_t *x = scaled + v * stride;
            __m512i block[8];
            for (int i = 0; i < 8; i++)
                block[i] = _mm512_setzero_si512();
            for (size_t pair = from; pair < to; pair++) {
                __m512i planes = _mm512_loadu_si512(tile + pair * hyperplanes_tile_pair);
                block[0] = avx512_step(block[0], planes, x, pair);
                block[1] = avx512_step(block[1], planes, x + stride, pair);
                block[2] = avx512_step(block[2], planes, x + 2 * stride, pair);
                block[3] = avx512_step(block[3], planes, x + 3 * stride, pair);
                block[4] = avx512_step(block[4], planes, x + 4 * stride, pair);
                block[5] = avx512_step(block[5], planes, x + 5 * stride, pair);
                block[6] = avx512_step(block[6], planes, x + 6 * stride, pair);
                block[7] = avx512_step(block[7], planes, x + 7 * stride, pair);
            }
            for (int i = 0; i < 8; i++)
                avx512_add_block(block[i], sums + v + i);
        }
        for (; v < count; v++) {
            __m512i block = _mm512_setzero_si512();
            for (size_t pair = from; pair < to; pair++)
                block = avx512_step(block, _mm512_loadu_si512(tile + pair * hyperplanes_tile_pair),
                                    scaled + v * stride, pair);
            avx512_add_block(block, sums + v);
        }
    }
}

static const struct projection_path avx2_path = {greatest_avx2, scale_avx2, multiply_avx2,
                                                 signs_avx2};
static const struct projection_path avx512_path = {greatest_avx2, scale_avx2, multiply_avx512,
                                                   signs_avx2};

#endif

CPU_KERNEL(const struct projection_path, projection_path_named, &scalar_path, &avx2_path,
           &avx512_path)

void projection_workspace_free(struct projection_workspace *workspace,
                               const struct allocator *allocator) {
    RELEASE(allocator, workspace->scaled, workspace->sums);
    *workspace = (struct projection_workspace){.interruption = workspace->interruption};
}

static bool reserve(struct projection_workspace *workspace, const struct allocator *allocator,
                    size_t scaled, size_t sums) {
    return ARRAY_RESERVE(allocator, workspace->scaled, workspace->scaled_capacity, scaled) &&
           ARRAY_RESERVE(allocator, workspace->sums, workspace->sums_capacity, sums);
}

/* Writes a tile's bits into a signature of `bits`. Those that are not used become zero. */
static void write_signs(uint32_t signs, size_t tile, uint32_t bits, unsigned char *bytes) {
    for (size_t i = 0; i < 2; i++) {
        size_t byte = 2 * tile + i;
        if (8 * byte >= bits)
            return;
        unsigned unused = bits - 8 * byte < 8 ? 8 - (unsigned)(bits - 8 * byte) : 0;
        bytes[byte] = (unsigned char)(signs >> 8 * i & UINT32_C(0xFF) << unused);
    }
}

bool projection_of_dense(const struct hyperplanes *planes, const struct vector *vectors,
                         size_t count, struct projection_workspace *workspace,
                         const struct allocator *allocator, unsigned char *bytes, size_t stride,
                         bool *directed) {
    const struct projection_path *path = projection_path_named(NULL);
    size_t row = 2 * planes->pairs;
    if (!reserve(workspace, allocator, (count < projection_group ? count : projection_group) * row,
                 projection_group))
        return false;
    for (size_t from = 0; from < count; from += projection_group) {
        size_t group = count - from < projection_group ? count - from : projection_group;
        for (size_t v = 0; v < group; v++) {
            const struct vector *vector = vectors + from + v;
            assert(!vector->dimensions && vector->count == planes->dimensions);
            uint32_t greatest = path->greatest(vector->values, vector->count);
            int16_t *scaled = workspace->scaled + v * row;
            memset(scaled + row - 2, 0, 2 * sizeof *scaled); /* the last one may have no value */
            directed[from + v] = greatest > 0;
            if (greatest > 0)
                path->scale(vector->values, vector->count, greatest, scaled);
            else
                memset(scaled, 0, row * sizeof *scaled);
        }
        for (size_t tile = 0; tile < hyperplanes_tiles(planes->bits); tile++) {
            memset(workspace->sums, 0, group * sizeof *workspace->sums);
            path->multiply(planes->tiles + tile * planes->pairs * hyperplanes_tile_pair,
                           planes->pairs, workspace->scaled, row, group, workspace->sums);
            for (size_t v = 0; v < group; v++)
                write_signs(directed[from + v] ? path->signs(workspace->sums + v) : 0, tile,
                            planes->bits, bytes + (from + v) * stride);
            if (interruption_after(workspace->interruption, group * planes->pairs))
                return false;
        }
    }
    return true;
}

enum projection_result projection_of(const struct vector *vector, uint32_t bits, int64_t seed,
                                     struct projection_workspace *workspace,
                                     const struct allocator *allocator, unsigned char *bytes) {
    enum { pairs_at_once = 2 * projection_block, at_once = 2 * pairs_at_once };
    const struct projection_path *path = projection_path_named(NULL);
    hyperplanes_kernel *draw = hyperplanes_kernel_named(NULL);
    size_t tiles = hyperplanes_tiles(bits);
    uint32_t greatest = path->greatest(vector->values, vector->count);
    if (greatest == 0)
        return projection_no_direction;
    if (!reserve(workspace, allocator, at_once, tiles))
        return projection_stopped;
    memset(workspace->sums, 0, tiles * sizeof *workspace->sums);
    uint64_t stream = hyperplanes_stream(seed), keys[at_once];
    int16_t components[pairs_at_once * hyperplanes_tile_pair];
    for (uint32_t from = 0; from < vector->count; from += at_once) {
        uint32_t count = vector->count - from < at_once ? vector->count - from : at_once;
        size_t pairs = count / 2 + count % 2;
        for (uint32_t i = 0; i < count; i++)
            keys[i] = hyperplanes_key(stream, vector_dimension(vector, from + i));
        path->scale(vector->values + 4 * (size_t)from, count, greatest, workspace->scaled);
        if (count % 2) {
            keys[count] = 0;
            workspace->scaled[count] = 0;
        }
        for (size_t tile = 0; tile < tiles; tile++) {
            draw(keys, pairs, (uint32_t)tile * hyperplanes_tile, components);
            path->multiply(components, pairs, workspace->scaled, 2 * pairs, 1,
                           workspace->sums + tile);
            if (interruption_after(workspace->interruption, pairs * hyperplanes_tile_pair))
                return projection_stopped;
        }
    }
    for (size_t tile = 0; tile < tiles; tile++)
        write_signs(path->signs(workspace->sums + tile), tile, bits, bytes);
    return projection_ok;
}

double projection_match_probability(double cosine, double bands, double rows) {
    static const double pi = 3.14159265358979323846;
    assert(bands > 0 && rows > 0);
    if (cosine >= 1)
        return 1;
    if (cosine <= -1)
        return 0;
    /* 1 - acos(c) / pi is acos(-c) / pi, which is exact where it is small. */
    double log_of_side = cosine > 0 ? log1p(-acos(cosine) / pi) : log(acos(-cosine) / pi);
    double band = exp(rows * log_of_side);
    return -expm1(bands * log1p(-band));
}
