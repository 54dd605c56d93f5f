/* bits.c - see bits.h. */
#include "bits.h"

#include <assert.h>
#include <string.h> /* memcpy */

bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count) {
    bit_run_clear(run);
    run->skipped = (unsigned)(first % 8);
    run->count = count;
    size_t length = (size_t)((run->skipped + count + 7) / 8);
    text_buffer_append(&run->bytes, bytes + first / 8, length);
    return !run->bytes.failed;
}

uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count) {
    uint64_t at = run->skipped + first, value = 0;
    assert(count <= 32 && first + count <= run->count);
    for (unsigned i = 0; i < count; i++, at++) {
        unsigned byte = (unsigned char)run->bytes.bytes[at / 8];
        value = value << 1 | (byte >> (7 - at % 8) & 1);
    }
    return (uint32_t)value;
}

/* Clears the unused bits of the last byte, so that others can be or-ed in. */
static void clear_unused(struct bit_run *run) {
    uint64_t end = run->skipped + run->count;
    run->bytes.length = (size_t)((end + 7) / 8);
    if (end % 8)
        run->bytes.bytes[end / 8] &= (char)(0xFF00 >> (end % 8));
}

/* Appends the highest `count` bits, at most 8, of a byte. The buffer has room for a byte more. */
static void append_bits(struct bit_run *run, unsigned byte, unsigned count) {
    uint64_t end = run->skipped + run->count;
    unsigned used = (unsigned)(end % 8);
    size_t at = (size_t)(end / 8);
    assert(count <= 8 && at + 1 < run->bytes.capacity);
    byte &= 0xFF00U >> count & 0xFF;
    if (used == 0)
        run->bytes.bytes[at] = (char)byte;
    else
        run->bytes.bytes[at] = (char)((unsigned char)run->bytes.bytes[at] | byte >> used);
    if (used + count > 8)
        run->bytes.bytes[at + 1] = (char)(byte << (8 - used));
    run->count += count;
    run->bytes.length = (size_t)((run->skipped + run->count + 7) / 8);
}

bool bit_run_append_value(struct bit_run *run, uint32_t value, unsigned count) {
    assert(count <= 32);
    if (!text_buffer_reserve(&run->bytes, 8))
        return false;
    clear_unused(run);
    for (unsigned left = count; left > 0;) {
        unsigned part = left < 8 ? left : 8;
        left -= part;
        append_bits(run, value >> left << (8 - part) & 0xFF, part);
    }
    return true;
}

/* Appends whole bytes quickly if the run ends with a byte; returns the number of bits. */
static uint64_t append_bytes(struct bit_run *run, const struct bit_run *other) {
    size_t whole = (size_t)(other->count / 8);
    const unsigned char *from = (const unsigned char *)other->bytes.bytes;
    unsigned char *to = (unsigned char *)run->bytes.bytes + run->bytes.length;
    unsigned shift = other->skipped;
    if ((run->skipped + run->count) % 8 != 0 || whole == 0)
        return 0;
    if (shift == 0)
        memcpy(to, from, whole);
    else
        for (size_t i = 0; i < whole; i++)
            to[i] = (unsigned char)(from[i] << shift | from[i + 1] >> (8 - shift));
    run->bytes.length += whole;
    run->count += (uint64_t)whole * 8;
    return (uint64_t)whole * 8;
}

bool bit_run_append(struct bit_run *run, const struct bit_run *other) {
    if (!text_buffer_reserve(&run->bytes, other->bytes.length + 8))
        return false;
    clear_unused(run);
    for (uint64_t done = append_bytes(run, other); done < other->count; done += 8) {
        uint64_t left = other->count - done;
        unsigned part = left < 8 ? (unsigned)left : 8;
        append_bits(run, bit_run_read(other, done, part) << (8 - part), part);
    }
    return true;
}

void bit_run_clear(struct bit_run *run) {
    text_buffer_clear(&run->bytes);
    run->skipped = 0;
    run->count = 0;
}

void bit_run_free(struct bit_run *run) {
    text_buffer_free(&run->bytes);
    bit_run_clear(run);
}
