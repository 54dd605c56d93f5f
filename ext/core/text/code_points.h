/*
 * code_points.h - text as an array of Unicode code points.
 *
 * Lengths, shingles and distances count code points, not bytes. Each maximal part of an ill-formed
 * sequence is read as one U+FFFD, as the Unicode Standard (section 3.9) and the WHATWG decoder do,
 * so every sequence of bytes has exactly one reading. A NUL is a code point like any other.
 */
#pragma once

#include "../base/allocator.h"

/* Initialise with zeroes; release with code_points_free(). */
struct code_points {
    uint32_t *values;
    size_t count;
    size_t capacity;
};

/* Decodes `length` bytes to `values`, which has room for as many. Returns how many there are. */
size_t code_points_read(const char *utf8, size_t length, uint32_t *values);

/* So many elements can be read and written after what was decoded: loops take several at once. */
enum { code_points_slack = 32 };

/*
 * Decodes `length` bytes of `utf8` into `points`, whose memory is reused. Returns false if memory
 * runs out; `points` is then empty. O(length).
 */
bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length);

/* The code point, beyond ASCII, at `at` in well-formed UTF-8. Sets `*size` to its bytes, 2 to 4. */
static inline uint32_t code_point_beyond_ascii(const unsigned char *at, size_t *size) {
    *size = *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    uint32_t point = *at & (0xFFu >> (*size + 1));
    for (size_t i = 1; i < *size; i++)
        point = point << 6 | (at[i] & 0x3Fu);
    return point;
}

/* Whether the bytes are well-formed UTF-8, so that none is read as U+FFFD. O(length). */
bool code_points_well_formed(const char *utf8, size_t length);

/* Whether the text is all ASCII, so that each byte is a code point. */
bool code_points_ascii(const char *utf8, size_t length);

void code_points_free(struct code_points *points, const struct allocator *allocator);

/* Encodes `count` code points to `utf8`, which has room for 4 bytes each. Returns the bytes. */
size_t code_points_encode(const uint32_t *values, size_t count, char *utf8);
