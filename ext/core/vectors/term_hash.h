/*
 * term_hash.h - the 32-bit hash of a term, which is its dimension in a vector.
 *
 * MurmurHash3_x86_32 (Austin Appleby) with seed 0. It is frozen, since vectors are stored, and
 * other programs have it too. Anyone can construct words that share a hash.
 */
#pragma once

#include "../base/little_endian.h"

#include <stddef.h>

static inline uint32_t term_hash_rotate(uint32_t x, unsigned bits) {
    return x << bits | x >> (32 - bits);
}

static inline uint32_t term_hash_scramble(uint32_t block) {
    return term_hash_rotate(block * UINT32_C(0xCC9E2D51), 15) * UINT32_C(0x1B873593);
}

static inline uint32_t term_hash(const unsigned char *bytes, size_t length) {
    uint32_t hash = 0;
    size_t i = 0;
    for (; i + 4 <= length; i += 4) {
        hash ^= term_hash_scramble(little_endian_load32(bytes + i));
        hash = term_hash_rotate(hash, 13) * 5 + UINT32_C(0xE6546B64);
    }
    uint32_t last = 0;
    for (unsigned shift = 0; i < length; i++, shift += 8)
        last |= (uint32_t)bytes[i] << shift;
    hash ^= term_hash_scramble(last) ^ (uint32_t)length;
    hash = (hash ^ hash >> 16) * UINT32_C(0x85EBCA6B);
    hash = (hash ^ hash >> 13) * UINT32_C(0xC2B2AE35);
    return hash ^ hash >> 16;
}
