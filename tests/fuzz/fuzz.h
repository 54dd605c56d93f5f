/*
 * fuzz.h - what the fuzz targets share: taking an input apart, and MUST().
 *
 * A target is one file, fuzz_NAME.c, with libFuzzer's entry point. `make fuzz` links it with
 * libFuzzer (tests/fuzz/run); the tests link it with replay.c, which runs it over its corpus.
 *
 * Inputs are as readable as their format allows: a first byte says how to read the rest, and texts
 * that belong together are lines.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A condition that does not hold is a finding. */
#define MUST(condition)                                                                \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "%s:%d: must hold: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                   \
        }                                                                              \
    } while (0)

/* The rest of an input. */
struct fuzz_input {
    const char *at;
    size_t left;
};

static inline struct fuzz_input fuzz_input(const uint8_t *bytes, size_t size) {
    return (struct fuzz_input){size > 0 ? (const char *)bytes : "", size};
}

/* 0 at the end. */
static inline unsigned fuzz_byte(struct fuzz_input *input) {
    if (input->left == 0)
        return 0;
    input->left--;
    return (unsigned char)*input->at++;
}

/* A little-endian integer of `bytes` bytes, at most 8. */
static inline uint64_t fuzz_integer(struct fuzz_input *input, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)fuzz_byte(input) << 8 * i;
    return value;
}

/* Bytes in memory of exactly their size, so that a sanitizer sees a read past the end. */
struct fuzz_text {
    char *bytes;
    size_t length;
};

static inline struct fuzz_text fuzz_copy(const char *bytes, size_t length) {
    struct fuzz_text text = {malloc(length > 0 ? length : 1), length};
    if (!text.bytes)
        abort();
    memcpy(text.bytes, bytes, length);
    return text;
}

/* At most `most` of the remaining bytes; to be freed. */
static inline struct fuzz_text fuzz_take(struct fuzz_input *input, size_t most) {
    size_t length = input->left < most ? input->left : most;
    struct fuzz_text text = fuzz_copy(input->at, length);
    input->at += length;
    input->left -= length;
    return text;
}

/* The bytes before the next `end`, or all that remain. */
static inline struct fuzz_text fuzz_until(struct fuzz_input *input, char end) {
    const char *found = input->left > 0 ? memchr(input->at, end, input->left) : NULL;
    struct fuzz_text text = fuzz_take(input, found ? (size_t)(found - input->at) : input->left);
    if (found)
        fuzz_byte(input);
    return text;
}

/* The next line, without its end. */
static inline struct fuzz_text fuzz_line(struct fuzz_input *input) {
    return fuzz_until(input, '\n');
}
