/*
 * word_window.h - where words may be among 64 bytes of UTF-8, as bit masks.
 *
 * The lowest bit stands for the first byte.
 */
#pragma once

#include "../../base/cpu.h"
#include "../../base/lowest_bit.h"

#include <stdint.h>

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { word_window_size = 64 };

struct word_window {
    uint64_t in_words;     /* letters and digits of ASCII, and whatever is beyond ASCII */
    uint64_t beyond_ascii; /* bytes of 0x80 or more */
};

/* Sets the case bit of letters, and leaves digits, points and commas as they are. */
enum { word_small = 0x20 };

static inline bool word_is_digit(unsigned char byte) {
    return (unsigned char)(byte - '0') < 10;
}

static inline bool word_is_part(unsigned char byte) {
    return byte >= 0x80 || word_is_digit(byte) || (unsigned char)((byte | word_small) - 'a') < 26;
}

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)

static inline __m128i word_between(__m128i bytes, char first, char last) {
    __m128i from_first = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    __m128i most = _mm_set1_epi8((char)(last - first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from_first, most), from_first);
}

static inline struct word_window word_window_of(const unsigned char *bytes) {
    struct word_window window = {0, 0};
    for (unsigned at = 0; at < word_window_size; at += 16) {
        __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at));
        __m128i small = _mm_or_si128(sixteen, _mm_set1_epi8(word_small));
        __m128i found =
            _mm_or_si128(word_between(small, 'a', 'z'), word_between(sixteen, '0', '9'));
        uint64_t beyond = (unsigned)_mm_movemask_epi8(sixteen);
        window.beyond_ascii |= beyond << at;
        window.in_words |= (beyond | (unsigned)_mm_movemask_epi8(found)) << at;
    }
    return window;
}

#else

static inline struct word_window word_window_of(const unsigned char *bytes) {
    struct word_window window = {0, 0};
    for (unsigned at = 0; at < word_window_size; at++) {
        window.beyond_ascii |= (uint64_t)(bytes[at] >= 0x80) << at;
        window.in_words |= (uint64_t)word_is_part(bytes[at]) << at;
    }
    return window;
}

#endif
