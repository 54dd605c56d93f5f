/*
 * fuzz_dump.c - any bytes as a dump, or as a compressed dump.
 *
 *   (1) libxml2 reads a page and its outline alike.
 *   (2) A dump compressed by bzip2, in blocks of any size, gives the same as the plain dump, and
 *       can be resumed between any two blocks.
 *   (3) The chunks in which a bzip2 file arrives do not matter. If libbz2 can read the file, the
 *       result is the same, without a gap. A damaged file gives nothing that was not in it, and
 *       what is missing is a gap.
 *
 * The first byte: 'p' a plain file of any kind, 'b' a bzip2 file, 'z' a dump to compress, 'd' a
 * dump to compress and damage. After 'z' comes the size of the blocks; after 'd' the same, the
 * number of changes, and three bytes for each change: where and what.
 */
#include "read_slices.h"

#include <dump/page_parser.h>

static struct options options;

/* ---- Plain ----------------------------------------------------------------------------------- */

/* Writes out the content of a page; nothing if it is refused. */
static void read_page(struct slice_parser *parser, const char *xml, size_t length,
                      struct text_buffer *text) {
    static struct page page;
    struct failure reason;
    page_clear(&page);
    text_buffer_clear(text);
    if (page_parser_read(parser, xml, length, &page, &reason) == slice_good)
        write_page(text, &page);
}

/* Reads the page again with a comment in it, so that libxml2 reads it without an outline. */
static void check_page(struct slice_parser *parser, const char *xml, size_t length) {
    static const char end[] = "</page>", comment[] = "<!---->";
    static struct text_buffer commented, straight, by_outline;
    size_t before_end = length - (sizeof end - 1);
    text_buffer_clear(&commented);
    text_buffer_append(&commented, xml, before_end);
    text_buffer_append(&commented, comment, sizeof comment - 1);
    text_buffer_append(&commented, end, sizeof end - 1);
    read_page(parser, xml, length, &by_outline);
    read_page(parser, commented.bytes, commented.length, &straight);
    MUST(straight.length == by_outline.length);
    MUST(straight.length == 0 || memcmp(straight.bytes, by_outline.bytes, straight.length) == 0);
}

/* Every page of a plain dump, from its tag to its end, even if a load would cut it otherwise. */
static void check_pages(const char *xml, size_t length) {
    static const char begin[] = "<page>", end[] = "</page>";
    static struct slice_parser *parser;
    if (!parser)
        parser = page_parser_open(NULL, NULL);
    const char *page = NULL;
    for (size_t i = 0; i + sizeof end - 1 <= length; i++) {
        if (!page && memcmp(xml + i, begin, sizeof begin - 1) == 0)
            page = xml + i;
        if (page && memcmp(xml + i, end, sizeof end - 1) == 0) {
            check_page(parser, page, (size_t)(xml + i - page) + sizeof end - 1);
            page = NULL;
        }
    }
}

static void try_plain(struct fuzz_input *input) {
    static struct reading reading;
    read_slices(&reading, &options, file_with(input->at, input->left), NULL);
    check_pages(input->at, input->left);
}

/* ---- Packed ---------------------------------------------------------------------------------- */

static void try_packed(struct fuzz_input *input) {
    static struct reading plain, packed;
    static struct text_buffer file;
    unsigned block = 1 + fuzz_byte(input);
    read_slices(&plain, &options, file_with(input->at, input->left), NULL);
    if (looks_packed(input))
        return;
    pack_bzip2(&file, input, block);
    const char *path = file_with(file.bytes, file.length);
    read_slices(&packed, &options, path, NULL);
    MUST(same_from(&plain, 0, &packed));
    check_places(&packed, &options, path);
}

/* ---- bzip2 ----------------------------------------------------------------------------------- */

/* Decompresses a file by libbz2; false if libbz2 refuses it. */
static bool unpack_by_libbz2(const char *file, size_t length, struct text_buffer *bytes) {
    char out[4096];
    text_buffer_clear(bytes);
    while (length > 0) {
        bz_stream stream = {.next_in = (char *)file, .avail_in = (unsigned)length};
        int code = BZ2_bzDecompressInit(&stream, 0, 0);
        while (code == BZ_OK) {
            stream.next_out = out;
            stream.avail_out = sizeof out;
            code = BZ2_bzDecompress(&stream);
            text_buffer_append(bytes, out, sizeof out - stream.avail_out);
            if (code == BZ_OK && stream.avail_in == 0 && stream.avail_out == sizeof out)
                code = BZ_UNEXPECTED_EOF;
        }
        file = stream.next_in;
        length = stream.avail_in;
        BZ2_bzDecompressEnd(&stream);
        if (code != BZ_STREAM_END)
            return false;
    }
    return true;
}

/* Two readings of one file must agree. */
static void check_same_outcome(const struct outcome *x, const struct outcome *y) {
    MUST(came_out(y, x->bytes.bytes, x->bytes.length));
    MUST(x->gaps == y->gaps && x->starts == y->starts);
    for (size_t i = 0; i < x->gaps && i < gaps_max; i++)
        MUST(x->gap_at[i] == y->gap_at[i]);
    MUST(strcmp(x->message, y->message) == 0);
}

/* Reads the file in chunks of one size and of another; returns the outcome. */
static const struct outcome *check_chunks(const char *file, size_t length, size_t chunk) {
    static struct outcome whole, parts;
    static struct text_buffer bytes;
    read_chunks(&whole, file, length, 1 << 16);
    read_chunks(&parts, file, length, chunk);
    check_same_outcome(&whole, &parts);
    if (length > 0 && unpack_by_libbz2(file, length, &bytes)) {
        MUST(came_out(&whole, bytes.bytes, bytes.length));
        MUST(whole.gaps == 0);
    }
    return &whole;
}

static void try_bzip2(struct fuzz_input *input) {
    static struct reading reading;
    check_chunks(input->at, input->left, 1 + input->left % 7);
    read_slices(&reading, &options, file_with(input->at, input->left), NULL);
}

/* Whether all of `part` is in `whole`, in that order. */
static bool is_left_of(const struct text_buffer *part, const char *whole, size_t length) {
    size_t at = 0;
    for (size_t i = 0; i < length && at < part->length; i++)
        at += whole[i] == part->bytes[at];
    return at == part->length;
}

static void try_damaged(struct fuzz_input *input) {
    static struct reading reading;
    static struct text_buffer file;
    char changes[3 * 15];
    unsigned block = 1 + fuzz_byte(input), count = fuzz_byte(input) % 16;
    for (unsigned i = 0; i < 3 * count; i++)
        changes[i] = (char)fuzz_byte(input);
    pack_bzip2(&file, input, block);
    for (unsigned i = 0; i < count; i++) {
        size_t at = (unsigned char)changes[3 * i] + 256U * (unsigned char)changes[3 * i + 1];
        file.bytes[at % file.length] ^= changes[3 * i + 2];
    }
    const struct outcome *outcome = check_chunks(file.bytes, file.length, 1 + block % 13);
    MUST(is_left_of(&outcome->bytes, input->at, input->left));
    MUST(outcome->bytes.length == input->left || outcome->gaps > 0);
    const char *path = file_with(file.bytes, file.length);
    read_slices(&reading, &options, path, NULL);
    check_places(&reading, &options, path);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    options = (struct options){.format = format_find("mediawiki")};
    switch (fuzz_byte(&input)) {
    case 'p':
        try_plain(&input);
        break;
    case 'b':
        try_bzip2(&input);
        break;
    case 'z':
        try_packed(&input);
        break;
    case 'd':
        try_damaged(&input);
        break;
    }
    return 0;
}
