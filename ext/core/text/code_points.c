/* code_points.c - see code_points.h. */
#include "code_points.h"

#include "../base/cpu.h"

#include <assert.h>
#include <string.h> /* memcpy, memset */

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
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

/* Decodes the sequences that begin before `stop`; returns where the next one begins. */
static const unsigned char *decode_until(const unsigned char *at, const unsigned char *stop,
                                         const unsigned char *end, uint32_t **out) {
    uint32_t *next = *out;
    while (at < stop) {
        while (stop - at >= ascii_block && decode_ascii(at, next)) {
            at += ascii_block;
            next += ascii_block;
        }
        while (at < stop && *at < 0x80)
            *next++ = *at++;
        while (at < stop && *at >= 0x80)
            at = decode_sequence(at, end, next++);
    }
    *out = next;
    return at;
}

static size_t decode_scalar(const unsigned char *utf8, size_t length, uint32_t *values) {
    uint32_t *out = values;
    decode_until(utf8, utf8 + length, utf8 + length, &out);
    return (size_t)(out - values);
}

#ifdef CPU_HAS_PATHS

/* 32 bytes of text. Each mask has one bit per byte. */
struct chunk {
    uint32_t following;    /* continuation bytes, 80 to BF */
    uint32_t lead2, lead3; /* begins a sequence of at least 2, of at least 3 bytes */
    uint32_t wrong;        /* begins a sequence that is ill-formed or has 4 bytes */
};

/* A sequence that begins with the last byte of a chunk may extend 2 bytes beyond it. */
enum { chunk_size = 32, chunk_read = chunk_size + 2 };

#define AVX2 __attribute__((target("avx2,popcnt"))) static inline

/* The mask of bytes that are `least` or more. */
AVX2 uint32_t bytes_from(__m256i text, unsigned char least) {
    __m256i bytes = _mm256_set1_epi8((char)least);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(text, bytes), text));
}

AVX2 uint32_t bytes_equal(__m256i text, unsigned char byte) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(text, _mm256_set1_epi8((char)byte)));
}

/* Sequences of 4 bytes are rare; they are marked wrong and left to the scalar path. */
AVX2 struct chunk chunk_of(__m256i text) {
    struct chunk chunk = {.lead2 = bytes_from(text, 0xC0), .lead3 = bytes_from(text, 0xE0)};
    chunk.following = (uint32_t)_mm256_movemask_epi8(text) & ~chunk.lead2;
    chunk.wrong = chunk.lead2 & (~bytes_from(text, 0xC2) | bytes_from(text, 0xF0));
    if (chunk.lead3) { /* the second byte reveals overlong forms and surrogates */
        uint32_t second_a0 = bytes_from(text, 0xA0) >> 1;
        chunk.wrong |= bytes_equal(text, 0xE0) & ~second_a0;
        chunk.wrong |= bytes_equal(text, 0xED) & second_a0;
    }
    return chunk;
}

/*
 * The number of bytes that form whole sequences, out of the chunk's first `size` bytes; the others
 * are 0. A sequence cut off by the end of the chunk is left to the next one. Returns 0 if any
 * sequence is wrong.
 */
AVX2 size_t chunk_whole(const struct chunk *chunk, size_t size) {
    size_t cut = chunk->lead3 >> 30 & 1 ? 2 : chunk->lead2 >> 31, whole = chunk_size - cut;
    uint32_t misplaced = chunk->following ^ (chunk->lead2 << 1 | chunk->lead3 << 2);
    if (cut == 2)
        misplaced &= UINT32_MAX >> 1; /* the last byte belongs to the sequence that was cut */
    if (misplaced | (chunk->wrong & UINT32_MAX >> cut))
        return 0;
    return size < whole ? size : whole;
}

/* 16 bytes, widened to lanes of 16 bits. */
AVX2 __m256i sixteen(const unsigned char *at) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)at));
}

/* Shifts the lanes left and appends the low six bits of the 16 bytes at `at`. */
AVX2 __m256i append_bits(__m256i bits, const unsigned char *at) {
    __m256i six = _mm256_and_si256(sixteen(at), _mm256_set1_epi16(0x3F));
    return _mm256_or_si256(_mm256_slli_epi16(bits, 6), six);
}

/* Decodes 16 bytes. Each lane is decoded as if a sequence began there. */
AVX2 __m256i chunk_values(const struct chunk *chunk, const unsigned char *text) {
    __m256i lead = sixteen(text), bits = append_bits(lead, text + 1);
    __m256i values = _mm256_blendv_epi8(lead, _mm256_and_si256(bits, _mm256_set1_epi16(0x7FF)),
                                        _mm256_cmpgt_epi16(lead, _mm256_set1_epi16(0xBF)));
    if (!chunk->lead3)
        return values;
    return _mm256_blendv_epi8(values, append_bits(bits, text + 2),
                              _mm256_cmpgt_epi16(lead, _mm256_set1_epi16(0xDF)));
}

/* Writes those of the first four lanes in which a sequence begins; returns the new end. */
AVX2 uint32_t *write_four(__m128i lanes, uint32_t begins, uint32_t *out) {
#define LANE(lane) 2 * (lane), 2 * (lane) + 1, 0x80, 0x80
    static const unsigned char orders[16][16] = {
        {0},
        {LANE(0)},
        {LANE(1)},
        {LANE(0), LANE(1)},
        {LANE(2)},
        {LANE(0), LANE(2)},
        {LANE(1), LANE(2)},
        {LANE(0), LANE(1), LANE(2)},
        {LANE(3)},
        {LANE(0), LANE(3)},
        {LANE(1), LANE(3)},
        {LANE(0), LANE(1), LANE(3)},
        {LANE(2), LANE(3)},
        {LANE(0), LANE(2), LANE(3)},
        {LANE(1), LANE(2), LANE(3)},
        {LANE(0), LANE(1), LANE(2), LANE(3)},
    };
#undef LANE
    const void *order = orders[begins & 0xF];
    _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi8(lanes, _mm_loadu_si128(order)));
    return out + __builtin_popcount(begins & 0xF);
}

/* Decodes the sequences that begin in the first `whole` bytes. */
AVX2 uint32_t *chunk_decode(const struct chunk *chunk, const unsigned char *text, size_t whole,
                            uint32_t *out) {
    uint32_t begins = ~chunk->following & UINT32_MAX >> (chunk_size - whole);
    for (size_t from = 0; from < chunk_size; from += 16) {
        __m256i values = chunk_values(chunk, text + from);
        __m128i low = _mm256_castsi256_si128(values), high = _mm256_extracti128_si256(values, 1);
        out = write_four(low, begins >> from, out);
        out = write_four(_mm_srli_si128(low, 8), begins >> from >> 4, out);
        out = write_four(high, begins >> from >> 8, out);
        out = write_four(_mm_srli_si128(high, 8), begins >> from >> 12, out);
    }
    return out;
}

/* Eight bytes of ASCII. */
AVX2 void write_ascii(const unsigned char *at, uint32_t *out) {
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)at);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_cvtepu8_epi32(eight));
}

__attribute__((target("avx2,popcnt"))) static size_t decode_avx2(const unsigned char *utf8,
                                                                 size_t length, uint32_t *values) {
    const unsigned char *at = utf8, *end = utf8 + length;
    uint32_t *out = values;
    while (at < end) {
        size_t left = (size_t)(end - at), size = left < chunk_size ? left : chunk_size;
        unsigned char copy[chunk_read];
        const unsigned char *from = at;
        if (left < chunk_read) {
            memset(copy, 0, sizeof copy);
            from = memcpy(copy, at, left);
        }
        __m256i text = _mm256_loadu_si256((const __m256i *)(const void *)from);
        if (!_mm256_movemask_epi8(text)) {
            write_ascii(from, out);
            write_ascii(from + 8, out + 8);
            write_ascii(from + 16, out + 16);
            write_ascii(from + 24, out + 24);
            at += size;
            out += size;
            continue;
        }
        struct chunk chunk = chunk_of(text);
        size_t whole = chunk_whole(&chunk, size);
        if (whole > 0) {
            out = chunk_decode(&chunk, from, whole, out);
            at += whole;
        } else {
            at = decode_until(at, at + size, end, &out);
        }
    }
    return (size_t)(out - values);
}

#endif

CPU_KERNEL(code_points_kernel, code_points_kernel_named, decode_scalar, decode_avx2, decode_avx2)

bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length) {
    points->count = 0;
    if (!ARRAY_RESERVE(allocator, points->values, points->capacity, length + code_points_slack))
        return false;
    points->count =
        code_points_kernel_named(NULL)((const unsigned char *)utf8, length, points->values);
    assert(points->count <= length);
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
