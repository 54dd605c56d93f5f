/*
 * letter_hash.h - the hash of a word, from its letters one by one or eight at a time.
 *
 * Up to eight letters of ASCII in a row form a group, whose bytes are one number, the first letter
 * lowest; any other letter is a group by itself. A group costs one multiplication.
 *
 * Words that differ share the 32 bits with probability near 2^-32, but anyone can construct such
 * words. It is part of the frozen format in docs/formats/signature-format.md.
 */
#pragma once

#include <stdint.h>

/* Begins as all zeroes. */
struct letter_hash {
    uint64_t groups; /* the hash of those that are complete */
    uint64_t group;  /* the letters since then */
    unsigned bits;   /* 8 for each of these */
};

static inline uint64_t letter_hash_group(uint64_t groups, uint64_t group) {
    return (groups ^ group) * UINT64_C(0x9E3779B97F4A7C15);
}

static inline void letter_hash_close(struct letter_hash *hash) {
    if (hash->bits > 0)
        hash->groups = letter_hash_group(hash->groups, hash->group);
    hash->group = hash->bits = 0;
}

static inline void letter_hash_take(struct letter_hash *hash, uint32_t letter) {
    static const uint64_t beyond_ascii = UINT64_C(1) << 63; /* not in eight letters of ASCII */
    if (letter >= 0x80) {
        letter_hash_close(hash);
        hash->groups = letter_hash_group(hash->groups, letter | beyond_ascii);
        return;
    }
    hash->group |= (uint64_t)letter << hash->bits;
    hash->bits += 8;
    if (hash->bits == 64)
        letter_hash_close(hash);
}

/* The hash of a word whose groups are all complete: every bit of it depends on every letter. */
static inline uint32_t letter_hash_mix(uint64_t groups) {
    return (uint32_t)((groups ^ groups >> 32) * UINT64_C(0xBF58476D1CE4E5B9) >> 32);
}

static inline uint32_t letter_hash_end(struct letter_hash *hash) {
    letter_hash_close(hash);
    return letter_hash_mix(hash->groups);
}
