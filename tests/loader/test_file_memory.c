/*
 * test_file_memory.c - files of several formats, read to their rows while each allocation fails in
 * turn. Either a failure is reported or nothing is missing. Nothing leaks, which a sanitizer
 * checks.
 */
#include "bzip2_files.h"
#include "failing_malloc.h"
#include "packing.h"
#include "page_reader.h"
#include "temporary_file.h"
#include "test.h"

#include <unistd.h>

static char path[temporary_path];

/* Totals by which two readings are compared. */
struct tally {
    size_t pages, revisions, sentences, damaged, bytes;
};

static void count_rows(struct tally *tally, const struct rows *rows) {
    tally->pages += rows->page_count;
    tally->revisions += rows->revision_count;
    tally->sentences += rows->sentence_count;
    tally->bytes += rows->text.length;
    for (size_t i = 0; i < rows->page_count; i++)
        tally->damaged += rows->pages[i].damaged;
}

/* Reads the file from its beginning, or from `place` on. */
static bool read_rows(const char *format, const struct resume_place *place, struct tally *tally,
                      struct failure *failure) {
    struct options options = {.format = format_find(format),
                              .namespace_count = 1,
                              .history = strcmp(format, "mediawiki") == 0,
                              .threads = 1};
    struct page_reader *reader = NULL;
    struct batch batch = {0};
    struct rows rows = {0};
    enum cut_state state;
    columns_default(&options.columns);
    *tally = (struct tally){0};
    struct source_file *file = source_file_open(path, &options, failure);
    bool good = file && (!place || file->reader->kind->resume(file->reader, place, failure));
    while (good && (state = reader_next_batch(file->reader, &batch, failure)) != cut_end) {
        struct batch_progress progress = {0};
        good = state == cut_batch && (reader || (reader = page_reader_open(file, failure)));
        while (good && progress.next < batch.count) {
            good = page_reader_read(reader, &batch, &progress, &rows, failure);
            if (good)
                count_rows(tally, &rows);
        }
    }
    page_reader_close(reader);
    batch_free(&batch);
    rows_free(&rows);
    source_file_close(file);
    return good;
}

/* Fails the n-th allocation, for each n; only this one (`once`) or all from then on. */
static void fail_each(const char *name, const char *format, const struct resume_place *place,
                      const struct tally *whole, bool once) {
    struct tally tally;
    struct failure failure;
    size_t allocations = 0;
    for (bool failed = true; failed && allocations < 5000; allocations++) {
        failure.message[0] = '\0';
        allocation_failed = false;
        allocations_fail_once = once;
        allocations_left = allocations;
        bool good = read_rows(format, place, &tally, &failure);
        failed = allocation_failed;
        allocations_left = (size_t)-1;
        CHECK(good || (failed && strstr(failure.message, "out of memory")),
              "%s, %zu allocations: '%s'", name, allocations, failure.message);
        CHECK(!good || memcmp(&tally, whole, sizeof tally) == 0,
              "%s, %zu allocations: %zu pages, %zu sentences, %zu damaged", name, allocations,
              tally.pages, tally.sentences, tally.damaged);
    }
    CHECK(allocations > 20 && allocations < 5000, "%s: %zu allocations", name, allocations);
    test_figure(allocations, "failed allocations in files that are read");
}

/* Writes the file and frees it. */
static void test_file(const char *name, const char *format, struct text_buffer *file,
                      const struct resume_place *place, size_t pages) {
    struct tally whole;
    struct failure failure = {0};
    put_file(path, file->bytes, file->length);
    text_buffer_free(file);
    CHECK(read_rows(format, place, &whole, &failure) && whole.pages == pages, "%s: %zu pages, '%s'",
          name, whole.pages, failure.message);
    fail_each(name, format, place, &whole, false);
    fail_each(name, format, place, &whole, true);
}

static void add(struct text_buffer *file, const char *text) {
    text_buffer_append(file, text, strlen(text));
}

static void test_dumps(void) {
    static struct marks marks;
    struct text_buffer xml = {0}, plain = {0}, wide = {0}, packed = {0}, again = {0};
    add(&xml, "<mediawiki xml:lang=\"en\"><siteinfo><dbname>enwiki</dbname><namespaces>"
              "<namespace key=\"14\">Category</namespace></namespaces></siteinfo>\n");
    for (int i = 0; i < 4; i++)
        add(&xml, "<page><title>A &amp; B</title><ns>0</ns><id>7</id>"
                  "<revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp>"
                  "<contributor><username>U</username></contributor>"
                  "<text>One sentence. And ''another'' one, with a [[link]].\n\n== More ==\n"
                  "* A list\n* of two.</text></revision>"
                  "<revision><id>2</id><text>Short.</text></revision></page>\n");
    add(&xml, "<page><title>Broken</title><revision></page>\n</mediawiki>\n");
    text_buffer_append(&plain, xml.bytes, xml.length);
    test_file("plain", "mediawiki", &plain, NULL, 5);
    text_buffer_append(&wide, "\xFF\xFE", 2);
    for (size_t i = 0; i < xml.length; i++)
        text_buffer_append(&wide, (char[]){xml.bytes[i], 0}, 2);
    test_file("UTF-16", "mediawiki", &wide, NULL, 5);
    /* Blocks of 300 bytes, one of them damaged; resumed at the last one. */
    put_stream(&packed, 9, xml.bytes, xml.length, 300);
    find_marks(&marks, packed.bytes, packed.length);
    packed.bytes[marks.bits[3] / 8 + 8] ^= 1;
    text_buffer_append(&again, packed.bytes, packed.length);
    test_file("bzip2", "mediawiki", &packed, NULL, 5);
    struct resume_place place = {.byte_offset = (int64_t)xml.length - 400,
                                 .bit_offset = (int64_t)xml.length - 400,
                                 .file_bit = (int64_t)marks.bits[marks.count - 3],
                                 .checksum = -1};
    test_file("bzip2, resumed", "mediawiki", &again, &place, 3);
    text_buffer_free(&xml);
}

static void test_records(void) {
    struct text_buffer table = {0}, objects = {0};
    add(&table, "id,text,title\n1,\"a\n\nb\",t\n2\n3,c\n");
    add(&objects, "{\"text\":\"a \\u0000\",\"id\":1}\n[]\n{\"text\":\"b\"}\n");
    test_file("CSV", "csv", &table, NULL, 3);
    test_file("JSON lines", "jsonl", &objects, NULL, 3);
}

/* Pages in a gzip member each, one of them damaged, and one whose body is packed by itself. */
static void test_archive(void) {
    struct text_buffer file = {0}, body = {0}, record = {0};
    char head[400];
    for (int i = 0; i < 5; i++) {
        text_buffer_clear(&record);
        add(&record,
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: a\r\n"
            "Content-Length: 32\r\n\r\n<p>A text of the page with words\r\n\r\n");
        size_t begin = file.length;
        pack_gzip(&file, record.bytes, record.length);
        if (i == 2)
            file.bytes[begin + 20] ^= 0x55;
    }
    pack_gzip(&body, "text\n\nin latin \xE9\n", 16);
    text_buffer_clear(&record);
    snprintf(head, sizeof head,
             "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://www.a.b/\r\n"
             "Content-Length: %zu\r\n\r\nHTTP/1.1 200 OK\r\n"
             "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Encoding: gzip\r\n\r\n",
             body.length + 90);
    add(&record, head);
    text_buffer_append(&record, body.bytes, body.length);
    pack_gzip(&file, record.bytes, record.length);
    test_file("a web archive", "warc", &file, NULL, 6);
    text_buffer_free(&body);
    text_buffer_free(&record);
}

int main(void) {
    REQUIRE(make_temporary_file(path));
    if (__real_malloc) {
        test_dumps();
        test_records();
        test_archive();
    } else {
        test_skip("loader/test_file_memory: this linker wraps no functions");
    }
    unlink(path);
    return test_end("loader/test_file_memory");
}
