/* hyperplanes.c - see hyperplanes.h. */
#include "hyperplanes.h"

#include "../../base/cpu.h"
#include "../../base/mix.h"

/* The step of SplitMix64: number n of the stream with state s is mix64(s + (n + 1) * step). */
static const uint64_t stream_step = UINT64_C(0x9E3779B97F4A7C15);

uint64_t hyperplanes_stream(int64_t seed) {
    return mix64((uint64_t)seed + stream_step);
}

uint64_t hyperplanes_key(uint64_t stream, uint32_t dimension) {
    return mix64(stream + (dimension + UINT64_C(1)) * stream_step);
}

/* The sum of the bytes of a word, less its mean: pairs of bytes first, then four 16-bit sums. */
static inline int16_t component_of(uint64_t word) {
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t sums = (word & even) + (word >> 8 & even);
    return (int16_t)((int)(sums * UINT64_C(0x0001000100010001) >> 48) - hyperplanes_component_max);
}

static void draw_scalar(const uint64_t *keys, size_t pairs, uint32_t first_bit, int16_t *tile) {
    for (size_t pair = 0; pair < pairs; pair++, tile += hyperplanes_tile_pair) {
        for (uint32_t bit = 0; bit < hyperplanes_tile; bit++) {
            uint64_t step = (first_bit + bit + UINT64_C(1)) * stream_step;
            int16_t *lane = tile + 2 * (size_t)(bit ^ 7);
            lane[0] = component_of(mix64(keys[2 * pair] + step));
            lane[1] = component_of(mix64(keys[2 * pair + 1] + step));
        }
    }
}

#ifdef CPU_HAS_PATHS

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2"))) static inline
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq"))) static inline

/* Products modulo 2^64 of four words, from products of their halves. */
AVX2 __m256i multiply_four(__m256i x, uint64_t factor) {
    __m256i low = _mm256_set1_epi64x((long long)(factor & UINT32_MAX));
    __m256i high = _mm256_set1_epi64x((long long)(factor >> 32));
    __m256i cross = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), low),
                                     _mm256_mul_epu32(x, high));
    return _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64(cross, 32));
}

/* mix64() of four words. */
AVX2 __m256i mix_four(__m256i x) {
    x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 30));
    x = multiply_four(x, UINT64_C(0xBF58476D1CE4E5B9));
    x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 27));
    x = multiply_four(x, UINT64_C(0x94D049BB133111EB));
    return _mm256_xor_si256(x, _mm256_srli_epi64(x, 31));
}

/* Components of four bits in two dimensions, as pairs in the lower halves of four 64-bit lanes. */
AVX2 __m256i avx2_four_pairs(__m256i key, __m256i other_key, __m256i steps) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i first = _mm256_sad_epu8(mix_four(_mm256_add_epi64(key, steps)), zero);
    __m256i second = _mm256_sad_epu8(mix_four(_mm256_add_epi64(other_key, steps)), zero);
    __m256i sums = _mm256_or_si256(first, _mm256_slli_epi64(second, 16));
    return _mm256_sub_epi16(sums, _mm256_set1_epi16(hyperplanes_component_max));
}

__attribute__((target("avx2"))) static void draw_avx2(const uint64_t *keys, size_t pairs,
                                                      uint32_t first_bit, int16_t *tile) {
    const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    uint64_t steps[hyperplanes_tile];
    for (uint32_t lane = 0; lane < hyperplanes_tile; lane++)
        steps[lane] = (first_bit + (lane ^ 7) + UINT64_C(1)) * stream_step;
    for (size_t pair = 0; pair < pairs; pair++) {
        __m256i key = _mm256_set1_epi64x((long long)keys[2 * pair]);
        __m256i other_key = _mm256_set1_epi64x((long long)keys[2 * pair + 1]);
        for (int lane = 0; lane < hyperplanes_tile; lane += 4, tile += 8) {
            __m256i step = _mm256_loadu_si256((const __m256i *)(const void *)(steps + lane));
            __m256i pairs_of_bits = avx2_four_pairs(key, other_key, step);
            __m256i packed = _mm256_permutevar8x32_epi32(pairs_of_bits, low_halves);
            _mm_storeu_si128((__m128i *)(void *)tile, _mm256_castsi256_si128(packed));
        }
    }
}

/* The same of eight bits, in 32-bit lanes. */
AVX512 __m256i avx512_eight_pairs(__m512i key, __m512i other_key, __m512i steps) {
    const __m512i zero = _mm512_setzero_si512();
    __m512i first = _mm512_sad_epu8(mix_eight(_mm512_add_epi64(key, steps)), zero);
    __m512i second = _mm512_sad_epu8(mix_eight(_mm512_add_epi64(other_key, steps)), zero);
    __m512i sums = _mm512_or_si512(first, _mm512_slli_epi64(second, 16));
    return _mm512_cvtepi64_epi32(
        _mm512_sub_epi16(sums, _mm512_set1_epi16(hyperplanes_component_max)));
}

__attribute__((target("avx512f,avx512bw,avx512dq"))) static void
draw_avx512(const uint64_t *keys, size_t pairs, uint32_t first_bit, int16_t *tile) {
    uint64_t steps[hyperplanes_tile];
    for (uint32_t lane = 0; lane < hyperplanes_tile; lane++)
        steps[lane] = (first_bit + (lane ^ 7) + UINT64_C(1)) * stream_step;
    __m512i low = _mm512_loadu_si512(steps), high = _mm512_loadu_si512(steps + 8);
    for (size_t pair = 0; pair < pairs; pair++, tile += hyperplanes_tile_pair) {
        __m512i key = _mm512_set1_epi64((long long)keys[2 * pair]);
        __m512i other_key = _mm512_set1_epi64((long long)keys[2 * pair + 1]);
        _mm256_storeu_si256((__m256i *)(void *)tile, avx512_eight_pairs(key, other_key, low));
        _mm256_storeu_si256((__m256i *)(void *)(tile + 16),
                            avx512_eight_pairs(key, other_key, high));
    }
}

#endif

CPU_KERNEL(hyperplanes_kernel, hyperplanes_kernel_named, draw_scalar, draw_avx2, draw_avx512)

/* A cache line, and the largest register. */
enum { alignment = 64 };

static size_t pairs_of(uint32_t dimensions) {
    return dimensions / 2 + dimensions % 2;
}

static uint64_t size_of_tiles(uint32_t dimensions, uint32_t bits) {
    uint64_t pairs = pairs_of(dimensions), tiles = hyperplanes_tiles(bits);
    return tiles * pairs * hyperplanes_tile_pair * sizeof(int16_t);
}

bool hyperplanes_fit(uint32_t dimensions, uint32_t bits) {
    return size_of_tiles(dimensions, bits) <=
           hyperplanes_size_max - sizeof(struct hyperplanes) - alignment;
}

/* Draws the tiles, some dimensions at a time, so that their keys need little memory. */
static bool draw(struct hyperplanes *planes, struct interruption *interruption) {
    enum { pairs_at_once = 64 };
    hyperplanes_kernel *kernel = hyperplanes_kernel_named(NULL);
    uint64_t stream = hyperplanes_stream(planes->seed);
    uint64_t keys[2 * pairs_at_once];
    for (size_t from = 0; from < planes->pairs; from += pairs_at_once) {
        size_t left = planes->pairs - from, pairs = left < pairs_at_once ? left : pairs_at_once;
        for (size_t i = 0; i < 2 * pairs; i++)
            keys[i] = hyperplanes_key(stream, (uint32_t)(2 * from + i));
        for (size_t tile = 0; tile < hyperplanes_tiles(planes->bits); tile++) {
            size_t at = tile * planes->pairs + from;
            kernel(keys, pairs, (uint32_t)tile * hyperplanes_tile,
                   planes->tiles + at * hyperplanes_tile_pair);
            if (interruption_after(interruption, pairs * hyperplanes_tile_pair))
                return false;
        }
    }
    return true;
}

struct hyperplanes *hyperplanes_new(const struct allocator *allocator, uint32_t dimensions,
                                    uint32_t bits, int64_t seed,
                                    struct interruption *interruption) {
    assert(dimensions > 0 && bits > 0 && bits <= hyperplanes_bits_max);
    assert(hyperplanes_fit(dimensions, bits));
    size_t size = sizeof(struct hyperplanes) + alignment + (size_t)size_of_tiles(dimensions, bits);
    struct hyperplanes *planes = allocator->resize(NULL, size);
    if (!planes)
        return NULL;
    uintptr_t after = (uintptr_t)(planes + 1);
    *planes = (struct hyperplanes){
        .dimensions = dimensions,
        .bits = bits,
        .seed = seed,
        .pairs = pairs_of(dimensions),
        .tiles = (int16_t *)((unsigned char *)(planes + 1) + (alignment - after % alignment)),
    };
    if (draw(planes, interruption))
        return planes;
    allocator->release(planes);
    return NULL;
}

void hyperplanes_free(struct hyperplanes *planes, const struct allocator *allocator) {
    allocator->release(planes);
}
