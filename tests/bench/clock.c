/*
 * clock.c - a loop that takes a known number of cycles, so that tests/bench/kernels finds the clock
 * rate.
 *
 * Programs can rarely read hardware counters. But an addition and an exclusive or of registers have
 * taken one cycle each on every processor for decades. Here each waits for the one before it, and
 * the loop counter runs in parallel.
 */
#include <stdint.h>

uint64_t chain_of_additions(uint64_t cycles);

/* The result only keeps the compiler from removing the chain. */
uint64_t chain_of_additions(uint64_t cycles) {
    const uint64_t addend = cycles | 1;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < cycles / 2; i++)
        sum = (sum ^ i) + addend;
    return sum;
}
