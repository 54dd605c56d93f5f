/* lowest_bit.h - the number of the lowest bit that is set. */
#pragma once

#include <assert.h>
#include <stdint.h>

/* From 0 to 63. There must be one. */
static inline unsigned lowest_bit(uint64_t bits) {
    assert(bits != 0);
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned lowest = 0;
    for (; !(bits & 1); bits >>= 1)
        lowest++;
    return lowest;
#endif
}
