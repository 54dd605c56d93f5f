/*
 * bits.h - runs of bits that begin and end anywhere in a byte, as the blocks of a bzip2 file do.
 *
 * As in that format, bit 0 is the highest bit of the first byte. A run is kept from the first bit
 * of a byte on; the unused bits of its last byte are 0.
 */
#pragma once

#include "../text/text_buffer.h"

#include <stdint.h>

struct bit_run {
    struct text_buffer bytes;
    uint64_t count; /* bits */
};

/* Copies `count` bits of `bytes`, from bit `first` on, into the run. False: out of memory. */
bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count);

/* Append the lowest `count` bits (at most 32) of `value`, or another run. False: out of memory. */
bool bit_run_append_value(struct bit_run *run, uint32_t value, unsigned count);
bool bit_run_append(struct bit_run *run, const struct bit_run *other);

/* Reads `count` bits (at most 32) from bit `first` on. The run must have them. */
uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count);

void bit_run_clear(struct bit_run *run);
void bit_run_free(struct bit_run *run);
