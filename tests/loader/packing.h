/* packing.h - bytes packed by zlib, for tests and fuzz targets. */
#pragma once

#include "text/text_buffer.h"

#include <stdlib.h> /* abort */
#include <zlib.h>

enum packing { packing_gzip = 15 + 16, packing_zlib = 15, packing_raw = -15 };

/* Appends the bytes as one stream of that kind. */
static inline void pack(struct text_buffer *to, enum packing how, const char *bytes,
                        size_t length) {
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (unsigned)length};
    if (deflateInit2(&stream, 1, Z_DEFLATED, how, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
        !text_buffer_reserve(to, deflateBound(&stream, length)))
        abort();
    stream.next_out = (Bytef *)to->bytes + to->length;
    stream.avail_out = (unsigned)(to->capacity - to->length);
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        abort();
    to->length += stream.total_out;
    deflateEnd(&stream);
}

static inline void pack_gzip(struct text_buffer *to, const char *bytes, size_t length) {
    pack(to, packing_gzip, bytes, length);
}
