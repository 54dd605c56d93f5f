/*
 * code_points.h - text as an array of Unicode code points.
 *
 * Lengths, shingles and distances count code points, not bytes. Bytes that are no UTF-8 are read as
 * U+FFFD, one for each maximal part of a broken sequence (the Unicode Standard, section 3.9, and
 * the WHATWG decoder do the same), so that every text has exactly one reading. A NUL is a code
 * point like any other.
 */
#ifndef NEARDUP_CODE_POINTS_H
#define NEARDUP_CODE_POINTS_H

#include "../base/allocator.h"

/* Begins as all zeroes; owned by whoever declares it, released by code_points_free(). */
struct code_points {
    uint32_t *values;
    size_t count;
    size_t capacity;
};

/*
 * Replaces `points` by the reading of `length` bytes of `utf8`. False when memory runs out.
 * O(length); the array's memory is reused.
 */
bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length);

/* Whether all of the text is ASCII: each byte is a code point. */
bool code_points_ascii(const char *utf8, size_t length);

/*
 * The decoding itself, by one path: writes at most `length` code points to `values`, which has room
 * for code_points_slack more, and returns how many. All paths give the same.
 */
typedef size_t code_points_kernel(const unsigned char *utf8, size_t length, uint32_t *values);

enum { code_points_slack = 32 };

/* A path by name: "scalar", "avx2"; NULL where this CPU or build lacks it. */
code_points_kernel *code_points_kernel_named(const char *name);

void code_points_free(struct code_points *points, const struct allocator *allocator);

/* Writes `count` code points as UTF-8 to `utf8` (room for 4 bytes each) and returns the bytes. */
size_t code_points_encode(const uint32_t *values, size_t count, char *utf8);

#endif
