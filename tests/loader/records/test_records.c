/* test_records.c - records are cut, parsed and split into paragraphs, also if memory runs out. */
#include "failing_malloc.h"
#include "records/columns.h"
#include "records/fields.h"
#include "records/records.h"
#include "temporary_file.h"
#include "test.h"
#include "text/plain_text.h"
#include "text/utf8.h"

#include <unistd.h>

/* ---- Fields ---------------------------------------------------------------------------------- */

static const struct {
    bool tabs;
    const char *record, *expected; /* fields, each followed by "|" */
    bool unclosed;
} field_cases[] = {
    {false, "aaa,bbb,ccc", "aaa|bbb|ccc|", false}, /* RFC 4180, section 2 */
    {false, "\"aaa\",\"bbb\",\"ccc\"", "aaa|bbb|ccc|", false},
    {false, "\"aaa\",\"b \r\nbb\",\"ccc\"", "aaa|b \r\nbb|ccc|", false},
    {false, "\"aaa\",\"b\"\"bb\",\"ccc\"", "aaa|b\"bb|ccc|", false},
    {false, " a , b ", " a | b |", false}, /* spaces are part of a field */
    {false, "", "|", false},
    {false, ",", "||", false},
    {false, ",,a,", "||a||", false},
    {false, "\"\"", "|", false},
    {false, "\"\"\"\"", "\"|", false},
    {false, "\"\"\"\",a", "\"|a|", false},
    {false, "\",\"", ",|", false},
    {false, "a\"b\"c,\"d\"e\"f\",g", "a\"b\"c|de\"f\"|g|", false},
    {false, " \"a,b\"", " \"a|b\"|", false},
    {false, "a,\"b", "a|b|", true},
    {false, "\"", "|", true},
    {false, "\"a\"\"", "a\"|", true},
    {true, "a\tb\t\tc", "a|b||c|", false},
    {true, "", "|", false},
    {true, "\t", "||", false},
    {true, "\"a\tb\"", "\"a|b\"|", false},
    {true, "a\\tb\\nc\\rd\\\\e", "a\tb\nc\rd\\e|", false},
    {true, "\\N\t\\\\N\t\\Nx\tx\\N", "|\\N|\\Nx|x\\N|", false},
    {true, "\\\ta\\\t\\\\", "\\|a\\|\\|", false},
    {true, "\\\\t", "\\t|", false},
};

static void test_fields(void) {
    struct fields fields = {.delimiter = ','};
    for (size_t i = 0; i < sizeof field_cases / sizeof *field_cases; i++) {
        struct text_buffer found = {0};
        fields.tabs = field_cases[i].tabs;
        fields_begin(&fields, field_cases[i].record, strlen(field_cases[i].record));
        while (fields_next(&fields)) {
            text_buffer_append(&found, fields.field.bytes, fields.field.length);
            text_buffer_append_byte(&found, '|');
        }
        text_buffer_append_byte(&found, '\0');
        CHECK(strcmp(found.bytes, field_cases[i].expected) == 0, "%s: found %s",
              field_cases[i].record, found.bytes);
        CHECK(fields.unclosed == field_cases[i].unclosed, "%s", field_cases[i].record);
        text_buffer_free(&found);
    }
    fields_free(&fields);
}

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

static void test_utf8(void) {
    static const struct {
        const char *text;
        size_t valid;
    } cases[] = {
        {"", 0},
        {"plain ASCII, longer than eight bytes", 36},
        {"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
         21},
        {"a\x80", 1},
        {"a\xC1\xBF", 1},         /* longer than needed */
        {"a\xE0\x9F\xBF", 1},     /* the same */
        {"a\xF0\x8F\xBF\xBF", 1}, /* the same */
        {"a\xED\xA0\x80", 1},     /* a surrogate */
        {"a\xF4\x90\x80\x80", 1}, /* beyond U+10FFFF */
        {"a\xF5\x80\x80\x80", 1},
        {"12345678\xFF", 8},
        {"1234567\xC3", 7}, /* cut off */
        {"\xE2\x82", 0},
        {"\xF0\x9F\x98", 0},
        {"\xE2\x82\xAC\xE2(\xA1", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t valid = utf8_valid_length(cases[i].text, strlen(cases[i].text));
        CHECK(valid == cases[i].valid, "case %zu: found %zu", i, valid);
    }
}

/* ---- Paragraphs ------------------------------------------------------------------------------ */

static void test_paragraphs(void) {
    static const struct {
        const char *text, *expected; /* blocks, each followed by "|" */
    } cases[] = {
        {"", ""},
        {" \n\t\n\r\n", ""},
        {"a", "a|"},
        {"  a  b\t\n c \n", "a b c|"},
        {"a\n\nb", "a|b|"},
        {"\n\na\r\nb\r\n \r\n\r\nc\r\n", "a b|c|"},
        {"a\rb\fc\vd", "a b c d|"},
    };
    struct plain_text plain = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[64] = "";
        CHECK(plain_text_read(cases[i].text, strlen(cases[i].text), &plain), "case %zu", i);
        for (size_t k = 0; k < plain.block_count; k++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%.*s|",
                     (int)plain.blocks[k].length, plain.text.bytes + plain.blocks[k].offset);
        CHECK(strcmp(found, cases[i].expected) == 0, "case %zu: found %s", i, found);
    }
    plain_text_free(&plain);
}

/* ---- Records --------------------------------------------------------------------------------- */

static const struct record_layout csv = {
    .end = record_ends_outside_quotes, .syntax = record_is_csv, .header = true, .delimiter = ','};

static char path[temporary_path];

/* Cuts and parses a whole file, and appends all texts to `found`. False when memory runs out. */
static bool read_all(const struct record_layout *layout, struct text_buffer *found) {
    struct columns columns;
    struct failure failure = {0};
    struct batch batch = {0};
    struct page page = {0};
    columns_default(&columns);
    struct reader *records = records_open(stream_open(path, encoding_by_mark, NULL, &failure),
                                          layout, &columns, &failure);
    struct slice_parser *parser = records ? records->kind->open_parser(records, &failure) : NULL;
    bool good = parser != NULL;
    enum cut_state state = cut_batch;
    while (good && state != cut_end) {
        state = reader_next_batch(records, &batch, &failure);
        good = state != cut_failed;
        for (size_t i = 0; good && i < batch.count; i++) {
            struct slice *slice = &batch.slices[i];
            enum slice_result parsed =
                slice_parser_read(parser, &batch, slice, SIZE_MAX, &page, &failure);
            good = parsed != slice_no_memory;
            text_buffer_append(found, page.newest.text.bytes, page.newest.text.length);
            text_buffer_append(found, parsed == slice_good ? ";" : "!", 1);
        }
    }
    slice_parser_close(parser);
    reader_close(records);
    batch_free(&batch);
    page_free(&page);
    return good && !found->failed;
}

/*
 * Quotation marks, doubled ones and line ends at each position around the end of a piece of the
 * file (256 KiB): they must not change the records.
 */
static void test_piece_ends(void) {
    enum { piece = 1 << 18 };
    static const char tail[] = "\"a\"\"b\nc\"\r\nd\"e\"\r\n\"\"\r\n";
    char *content = malloc(piece + 64);
    for (size_t shift = 0; content && shift < sizeof tail + 2; shift++) {
        struct text_buffer found = {0};
        size_t filler = piece - shift - 6;
        memcpy(content, "text\n", 5);
        memset(content + 5, 'x', filler);
        content[5 + filler] = '\n';
        memcpy(content + 6 + filler, tail, sizeof tail - 1);
        put_file(path, content, 6 + filler + sizeof tail - 1);
        CHECK(read_all(&csv, &found), "shift %zu", shift);
        static const char expected[] = ";a\"b\nc;d\"e\";;";
        size_t length = sizeof expected - 1;
        CHECK(found.length == filler + length &&
                  memcmp(found.bytes + filler, expected, length) == 0,
              "shift %zu: found %.*s", shift,
              (int)(found.length > filler ? found.length - filler : 0), found.bytes + filler);
        text_buffer_free(&found);
    }
    free(content);
}

/* Each allocation of paragraphs fails; those of records do in test_file_memory.c. */
static void test_no_memory(void) {
    struct plain_text plain = {0};
    if (!__real_realloc) {
        test_skip("test_records: memory that runs out (not linked for it)");
        return;
    }
    for (size_t count = 0; count < 3; count++) {
        allocations_left = count;
        bool good = plain_text_read("a\n\nb", 4, &plain);
        allocations_left = (size_t)-1;
        CHECK(good == (count == 2), "paragraphs with %zu allocations", count);
    }
    plain_text_free(&plain);
}

int main(void) {
    REQUIRE(make_temporary_file(path));
    RUN_TESTS(test_fields, test_utf8, test_paragraphs, test_piece_ends, test_no_memory);
    unlink(path);
    return test_end("loader/test_records");
}
