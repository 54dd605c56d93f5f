/* code_points.c - see code_points.h. */
#include "code_points.h"

#include <string.h> /* memcpy */

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

/* Reads one sequence that begins with a byte of at least 0x80; returns where the next begins. */
static const unsigned char *decode_sequence(const unsigned char *at, const unsigned char *end,
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

bool code_points_decode(struct code_points *points, const struct allocator *allocator,
                        const char *utf8, size_t length) {
    points->count = 0;
    uint32_t *values = allocator_grow(allocator, points->values, &points->capacity, length,
                                      sizeof *points->values);
    if (!values)
        return false;
    points->values = values;
    const unsigned char *at = (const unsigned char *)utf8, *end = at + length;
    uint32_t *out = points->values;
    while (at < end) {
        /* Eight bytes at once while they are ASCII, which most text is. */
        uint64_t eight;
        while (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & UINT64_C(0x8080808080808080)))) {
            for (int i = 0; i < 8; i++)
                out[i] = at[i];
            at += 8;
            out += 8;
        }
        if (at < end && *at < 0x80)
            *out++ = *at++;
        else if (at < end)
            at = decode_sequence(at, end, out++);
    }
    points->count = (size_t)(out - points->values);
    return true;
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
