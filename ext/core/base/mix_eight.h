/*
 * mix_eight.h - mix64() of eight words at once, for paths with AVX-512.
 *
 * To be called only from functions with that target, where cpu_has_avx512() is true.
 */
#ifndef NEARDUP_MIX_EIGHT_H
#define NEARDUP_MIX_EIGHT_H

#include "cpu.h"

#ifdef CPU_HAS_PATHS

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

/* The mask of the lanes in use, out of 8, when `left` elements remain. */
static inline __mmask8 lanes_of(size_t left) {
    return (__mmask8)(left < 8 ? (1u << left) - 1 : 0xFF);
}

__attribute__((target("avx512f,avx512dq"))) static inline __m512i mix_eight(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, _mm512_set1_epi64((long long)UINT64_C(0xBF58476D1CE4E5B9)));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, _mm512_set1_epi64((long long)UINT64_C(0x94D049BB133111EB)));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

#endif

#endif
