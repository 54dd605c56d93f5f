/*
 * clock.c - a loop of known length in cycles, by which tests/bench/kernels finds the clock rate.
 *
 * Hardware counters are rarely open to a program. But an addition and an exclusive or of registers
 * take a cycle each on every processor of the last decades. Here each waits for the one before it,
 * and the counting of the loop goes on beside them.
 */
#include <stdint.h>

uint64_t chain_of_additions(uint64_t cycles);

/* What it returns only keeps the compiler from leaving the chain out. */
uint64_t chain_of_additions(uint64_t cycles) {
    const uint64_t addend = cycles | 1;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < cycles / 2; i++)
        sum = (sum ^ i) + addend;
    return sum;
}
