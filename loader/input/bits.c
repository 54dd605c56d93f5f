/* bits.c - see bits.h. */
#include "bits.h"

#include <assert.h>
#include <string.h> /* memcpy */

/* Appends `count` bits of `bytes` from bit `first` on. */
static bool append(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count) {
    const unsigned char *from = (const unsigned char *)bytes + first / 8;
    unsigned shift = first % 8, used = run->count % 8;
    if (!text_buffer_reserve(&run->bytes, (size_t)(count / 8) + 2))
        return false;
    unsigned char *to = (unsigned char *)run->bytes.bytes + run->count / 8;
    unsigned kept = used ? *to : 0; /* the bits of the last byte */
    size_t whole = used ? 0 : (size_t)(count / 8);
    if (shift == 0 && whole > 0)
        memcpy(to, from, whole);
    for (size_t k = 0; shift > 0 && k < whole; k++)
        to[k] = (unsigned char)(from[k] << shift | from[k + 1] >> (8 - shift));
    to += whole;
    from += whole;
    for (uint64_t left = count - (uint64_t)whole * 8; left > 0; from++) {
        unsigned part = left < 8 ? (unsigned)left : 8;
        unsigned byte = (unsigned)from[0] << shift & 0xFF;
        if (shift + part > 8)
            byte |= (unsigned)from[1] >> (8 - shift);
        byte &= 0xFF00U >> part & 0xFF;
        *to++ = (unsigned char)(kept | byte >> used);
        kept = byte << (8 - used) & 0xFF;
        left -= part;
    }
    *to = (unsigned char)kept;
    run->count += count;
    run->bytes.length = (size_t)((run->count + 7) / 8);
    return true;
}

bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count) {
    bit_run_clear(run);
    return append(run, bytes, first, count);
}

bool bit_run_append_value(struct bit_run *run, uint32_t value, unsigned count) {
    char bytes[] = {(char)(value >> 24), (char)(value >> 16), (char)(value >> 8), (char)value};
    assert(count <= 32);
    return append(run, bytes, 32 - count, count);
}

bool bit_run_append(struct bit_run *run, const struct bit_run *other) {
    assert(run != other);
    return append(run, other->bytes.bytes, 0, other->count);
}

uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count) {
    uint64_t value = 0;
    assert(count <= 32 && first + count <= run->count);
    for (uint64_t at = first; at < first + count; at++) {
        unsigned byte = (unsigned char)run->bytes.bytes[at / 8];
        value = value << 1 | (byte >> (7 - at % 8) & 1);
    }
    return (uint32_t)value;
}

void bit_run_clear(struct bit_run *run) {
    text_buffer_clear(&run->bytes);
    run->count = 0;
}

void bit_run_free(struct bit_run *run) {
    text_buffer_free(&run->bytes);
    bit_run_clear(run);
}
