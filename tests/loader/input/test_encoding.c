/*
 * test_encoding.c - the encoding of a file is found by its mark, its first bytes or its XML
 * declaration, and its text comes out as UTF-8 whatever the pieces.
 */
#include "input/encoding.h"
#include "test.h"

#define XML(name) "<?xml version=\"1.0\" encoding=\"" name "\"?><a>"
#define TEXT "caf\xC3\xA9 \xF0\x9F\x98\x80"

static const struct {
    const char *what;
    enum encoding_clue clue;
    const char *mark; /* in the encoding itself */
    size_t mark_length;
    int unit; /* 1, 2 or -2 for UTF-16 whose high byte comes first */
    const char *begin;
    const char *text, *expected;
} files[] = {
    {"plain", encoding_by_mark, "", 0, 1, "", TEXT, TEXT},
    {"UTF-8 with a mark", encoding_by_mark, "\xEF\xBB\xBF", 3, 1, "", TEXT, TEXT},
    {"UTF-16 by its mark", encoding_by_mark, "\xFF\xFE", 2, 2, "", "ab<", "ab<"},
    {"UTF-16, high bytes first", encoding_by_mark, "\xFE\xFF", 2, -2, "", "ab<", "ab<"},
    {"UTF-16 without a mark", encoding_by_declaration, "", 0, 2, "<a>", "b", "b"},
    {"high bytes first, no mark", encoding_by_declaration, "", 0, -2, "<a>", "b", "b"},
    {"declared UTF-8", encoding_by_declaration, "", 0, 1, XML("utf-8"), TEXT, TEXT},
    {"declared Latin 1", encoding_by_declaration, "", 0, 1, XML("ISO-8859-1"), "caf\xE9",
     "caf\xC3\xA9"},
    {"not asked for what it declares", encoding_by_mark, "", 0, 1, XML("ISO-8859-1"), "\xC3\xA9",
     "\xC3\xA9"},
    {"declared UTF-16, but is not", encoding_by_declaration, "", 0, 1, XML("UTF-16"), TEXT, TEXT},
    {"declared UCS-4, but is not", encoding_by_declaration, "", 0, 1, XML("UCS-4"), TEXT, TEXT},
    {"declared too late", encoding_by_declaration, "", 0, 1, "<?xml?> encoding=\"ISO-8859-1\"",
     TEXT, TEXT},
    {"a declaration without end", encoding_by_declaration, "", 0, 1, "<?xml encoding='", TEXT,
     TEXT},
};

static void append_wide(struct text_buffer *bytes, int unit, const char *text) {
    for (; *text; text++) {
        if (unit == -2)
            text_buffer_append_byte(bytes, '\0');
        text_buffer_append_byte(bytes, *text);
        if (unit == 2)
            text_buffer_append_byte(bytes, '\0');
    }
}

static void convert(const struct text_buffer *bytes, enum encoding_clue clue, size_t piece,
                    struct text_buffer *out) {
    struct failure failure = {0};
    struct encoding *encoding = encoding_open();
    bool good = encoding && encoding_detect(encoding, clue, bytes->bytes, bytes->length, &failure);
    for (size_t i = 0; good && i < bytes->length; i += piece) {
        size_t length = bytes->length - i < piece ? bytes->length - i : piece;
        good = encoding_append(encoding, bytes->bytes + i, length, out);
    }
    CHECK(good && !encoding_end(encoding, out), "%s", failure.message);
    encoding_close(encoding);
}

static void test_files(void) {
    static const size_t pieces[] = {1 << 20, 7, 5, 4};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct text_buffer bytes = {0}, expected = {0};
        text_buffer_append(&bytes, files[i].mark, files[i].mark_length);
        append_wide(&bytes, files[i].unit, files[i].begin);
        append_wide(&bytes, files[i].unit, files[i].text);
        text_buffer_append(&expected, files[i].begin, strlen(files[i].begin));
        text_buffer_append(&expected, files[i].expected, strlen(files[i].expected));
        for (size_t j = 0; j < sizeof pieces / sizeof *pieces; j++) {
            struct text_buffer out = {0};
            convert(&bytes, files[i].clue, pieces[j], &out);
            CHECK(out.length == expected.length &&
                      memcmp(out.bytes, expected.bytes, out.length) == 0,
                  "%s, by %zu bytes: '%.*s'", files[i].what, pieces[j], (int)out.length, out.bytes);
            text_buffer_free(&out);
        }
        text_buffer_free(&bytes);
        text_buffer_free(&expected);
    }
}

/* ---- By name --------------------------------------------------------------------------------- */

static const struct {
    const char *name, *bytes;
    size_t length;
    const char *expected;
} named[] = {
    {"latin1", "caf\xE9\x80", 5, "caf\xC3\xA9\xC2\x80"},
    {"windows-1252", "\x93\x80\x94", 3, "\xE2\x80\x9C\xE2\x82\xAC\xE2\x80\x9D"},
    {"windows-1252", "a\x81z", 3, "a\xFFz"}, /* no character */
    {"UTF-8", "\xEF\xBB\xBFM\xC3\xBC\xFF", 7, "M\xC3\xBC\xFF"},
    {"SHIFT_JIS", "\x93\xFA\x96\x7B", 4, "\xE6\x97\xA5\xE6\x9C\xAC"},
    {"SHIFT_JIS", "\x93", 1, "\xFF"},                           /* half a character */
    {"GB18030", "\x84\x31\x95\x33\xBA\xBA", 6, "\xE6\xB1\x89"}, /* a mark, a character */
    {"UTF-16LE", "\xFF\xFEM\0\xFC\0", 6, "M\xC3\xBC"},
    {"UTF-16BE", "\0M\0\xFC", 4, "M\xC3\xBC"},
    {"UTF-16LE",
     "\0\xDC"
     "a\0"
     "b",
     5,
     "\xFF"
     "a\xFF"}, /* half a pair, half a unit */
    {"UTF-32LE", "\xFF\xFE\0\0M\0\0\0\0\0\x11\0z\0\0\0", 16, "M\xFFz"},
    {"latin1", "", 0, ""},
};

static void test_named(void) {
    static const size_t pieces[] = {1 << 20, 7, 3, 1};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        for (size_t j = 0; j < sizeof pieces / sizeof *pieces; j++) {
            struct failure failure = {0};
            struct text_buffer out = {0};
            struct encoding *encoding = encoding_open();
            bool good = encoding && encoding_is_known(named[i].name) &&
                        encoding_set(encoding, named[i].name, &failure);
            /* The first piece holds the whole mark, as that of a stream does. */
            size_t step = pieces[j] < 4 ? 4 : pieces[j];
            for (size_t at = 0; good && at < named[i].length; at += step, step = pieces[j]) {
                size_t left = named[i].length - at;
                good =
                    encoding_append(encoding, named[i].bytes + at, left < step ? left : step, &out);
            }
            encoding_end(encoding, &out);
            CHECK(good && !encoding_end(encoding, &out), "%s: %s", named[i].name, failure.message);
            size_t length = strlen(named[i].expected);
            CHECK(out.length == length &&
                      (length == 0 || memcmp(out.bytes, named[i].expected, length) == 0),
                  "%s, by %zu bytes: '%.*s'", named[i].name, pieces[j], (int)out.length,
                  out.length ? out.bytes : "");
            text_buffer_free(&out);
            encoding_close(encoding);
        }
    }
    CHECK(!encoding_is_known("KLINGON-7") && !encoding_is_known("") &&
              !encoding_is_known("latin1//IGNORE"),
          "an unknown encoding is accepted");
}

static void test_unknown(void) {
    static const char xml[] = XML("KLINGON-7");
    struct failure failure = {0};
    struct encoding *encoding = encoding_open();
    CHECK(encoding &&
              !encoding_detect(encoding, encoding_by_declaration, xml, strlen(xml), &failure),
          "an unknown encoding is accepted");
    CHECK(strcmp(failure.message, "the dump declares the encoding 'KLINGON-7', which iconv does "
                                  "not know here; convert it to UTF-8") == 0,
          "%s", failure.message);
    encoding_close(encoding);
}

int main(void) {
    RUN_TESTS(test_files, test_named, test_unknown);
    return test_end("loader/test_encoding");
}
