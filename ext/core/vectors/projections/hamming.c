/* hamming.c - see projection_signature.h. */
#include "projection_signature.h"

#include "../../base/cpu.h"
#include "../../base/little_endian.h"

/* Without the instruction: sums of 2, 4 and 8 neighbouring bits. Multiplying adds up the bytes. */
static INLINED uint32_t bits_set(uint64_t word, bool instruction) {
#ifdef CPU_HAS_PATHS
    if (instruction)
        return (uint32_t)__builtin_popcountll(word);
#endif
    (void)instruction;
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Compiled with the instruction and without, and again where the size is a constant. */
static INLINED void find_distances(const unsigned char *one, const unsigned char *others,
                                   size_t size, size_t stride, size_t count, uint32_t *distances,
                                   bool instruction) {
    for (size_t i = 0; i < count; i++, others += stride) {
        uint32_t distance = 0;
        size_t at = 0;
        for (; at + 8 <= size; at += 8)
            distance += bits_set(little_endian_load64(one + at) ^ little_endian_load64(others + at),
                                 instruction);
        for (; at < size; at++)
            distance += bits_set((uint64_t)(one[at] ^ others[at]), instruction);
        distances[i] = distance;
    }
}

static void hamming_scalar(const unsigned char *one, const unsigned char *others, size_t size,
                           size_t stride, size_t count, uint32_t *distances) {
    find_distances(one, others, size, stride, count, distances, false);
}

#ifdef CPU_HAS_PATHS

/* Every CPU with AVX2 counts the bits of a word in one instruction. */
__attribute__((target("popcnt"))) static void hamming_avx2(const unsigned char *one,
                                                           const unsigned char *others, size_t size,
                                                           size_t stride, size_t count,
                                                           uint32_t *distances) {
    if (size == 16) /* the words of `one` stay in registers: this is what vector_pairs.c asks for */
        find_distances(one, others, 16, stride, count, distances, true);
    else
        find_distances(one, others, size, stride, count, distances, true);
}

#endif

CPU_KERNEL(hamming_kernel, hamming_kernel_named, hamming_scalar, hamming_avx2, hamming_avx2)
