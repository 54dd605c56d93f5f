/*
 * random_input.h - input for tests that is random and yet the same on every run: xorshift64*
 * (Vigna 2016), which shares nothing with the mixer under test.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Each test has a seed of its own, which is not 0. */
static uint64_t random_state = 1;

static inline uint64_t random_word(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * UINT64_C(0x2545F4914F6CDD1D);
}

/* 0 .. limit - 1; the slight bias of the remainder does not matter here. */
static inline size_t random_below(size_t limit) {
    return (size_t)(random_word() >> 32) % limit;
}
