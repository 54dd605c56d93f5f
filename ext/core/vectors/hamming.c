/* hamming.c - see hamming.h. */
#include "hamming.h"

#include "../base/cpu.h"
#include "../base/little_endian.h"

#include <string.h> /* strcmp */

/* The last bytes of a string, fewer than eight: those behind its whole words. */
static inline uint64_t rest_of(const unsigned char *bytes, size_t size) {
    if (size > 8) /* the last eight, without those of the word before */
        return little_endian_load64(bytes + size - 8) >> (64 - 8 * (size % 8));
    uint64_t word = 0;
    for (size_t i = size; i > 0; i--)
        word = word << 8 | bytes[i - 1];
    return word;
}

/* Sums of 2, 4 and 8 neighbouring bits; the multiplication adds up the bytes. */
static inline uint32_t bits_set(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

static void hamming_scalar(const unsigned char *one, const unsigned char *others, size_t size,
                           size_t stride, size_t count, uint32_t *distances) {
    uint64_t rest = size % 8 > 0 ? rest_of(one, size) : 0;
    for (size_t i = 0; i < count; i++, others += stride) {
        uint32_t distance = size % 8 > 0 ? bits_set(rest ^ rest_of(others, size)) : 0;
        for (size_t at = 0; at + 8 <= size; at += 8)
            distance +=
                bits_set(little_endian_load64(one + at) ^ little_endian_load64(others + at));
        distances[i] = distance;
    }
}

#ifdef CPU_HAS_PATHS

#include <immintrin.h>

#define POPCNT __attribute__((target("popcnt")))

POPCNT static inline uint32_t bits_set_popcnt(uint64_t word) {
    return (uint32_t)_mm_popcnt_u64(word);
}

/* Every CPU with AVX2 counts the bits of a word in one instruction. */
POPCNT static void hamming_avx2(const unsigned char *one, const unsigned char *others, size_t size,
                                size_t stride, size_t count, uint32_t *distances) {
    uint64_t rest = size % 8 > 0 ? rest_of(one, size) : 0;
    for (size_t i = 0; i < count; i++, others += stride) {
        uint32_t distance = size % 8 > 0 ? bits_set_popcnt(rest ^ rest_of(others, size)) : 0;
        for (size_t at = 0; at + 8 <= size; at += 8)
            distance +=
                bits_set_popcnt(little_endian_load64(one + at) ^ little_endian_load64(others + at));
        distances[i] = distance;
    }
}

#endif

hamming_kernel *hamming_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return hamming_scalar;
#ifdef CPU_HAS_PATHS
    if (strcmp(name, "avx2") == 0 && cpu_has_avx2())
        return hamming_avx2;
#endif
    return NULL;
}

hamming_kernel *hamming_kernel_best(void) {
    hamming_kernel *kernel = hamming_kernel_named("avx2");
    return kernel ? kernel : hamming_scalar;
}
