/*
 * mix_eight.h - mix64() of eight words at once, for paths with AVX-512.
 *
 * To be called only from functions with that target, where cpu_has_avx512() is true. It does
 * without <immintrin.h>, which takes longer to compile than most files that reach this one through
 * the maps.
 */
#pragma once

#include "cpu.h"

#ifdef CPU_HAS_PATHS

#include <stdint.h>

/* What <immintrin.h> calls __m512i, and its lanes without a sign. */
typedef long long eight_words __attribute__((vector_size(64)));
typedef uint64_t eight_unsigned_words __attribute__((vector_size(64)));

__attribute__((target("avx512f,avx512dq"))) static inline eight_words mix_eight(eight_words words) {
    eight_unsigned_words x = (eight_unsigned_words)words;
    x ^= x >> 30;
    x *= UINT64_C(0xBF58476D1CE4E5B9);
    x ^= x >> 27;
    x *= UINT64_C(0x94D049BB133111EB);
    return (eight_words)(x ^ x >> 31);
}

#endif
