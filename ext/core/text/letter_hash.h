/*
 * letter_hash.h - the hash of a word, from its letters one by one.
 *
 * It begins with 0. Words that differ share the 32 bits with probability near 2^-32, but anyone can
 * construct such words. It may change in another release, so what is stored with it is for the
 * release that stored it.
 */
#ifndef NEARDUP_LETTER_HASH_H
#define NEARDUP_LETTER_HASH_H

#include <stdint.h>

static inline uint64_t letter_hash_step(uint64_t hash, uint32_t letter) {
    return (hash ^ letter) * UINT64_C(0x9E3779B97F4A7C15);
}

/* The hash of the letters so far. The high bits, which all letters affect, go into the low ones. */
static inline uint32_t letter_hash_end(uint64_t hash) {
    return (uint32_t)(hash ^ hash >> 32);
}

#endif
