/*
 * little_endian.h - numbers in blobs: low byte first on every machine, at any address.
 *
 * Compilers turn each function into one load or store where the machine allows it.
 */
#pragma once

#include <stdint.h>
#include <string.h> /* memcpy */

static inline uint32_t little_endian_load32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline void little_endian_store32(unsigned char *bytes, uint32_t value) {
    bytes[0] = (unsigned char)value;
    bytes[1] = (unsigned char)(value >> 8);
    bytes[2] = (unsigned char)(value >> 16);
    bytes[3] = (unsigned char)(value >> 24);
}

static inline uint64_t little_endian_load64(const unsigned char *bytes) {
    return little_endian_load32(bytes) | (uint64_t)little_endian_load32(bytes + 4) << 32;
}

static inline void little_endian_store64(unsigned char *bytes, uint64_t value) {
    little_endian_store32(bytes, (uint32_t)value);
    little_endian_store32(bytes + 4, (uint32_t)(value >> 32));
}

static inline float little_endian_load_float(const unsigned char *bytes) {
    uint32_t bits = little_endian_load32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void little_endian_store_float(unsigned char *bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    little_endian_store32(bytes, bits);
}
