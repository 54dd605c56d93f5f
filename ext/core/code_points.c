/* code_points.c - see code_points.h. */
#include "code_points.h"

#include "cpu.h"

#include <string.h> /* memcpy, strcmp */

#ifdef CPU_HAS_PATHS
#include <immintrin.h>
#endif

enum { replacement = 0xFFFD };

/* What a lead byte promises: how many bytes follow, and where the first of them must lie. */
struct lead {
    unsigned char following;
    unsigned char first_low, first_high;
};

static struct lead lead_of(unsigned char byte) {
    if (byte >= 0xC2 && byte <= 0xDF)
        return (struct lead){1, 0x80, 0xBF};
    if (byte == 0xE0)
        return (struct lead){2, 0xA0, 0xBF}; /* shorter forms exist below A0 */
    if (byte == 0xED)
        return (struct lead){2, 0x80, 0x9F}; /* surrogates above 9F */
    if (byte >= 0xE1 && byte <= 0xEF)
        return (struct lead){2, 0x80, 0xBF};
    if (byte == 0xF0)
        return (struct lead){3, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return (struct lead){3, 0x80, 0xBF};
    if (byte == 0xF4)
        return (struct lead){3, 0x80, 0x8F}; /* beyond U+10FFFF above 8F */
    return (struct lead){0, 0, 0};
}

/* Reads any sequence that begins with a byte of at least 0x80; returns where the next begins. */
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

/* As decode_any(); most of what is no ASCII is two or three bytes without a fault. */
static inline const unsigned char *decode_sequence(const unsigned char *at,
                                                   const unsigned char *end, uint32_t *value) {
    unsigned lead = *at;
    if (end - at < 3)
        return decode_any(at, end, value);
    unsigned second = at[1] ^ 0x80u, third = at[2] ^ 0x80u; /* below 0x40 where they follow */
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

/* Reads a block of ASCII, which most text is; false, with nothing read, where it is none. */
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

/* Reads the sequences that begin before `stop`; returns where the next begins. */
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

/* 64 bytes: in each mask a bit for each byte. */
struct chunk {
    size_t size;                  /* bytes that are there, the others read as 0 */
    uint64_t following;           /* 80 to BF */
    uint64_t lead2, lead3, lead4; /* begins a sequence of at least 2, 3, 4 bytes */
    uint64_t wrong;               /* begins none, or the byte after it must not follow it */
};

#define AVX512 __attribute__((target("avx512f,avx512bw"))) static inline

AVX512 __m512i bytes_of(unsigned char byte) {
    return _mm512_set1_epi8((char)byte);
}

/* Where `lead` stands before a byte of `low` to BF. */
AVX512 uint64_t before(__m512i text, unsigned char lead, unsigned char low) {
    return _mm512_cmpeq_epi8_mask(text, bytes_of(lead)) &
           _mm512_cmpge_epu8_mask(text, bytes_of(low)) >> 1;
}

AVX512 struct chunk chunk_of(__m512i text, size_t size) {
    struct chunk chunk = {.size = size};
    chunk.following = _mm512_cmplt_epi8_mask(text, bytes_of(0xC0)); /* as signed numbers */
    chunk.lead2 = _mm512_cmpge_epu8_mask(text, bytes_of(0xC0));
    chunk.lead3 = _mm512_cmpge_epu8_mask(text, bytes_of(0xE0));
    chunk.lead4 = _mm512_cmpge_epu8_mask(text, bytes_of(0xF0));
    chunk.wrong = chunk.lead2 & _mm512_cmplt_epu8_mask(text, bytes_of(0xC2));
    if (chunk.lead3) {
        /* The second byte tells overlong forms, surrogates and what is beyond U+10FFFF. */
        uint64_t e0 = _mm512_cmpeq_epi8_mask(text, bytes_of(0xE0));
        uint64_t f0 = _mm512_cmpeq_epi8_mask(text, bytes_of(0xF0));
        chunk.wrong |= _mm512_cmpge_epu8_mask(text, bytes_of(0xF5));
        chunk.wrong |= before(text, 0xED, 0xA0) | before(text, 0xF4, 0x90);
        chunk.wrong |= e0 & ~(_mm512_cmpge_epu8_mask(text, bytes_of(0xA0)) >> 1);
        chunk.wrong |= f0 & ~(_mm512_cmpge_epu8_mask(text, bytes_of(0x90)) >> 1);
    }
    return chunk;
}

/*
 * How many bytes of the chunk are whole sequences, 0 where anything is wrong with them. A sequence
 * that the end of 64 bytes cuts is left to the next chunk; at the end of the text it is wrong.
 */
AVX512 size_t chunk_whole(const struct chunk *chunk) {
    uint64_t expected = chunk->lead2 << 1 | chunk->lead3 << 2 | chunk->lead4 << 3;
    uint64_t misplaced = chunk->following ^ expected, wrong = chunk->wrong;
    size_t whole = chunk->size;
    if (chunk->lead2 >> 63 | chunk->lead3 >> 62 | chunk->lead4 >> 61) {
        whole = 63 - (size_t)__builtin_clzll(~chunk->following);
        uint64_t last = UINT64_C(1) << whole;
        wrong &= last - 1;
        misplaced &= last | (last - 1); /* a byte that begins one does not follow another */
    }
    return wrong | misplaced ? 0 : whole;
}

AVX512 __m512i sixteen(const unsigned char *at) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)at));
}

/* Appends six bits of the bytes at `at`. */
AVX512 __m512i append_bits(__m512i bits, const unsigned char *at) {
    __m512i six = _mm512_and_si512(sixteen(at), _mm512_set1_epi32(0x3F));
    return _mm512_or_si512(_mm512_slli_epi32(bits, 6), six);
}

/*
 * What the sequences that begin in the 16 bytes from `from` on mean: each lane reads as if one
 * began there, as long as its lead byte says, and those that are none are squeezed out.
 */
AVX512 __m512i chunk_values(const struct chunk *chunk, const unsigned char *text, size_t from) {
    __m512i bits = sixteen(text + from), values = bits;
    if (chunk->lead2 >> from & 0xFFFF) {
        bits = append_bits(bits, text + from + 1);
        values = _mm512_mask_and_epi32(values, (__mmask16)(chunk->lead2 >> from), bits,
                                       _mm512_set1_epi32(0x7FF));
    }
    if (chunk->lead3 >> from & 0xFFFF) {
        bits = append_bits(bits, text + from + 2);
        values = _mm512_mask_and_epi32(values, (__mmask16)(chunk->lead3 >> from), bits,
                                       _mm512_set1_epi32(0xFFFF));
    }
    if (chunk->lead4 >> from & 0xFFFF) {
        bits = append_bits(bits, text + from + 3);
        values = _mm512_mask_and_epi32(values, (__mmask16)(chunk->lead4 >> from), bits,
                                       _mm512_set1_epi32(0x1FFFFF));
    }
    return _mm512_maskz_compress_epi32((__mmask16)(~chunk->following >> from), values);
}

/* Decodes the first `whole` bytes; `text` can be read 3 bytes beyond the chunk. */
AVX512 uint32_t *chunk_decode(const struct chunk *chunk, const unsigned char *text, size_t whole,
                              uint32_t *out) {
    uint64_t begins = ~chunk->following;
    if (whole < 64)
        begins &= (UINT64_C(1) << whole) - 1;
    for (size_t from = 0; from < whole; from += 16) {
        _mm512_storeu_si512(out, chunk_values(chunk, text, from));
        out += __builtin_popcountll(begins >> from & 0xFFFF);
    }
    return out;
}

__attribute__((target("avx512f,avx512bw"))) static size_t
decode_avx512(const unsigned char *utf8, size_t length, uint32_t *values) {
    const unsigned char *at = utf8, *end = utf8 + length;
    uint32_t *out = values;
    while (at < end) {
        size_t left = (size_t)(end - at), size = left < 64 ? left : 64;
        unsigned char copy[64 + 3] = {0};
        __m512i text = _mm512_maskz_loadu_epi8(UINT64_MAX >> (64 - size), at);
        struct chunk chunk = chunk_of(text, size);
        size_t whole = chunk_whole(&chunk);
        if (left < sizeof copy)
            _mm512_storeu_si512(copy, text);
        if (whole > 0) {
            out = chunk_decode(&chunk, left < sizeof copy ? copy : at, whole, out);
            at += whole;
        } else {
            at = decode_until(at, at + size, end, &out);
        }
    }
    return (size_t)(out - values);
}

#endif

code_points_kernel *code_points_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return decode_scalar;
#ifdef CPU_HAS_PATHS
    if (strcmp(name, "avx512") == 0 && cpu_has_avx512())
        return decode_avx512;
#endif
    return NULL;
}

bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length) {
    points->count = 0;
    uint32_t *values = allocator_grow(allocator, points->values, &points->capacity,
                                      length + code_points_slack, sizeof *points->values);
    if (!values)
        return false;
    points->values = values;
    code_points_kernel *fast = code_points_kernel_named("avx512");
    points->count = (fast ? fast : decode_scalar)((const unsigned char *)utf8, length, values);
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

static size_t encode_one(uint32_t value, unsigned char *out) {
    if (value < 0x80) {
        out[0] = (unsigned char)value;
        return 1;
    }
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
    for (size_t i = 0; i < count; i++)
        out += encode_one(values[i], out);
    return (size_t)(out - (unsigned char *)utf8);
}
