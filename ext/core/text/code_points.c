/* code_points.c - see code_points.h. */
#include "code_points.h"

#include "../base/cpu.h"

#include <assert.h>
#include <string.h> /* memcpy */

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { replacement = 0xFFFD };

/* What a lead byte requires: the number of continuation bytes, and the range of the first one. */
struct lead {
    unsigned char following;
    unsigned char first_low, first_high;
};

static struct lead lead_of(unsigned char byte) {
    if (byte >= 0xC2 && byte <= 0xDF)
        return (struct lead){1, 0x80, 0xBF};
    if (byte == 0xE0)
        return (struct lead){2, 0xA0, 0xBF}; /* below A0: overlong */
    if (byte == 0xED)
        return (struct lead){2, 0x80, 0x9F}; /* above 9F: surrogates */
    if (byte >= 0xE1 && byte <= 0xEF)
        return (struct lead){2, 0x80, 0xBF};
    if (byte == 0xF0)
        return (struct lead){3, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return (struct lead){3, 0x80, 0xBF};
    if (byte == 0xF4)
        return (struct lead){3, 0x80, 0x8F}; /* above 8F: beyond U+10FFFF */
    return (struct lead){0, 0, 0};
}

/* Decodes a sequence that begins with a byte of 0x80 or more; returns where the next one begins. */
static const unsigned char *decode_any(const unsigned char *at, const unsigned char *end,
                                       uint32_t *value) {
    struct lead lead = lead_of(*at);
    *value = replacement;
    if (lead.following == 0)
        return at + 1;
    uint32_t bits = *at++ & (0x3Fu >> lead.following);
    unsigned char low = lead.first_low, high = lead.first_high;
    for (unsigned i = 0; i < lead.following; i++) {
        if (at == end || *at < low || *at > high)
            return at;
        bits = bits << 6 | (*at++ & 0x3Fu);
        low = 0x80;
        high = 0xBF;
    }
    *value = bits;
    return at;
}

/* decode_any(), with shortcuts for well-formed sequences of 2 and 3 bytes, which are the most. */
static inline const unsigned char *decode_sequence(const unsigned char *at,
                                                   const unsigned char *end, uint32_t *value) {
    unsigned lead = *at;
    if (end - at < 3)
        return decode_any(at, end, value);
    unsigned second = at[1] ^ 0x80u, third = at[2] ^ 0x80u; /* < 0x40 in continuation bytes */
    if (lead >= 0xC2 && lead <= 0xDF && second < 0x40) {
        *value = (lead & 0x1F) << 6 | second;
        return at + 2;
    }
    uint32_t three = (lead & 0xF) << 12 | second << 6 | third;
    if ((lead & 0xF0) == 0xE0 && (second | third) < 0x40 && three >= 0x800 &&
        (three & 0xF800) != 0xD800) {
        *value = three;
        return at + 3;
    }
    return decode_any(at, end, value);
}

/* Decodes ascii_block bytes of ASCII. Returns false, having written nothing, if one is not. */
#if defined(CPU_HAS_PATHS) && defined(__SSE2__)
enum { ascii_block = 16 };
static inline bool decode_ascii(const unsigned char *at, uint32_t *out) {
    const __m128i zero = _mm_setzero_si128();
    __m128i text = _mm_loadu_si128((const __m128i *)(const void *)at);
    if (_mm_movemask_epi8(text))
        return false;
    __m128i low = _mm_unpacklo_epi8(text, zero), high = _mm_unpackhi_epi8(text, zero);
    __m128i *four = (__m128i *)(void *)out;
    _mm_storeu_si128(four, _mm_unpacklo_epi16(low, zero));
    _mm_storeu_si128(four + 1, _mm_unpackhi_epi16(low, zero));
    _mm_storeu_si128(four + 2, _mm_unpacklo_epi16(high, zero));
    _mm_storeu_si128(four + 3, _mm_unpackhi_epi16(high, zero));
    return true;
}
#else
enum { ascii_block = 8 };
static inline bool decode_ascii(const unsigned char *at, uint32_t *out) {
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    if (eight & UINT64_C(0x8080808080808080))
        return false;
    for (int i = 0; i < ascii_block; i++)
        out[i] = at[i];
    return true;
}
#endif

size_t code_points_read(const char *utf8, size_t length, uint32_t *values) {
    const unsigned char *at = (const unsigned char *)utf8, *end = at + length;
    uint32_t *next = values;
    while (at < end) {
        while (end - at >= ascii_block && decode_ascii(at, next)) {
            at += ascii_block;
            next += ascii_block;
        }
        while (at < end && *at < 0x80)
            *next++ = *at++;
        while (at < end && *at >= 0x80)
            at = decode_sequence(at, end, next++);
    }
    assert(next - values <= (ptrdiff_t)length);
    return (size_t)(next - values);
}

bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length) {
    points->count = 0;
    if (!ARRAY_RESERVE(allocator, points->values, points->capacity, length + code_points_slack))
        return false;
    points->count = code_points_read(utf8, length, points->values);
    return true;
}

bool code_points_well_formed(const char *utf8, size_t length) {
    const unsigned char *at = (const unsigned char *)utf8, *end = at + length;
    while (at < end) {
        uint64_t eight;
        while (end - at >= (ptrdiff_t)sizeof eight) {
            memcpy(&eight, at, sizeof eight);
            if (eight & UINT64_C(0x8080808080808080))
                break;
            at += sizeof eight;
        }
        while (at < end && *at < 0x80)
            at++;
        while (at < end && *at >= 0x80) {
            const unsigned char *lead = at;
            uint32_t value;
            at = decode_sequence(at, end, &value);
            if (value == replacement && (at - lead != 3 || *lead != 0xEF)) /* not U+FFFD itself */
                return false;
        }
    }
    return true;
}

bool code_points_ascii(const char *utf8, size_t length) {
    uint64_t all = 0, eight[4];
    size_t at = 0;
    for (; length - at >= sizeof eight; at += sizeof eight) {
        memcpy(eight, utf8 + at, sizeof eight);
        all |= eight[0] | eight[1] | eight[2] | eight[3];
    }
    for (; at < length; at++)
        all |= (unsigned char)utf8[at];
    return !(all & UINT64_C(0x8080808080808080));
}

void code_points_free(struct code_points *points, const struct allocator *allocator) {
    allocator->release(points->values);
    *points = (struct code_points){0};
}

/* Encodes a code point beyond ASCII. */
static inline size_t encode(uint32_t value, unsigned char *out) {
    assert(value >= 0x80 && value <= 0x10FFFF);
    size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (unsigned char)(0x80 | (value & 0x3F));
        value >>= 6;
    }
    out[0] = (unsigned char)(lead[length] | value);
    return length;
}

size_t code_points_encode(const uint32_t *values, size_t count, char *utf8) {
    unsigned char *out = (unsigned char *)utf8;
    for (size_t i = 0; i < count; i++) {
        if (values[i] < 0x80)
            *out++ = (unsigned char)values[i];
        else
            out += encode(values[i], out);
    }
    return (size_t)(out - (unsigned char *)utf8);
}
