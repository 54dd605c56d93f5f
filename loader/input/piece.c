/* piece.c - see piece.h: runs of bits. */
#include "piece.h"

#include <assert.h>

bool bit_run_set(struct bit_run *run, const char *bytes, uint64_t first, uint64_t count) {
    text_buffer_clear(&run->bytes);
    run->shift = first % 8;
    run->count = count;
    text_buffer_append(&run->bytes, bytes + first / 8, (size_t)(run->shift + count + 7) / 8);
    return !run->bytes.failed;
}

bool bit_run_append(struct bit_run *run, const struct bit_run *next) {
    uint64_t end = run->shift + run->count;
    assert(run != next && end % 8 == next->shift);
    run->bytes.length = (size_t)(end / 8); /* both runs have the byte in which they meet */
    text_buffer_append(&run->bytes, next->bytes.bytes, next->bytes.length);
    run->count += next->count;
    return !run->bytes.failed;
}

uint32_t bit_run_read(const struct bit_run *run, uint64_t first, unsigned count) {
    uint64_t value = 0, at = run->shift + first, end = at + count;
    assert(count <= 32 && first + count <= run->count);
    for (uint64_t byte = at / 8; byte * 8 < end; byte++) /* at most five */
        value = value << 8 | (unsigned char)run->bytes.bytes[byte];
    return (uint32_t)((value >> (7 - (end + 7) % 8)) & ((UINT64_C(1) << count) - 1));
}

void bit_run_free(struct bit_run *run) {
    text_buffer_free(&run->bytes);
    run->count = run->shift = 0;
}
