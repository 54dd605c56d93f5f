/*
 * mix.h - the 64-bit mixer used by every hash here, and random numbers from a seed.
 *
 * Both are SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA
 * 2014, in Vigna's form). They are part of the frozen format in docs/formats/signature-format.md.
 */
#pragma once

#include "cpu.h"

#include <assert.h>
#include <stdint.h>

/* A bijection on 64-bit words in which every input bit affects every output bit. */
static inline uint64_t mix64(uint64_t word) {
    word ^= word >> 30;
    word *= UINT64_C(0xBF58476D1CE4E5B9);
    word ^= word >> 27;
    word *= UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* The next number of a stream. The initial state is the seed. */
static inline uint64_t splitmix64_next(uint64_t *state) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return mix64(*state);
}

/* A uniform number from 0 to limit - 1. Rejects the numbers that would favour low results. */
static inline uint64_t splitmix64_below(uint64_t *state, uint64_t limit) {
    assert(limit > 0);
    uint64_t excess = (UINT64_MAX % limit + 1) % limit; /* 2^64 modulo limit */
    uint64_t number;
    do
        number = splitmix64_next(state);
    while (number > UINT64_MAX - excess);
    return number % limit;
}

#ifdef CPU_HAS_PATHS

/* What <immintrin.h>, which takes long to compile, calls __m512i; and its lanes without a sign. */
typedef long long eight_words __attribute__((vector_size(64)));
typedef uint64_t eight_unsigned_words __attribute__((vector_size(64)));

/* mix64() of eight words, for functions with this target. */
__attribute__((target("avx512f,avx512dq"))) static inline eight_words mix_eight(eight_words words) {
    eight_unsigned_words x = (eight_unsigned_words)words;
    x ^= x >> 30;
    x *= UINT64_C(0xBF58476D1CE4E5B9);
    x ^= x >> 27;
    x *= UINT64_C(0x94D049BB133111EB);
    return (eight_words)(x ^ x >> 31);
}

#endif
