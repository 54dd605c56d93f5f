/* test_dump.c - how a dump is cut into pages, and what damage costs. */
#include "core/random_input.h"
#include "bzip2_files.h"
#include "read_dump.h"
#include "shared_data.h"
#include "temporary_file.h"
#include "test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HEADER "<mediawiki version=\"0.11\"><siteinfo><dbname>dewiki</dbname></siteinfo>\n"
#define REVISION(id, time, text) \
    "<revision><id>" id "</id><timestamp>" time "</timestamp>" text "</revision>"
#define PAGE(title, text) \
    "<page><title>" title \
    "</title><ns>0</ns><id>7</id>" REVISION("70", "2020-01-01T00:00:00Z", text) "</page>\n"
#define FOOTER "</mediawiki>\n"

/*
 * Each event is written as a word: "title=text" for a page, "title>" for a redirect,
 * "!title:message" for damage, "FAIL:message" for a refused file. Messages are cut at 20 bytes.
 */
static const struct {
    const char *name, *xml, *expected;
} cases[] = {
    {"one page", HEADER PAGE("A", "<text>one</text>") FOOTER, "A=one "},
    {"attributes of text in any order",
     HEADER PAGE("A", "<text bytes=\"3\" sha1=\"x\" xml:space=\"preserve\">one</text>") FOOTER,
     "A=one "},
    {"entities", HEADER PAGE("A &amp; B", "<text>&lt;b&gt; &#233;</text>") FOOTER,
     "A & B=<b> \xC3\xA9 "},
    {"an empty text does not swallow the next page",
     HEADER PAGE("A", "<text />") PAGE("B", "<text>two</text>") FOOTER, "A= B=two "},
    {"deleted text", HEADER PAGE("A", "<text deleted=\"deleted\" bytes=\"-1\" />") FOOTER, "A= "},
    {"no text at all", HEADER PAGE("A", "") FOOTER, "A= "},
    {"unknown elements are skipped",
     HEADER PAGE("A", "<x><text>no</text></x><text>one</text><y/>") FOOTER, "A=one "},
    {"the text of another slot is not the page's",
     HEADER PAGE("A", "<text>one</text><content><role>r</role><text>no</text></content>") FOOTER,
     "A=one "},
    {"a contributor's id is not the revision's",
     HEADER PAGE("A", "<contributor><id>9</id></contributor><text>one</text>") FOOTER, "A=one "},
    {"the newest revision, not the last",
     HEADER "<page><title>A</title>" REVISION("2", "2020-02-01T00:00:00Z", "<text>new</text>")
         REVISION("1", "2020-01-01T00:00:00Z", "<text>old</text>") "</page>" FOOTER,
     "A=new "},
    {"of one second the higher number",
     HEADER "<page><title>A</title>" REVISION("3", "2020-01-01T00:00:00Z", "<text>new</text>")
         REVISION("2", "2020-01-01T00:00:00Z", "<text>old</text>") "</page>" FOOTER,
     "A=new "},
    {"a redirect by its element",
     HEADER "<page><title>A</title><redirect title=\"B\" />" REVISION(
         "1", "2020-01-01T00:00:00Z", "<text>x</text>") "</page>" FOOTER,
     "A> "},
    {"a redirect by its text", HEADER PAGE("A", "<text>#redirect [[B]]</text>") FOOTER, "A> "},
    {"a redirect in German", HEADER PAGE("A", "<text>#WEITERLEITUNG: [[B]]</text>") FOOTER, "A> "},
    {"a redirect in Japanese",
     HEADER PAGE("A", "<text>#\xE8\xBB\xA2\xE9\x80\x81 [[B]]</text>") FOOTER, "A> "},
    {"a numbered list is no redirect", HEADER PAGE("A", "<text>#first [[B]]</text>") FOOTER,
     "A=#first [[B]] "},
    {"no header and no footer", PAGE("A", "<text>one</text>"), "A=one "},
    {"several dumps in one",
     HEADER PAGE("A", "<text>one</text>") FOOTER HEADER PAGE("B", "<text>two</text>") FOOTER,
     "A=one B=two "},
    {"a byte-order mark", "\xEF\xBB\xBF" HEADER PAGE("A", "<text>one</text>") FOOTER, "A=one "},
    {"Latin-1, declared",
     "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" HEADER PAGE("A", "<text>\xE9</text>") FOOTER,
     "A=\xC3\xA9 "},

    {"broken XML costs its page",
     HEADER PAGE("A", "<text>one</txt>") PAGE("B", "<text>two</text>") FOOTER,
     "!A:XML is broken at byt B=two "},
    {"an unknown entity",
     HEADER PAGE("A", "<text>&bogus;</text>") PAGE("B", "<text>two</text>") FOOTER,
     "!A:XML is broken at byt B=two "},
    {"bytes that are no UTF-8",
     HEADER PAGE("A", "<text>\xFF</text>") PAGE("B", "<text>two</text>") FOOTER,
     "!A:XML is broken at byt B=two "},
    {"a page without its end",
     HEADER "<page><title>A</title><revision>" PAGE("B", "<text>two</text>") FOOTER,
     "!A:the page breaks off: B=two "},
    {"a page without its beginning",
     HEADER "lost</text></revision></page>" PAGE("B", "<text>two</text>") FOOTER,
     "!:a page ends here, bu B=two "},
    {"cut in a page", HEADER PAGE("A", "<text>one</text>") "<page><title>B</title><rev",
     "A=one !B:the dump ends in the "},
    {"cut between pages", HEADER PAGE("A", "<text>one</text>"), "A=one !:the dump ends withou "},
    {"a damaged header costs itself",
     "<mediawiki><siteinfo><a></b></siteinfo>" PAGE("A", "<text>one</text>") FOOTER,
     "!:XML is broken at byt A=one "},
    {"entities cannot be declared",
     "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>" HEADER PAGE("A", "<text>&a;</text>") FOOTER,
     "!A:XML is broken at byt "},

    {"an empty file", "", "FAIL:is empty, expected a"},
    {"plain text", "Dear reader", "FAIL:is not a MediaWiki d"},
    {"a web page", "<!DOCTYPE html><html><body>404</body></html>", "FAIL:is a web page, not a"},
    {"other XML", "<rss><page></page></rss>", "FAIL:is not a MediaWiki d"},
    {"ZIP", "PK\x03\x04 and so on", "FAIL:is a ZIP archive, ex"},
    {"cut gzip", "\x1F\x8B\x08", "FAIL:gzip: the file ends "},
    {"no gzip after the magic", "\x1F\x8Bgarbage", "FAIL:gzip: unknown compre"},
    {"cut xz",
     "\xFD"
     "7zXZ",
     "FAIL:xz: the file ends in"},
    {"no xz after the magic",
     "\xFD"
     "7zXZgarbage and more of it",
     "FAIL:xz: this is not an x"},
    {"cut zstd", "\x28\xB5\x2F\xFD", "FAIL:zstd: the file ends "},
    {"no zstd after the magic", "\x28\xB5\x2F\xFD\xFF\xFF and more of it than a header has",
     "FAIL:zstd: Unsupported fr"},
    {"cut bzip2", "BZh9", "FAIL:bzip2: the file ends"},
    {"no bzip2 after the magic", "BZh9garbage and more of it", "FAIL:bzip2: this is not p"},
};

static char path[64];

static void write_file(const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
}

static void append(char *log, size_t capacity, const char *format, const char *a, const char *b) {
    size_t used = strlen(log);
    snprintf(log + used, capacity - used, format, a, b);
}

/* Reads the file and writes its events to `log`. */
static void read_events(char *log, size_t capacity) {
    struct dump_reader reader;
    log[0] = '\0';
    if (!dump_reader_open(&reader, path)) {
        append(log, capacity, "FAIL:%.20s%s", strchr(reader.failure.message, ' ') + 1, "");
        dump_reader_close(&reader);
        return;
    }
    while (dump_reader_next(&reader)) {
        struct page *page = &reader.page;
        text_buffer_append_byte(&page->title, '\0');
        text_buffer_append_byte(&page->newest.text, '\0');
        if (reader.damage[0])
            append(log, capacity, "!%s:%.20s ", page->title.bytes, reader.damage);
        else if (page->redirects)
            append(log, capacity, "%s> ", page->title.bytes, "");
        else
            append(log, capacity, "%s=%s ", page->title.bytes, page->newest.text.bytes);
    }
    dump_reader_close(&reader);
}

/* The message is that of libxml2, and not that everything up to the next quote is a long tag. */
static void test_missing_quote(void) {
    static const char *const begins[] = {"<text bytes=\"5>", "<text bytes=\"5 < 6\">"};
    char words[12001], xml[13000], log[64];
    memset(words, 'a', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        snprintf(xml, sizeof xml, HEADER PAGE("A", "%s%s</text>") FOOTER, begins[i], words);
        write_file(xml, strlen(xml));
        read_events(log, sizeof log);
        CHECK(strcmp(log, "!A:XML is broken at byt ") == 0, "%s: found '%s'", begins[i], log);
    }
}

static void test_cases(void) {
    char log[4096];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file(cases[i].xml, strlen(cases[i].xml));
        read_events(log, sizeof log);
        CHECK(strcmp(log, cases[i].expected) == 0, "%s: expected '%s', found '%s'", cases[i].name,
              cases[i].expected, log);
    }
}

/* The language is that of xml:lang, else it comes from the name of the database. */
static void test_language(void) {
    static const struct {
        const char *xml, *language;
    } dumps[] = {
        {"<mediawiki xml:lang=\"de\">" PAGE("A", ""), "de"},
        {"<mediawiki version=\"0.8\" xml:lang=\"en\" ><siteinfo><dbname>simplewiki</dbname>"
         "</siteinfo>" PAGE("A", ""),
         "en"},
        {HEADER PAGE("A", ""), "de"},
        {"<mediawiki><siteinfo><dbname>elwikivoyage</dbname></siteinfo>" PAGE("A", ""), "el"},
        {"<mediawiki xml:lang=>" PAGE("A", ""), ""},
        {PAGE("A", ""), ""},
    };
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
        struct dump_reader reader;
        write_file(dumps[i].xml, strlen(dumps[i].xml));
        CHECK(dump_reader_open(&reader, path) && dump_reader_next(&reader) &&
                  strcmp(site_language(dump_site(reader.dump)), dumps[i].language) == 0,
              "%s: expected '%s'", dumps[i].xml, dumps[i].language);
        dump_reader_close(&reader);
    }
}

/* The site stays as it is after the first batch, even if that batch has no page. */
static void test_site_is_fixed(void) {
    struct dump_reader reader;
    struct text_buffer xml = {0};
    char before[16];
    text_buffer_append(&xml, "<mediawiki>", 11);
    for (int i = 0; i < 5000; i++)
        text_buffer_append(&xml, "</page>", 7);
    text_buffer_append(&xml, HEADER, sizeof HEADER - 1);
    text_buffer_append(&xml, PAGE("A", "") FOOTER, sizeof PAGE("A", "") FOOTER - 1);
    write_file(xml.bytes, xml.length);
    bool good = dump_reader_open(&reader, path) && dump_reader_next(&reader);
    snprintf(before, sizeof before, "%s", good ? site_language(dump_site(reader.dump)) : "?");
    int count = 1;
    while (good && dump_reader_next(&reader))
        count++;
    CHECK(good && count == 5001 && strcmp(before, site_language(dump_site(reader.dump))) == 0,
          "%d events, '%s' and then '%s'", count, before, site_language(dump_site(reader.dump)));
    dump_reader_close(&reader);
    text_buffer_free(&xml);
}

/* Half a character at the end of the file becomes U+FFFD. */
static void check_last_character(void) {
    struct failure failure;
    struct stream *stream = stream_open(path, encoding_by_mark, NULL, &failure);
    enum stream_event event = stream_more;
    while (stream && event != stream_end && event != stream_failed) {
        event = stream_read(stream, SIZE_MAX);
        if (event == stream_wants_piece && !stream_read_piece(stream, &failure))
            break;
    }
    const struct cursor *cursor = stream ? stream_cursor(stream) : NULL;
    CHECK(event == stream_end && cursor && cursor->length > 3 &&
              memcmp(cursor->bytes + cursor->length - 3, "\xEF\xBF\xBD", 3) == 0,
          "event %d, %zu bytes", event, cursor ? cursor->length : 0);
    stream_close(stream);
}

/* In UTF-16, half a character costs only itself: the bytes after it stay aligned. */
static void test_half_a_character(void) {
    static const char xml[] =
        HEADER PAGE("A", "<text>1?2</text>") PAGE("B", "<text>two</text>") FOOTER;
    char log[4096];
    for (int big = 0; big < 2; big++) {
        struct text_buffer wide = {0};
        text_buffer_append(&wide, big ? "\xFE\xFF" : "\xFF\xFE", 2);
        for (const char *at = xml; *at; at++) {
            char unit[2] = {*at == '?' ? '\0' : *at, *at == '?' ? '\xD8' : '\0'};
            text_buffer_append_byte(&wide, unit[big]);
            text_buffer_append_byte(&wide, unit[!big]);
        }
        write_file(wide.bytes, wide.length);
        read_events(log, sizeof log);
        CHECK(strcmp(log, "A=1\xEF\xBF\xBD"
                          "2 B=two ") == 0,
              "found '%s'", log);
        text_buffer_append_byte(&wide, 0x3C);
        write_file(wide.bytes, wide.length);
        check_last_character();
        text_buffer_free(&wide);
    }
}

/* ---- Lost blocks of UTF-16 ------------------------------------------------------------------- */

enum { wide_pages = 60, wide_block = 9999 };

static struct wide {
    struct text_buffer bytes;
    bool big;
    size_t page_begin[wide_pages], page_end[wide_pages];
} wide;

static void add_unit(unsigned unit) {
    char low = (char)(unit & 255), high = (char)(unit >> 8);
    text_buffer_append_byte(&wide.bytes, wide.big ? high : low);
    text_buffer_append_byte(&wide.bytes, wide.big ? low : high);
}

static void add_narrow(const char *text) {
    for (; *text; text++)
        add_unit((unsigned char)*text);
}

/* Words of letters from `first` on, the most frequent one, with some line ends. */
static void make_wide(bool big, unsigned first, unsigned letters) {
    char tag[64];
    text_buffer_clear(&wide.bytes);
    wide.big = big;
    add_unit(0xFEFF);
    add_narrow(HEADER);
    for (int i = 0; i < wide_pages; i++) {
        wide.page_begin[i] = wide.bytes.length;
        snprintf(tag, sizeof tag, "<page><title>%d</title><revision><text>", i);
        add_narrow(tag);
        for (size_t left = random_below(2000); left > 0; left--) {
            bool end = random_below(20) == 0;
            add_unit(end ? '\n'
                         : first + (unsigned)random_below(2) * (unsigned)random_below(letters));
        }
        add_narrow("</text></revision></page>");
        wide.page_end[i] = wide.bytes.length;
        add_unit('\n');
    }
    add_narrow(FOOTER);
}

/* Which pages are missing although their bytes are there, and which were found. */
static size_t count_missing(size_t lost_begin, size_t lost_end, size_t *found) {
    struct dump_reader reader;
    bool seen[wide_pages] = {false};
    size_t missing = 0;
    *found = 0;
    bool good = dump_reader_open(&reader, path);
    while (good && dump_reader_next(&reader)) {
        text_buffer_append_byte(&reader.page.title, '\0');
        if (reader.damage[0] == '\0')
            seen[atoi(reader.page.title.bytes)] = true;
    }
    dump_reader_close(&reader);
    for (size_t i = 0; i < wide_pages; i++) {
        bool touched = wide.page_begin[i] < lost_end && lost_begin < wide.page_end[i];
        missing += !seen[i] && !touched;
        *found += seen[i];
    }
    return missing;
}

/* Each block is damaged in turn, and costs the pages in it. */
static void check_lost_blocks(const char *name) {
    static struct marks marks;
    struct text_buffer file = {0};
    put_stream(&file, 1, wide.bytes.bytes, wide.bytes.length, wide_block);
    find_marks(&marks, file.bytes, file.length);
    for (size_t i = 1; i + 1 < marks.count; i++) {
        size_t found, begin = i * wide_block;
        file.bytes[marks.bits[i] / 8 + 8] ^= 0x10;
        write_file(file.bytes, file.length);
        file.bytes[marks.bits[i] / 8 + 8] ^= 0x10;
        size_t missing = count_missing(begin, begin + wide_block, &found);
        CHECK(missing == 0 && found < wide_pages, "%s, block %zu: %zu found, %zu missing", name, i,
              found, missing);
    }
    CHECK(marks.count > 8, "%s: %zu blocks", name, marks.count);
    text_buffer_free(&file);
}

static void test_lost_blocks_of_utf16(void) {
    for (int big = 0; big < 2; big++) {
        make_wide(big, 'a', 26);
        check_lost_blocks("Latin letters");
        make_wide(big, 0x430, 32);
        check_lost_blocks("Cyrillic letters");
        make_wide(big, 0x4E00, 20000); /* the first of them ends in a zero byte */
        check_lost_blocks("Chinese letters");
    }
    text_buffer_free(&wide.bytes);
}

/* ---- A lost beginning ------------------------------------------------------------------------ */

/* Adds a page of `length` bytes that hardly compress. */
static void add_page(struct text_buffer *xml, char title, size_t length) {
    char tag[64];
    int size = snprintf(tag, sizeof tag, "<page><title>%c</title><revision><text>", title);
    text_buffer_append(xml, tag, (size_t)size);
    for (; length > 0; length--)
        text_buffer_append_byte(xml, (char)('a' + random_below(26)));
    text_buffer_append(xml, "</text></revision></page>\n", 26);
}

/* Writes the dump in blocks of 50 bytes; those from `first` to `last` are damaged. */
static void write_damaged(const struct text_buffer *xml, size_t first, size_t last) {
    static struct marks marks;
    struct text_buffer file = {0};
    put_stream(&file, 9, xml->bytes, xml->length, 50);
    find_marks(&marks, file.bytes, file.length);
    for (size_t i = first; i <= last && i + 1 < marks.count; i++)
        file.bytes[marks.bits[i] / 8 + 8] ^= 0x10;
    write_file(file.bytes, file.length);
    text_buffer_free(&file);
}

/* The titles of complete pages, "!" for damage, "FAIL" and the message for a refused file. */
static void read_titles(char *log, size_t capacity, struct failure *failure) {
    struct dump_reader reader;
    log[0] = '\0';
    if (!dump_reader_open(&reader, path))
        append(log, capacity, "FAIL%s%s", "", "");
    *failure = reader.failure;
    while (reader.dump && dump_reader_next(&reader)) {
        text_buffer_append_byte(&reader.page.title, '\0');
        append(log, capacity, "%s%s", reader.damage[0] ? "!" : "",
               reader.damage[0] ? "" : reader.page.title.bytes);
    }
    dump_reader_close(&reader);
}

static void test_lost_beginning(void) {
    static const struct {
        size_t first, last; /* blocks that are damaged */
        const char *expected;
    } files[] = {
        {0, 0, "!ABCD"}, {0, 1, "!ABCD"},   {0, 3, "!!BCD"}, /* the end of A is a second one */
        {0, 8, "!!CD"},  {0, 1000, "FAIL"},
    };
    struct text_buffer xml = {0};
    struct failure failure;
    char log[200];
    text_buffer_append(&xml, HEADER, sizeof HEADER - 1);
    text_buffer_append(&xml, "                                      ", 38); /* A begins block 2 */
    add_page(&xml, 'A', 100);
    add_page(&xml, 'B', 300);
    add_page(&xml, 'C', 20000);
    add_page(&xml, 'D', 10);
    text_buffer_append(&xml, FOOTER, sizeof FOOTER - 1);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_damaged(&xml, files[i].first, files[i].last);
        read_titles(log, sizeof log, &failure);
        CHECK(strcmp(log, files[i].expected) == 0, "blocks %zu to %zu: '%s', %s", files[i].first,
              files[i].last, log, failure.message);
    }
    write_damaged(&xml, 0, 20); /* up to the middle of C, whose beginning is gone */
    read_titles(log, sizeof log, &failure);
    CHECK(strcmp(log, "!!D") == 0, "a long page comes first: '%s', %s", log, failure.message);
    text_buffer_clear(&xml);
    for (int i = 0; i < 500; i++)
        text_buffer_append(&xml, "<row>no page</row>\n", 19);
    write_damaged(&xml, 0, 0);
    read_titles(log, sizeof log, &failure);
    CHECK(strcmp(log, "FAIL") == 0 && strstr(failure.message, "no page follows"),
          "no dump: '%s', '%s'", log, failure.message);
    text_buffer_free(&xml);
}

/* bzip2 streams made by the bzip2 command. */
static bool compress(const char *xml, const char *suffix) {
    char command[512];
    write_file(xml, strlen(xml));
    snprintf(command, sizeof command,
             "f=%s; trap 'rm -f $f.a $f.b' EXIT; "
             "bzip2 -c $f > $f.a && printf '' | bzip2 -c > $f.b && "
             "cat $f.b $f.a $f.b $f.b > $f && printf '%s' >> $f",
             path, suffix);
    return system(command) == 0;
}

/* Empty streams before and after the dump, and garbage at the end. */
static void test_bzip2(void) {
    char log[4096];
    if (!compress(HEADER PAGE("A", "<text>one</text>") FOOTER, "")) {
        test_skip("there is no bzip2 on the PATH");
        return;
    }
    read_events(log, sizeof log);
    CHECK(strcmp(log, "A=one ") == 0, "several streams: found '%s'", log);
    compress(HEADER PAGE("A", "<text>one</text>") FOOTER, "rubbish");
    read_events(log, sizeof log);
    CHECK(strcmp(log, "A=one !:bzip2: this is not p ") == 0, "rubbish: found '%s'", log);
}

/* zstd frames without content may precede the dump. */
static void test_skippable_frames(void) {
    static const char xml[] = PAGE("A", "<text>one</text>");
    enum { length = sizeof xml - 1 };
    static const char first[] = "\x2A\x4D\x18\x03\0\0\0abc";
    /* One segment, whose size follows; a block that is the last one, as it is, and its size. */
    static const char second[] = {'\x28',
                                  '\xB5',
                                  '\x2F',
                                  '\xFD',
                                  '\x20',
                                  (char)length,
                                  (char)(length << 3 | 1),
                                  (char)(length >> 5),
                                  '\0'};
    char log[4096];
    for (int i = 0; i < 16; i++) {
        struct text_buffer file = {0};
        text_buffer_append_byte(&file, (char)(0x50 + i));
        text_buffer_append(&file, first, sizeof first - 1);
        text_buffer_append(&file, second, sizeof second);
        text_buffer_append(&file, xml, length);
        write_file(file.bytes, file.length);
        text_buffer_free(&file);
        read_events(log, sizeof log);
        CHECK(strcmp(log, "A=one ") == 0, "0x%x: found '%s'", 0x50 + i, log);
    }
}

/* Every prefix of a dump can be read to its end, and gives whole pages. */
static void test_prefixes(void) {
    static const char xml[] =
        HEADER PAGE("A", "<text>one</text>") PAGE("B", "<text>two</text>") FOOTER;
    char log[4096];
    for (size_t length = 0; length < sizeof xml; length++) {
        write_file(xml, length);
        read_events(log, sizeof log);
        bool has_a = strncmp(log, "A=one ", 6) == 0, has_b = strstr(log, "B=two ") != NULL;
        const char *end_a = strstr(xml, "</page>") + 7;
        CHECK(has_a == (length >= (size_t)(end_a - xml)) && (!has_b || has_a),
              "the first %zu bytes: found '%s'", length, log);
    }
}

/* libxml2 counts bytes by int. The page is refused before it is read. */
static void test_two_gigabytes(void) {
    struct slice_parser *parser = page_parser_open(NULL, NULL);
    struct page page = {0};
    struct failure failure = {""};
    enum slice_result result =
        page_parser_read(parser, "<page>", (size_t)INT_MAX + 1, &page, &failure);
    CHECK(result == slice_damaged && strcmp(failure.message, "the page is longer than 2147483647 bytes") == 0,
          "found '%s'", failure.message);
    page_free(&page);
    slice_parser_close(parser);
}

/* The processor time in seconds that the parser takes for a page full of new names. */
static double time_of_names(struct slice_parser *parser, int turn) {
    struct text_buffer xml = {0};
    struct page page = {0};
    struct failure failure;
    char tag[40];
    text_buffer_append(&xml, "<page>", strlen("<page>"));
    for (int i = 0; i < 5000; i++) {
        snprintf(tag, sizeof tag, "<n%d-%d/>", turn, i);
        text_buffer_append(&xml, tag, strlen(tag));
    }
    text_buffer_append(&xml, "</page>", strlen("</page>"));
    clock_t begin = clock();
    CHECK(page_parser_read(parser, xml.bytes, xml.length, &page, &failure) == slice_good, "%d",
          turn);
    clock_t end = clock();
    text_buffer_free(&xml);
    page_free(&page);
    return (double)(end - begin);
}

/* libxml2 would remember all names forever, and take longer and longer. */
static void test_names(void) {
    enum { turns = 60, share = 15 };
    struct slice_parser *parser = page_parser_open(NULL, NULL);
    double first = 0, last = 0;
    for (int turn = 0; turn < turns; turn++) {
        double seconds = time_of_names(parser, turn);
        first += turn < share ? seconds : 0;
        last += turn >= turns - share ? seconds : 0;
    }
    CHECK(last < 2.5 * first, "the last pages of new names take %.1f times as long as the first",
          last / first);
    slice_parser_close(parser);
}

/* Expected counts of the dumps in ../shared, from data/MANIFEST.md. */
static const struct {
    const char *file;
    int pages, articles, damaged;
} real_dumps[] = {
    {"aawiki-2026-current.xml.bz2", 507, 1, 0},
    {"aawiki-2026-history.xml.bz2", 507, 1, 0},
    {"bgwiki-2017-utf16.xml.bz2", 3, 1, 0},
    {"elwikivoyage-2019.xml.bz2", 2040, 1310, 0},
    {"enwiki-2013-damaged.xml.bz2", 154, 60, 48},
    {"enwiki-2013-katrina.xml.bz2", 93, 40, 0},
    {"enwiki-2013-near-duplicate-articles.xml.bz2", 36, 36, 0},
    {"enwiki-2016-sample.xml.bz2", 206, 106, 0},
    {"enwiki-tables.xml.bz2", 5, 5, 0},
    {"jawiki-2022-truncated.xml.bz2", 262, 204, 1},
    {"ltgwiki-2017-complete.xml.bz2", 2004, 903, 0},
    {"multistream/pages-articles-p2566p2583.multistream.xml.bz2", 17, 16, 0},
    {"multistream/pages-articles-p2566p2583.multistream-noheader.xml.bz2", 17, 16, 0},
    {"multistream/pages-articles-p2566p2583.multistream-nofooter.xml.bz2", 17, 16, 1},
};

static void count_real_dump(const char *file, int *pages, int *articles, int *damaged) {
    struct dump_reader reader;
    *pages = *articles = *damaged = 0;
    bool good = dump_reader_open(&reader, file);
    while (good && dump_reader_next(&reader)) {
        bool whole = reader.damage[0] == '\0';
        *pages += whole;
        *articles += whole && reader.page.namespace_number == 0 && !reader.page.redirects;
        *damaged += !whole;
    }
    dump_reader_close(&reader);
}

static void test_real_dumps(void) {
    char file[1024];
    if (access(shared_path("dumps"), R_OK) != 0) {
        test_skip("loader/test_dump: the real dumps are not here");
        return;
    }
    for (size_t i = 0; i < sizeof real_dumps / sizeof *real_dumps; i++) {
        int pages, articles, damaged;
        snprintf(file, sizeof file, "dumps/%s", real_dumps[i].file);
        count_real_dump(shared_path(file), &pages, &articles, &damaged);
        CHECK(pages == real_dumps[i].pages && articles == real_dumps[i].articles &&
                  damaged == real_dumps[i].damaged,
              "%s: expected %d pages, %d articles, %d damaged, found %d, %d, %d",
              real_dumps[i].file, real_dumps[i].pages, real_dumps[i].articles,
              real_dumps[i].damaged, pages, articles, damaged);
    }
}

int main(void) {
    if (!make_temporary_file(path, sizeof path))
        return 1;
    test_cases();
    test_missing_quote();
    test_language();
    test_site_is_fixed();
    test_half_a_character();
    test_lost_blocks_of_utf16();
    test_lost_beginning();
    test_bzip2();
    test_skippable_frames();
    test_prefixes();
    test_two_gigabytes();
    test_names();
    test_real_dumps();
    unlink(path);
    return test_end("loader/test_dump");
}
