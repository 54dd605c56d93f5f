/*
 * test_false_magic.c - bzip2 blocks whose bits contain the magic numbers of blocks and stream ends.
 * They lose nothing: by themselves, in a row, in a dump, next to real damage, and where a part of a
 * file begins.
 *
 * A block with 62 different bytes has an alphabet of 64 symbols, so that all codes can have 6 bits.
 * The coded block is then its symbols in 6 bits each, and a magic number is eight of them.
 */
#include "bzip2_files.h"
#include "core/random_input.h"
#include "source_file.h"
#include "temporary_file.h"
#include "test.h"

#include <unistd.h>

enum { letters = 62, end_of_block = 63, symbol_count = 2000, symbols_max = 2500 };

static const char alphabet[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

static const unsigned char block_magic[8] = {12, 20, 5, 25, 9, 37, 13, 25};
static const unsigned char end_magic[8] = {5, 55, 9, 5, 14, 5, 2, 16};

static struct outcome outcome;

/* ---- A block --------------------------------------------------------------------------------- */

/* The symbols of a block, and the text that they stand for. */
static struct block {
    unsigned char symbols[symbols_max];
    size_t count;
    size_t origin; /* where the inversion begins */
    struct text_buffer text;
} block;

static void add_symbols(const unsigned char *symbols, size_t count) {
    memcpy(block.symbols + block.count, symbols, count);
    block.count += count;
}

static void add_random_symbols(size_t count) {
    for (; count > 0; count--)
        block.symbols[block.count++] = (unsigned char)(2 + random_below(letters - 1));
}

static void put_alphabet(struct bit_file *file) {
    uint64_t ranges = 0;
    for (const char *at = alphabet; *at; at++)
        ranges |= UINT64_C(0x8000) >> (*at >> 4);
    put_bits(file, ranges, 16);
    for (int range = 0; range < 16; range++) {
        uint64_t used = 0;
        for (const char *at = alphabet; *at; at++)
            if (*at >> 4 == range)
                used |= UINT64_C(0x8000) >> (*at & 15);
        if (used)
            put_bits(file, used, 16);
    }
}

/* Two tables, the least number allowed; both give each of the 64 symbols 6 bits. */
static void put_tables(struct bit_file *file, size_t symbols) {
    size_t selectors = (symbols + 49) / 50;
    put_bits(file, 2, 3);
    put_bits(file, selectors, 15);
    for (size_t i = 0; i < selectors; i++)
        put_bits(file, 0, 1);
    for (int table = 0; table < 2; table++) {
        put_bits(file, 6, 5);
        put_bits(file, 0, 63);
        put_bits(file, 0, 1);
    }
}

static void put_block(struct bit_file *file, uint32_t checksum) {
    put_bits(file, block_mark, 48);
    put_bits(file, checksum, 32);
    put_bits(file, 0, 1);
    put_bits(file, block.origin, 24);
    put_alphabet(file);
    put_tables(file, block.count + 1);
    for (size_t i = 0; i < block.count; i++)
        put_bits(file, block.symbols[i], 6);
    put_bits(file, end_of_block, 6);
}

/* Makes a stream of one block; its checksum is that of the stream, too. */
static void put_one_block(struct bit_file *file, uint32_t checksum) {
    put_bits(file, 0x425A6839, 32);
    put_block(file, checksum);
    put_bits(file, end_mark, 48);
    put_bits(file, checksum, 32);
    pad_bits(file);
}

/* Makes block.text of the symbols, as libbz2 reads them from an origin that fits; its checksum. */
static uint32_t make_text(void) {
    uint32_t checksum = 0;
    for (bool good = false; !good;) {
        struct bit_file file = {0};
        block.origin = random_below(symbol_count / 2);
        for (int i = 0; i < 2; i++) { /* the first time the checksum is wrong */
            free_bits(&file);
            put_one_block(&file, checksum);
            good = libbz2_reads(&block.text, &file.bytes);
            checksum = checksum_of(&block.text);
        }
        free_bits(&file);
    }
    return checksum;
}

/* The symbols become a stream of one block. */
static void put_crafted_stream(struct bit_file *file) {
    put_one_block(file, make_text());
}

/* ---- Files ----------------------------------------------------------------------------------- */

enum shape { one_block, one_end, two_blocks, block_and_end, seven, end_and_header, shape_count };

static const char *const shape_names[] = {"a block's magic",
                                          "an end's magic",
                                          "two of blocks",
                                          "one of a block, one of an end",
                                          "as many as can be mended",
                                          "an end, a header and a block"};

/*
 * The end of a stream and the beginning of another one: a magic number, a checksum, bits up to a
 * byte of the file, a header, the magic number of a block.
 */
static void add_header_symbols(const struct bit_file *file) {
    /* The header and all that put_block() writes come before the symbols. */
    size_t fixed = 32 + 48 + 32 + 25 + 16 + 5 * 16 + 18 + symbol_count / 50 + 2 * 69;
    size_t bits = file->bits + fixed + block.count * 6;
    struct bit_file rest = {0};
    add_symbols(end_magic, sizeof end_magic);
    put_bits(&rest, 0x30C30C30, 32); /* a checksum */
    size_t padding = (8 - (bits + 48 + 32) % 8) % 8;
    put_bits(&rest, 0x30, (unsigned)padding);
    put_bits(&rest, 0x425A6839, 32);
    put_bits(&rest, block_mark, 48);
    put_bits(&rest, 0x30C, (unsigned)(12 - rest.bits % 6));
    for (size_t i = 0; i + 6 <= rest.bits; i += 6) {
        unsigned symbol = 0;
        for (size_t bit = 0; bit < 6; bit++)
            symbol = symbol << 1 | bit_at(rest.bytes.bytes, i + bit);
        block.symbols[block.count++] = (unsigned char)symbol;
    }
    free_bits(&rest);
}

static void make_symbols(enum shape shape, const struct bit_file *file) {
    block.count = 0;
    add_random_symbols(100 + random_below(400));
    if (shape == end_and_header)
        add_header_symbols(file);
    else if (shape == seven)
        for (int i = 0; i < 7; i++) {
            add_symbols(i % 3 ? block_magic : end_magic, sizeof block_magic);
            add_random_symbols(5 + random_below(100));
        }
    else
        add_symbols(shape == one_end ? end_magic : block_magic, sizeof block_magic);
    add_random_symbols(300 + random_below(300));
    if (shape == two_blocks || shape == block_and_end)
        add_symbols(shape == two_blocks ? block_magic : end_magic, sizeof block_magic);
    add_random_symbols(symbol_count - 1 - block.count);
}

static void make_crafted_stream(struct bit_file *file, enum shape shape) {
    do
        make_symbols(shape, file);
    while (memchr(block.symbols, end_of_block, block.count));
    put_crafted_stream(file);
}

/* How many false magic numbers there are. */
static size_t false_marks(const struct bit_file *file, size_t genuine) {
    static struct marks marks;
    find_marks(&marks, file->bytes.bytes, file->bytes.length);
    return marks.count - genuine;
}

static void test_alone(void) {
    static const size_t expected[shape_count] = {1, 1, 2, 2, 7, 2};
    for (int i = 0; i < 10 * shape_count; i++) {
        struct bit_file file = {0};
        const char *name = shape_names[i % shape_count];
        make_crafted_stream(&file, (enum shape)(i % shape_count));
        CHECK(false_marks(&file, 2) == expected[i % shape_count], "%s: %zu are false", name,
              false_marks(&file, 2));
        read_packed(&outcome, &file.bytes);
        CHECK(came_out(&outcome, block.text.bytes, block.text.length) && outcome.gaps == 0,
              "%s: %zu bytes of %zu, '%s'", name, outcome.bytes.length, block.text.length,
              outcome.message);
        CHECK(outcome.starts == 1 && outcome.file_bit[0] == 32, "%s: %zu blocks", name,
              outcome.starts);
        free_bits(&file);
    }
}

/* ---- Between other streams ------------------------------------------------------------------- */

static void put_ordinary_stream(struct bit_file *file, const char *text, size_t length) {
    struct text_buffer stream = {0};
    put_stream(&stream, 9, text, length, 0);
    copy_bits(file, stream.bytes, 0, stream.length * 8);
    text_buffer_free(&stream);
}

static const char before[] = "The text before, one block.", after[] = "And the text after it.";

/* before, crafted, crafted, after: where each begins in the file, and the texts. */
struct row {
    struct bit_file file;
    size_t begins[5]; /* bytes */
    struct text_buffer texts[4];
};

static void make_row(struct row *row, enum shape shape) {
    for (int i = 0; i < 4; i++) {
        row->begins[i] = row->file.bytes.length;
        if (i == 0)
            put_ordinary_stream(&row->file, before, sizeof before);
        else if (i == 3)
            put_ordinary_stream(&row->file, after, sizeof after);
        else
            make_crafted_stream(&row->file, shape);
        const char *text = i == 0 ? before : i == 3 ? after : block.text.bytes;
        size_t length = i == 0 ? sizeof before : i == 3 ? sizeof after : block.text.length;
        text_buffer_append(&row->texts[i], text, length);
    }
    row->begins[4] = row->file.bytes.length;
}

static void free_row(struct row *row) {
    free_bits(&row->file);
    for (int i = 0; i < 4; i++)
        text_buffer_free(&row->texts[i]);
}

/* Whether all texts came out except those from `lost` to `lost_end`, which are one gap. */
static bool all_but(const struct row *row, int lost, int lost_end) {
    struct text_buffer expected = {0};
    size_t gap = 0;
    for (int i = 0; i < 4; i++) {
        if (i == lost)
            gap = expected.length;
        if (i < lost || i >= lost_end)
            text_buffer_append(&expected, row->texts[i].bytes, row->texts[i].length);
    }
    bool good = came_out(&outcome, expected.bytes, expected.length) &&
                outcome.gaps == (lost < lost_end) && (lost == lost_end || outcome.gap_at[0] == gap);
    text_buffer_free(&expected);
    return good;
}

static void test_between_others(void) {
    for (int shape = 0; shape < shape_count; shape++) {
        struct row row = {0};
        make_row(&row, (enum shape)shape);
        read_packed(&outcome, &row.file.bytes);
        CHECK(all_but(&row, 0, 0), "%s: %zu bytes, %zu gaps, '%s'", shape_names[shape],
              outcome.bytes.length, outcome.gaps, outcome.message);
        free_row(&row);
    }
}

/* Each block is damaged in turn, the crafted ones too. The undamaged ones come out. */
static void test_beside_damage(void) {
    for (int i = 0; i < 4 * shape_count; i++) {
        struct row row = {0};
        int lost = i % 4;
        const char *name = shape_names[i / 4];
        make_row(&row, (enum shape)(i / 4));
        size_t first = row.begins[lost] + 10, last = row.begins[lost + 1] - 14;
        for (size_t at = first; at < last; at += 1 + (last - first) / 20) {
            row.file.bytes.bytes[at] ^= 0x20;
            read_packed(&outcome, &row.file.bytes);
            row.file.bytes.bytes[at] ^= 0x20;
            bool harmless = outcome.gaps == 0 && all_but(&row, 0, 0); /* an unused table */
            CHECK(harmless || all_but(&row, lost, lost + 1),
                  "%s, stream %d: %zu bytes, %zu gaps, '%s'", name, lost, outcome.bytes.length,
                  outcome.gaps, outcome.message);
        }
        free_row(&row);
    }
}

/*
 * A block that seems to contain the end of a stream, followed by another one in the same stream. If
 * the first is lost, nothing else is reported.
 */
static void test_in_one_stream(void) {
    static struct marks marks;
    struct bit_file file = {0}, ordinary = {0};
    make_symbols(one_end, &file);
    uint32_t checksum = make_text();
    put_ordinary_stream(&ordinary, after, sizeof after);
    find_marks(&marks, ordinary.bytes.bytes, ordinary.bytes.length);
    put_bits(&file, 0x425A6839, 32);
    put_block(&file, checksum);
    copy_bits(&file, ordinary.bytes.bytes, marks.bits[0], marks.bits[1]);
    checksum = checksum << 1 | checksum >> 31;
    for (size_t bit = 0; bit < 32; bit++)
        checksum ^= (uint32_t)bit_at(ordinary.bytes.bytes, marks.bits[0] + 48 + bit) << (31 - bit);
    put_bits(&file, end_mark, 48);
    put_bits(&file, checksum, 32);
    text_buffer_append(&block.text, after, sizeof after);
    read_packed(&outcome, &file.bytes);
    CHECK(came_out(&outcome, block.text.bytes, block.text.length) && outcome.gaps == 0,
          "%zu bytes, '%s'", outcome.bytes.length, outcome.message);
    file.bytes.bytes[12] ^= 1;
    read_packed(&outcome, &file.bytes);
    CHECK(came_out(&outcome, after, sizeof after) && outcome.gaps == 1, "%zu bytes, '%s'",
          outcome.bytes.length, outcome.message);
    free_bits(&file);
    free_bits(&ordinary);
}

/* ---- In a dump ------------------------------------------------------------------------------- */

static char path[temporary_path];

static const char head[] = "<mediawiki><siteinfo><dbname>dewiki</dbname></siteinfo>\n"
                           "<page><title>A</title><ns>0</ns><revision><text>";
static const char tail[] = "</text></revision></page>\n"
                           "<page><title>B</title><ns>0</ns><revision><text>b</text></revision>"
                           "</page></mediawiki>\n";

static void write_dump(enum shape shape) {
    struct bit_file file = {0};
    put_ordinary_stream(&file, head, 55);
    put_ordinary_stream(&file, head + 55, sizeof head - 1 - 55);
    make_crafted_stream(&file, shape);
    put_ordinary_stream(&file, tail, sizeof tail - 1);
    put_file(path, file.bytes.bytes, file.bytes.length);
    free_bits(&file);
}

/* Two pages come out, the first with the text of the block. */
static void check_dump(const char *name) {
    const struct options options = {.format = format_find("mediawiki"), .namespace_count = 1};
    struct failure failure = {0};
    struct batch batch = {0};
    struct page page = {0};
    size_t pages = 0;
    struct source_file *file = source_file_open(path, &options, &failure);
    struct slice_parser *parser = file->reader->kind->open_parser(file->reader, &failure);
    while (reader_next_batch(file->reader, &batch, &failure) == cut_batch) {
        for (size_t i = 0; i < batch.count; i++, pages++) {
            const struct text_buffer *text = &page.newest.text;
            bool read = slice_parser_read(parser, &batch, &batch.slices[i], SIZE_MAX, &page,
                                          &failure) == slice_good;
            CHECK(read && !batch.slices[i].damaged &&
                      (pages > 0 ? text->length == 1
                                 : text->length == block.text.length &&
                                       memcmp(text->bytes, block.text.bytes, text->length) == 0),
                  "%s: page %zu: %zu bytes of %zu, '%s'", name, pages, text->length,
                  block.text.length, failure.message);
        }
    }
    CHECK(pages == 2, "%s: %zu pages", name, pages);
    batch_free(&batch);
    page_free(&page);
    slice_parser_close(parser);
    source_file_close(file);
}

static void test_in_a_dump(void) {
    for (int shape = 0; shape < shape_count; shape++) {
        write_dump((enum shape)shape);
        check_dump(shape_names[shape]);
    }
}

/* ---- In parts -------------------------------------------------------------------------------- */

/* Appends the text of a part to what came out, and counts its gaps. */
static void read_part(int part, int parts) {
    struct failure failure = {0};
    struct stream *stream = stream_open(path, encoding_by_mark, NULL, &failure);
    if (!stream)
        abort();
    stream_set_part(stream, part, parts);
    bool good = stream_begin_part(stream, &failure);
    const struct cursor *cursor = &stream->cursor;
    for (bool ended = false; good && !ended;) {
        enum stream_event event = stream_read(stream, SIZE_MAX);
        if (event == stream_wants_piece)
            good = stream_read_piece(stream, &failure);
        outcome.gaps += event == stream_gap;
        ended = event == stream_end || stream_is_after(stream, cursor->length);
    }
    CHECK(good, "part %d of %d: '%s'", part, parts, failure.message);
    size_t context = cursor->length > 0 && stream_is_before(stream, 0);
    size_t length = (size_t)stream_part_length(stream);
    CHECK(context + length <= cursor->length, "part %d of %d has %zu bytes", part, parts, length);
    if (length > 0)
        text_buffer_append(&outcome.bytes, cursor->bytes + context, length);
    stream_close(stream);
}

/*
 * A long text, which is enough to recognise a file by, and crafted blocks in a row. Each part is
 * much shorter than a block, so that parts begin before and after false magic numbers.
 */
static void test_in_parts(void) {
    struct text_buffer text = {0};
    struct bit_file file = {0};
    for (size_t i = 0; i < 300000; i++)
        text_buffer_append_byte(&text, (char)('a' + i % 4));
    put_ordinary_stream(&file, text.bytes, text.length);
    for (int shape = 0; shape < shape_count; shape++) {
        make_crafted_stream(&file, (enum shape)shape);
        text_buffer_append(&text, block.text.bytes, block.text.length);
    }
    put_file(path, file.bytes.bytes, file.bytes.length);
    outcome_clear(&outcome);
    int parts = (int)(file.bytes.length / 90);
    for (int part = 1; part <= parts; part++)
        read_part(part, parts);
    CHECK(came_out(&outcome, text.bytes, text.length) && outcome.gaps == 0,
          "%d parts: %zu bytes of %zu, %zu gaps", parts, outcome.bytes.length, text.length,
          outcome.gaps);
    free_bits(&file);
    text_buffer_free(&text);
}

int main(void) {
    REQUIRE(make_temporary_file(path));
    random_state = 14;
    RUN_TESTS(test_alone, test_between_others, test_beside_damage, test_in_one_stream,
              test_in_a_dump, test_in_parts);
    unlink(path);
    text_buffer_free(&block.text);
    text_buffer_free(&outcome.bytes);
    return test_end("loader/test_false_magic");
}
