/* hamming.c - see hamming.h. */
#include "hamming.h"

#include "../base/cpu.h"

#include <string.h> /* memcpy, strcmp */

/* The word at an offset; if less than eight bytes are left there, zeroes follow them. */
static inline uint64_t word_at(const unsigned char *bytes, size_t at, size_t size) {
    uint64_t word = 0;
    if (size - at >= sizeof word)
        memcpy(&word, bytes + at, sizeof word);
    else
        memcpy(&word, bytes + at, size - at);
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
    for (size_t i = 0; i < count; i++, others += stride) {
        uint32_t distance = 0;
        for (size_t at = 0; at < size; at += 8)
            distance += bits_set(word_at(one, at, size) ^ word_at(others, at, size));
        distances[i] = distance;
    }
}

#ifdef CPU_HAS_PATHS

#include <immintrin.h>

/* Every CPU with AVX2 counts the bits of a word in one instruction. */
__attribute__((target("popcnt"))) static void hamming_avx2(const unsigned char *one,
                                                           const unsigned char *others, size_t size,
                                                           size_t stride, size_t count,
                                                           uint32_t *distances) {
    size_t whole = size / 8 * 8;
    for (size_t i = 0; i < count; i++, others += stride) {
        uint64_t distance = 0;
        for (size_t at = 0; at < whole; at += 8)
            distance +=
                (uint64_t)_mm_popcnt_u64(word_at(one, at, size) ^ word_at(others, at, size));
        if (whole < size)
            distance +=
                (uint64_t)_mm_popcnt_u64(word_at(one, whole, size) ^ word_at(others, whole, size));
        distances[i] = (uint32_t)distance;
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
