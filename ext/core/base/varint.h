/*
 * varint.h - integers in blobs in as few bytes as they need: LEB128, 7 bits a byte, low bits first,
 * the high bit set in all bytes but the last.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Writes the number and returns the end of its bytes: varint_size() of them, at most 10. */
static inline unsigned char *varint_write(unsigned char *at, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

/*
 * Reads a number, which may have more bytes than it needs, and returns the end of its bytes; NULL
 * if `end` comes before, or the number exceeds 64 bits.
 */
static inline const unsigned char *varint_read(const unsigned char *at, const unsigned char *end,
                                               uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        uint64_t bits = *at & 0x7F;
        if (shift == 63 && bits > 1)
            return NULL;
        *value |= bits << shift;
        if (!(*at++ & 0x80))
            return at;
    }
    return NULL;
}

/* What stands for a difference, which may be negative: 2d, or -2d - 1. Small ones are short. */
static inline uint64_t varint_of_difference(uint64_t difference) {
    return difference << 1 ^ (0 - (difference >> 63));
}

static inline uint64_t varint_to_difference(uint64_t number) {
    return number >> 1 ^ (0 - (number & 1));
}

static inline size_t varint_size(uint64_t value) {
    size_t size = 1;
    for (; value >= 0x80; value >>= 7)
        size++;
    return size;
}
