/*
 * bits.h - runs of bits that begin and end anywhere in a byte, as the blocks of a bzip2 file do.
 *
 * Bits are counted from the highest of the first byte on, as in that format.
 */
#ifndef NEARDUP_BITS_H
#define NEARDUP_BITS_H

#include "../text/text_buffer.h"

#include <stdint.h>

struct bit_run {
    struct text_buffer bytes;
    unsigned skipped; /* bits of the first byte that do not belong to the run: 0 to 7 */
    uint64_t count;   /* bits */
};

/* Makes the run those bits of `bytes` that begin at `first`. False when memory runs out. */
bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count);

/* Appends to a run; the bits are taken from the lowest `count` (at most 32) of `value`. */
bool bit_run_append_value(struct bit_run *run, uint32_t value, unsigned count);
bool bit_run_append(struct bit_run *run, const struct bit_run *other);

/* The `count` bits, at most 32, from `first` on, which must be there. */
uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count);

void bit_run_clear(struct bit_run *run);
void bit_run_free(struct bit_run *run);

#endif
