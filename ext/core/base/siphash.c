/* siphash.c - see siphash.h. */
#include "siphash.h"

#include "little_endian.h"

static inline uint64_t rotated(uint64_t word, unsigned bits) {
    return word << bits | word >> (64 - bits);
}

static inline void mix_rounds(uint64_t v[4], int rounds) {
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotated(v[1], 13) ^ v[0];
        v[3] = rotated(v[3], 16) ^ v[2];
        v[0] = rotated(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotated(v[1], 17) ^ v[2];
        v[3] = rotated(v[3], 21) ^ v[0];
        v[2] = rotated(v[2], 32);
    }
}

static inline void add_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    mix_rounds(v, 2);
    v[0] ^= word;
}

static inline uint64_t finish(uint64_t v[4]) {
    mix_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

struct siphash siphash_128(const uint64_t key[2], const void *bytes, size_t length) {
    const unsigned char *at = bytes, *whole = at + length / 8 * 8;
    uint64_t v[4] = {key[0] ^ UINT64_C(0x736F6D6570736575),
                     key[1] ^ UINT64_C(0x646F72616E646F6D) ^ 0xEE,
                     key[0] ^ UINT64_C(0x6C7967656E657261), key[1] ^ UINT64_C(0x7465646279746573)};
    for (; at < whole; at += 8)
        add_word(v, little_endian_load64(at));
    uint64_t last = (uint64_t)length << 56;
    for (size_t i = 0; i < length % 8; i++)
        last |= (uint64_t)at[i] << 8 * i;
    add_word(v, last);
    struct siphash hash;
    v[2] ^= 0xEE;
    hash.words[0] = finish(v);
    v[1] ^= 0xDD;
    hash.words[1] = finish(v);
    return hash;
}
