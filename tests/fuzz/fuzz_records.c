/*
 * fuzz_records.c - any bytes as a file of text, CSV, tab-separated values or JSON, in some encoding
 * and with some delimiter, or as what they are recognised as. Compression does not change what is
 * read, whatever the size of bzip2 blocks; a load can be resumed; and paragraphs are what
 * plain_text.h promises.
 *
 * The first byte chooses the format, the second the compression.
 */
#include "../loader/packing.h"
#include "read_slices.h"

#include <records/columns.h>
#include <text/plain_text.h>

#include <lzma.h>
#include <zstd.h>

static const struct {
    const char *name; /* or NULL: to be recognised */
    enum document document;
    char delimiter;
    bool no_header;
    const char *encoding;
} formats[] = {
    {.name = "text"},
    {.name = "text", .document = document_file},
    {.name = "csv"},
    {.name = "tsv"},
    {.name = "jsonl"},
    {.name = NULL},
    {.name = "csv", .delimiter = ';'},
    {.name = "csv", .delimiter = '|', .no_header = true},
    {.name = "tsv", .no_header = true},
    {.name = "csv", .encoding = "SHIFT_JIS"},
    {.name = "text", .encoding = "UTF-16LE"},
    {.name = "text", .encoding = "ISO-2022-JP"},
    {.name = NULL, .no_header = true},
};

enum { format_count = sizeof formats / sizeof *formats };

/* ---- Packing --------------------------------------------------------------------------------- */

static void reserve(struct text_buffer *file, size_t room) {
    if (!text_buffer_reserve(file, room))
        abort();
}

static void pack_xz(struct text_buffer *file, const char *bytes, size_t length) {
    reserve(file, lzma_stream_buffer_bound(length));
    if (lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, (const uint8_t *)bytes, length,
                                (uint8_t *)file->bytes, &file->length, file->capacity) != LZMA_OK)
        abort();
}

static void pack_zstd(struct text_buffer *file, const char *bytes, size_t length) {
    reserve(file, ZSTD_compressBound(length));
    file->length = ZSTD_compress(file->bytes, file->capacity, bytes, length, 1);
    if (ZSTD_isError(file->length))
        abort();
}

/* 1 to 3: gzip, xz, zstd; otherwise bzip2 with blocks of that size. */
static void pack_as(struct text_buffer *file, const struct fuzz_input *input, unsigned how) {
    const char *bytes = input->at;
    size_t length = input->left;
    text_buffer_clear(file);
    if (how == 1)
        pack_gzip(file, bytes, length);
    else if (how == 2)
        pack_xz(file, bytes, length);
    else if (how == 3)
        pack_zstd(file, bytes, length);
    else
        pack_bzip2(file, input, how);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void check_packed(const struct reading *plain, const struct options *options,
                         const struct fuzz_input *input, unsigned how) {
    static struct text_buffer file;
    pack_as(&file, input, how);
    check_same(plain, options, &file);
}

static void check_paragraphs(const char *text, size_t length) {
    static struct plain_text plain;
    size_t end = 0;
    MUST(plain_text_read(text, length, &plain));
    for (size_t i = 0; i < plain.block_count; i++) {
        const struct plain_block *block = &plain.blocks[i];
        const char *at = plain.text.bytes + block->offset;
        MUST(block->length > 0 && block->offset >= end);
        MUST(block->length <= plain.text.length - block->offset);
        MUST(block->section < plain.section_count);
        MUST(at[0] != ' ' && at[block->length - 1] != ' ');
        MUST(!memchr(at, '\n', block->length));
        end = block->offset + block->length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct reading plain;
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned format = fuzz_byte(&input) % format_count, how = fuzz_byte(&input);
    const char *name = formats[format].name;
    struct options options = {.format = name ? format_find(name) : NULL,
                              .document = formats[format].document,
                              .delimiter = formats[format].delimiter,
                              .no_header = formats[format].no_header,
                              .needs = formats[format].no_header ? format_option_header : 0,
                              .encoding = formats[format].encoding};
    columns_default(&options.columns);
    if (how % 4 == 3) { /* a text of two columns, and a key that is found at the end */
        struct failure ignored;
        columns_parse(&options.columns, false, "", "text=text,a", &ignored);
        columns_offer_key(&options.columns, "b_id", false);
        columns_offer_key(&options.columns, "c_id", false);
    }
    for (int i = 0; options.no_header && i < column_count; i++)
        options.columns.names[i][0] = '\0'; /* as the command line has it */
    read_slices(&plain, &options, file_with(input.at, input.left), NULL);
    check_paragraphs(input.at, input.left);
    if (how > 0 && !looks_packed(&input))
        check_packed(&plain, &options, &input, how);
    return 0;
}
