/*
 * bits.h - runs of bits of a file that begin and end anywhere in a byte, as the blocks of a bzip2
 * file do. As in that format, bit 0 is the highest bit of the first byte.
 */
#pragma once

#include "../text/text_buffer.h"

#include <stdint.h>

struct bit_run {
    struct text_buffer bytes; /* all bytes of the file that have bits of the run */
    uint64_t count;           /* bits */
    unsigned shift;           /* bits of the first byte that stand before the run: 0 to 7 */
};

/* Copies `count` bits of `bytes`, from bit `first` on, into the run. False: out of memory. */
bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count);

/* Appends the run that follows in the file. False: out of memory. */
bool bit_run_append(struct bit_run *run, const struct bit_run *next);

/* Reads `count` bits (at most 32) from bit `first` on. The run must have them. */
uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count);

void bit_run_free(struct bit_run *run);
