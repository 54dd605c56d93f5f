/* decompressor.c - see decompressor.h. */
#include "decompressor.h"

#include <string.h> /* memcmp */

static const struct decompressor *const decompressors[] = {&gzip_decompressor, &xz_decompressor,
                                                           &zstd_decompressor};

const struct decompressor *decompressor_find(const char *bytes, size_t length) {
    for (size_t i = 0; i < sizeof decompressors / sizeof *decompressors; i++) {
        const struct decompressor *each = decompressors[i];
        if (length >= each->magic_length && memcmp(bytes, each->magic, each->magic_length) == 0)
            return each;
    }
    /* A zstd frame without content, which pzstd writes first; libzstd skips it. */
    bool skippable =
        length >= 4 && (bytes[0] & 0xF0) == 0x50 && memcmp(bytes + 1, "\x2A\x4D\x18", 3) == 0;
    return skippable ? &zstd_decompressor : NULL;
}
