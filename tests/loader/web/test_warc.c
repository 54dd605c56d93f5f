/*
 * test_warc.c - web archives are cut into records, whatever is damaged, and the bodies of pages are
 * decoded.
 */
#include "base/interrupt.h"
#include "packing.h"
#include "page_reader.h"
#include "temporary_file.h"
#include "test.h"
#include "web/http_answer.h"
#include "web/warc.h"
#include "web/web_page.h"

#include <signal.h> /* raise */
#include <stdarg.h>
#include <unistd.h>

static char path[temporary_path];

static void add(struct text_buffer *to, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_buffer_append(to, text, (size_t)length);
}

/* ---- Headers --------------------------------------------------------------------------------- */

/* A header and what is read of it: "TYPE LENGTH ADDRESS", or what is wrong. */
static const char *const headers[][2] = {
    {"WARC-Type: response\r\nContent-Length: 12\r\nWARC-Target-URI: http://a/", "0 12 http://a/"},
    {"warc-type:RESPONSE\ncontent-length:12\nwarc-target-uri:http://a/", "0 12 http://a/"},
    {"Content-Length: 0\r\nWARC-Type: metadata", "4 0 "},
    {"Content-Length: 7\r\nWARC-Type: nobody-knows", "7 7 "},
    {"Content-Length: 7", "7 7 "},
    {"WARC-Target-URI: <http://a/>\r\nContent-Length: 1", "7 1 http://a/"},
    {"WARC-Target-URI: http://a/\r\n \tb\r\nContent-Length: 1", "7 1 http://a/\r\n \tb"},
    {"Content-Length: 5\r\nContent-Length: 5", "7 5 "},
    {"Content-Length: 5\r\nContent-Length: 6", "it has two lengths: Content-Length is 5 and 6"},
    {"Content-Length: 999999999999999999", "7 999999999999999999 "},
    {"Content-Length: 9999999999999999999",
     "its Content-Length is '9999999999999999999', expected a number of bytes"},
    {"Content-Length: -1", "its Content-Length is '-1', expected a number of bytes"},
    {"Content-Length: +1", "its Content-Length is '+1', expected a number of bytes"},
    {"Content-Length: 0x10", "its Content-Length is '0x10', expected a number of bytes"},
    {"Content-Length: 1 2", "its Content-Length is '1 2', expected a number of bytes"},
    {"Content-Length:", "its Content-Length is '', expected a number of bytes"},
    {"WARC-Type: response", "its header has no Content-Length"},
    {"", "its header has no Content-Length"},
    {"Content-Length: 1\r\nHTTP/1.1 200 OK",
     "a line of its header is not a field: expected 'Name: value'"},
    {"Content-Length: 1\r\n: x", "a line of its header is not a field: expected 'Name: value'"},
};

static void test_headers(void) {
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct text_buffer bytes = {0};
        struct warc_header header;
        struct failure failure;
        char found[600];
        add(&bytes, "WARC/1.0\r\n%s\r\n\r\n", headers[i][0]);
        if (warc_header_read(bytes.bytes, bytes.length, &header, &failure))
            snprintf(found, sizeof found, "%d %lld %.*s", header.type, (long long)header.length,
                     (int)header.address.length, header.address.length ? header.address.bytes : "");
        else
            snprintf(found, sizeof found, "%s", failure.message);
        CHECK(strcmp(found, headers[i][1]) == 0, "%s: found %s", headers[i][0], found);
        for (size_t seen = 0; seen + 3 < bytes.length; seen++)
            CHECK(header_length(bytes.bytes, bytes.length, seen) == bytes.length ||
                      headers[i][0][0] == '\0',
                  "%s: after %zu bytes", headers[i][0], seen);
        text_buffer_free(&bytes);
    }
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* How a body is decoded: "RESULT:TEXT", of which the text is cut, or "broken: why". */
static void decode(const char *encoding, const char *transfer, const struct text_buffer *body,
                   char *found, size_t capacity) {
    struct http_decoder decoder = {0};
    struct http_head head = {.encodings = {encoding, strlen(encoding)},
                             .transfers = {transfer, strlen(transfer)}};
    struct header_text decoded, text = {body->length ? body->bytes : "", body->length};
    struct failure failure = {0};
    switch (http_body_decode(&decoder, &head, text, http_body_max, &decoded, &failure)) {
    case http_body_whole:
        snprintf(found, capacity, "%.*s", (int)decoded.length, decoded.bytes);
        break;
    case http_body_cut:
        snprintf(found, capacity, "%.*s; %s", (int)decoded.length, decoded.bytes, failure.message);
        break;
    default:
        snprintf(found, capacity, "%s", failure.message);
        break;
    }
    http_decoder_free(&decoder);
}

static void test_chunks(void) {
    static const char *const cases[][2] = {
        {"3\r\nabc\r\n0\r\n\r\n", "abc"},
        {"3\nabc\n2\nde\n0\n\n", "abcde"},
        {"00003;name=value\r\nabc\r\nA \r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", "abc0123456789"},
        {"0\r\n\r\n", ""},
        {"", ""},
        {"<p>decoded before", "<p>decoded before"},
        {"face the facts\r\n", "ends"}, /* a length of 0xface, as it happens */
        {"3\r\nabc\r\n", "abc; its body ends after chunk 1, without the last one"},
        {"3\r\nab", "ab; its body ends in the middle of chunk 1"},
        {"3\r\nabc\r\nxyz\r\n", "chunk 1 of its body is not followed by the length of the next"},
        {"3\r\nabcxy\r\n0\r\n\r\n",
         "chunk 1 of its body is not followed by the length of the next"},
        {"123456789\r\nabc", "123456789\r\nabc"}, /* no length: too many digits */
        {"-1\r\nabc", "-1\r\nabc"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text_buffer body = {0};
        char found[600];
        add(&body, "%s", cases[i][0]);
        decode("", "chunked", &body, found, sizeof found);
        bool ends = strcmp(cases[i][1], "ends") == 0;
        CHECK(ends ? strstr(found, "ends in the middle") != NULL : strcmp(found, cases[i][1]) == 0,
              "%s: found %s", cases[i][0], found);
        text_buffer_free(&body);
    }
}

static void test_compressed(void) {
    static const struct {
        const char *encoding;
        enum packing how;
    } cases[] = {{"gzip", packing_gzip},   {"x-gzip", packing_gzip}, {"deflate", packing_zlib},
                 {"deflate", packing_raw}, {"GZIP", packing_gzip},   {" gzip , ", packing_gzip}};
    static const char text[] = "<p>text that is packed, and packed well: text that is packed";
    char found[700];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text_buffer body = {0}, plain = {0}, empty = {0};
        pack(&body, cases[i].how, text, sizeof text - 1);
        decode(cases[i].encoding, "", &body, found, sizeof found);
        CHECK(strcmp(found, text) == 0, "%s: found %s", cases[i].encoding, found);
        for (size_t length = 3; length + 1 < body.length; length++) {
            struct text_buffer cut = {.bytes = body.bytes, .length = length};
            decode(cases[i].encoding, "", &cut, found, sizeof found);
            CHECK(strstr(found, "; its body ends in the middle of its "), "%s: %zu bytes: %s",
                  cases[i].encoding, length, found);
        }
        add(&plain, "%s", text);
        decode(cases[i].encoding, "", &plain, found, sizeof found);
        CHECK(strcmp(found, text) == 0, "decoded before: found %s", found);
        pack(&empty, cases[i].how, "", 0);
        decode(cases[i].encoding, "", &empty, found, sizeof found);
        CHECK(strcmp(found, "") == 0, "%s: nothing: found %s", cases[i].encoding, found);
        text_buffer_free(&body);
        text_buffer_free(&plain);
        text_buffer_free(&empty);
    }
}

/* Several encodings, one that is not read, and a page that becomes too long. */
static void test_encodings(void) {
    struct text_buffer once = {0}, twice = {0}, chunked = {0}, zeroes = {0}, bomb = {0};
    char found[700];
    pack(&once, packing_gzip, "<p>", 3);
    pack(&once, packing_gzip, "text", 4); /* a second member */
    pack(&twice, packing_zlib, once.bytes, once.length);
    add(&chunked, "%zx\r\n", twice.length);
    text_buffer_append(&chunked, twice.bytes, twice.length);
    add(&chunked, "\r\n0\r\n\r\n");
    decode("gzip, deflate", "chunked", &chunked, found, sizeof found);
    CHECK(strcmp(found, "<p>text") == 0, "found %s", found);
    decode("gzip, identity, deflate", "", &twice, found, sizeof found);
    CHECK(strcmp(found, "<p>text") == 0, "an encoding that does nothing between: found %s", found);
    decode("gzip,gzip,gzip,gzip", "chunked", &chunked, found, sizeof found);
    CHECK(strcmp(found, "its body has more than 4 encodings") == 0, "found %s", found);
    decode("br", "", &once, found, sizeof found);
    CHECK(strcmp(found, "its body is encoded as 'br', expected gzip, deflate or zstd") == 0,
          "found %s", found);
    once.bytes[12] ^= 0x7F;
    decode("gzip", "", &once, found, sizeof found);
    CHECK(strncmp(found, "its body cannot be decompressed: gzip: ", 39) == 0, "found %s", found);
    for (int i = 0; i <= 1 << 10; i++)
        text_buffer_append(&zeroes, (char[1 << 14]){0}, 1 << 14);
    for (int kind = 0; kind < 3; kind++) {
        text_buffer_clear(&bomb);
        pack(&bomb, (enum packing[]){packing_gzip, packing_zlib, packing_raw}[kind], zeroes.bytes,
             zeroes.length);
        decode(kind ? "deflate" : "gzip", "", &bomb, found, sizeof found);
        CHECK(strcmp(found, "its body, decoded, is longer than 16777216 bytes") == 0, "found %s",
              found);
    }
    text_buffer_free(&once);
    text_buffer_free(&twice);
    text_buffer_free(&chunked);
    text_buffer_free(&zeroes);
    text_buffer_free(&bomb);
}

/* ---- Records --------------------------------------------------------------------------------- */

/* What is cut out of the file: pages by address, damage by its message, the rest by its number. */
static bool list_file(struct text_buffer *list, struct failure *failure) {
    struct batch batch = {0};
    struct page page = {0};
    int64_t passed_over = 0;
    struct reader *warc = warc_open(stream_open(path, encoding_by_mark, NULL, failure), failure);
    struct slice_parser *parser = warc ? web_parser_open(failure) : NULL;
    bool good = parser != NULL;
    enum cut_state state = cut_batch;
    while (good && state != cut_end) {
        state = reader_next_batch(warc, &batch, failure);
        good = state != cut_failed;
        for (size_t i = 0; good && i < batch.count; i++) {
            struct slice *slice = &batch.slices[i];
            struct failure reason = {0};
            enum slice_result read = slice_damaged;
            if (slice->length > 0)
                read = slice_parser_read(parser, &batch, slice, SIZE_MAX, &page, &reason);
            good = read != slice_no_memory;
            if (slice->damaged)
                add(list, "!%s;", batch.messages.bytes + slice->message);
            else if (read == slice_good)
                add(list, "%.*s;", (int)page.web->address.length, page.web->address.bytes);
            else
                add(list, "!%s;", reason.message);
        }
        for (int i = 0; i < batch_uses_max; i++)
            passed_over += batch.passed_over[i];
    }
    if (good && passed_over > 0)
        add(list, "%lld", (long long)passed_over);
    slice_parser_close(parser);
    reader_close(warc);
    batch_free(&batch);
    page_free(&page);
    text_buffer_append_byte(list, '\0');
    return good && !list->failed;
}

/* Pages are answers with that address. */
static void add_page(struct text_buffer *file, const char *address, const char *body) {
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    add(file,
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n"
        "Content-Type: application/http\r\nContent-Length: %zu\r\n\r\n%s%s\r\n\r\n",
        address, sizeof head - 1 + strlen(body), head, body);
}

#define RECORD(fields, block) "WARC/1.0\r\n" fields "\r\n\r\n" block "\r\n\r\n"
#define PAGE(address, length, block)                                                     \
    RECORD("WARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: " address \
           "\r\nContent-Length: " length,                                                \
           block)
#define A PAGE("a", "3", "<p>")
#define B PAGE("b", "3", "<p>")
#define INFO RECORD("WARC-Type: warcinfo\r\nContent-Length: 2", "x\n")
#define ANSWER(length, block) \
    RECORD("WARC-Type: response\r\nWARC-Target-URI: q\r\nContent-Length: " length, block)
#define LINES "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n"

/* A file, and what is cut out of it. */
static const char *const files[][2] = {
    {A B, "a;b;"},
    {"\r\n\n" A "\n\n\r\n" B, "a;b;"},
    {INFO A INFO B, "a;b;2"},
    {"WARC/1.1\nWARC-Type: resource\nContent-Type: text/plain\nWARC-Target-URI: l\n"
     "Content-Length: 1\n\nx\n\n" A,
     "l;a;"},
    {A "WARC/1.0\r\nContent-Length: 0\r\n\r\n" B, "a;b;1"}, /* no line end after a block */
    {PAGE("w", "3", "<p>") "WARC/1.0", "w;!record 2: the file ends in the middle of its header;"},
    {A "WARC/1", "a;!record 1 is followed by 6 bytes that belong to no record;"},
    {A LINES LINES LINES LINES B, "a;b;"},
    {A LINES LINES LINES LINES "junk" B, "a;!no record begins here: expected 'WARC/1.0' or "
                                         "'WARC/1.1'; skipped up to the next record;b;"},
    {A "junk\r\n" B, "a;!record 1 is followed by 4 bytes that belong to no record;b;"},
    {A "junk", "a;!record 1 is followed by 4 bytes that belong to no record;"},
    {PAGE("s", "1", "<p>") B, "s;!record 1 is followed by 2 bytes that belong to no record;b;"},
    {PAGE("l", "30", "<p>") B,
     "!record 1: its block should have 30 bytes, but another record begins after 7;b;"},
    {PAGE("l", "16777216", "<p>") B,
     "!record 1: its block should have 16777216 bytes, but another record begins after 7;b;"},
    {PAGE("l", "16777217", "<p>") B,
     "!record 1: its block has 16777217 bytes, more than 16777216;b;"},
    {RECORD("Content-Length: 16777217", "x") B,
     "!record 1, whose block should have 16777217 bytes: another record begins here;b;"},
    {RECORD("Content-Length: 999999999999999999", "x"),
     "!record 1, whose block should have 999999999999999999 bytes: the file ends in the middle of "
     "it;"},
    {PAGE("l", "9", "<p>"), "!record 1: the file ends after 7 of the 9 bytes of its block;"},
    {RECORD("Content-Length: -5", "x") B,
     "!record 1: its Content-Length is '-5', expected a number of bytes;b;"},
    {RECORD("WARC-Type: response", "x") B, "!record 1: its header has no Content-Length;b;"},
    {"WARC/1.0\r\nWARC-Type: response\r\n" B,
     "!record 1: a line of its header is not a field: expected 'Name: value';b;"},
    /* The record before has lost its end, line ends included. */
    {"WARC/1.0\r\nContent-Length: 50\r\n\r\n<p>half a tex" B,
     "!record 1: its block should have 50 bytes, but another record begins after 13;b;"},
    {PAGE("", "3", "<p>") A,
     "!record 1: its header has no WARC-Target-URI, the address of the page;a;"},
    {RECORD("WARC-Type: resource\r\nContent-Type: image/png\r\nContent-Length: 1", "x") A, "a;1"},
    /* What an answer says about itself. */
    {ANSWER("44", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n") A, "q;a;"},
    {ANSWER("48", "HTTP/1.1 200 OK\r\ncontent-type:text/plain;\r\n\r\n<p>") A, "q;a;"},
    {ANSWER("27", "HTTP/1.1 404 Not Found\r\n\r\n<") A, "a;1"},
    {ANSWER("21", "HTTP/1.1 200 OK\r\n\r\nxx") A, "a;1"}, /* of no type */
    {ANSWER("17", "HTTP/1.1 200 OK\r\n") A, "a;1"},       /* no head */
    {ANSWER("5", "HTTP/") A, "a;1"},
    {ANSWER("0", "") A, "a;1"},
};

static void check_list(const char *name, size_t number, const struct text_buffer *file,
                       const char *expected) {
    struct text_buffer list = {0};
    struct failure failure = {0};
    put_file(path, file->bytes, file->length);
    bool good = list_file(&list, &failure);
    CHECK(good && strcmp(list.bytes, expected) == 0, "%s %zu: found %s%s\nexpected %s", name,
          number, failure.message, list.bytes ? list.bytes : "", expected);
    text_buffer_free(&list);
}

static void test_files(void) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct text_buffer file = {0};
        add(&file, "%s", files[i][0]);
        check_list("file", i, &file, files[i][1]);
        text_buffer_free(&file);
    }
}

/* A record that is passed over, with a block of so many bytes, then the file. */
static void put_after(struct text_buffer *to, size_t block, const char *file) {
    text_buffer_clear(to);
    add(to, "WARC/1.0\r\nWARC-Type: request\r\nContent-Length: %06zu\r\n\r\n", block);
    for (size_t k = 0; k < block; k++)
        text_buffer_append_byte(to, "WARC/1.\r\n"[k % 9]);
    add(to, "\r\n\r\n%s", file);
}

/* Each byte of each of these files at the end of a piece (256 KiB): that changes nothing. */
static void test_piece_ends(void) {
    enum { piece = 1 << 18 };
    struct text_buffer file = {0}, list = {0};
    struct failure failure;
    put_after(&file, 0, "");
    const size_t head = file.length;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        text_buffer_clear(&list);
        put_after(&file, 9, files[i][0]);
        put_file(path, file.bytes, file.length);
        REQUIRE(list_file(&list, &failure));
        for (size_t shift = 0; shift <= strlen(files[i][0]); shift += test_is_long() ? 1 : 7) {
            put_after(&file, piece - shift - head, files[i][0]);
            check_list("piece end", i * 10000 + shift, &file, list.bytes);
        }
    }
    text_buffer_free(&file);
    text_buffer_free(&list);
}

/* ---- Damaged members ------------------------------------------------------------------------- */

enum { members = 5, damaged = 2 };

/* A file of five pages in a gzip member each. Returns where each member begins, and the end. */
static void make_members(struct text_buffer *file, size_t starts[members + 1]) {
    for (int i = 0; i < members; i++) {
        struct text_buffer record = {0};
        char address[16], body[256];
        snprintf(address, sizeof address, "page%d", i);
        snprintf(body, sizeof body, "<p>%d%d%d text %x of the page that has %x words or %x", i, i,
                 i, i * 7919, i * 104729, i * 1299709);
        add_page(&record, address, body);
        starts[i] = file->length;
        pack(file, packing_gzip, record.bytes, record.length);
        text_buffer_free(&record);
    }
    starts[members] = file->length;
}

/* All pages but the damaged one must be there, and if `told`, damage is reported unless that is. */
static void check_damage(const struct text_buffer *file, const char *how, size_t at, bool told) {
    struct text_buffer list = {0};
    struct failure failure = {0};
    put_file(path, file->bytes, file->length);
    bool good = list_file(&list, &failure);
    CHECK(good && strncmp(list.bytes, "page0;page1;", 12) == 0 &&
              strstr(list.bytes, "page3;page4;") &&
              (!told || strstr(list.bytes, ";page2;") || strchr(list.bytes, '!')),
          "%s at %zu: %s%s", how, at, failure.message, list.bytes ? list.bytes : "");
    text_buffer_free(&list);
}

/* A bit of a byte is changed; the short form tries three of them. */
static void check_bits(struct text_buffer *file, size_t at, bool told) {
    for (unsigned bit = 0; bit < 8; bit += test_is_long() ? 1 : 3) {
        file->bytes[at] = (char)(file->bytes[at] ^ 1 << bit);
        check_damage(file, "bit", at, told);
        file->bytes[at] = (char)(file->bytes[at] ^ 1 << bit);
    }
}

static void test_damaged_members(void) {
    struct text_buffer file = {0}, changed = {0};
    size_t starts[members + 1];
    make_members(&file, starts);
    check_list("members", 0, &file, "page0;page1;page2;page3;page4;");
    size_t begin = starts[damaged], end = starts[damaged + 1];
    for (size_t at = begin; at < end; at++) {
        check_bits(&file, at, true);
        /* The end of the member is missing, as after a crash; or one byte is. */
        for (int one = 0; one < 2; one++) {
            size_t next = one ? at + 1 : end;
            if (at == begin && !one) /* nothing tells that there was a member */
                continue;
            text_buffer_clear(&changed);
            text_buffer_append(&changed, file.bytes, at);
            text_buffer_append(&changed, file.bytes + next, file.length - next);
            check_damage(&changed, one ? "byte" : "end", at, true);
        }
    }
    text_buffer_free(&file);
    text_buffer_free(&changed);
}

/* Each byte of an archive that is not compressed is changed: all other records stay. */
static void test_damaged_records(void) {
    struct text_buffer file = {0};
    for (int i = 0; i < members; i++) {
        char address[16];
        snprintf(address, sizeof address, "page%d", i);
        add_page(&file, address, "<p>text");
    }
    size_t record = file.length / members, begin = damaged * record;
    for (size_t at = begin; at < begin + record; at++)
        check_bits(&file, at, false);
    text_buffer_free(&file);
}

/* A body that is given up has a reason, too. The last test, because the signal cannot be reset. */
static void test_interrupted(void) {
    struct text_buffer body = {0};
    struct http_decoder decoder = {0};
    struct http_head head = {.encodings = {"gzip", 4}};
    struct header_text decoded;
    struct failure failure;
    memset(&failure, 'x', sizeof failure);
    pack(&body, packing_gzip, "text", 4);
    interrupt_catch();
    raise(SIGINT);
    nanosleep(&(struct timespec){.tv_nsec = 600000000}, NULL);
    enum http_body_result result =
        http_body_decode(&decoder, &head, (struct header_text){body.bytes, body.length},
                         http_body_max, &decoded, &failure);
    CHECK(result == http_body_broken, "result %d", result);
    CHECK(memchr(failure.message, '\0', sizeof failure.message), "the reason is not filled in");
    http_decoder_free(&decoder);
    text_buffer_free(&body);
}

int main(void) {
    REQUIRE(make_temporary_file(path));
    RUN_TESTS(test_headers, test_chunks, test_compressed, test_encodings, test_files,
              test_piece_ends, test_damaged_members, test_damaged_records, test_interrupted);
    unlink(path);
    return test_end("loader/test_warc");
}
