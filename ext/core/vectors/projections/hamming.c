/* hamming.c - see hamming.h. */
#include "hamming.h"

#include "../../base/cpu.h"
#include "../../base/little_endian.h"

/* The last bytes of a string, fewer than eight: those after its whole words. */
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

/*
 * For `words` words, the last of which ends with the string: `overlap` of its bits are in the word
 * before, too. Where both are constants the loop is unrolled, and the words of `one` stay in
 * registers: a compiler cannot know that distances do not overwrite them.
 */
POPCNT static inline void count_words(const unsigned char *one, const unsigned char *others,
                                      size_t words, unsigned overlap, size_t size, size_t stride,
                                      size_t count, uint32_t *distances) {
    uint64_t first = little_endian_load64(one), last = little_endian_load64(one + size - 8);
    for (size_t i = 0; i < count; i++, others += stride) {
        uint64_t differing = last ^ little_endian_load64(others + size - 8);
        uint32_t distance = bits_set_popcnt(differing >> overlap);
        if (words > 1)
            distance += bits_set_popcnt(first ^ little_endian_load64(others));
        for (size_t at = 8; at + 16 <= 8 * words; at += 8)
            distance +=
                bits_set_popcnt(little_endian_load64(one + at) ^ little_endian_load64(others + at));
        distances[i] = distance;
    }
}

POPCNT static void count_short(const unsigned char *one, const unsigned char *others, size_t size,
                               size_t stride, size_t count, uint32_t *distances) {
    uint64_t kept = rest_of(one, size);
    for (size_t i = 0; i < count; i++, others += stride)
        distances[i] = bits_set_popcnt(kept ^ rest_of(others, size));
}

/* Every CPU with AVX2 counts the bits of a word in one instruction. */
POPCNT static void hamming_avx2(const unsigned char *one, const unsigned char *others, size_t size,
                                size_t stride, size_t count, uint32_t *distances) {
    size_t words = (size + 7) / 8;
    unsigned overlap = (unsigned)(8 * (8 * words - size));
    if (size < 8)
        count_short(one, others, size, stride, count, distances);
    else if (size == 8)
        count_words(one, others, 1, 0, 8, stride, count, distances);
    else if (words == 2)
        count_words(one, others, 2, overlap, size, stride, count, distances);
    else if (size == 32)
        count_words(one, others, 4, 0, 32, stride, count, distances);
    else
        count_words(one, others, words, overlap, size, stride, count, distances);
}

#endif

CPU_KERNEL(hamming_kernel, hamming_kernel_named, hamming_scalar, hamming_avx2, hamming_avx2)
