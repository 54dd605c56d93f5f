/*
 * clock.c - a loop that takes a known number of cycles, with which tests/bench/kernels measures the
 * clock rate.
 *
 * Programs rarely have access to hardware counters. But additions and exclusive ors of registers
 * have taken one cycle each on every processor of the last decades. In this loop each waits for the
 * result of the one before, and the loop counter is updated in parallel.
 */
#include <stdint.h>

uint64_t chain_of_additions(uint64_t cycles);

/* The result is returned only to stop the compiler from removing the chain. */
uint64_t chain_of_additions(uint64_t cycles) {
    const uint64_t addend = cycles | 1;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < cycles / 2; i++)
        sum = (sum ^ i) + addend;
    return sum;
}
