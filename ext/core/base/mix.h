/*
 * mix.h - the 64-bit mixer under every hash here, and the stream of numbers drawn from a seed.
 *
 * Both are SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA
 * 2014, in Vigna's form). They are part of the signature format: see docs/signature-format.md.
 */
#ifndef NEARDUP_MIX_H
#define NEARDUP_MIX_H

#include <stdint.h>

/* A bijection of 64-bit words in which every input bit moves every output bit. */
static inline uint64_t mix64(uint64_t word) {
    word ^= word >> 30;
    word *= UINT64_C(0xBF58476D1CE4E5B9);
    word ^= word >> 27;
    word *= UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* The next number of the stream whose state is `*state`; a stream begins with the seed itself. */
static inline uint64_t draw64(uint64_t *state) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return mix64(*state);
}

/* A number in 0 .. limit - 1, all equally likely (limit > 0): rejects the uneven remainder. */
static inline uint64_t draw_below(uint64_t *state, uint64_t limit) {
    uint64_t uneven = (UINT64_MAX % limit + 1) % limit;
    uint64_t number;
    do
        number = draw64(state);
    while (number > UINT64_MAX - uneven);
    return number % limit;
}

#endif
