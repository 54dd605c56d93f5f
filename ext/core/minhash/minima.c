/* minima.c - see minima.h. */
#include "minima.h"

#include "../base/cpu.h"

#include <assert.h>

/*
 * The minima of `lanes` functions, a constant. Compilers make vector instructions of its loops, and
 * keep the functions and their minima in registers, unless there are more lanes than these hold.
 */
static INLINED void minima_of_some(const uint64_t *fingerprints, size_t count,
                                   const uint32_t *multipliers, const uint32_t *addends,
                                   uint64_t *minima, const int lanes) {
    enum { lanes_max = 32 };
    uint32_t lowest[lanes_max];
    for (int lane = 0; lane < lanes; lane++)
        lowest[lane] = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t word = (uint32_t)(fingerprints[i] >> 32);
        for (int lane = 0; lane < lanes; lane++) {
            uint32_t value = multipliers[lane] * word + addends[lane];
            lowest[lane] = value < lowest[lane] ? value : lowest[lane];
        }
    }
    for (int lane = 0; lane < lanes; lane++)
        minima[lane] = lowest[lane];
}

/* A path: `lanes` functions at a time, as long as there are so many, then minima_lanes. */
#define DEFINE_MINIMA(path, target, lanes)                                                        \
    target static void minima_##path(const uint64_t *fingerprints, size_t count,                  \
                                     const uint32_t *multipliers, const uint32_t *addends,        \
                                     size_t hashes, uint64_t *minima) {                           \
        size_t j = 0;                                                                             \
        assert(hashes % minima_lanes == 0);                                                       \
        for (; hashes - j >= (lanes); j += (lanes))                                               \
            minima_of_some(fingerprints, count, multipliers + j, addends + j, minima + j, lanes); \
        for (; j < hashes; j += minima_lanes)                                                     \
            minima_of_some(fingerprints, count, multipliers + j, addends + j, minima + j,         \
                           minima_lanes);                                                         \
    }

DEFINE_MINIMA(scalar, , minima_lanes)
#ifdef CPU_HAS_PATHS
DEFINE_MINIMA(avx2, __attribute__((target("avx2"))), 16)
DEFINE_MINIMA(avx512, __attribute__((target("avx512f"))), 32)
#endif

CPU_KERNEL(minima_kernel, minima_kernel_named, minima_scalar, minima_avx2, minima_avx512)
