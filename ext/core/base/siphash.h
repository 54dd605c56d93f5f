/*
 * siphash.h - SipHash-2-4 with a result of 128 bits.
 *
 * A keyed hash: nobody without the key can construct two texts with the same hash (Aumasson,
 * Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012; the longer result is that of the
 * authors' reference program). Texts that differ have the same hash with a probability of 2^-128,
 * so equality of hashes stands for equality of texts. O(length), about a byte a nanosecond.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct siphash {
    uint64_t words[2];
};

struct siphash siphash_128(const uint64_t key[2], const void *bytes, size_t length);
