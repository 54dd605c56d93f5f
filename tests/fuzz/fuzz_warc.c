/*
 * fuzz_warc.c - any bytes as a web archive. Compression does not change what is read, and a load
 * can be resumed. The same bytes are headers, the head of an answer, and a body in any encoding.
 *
 * The first byte chooses the compression and the encodings of the body.
 */
#include "../loader/packing.h"
#include "read_slices.h"

#include <web/http_answer.h>
#include <web/warc_header.h>

static void check_packed(const struct reading *plain, const struct options *options,
                         const struct fuzz_input *input, unsigned how) {
    static struct text_buffer file;
    text_buffer_clear(&file);
    if (how % 2 == 0)
        pack_gzip(&file, input->at, input->left);
    else
        pack_bzip2(&file, input, how);
    check_same(plain, options, &file);
}

/* The place where a record begins does not depend on how much is there. */
static void check_search(const char *bytes, size_t length) {
    size_t whole, at = 0;
    bool found = warc_find_record(bytes, length, 0, &whole), grown = false;
    for (size_t seen = 0; seen <= length && !grown; seen++)
        grown = warc_find_record(bytes, seen, at, &at);
    MUST(found == grown && (!found || at == whole));
    MUST(whole <= length);
}

static void check_headers(const char *bytes, size_t length) {
    struct warc_header header;
    struct failure failure;
    size_t end = header_length(bytes, length, 0);
    MUST(end <= length);
    for (size_t seen = 0; seen < end; seen++)
        MUST(header_length(bytes, seen, 0) == 0);
    if (end > 0 && warc_header_read(bytes, end, &header, &failure)) {
        struct warc_content content;
        MUST(header.length >= 0);
        warc_use_find(&header, bytes + end, length - end, &content);
        MUST(content.head_length <= length - end);
    }
}

/* What a body ends in does not depend on whether it ends early: that only gives less. */
static void check_body(const char *bytes, size_t length, unsigned how) {
    static const char *const encodings[] = {"",   "gzip",          "deflate",    "zstd",
                                            "br", "deflate, gzip", "gzip, gzip", "identity"};
    static struct http_decoder decoder;
    const char *encoding = encodings[how % 8], *transfer = how & 8 ? "chunked" : "";
    struct http_head head = {.encodings = {encoding, strlen(encoding)},
                             .transfers = {transfer, strlen(transfer)}};
    struct header_text body = {bytes, length}, decoded;
    struct failure failure = {0};
    enum http_body_result result =
        http_body_decode(&decoder, &head, body, http_body_max, &decoded, &failure);
    MUST(result != http_body_no_memory);
    MUST((result == http_body_whole) == !failure.message[0]);
    if (result == http_body_broken || result == http_body_long)
        return;
    MUST(decoded.length <= http_body_max);
    size_t whole = decoded.length, most = whole / 2 > length ? whole / 2 : length;
    enum http_body_result limited =
        http_body_decode(&decoder, &head, body, whole / 2, &decoded, &failure);
    MUST(limited == result || limited == http_body_long);
    MUST(limited == http_body_long || decoded.length <= most);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct reading plain;
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned how = fuzz_byte(&input);
    struct options options = {.format = format_find("warc"), .namespace_count = 1};
    check_search(input.at, input.left);
    check_headers(input.at, input.left);
    check_body(input.at, input.left, how);
    read_slices(&plain, &options, file_with(input.at, input.left), NULL);
    if (!looks_packed(&input)) /* else it is a damaged file */
        check_packed(&plain, &options, &input, how);
    return 0;
}
