/* shingle.c - see shingle.h. */
#include "shingle.h"

#include "mix.h"

static const uint64_t base = UINT64_C(0x9E3779B97F4A7C15);

size_t shingle_count(size_t count, size_t length) {
    return count == 0 ? 0 : count < length ? 1 : count - length + 1;
}

size_t shingle_width(size_t count, size_t length) {
    return count < length ? count : length;
}

void shingle_fingerprints(const uint32_t *values, size_t count, size_t length,
                          uint64_t *fingerprints) {
    if (count == 0)
        return;
    size_t width = shingle_width(count, length);
    uint64_t rolling = 0, leaving = 1; /* leaving = base^width, the weight a value leaves with */
    for (size_t i = 0; i < width; i++) {
        rolling = rolling * base + values[i] + 1;
        leaving *= base;
    }
    fingerprints[0] = mix64(rolling);
    for (size_t i = width; i < count; i++) {
        rolling = rolling * base + values[i] + 1 - (values[i - width] + UINT64_C(1)) * leaving;
        fingerprints[i - width + 1] = mix64(rolling);
    }
}
