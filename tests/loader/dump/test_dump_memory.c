/*
 * test_dump_memory.c - a dump read to its end while each allocation fails in turn. Either a failure
 * is reported or nothing is missing. Nothing leaks, which a sanitizer checks.
 */
#include "bzip2_files.h"
#include "dump/dump.h"
#include "failing_malloc.h"
#include "page_reader.h"
#include "temporary_file.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

static char path[64];

/* Totals by which two readings are compared. */
struct tally {
    size_t pages, revisions, sentences, damaged, bytes;
};

/* Reads a batch, and pieces for it as needed. */
static enum cut_state next_batch(struct reader *dump, struct bzip2_unpacker *unpacker,
                                 struct piece *piece, struct batch *batch,
                                 struct failure *failure) {
    enum cut_state state;
    batch_clear(batch);
    while ((state = reader_cut(dump, batch, failure)) == cut_wants_piece) {
        enum input_state input = input_next(stream_input(dump->stream), piece, failure);
        if (input == input_failed)
            return cut_failed;
        if (input == input_end)
            stream_add_end(dump->stream);
        else if (bzip2_unpack(unpacker, piece, 1 << 20))
            stream_add(dump->stream, piece);
        else
            return fail_memory(failure) ? cut_end : cut_failed;
    }
    return state;
}

static void count_rows(struct tally *tally, const struct rows *rows) {
    tally->pages += rows->page_count;
    tally->revisions += rows->revision_count;
    tally->sentences += rows->sentence_count;
    tally->bytes += rows->text.length;
    for (size_t i = 0; i < rows->page_count; i++)
        tally->damaged += rows->pages[i].damaged;
}

/* Reads all pages; false with `failure` filled in. */
static bool read_pages(struct reader *dump, struct bzip2_unpacker *unpacker,
                       struct page_reader *reader, struct tally *tally, struct failure *failure) {
    struct piece piece = {0};
    struct batch batch = {0};
    struct rows rows = {0};
    enum cut_state state;
    bool good = true;
    while (good && (state = next_batch(dump, unpacker, &piece, &batch, failure)) != cut_end) {
        struct batch_progress progress = {0};
        good = state == cut_batch;
        while (good && progress.next < batch.count) {
            good = page_reader_read(reader, &batch, &progress, &rows, failure);
            if (good)
                count_rows(tally, &rows);
        }
    }
    piece_free(&piece);
    batch_free(&batch);
    rows_free(&rows);
    return good;
}

/* Reads the file from its beginning, or from `place` on. */
static bool read_dump(const struct resume_place *place, struct tally *tally,
                      struct failure *failure) {
    const struct options options = {
        .format = format_find("mediawiki"), .namespace_count = 1, .history = true, .threads = 1};
    struct page_reader *reader = NULL;
    struct reader *dump =
        dump_open(stream_open(path, encoding_by_declaration, NULL, failure), failure);
    struct bzip2_unpacker *unpacker = bzip2_unpacker_open();
    *tally = (struct tally){0};
    bool good = dump != NULL;
    if (good && !unpacker)
        good = fail_memory(failure);
    if (good && place)
        good = reader_resume(dump, place, failure);
    if (good) {
        const struct source_file file = {
            .reader = dump, .site = dump_site(dump), .options = options};
        reader = page_reader_open(&file, failure);
        good = reader && read_pages(dump, unpacker, reader, tally, failure);
    }
    page_reader_close(reader);
    bzip2_unpacker_close(unpacker);
    reader_close(dump);
    return good;
}

/* ---- The dumps ------------------------------------------------------------------------------- */

static void add_text(struct text_buffer *xml, const char *text) {
    text_buffer_append(xml, text, strlen(text));
}

static void make_xml(struct text_buffer *xml) {
    add_text(xml, "<mediawiki xml:lang=\"en\"><siteinfo><dbname>enwiki</dbname><namespaces>"
                  "<namespace key=\"14\">Category</namespace></namespaces></siteinfo>\n");
    for (int i = 0; i < 4; i++)
        add_text(xml, "<page><title>A &amp; B</title><ns>0</ns><id>7</id>"
                      "<revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp>"
                      "<contributor><username>U</username></contributor>"
                      "<text>One sentence. And ''another'' one, with a [[link]].\n\n== More ==\n"
                      "* A list\n* of two.</text></revision>"
                      "<revision><id>2</id><text>Short.</text></revision></page>\n");
    add_text(xml, "<page><title>Broken</title><revision></page>\n</mediawiki>\n");
}

static void write_bytes(const struct text_buffer *file) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(file->bytes, 1, file->length, out) != file->length || fclose(out) != 0)
        abort();
}

/* Writes blocks of 300 bytes, one of them damaged. Returns where the last block begins. */
static size_t write_bzip2(const struct text_buffer *xml) {
    static struct marks marks;
    struct text_buffer file = {0};
    put_stream(&file, 9, xml->bytes, xml->length, 300);
    find_marks(&marks, file.bytes, file.length);
    file.bytes[marks.bits[3] / 8 + 8] ^= 1;
    write_bytes(&file);
    text_buffer_free(&file);
    return marks.bits[marks.count - 3];
}

static void write_utf16(const struct text_buffer *xml) {
    struct text_buffer wide = {0};
    text_buffer_append(&wide, "\xFF\xFE", 2);
    for (size_t i = 0; i < xml->length; i++) {
        text_buffer_append_byte(&wide, xml->bytes[i]);
        text_buffer_append_byte(&wide, 0);
    }
    write_bytes(&wide);
    text_buffer_free(&wide);
}

/* ---- The tests ------------------------------------------------------------------------------- */

/* Fails the n-th allocation, for each n; only this one (`once`) or all from then on. */
static void fail_each(const char *name, const struct resume_place *place, const struct tally *whole,
                      bool once) {
    struct tally tally;
    struct failure failure;
    size_t allocations = 0;
    for (bool failed = true; failed && allocations < 5000; allocations++) {
        failure.message[0] = '\0';
        allocation_failed = false;
        allocations_fail_once = once;
        allocations_left = allocations;
        bool good = read_dump(place, &tally, &failure);
        failed = allocation_failed;
        allocations_left = (size_t)-1;
        CHECK(good || (failed && strstr(failure.message, "out of memory")),
              "%s, %zu allocations: '%s'", name, allocations, failure.message);
        CHECK(!good || memcmp(&tally, whole, sizeof tally) == 0,
              "%s, %zu allocations: %zu pages, %zu sentences, %zu damaged", name, allocations,
              tally.pages, tally.sentences, tally.damaged);
    }
    CHECK(allocations > 50 && allocations < 5000, "%s: %zu allocations", name, allocations);
}

static void test_file(const char *name, const struct resume_place *place, size_t pages) {
    struct tally whole;
    struct failure failure = {""};
    CHECK(read_dump(place, &whole, &failure) && whole.pages == pages, "%s: %zu pages, '%s'", name,
          whole.pages, failure.message);
    fail_each(name, place, &whole, false);
    fail_each(name, place, &whole, true);
}

int main(void) {
    struct text_buffer xml = {0};
    if (!make_temporary_file(path, sizeof path))
        return 1;
    if (!__real_malloc) {
        test_skip("loader/test_dump_memory: this linker wraps no functions");
        unlink(path);
        return test_end("loader/test_dump_memory");
    }
    make_xml(&xml);
    write_bytes(&xml);
    test_file("plain", NULL, 5);
    write_utf16(&xml);
    test_file("UTF-16", NULL, 5);
    struct resume_place place = {.file_bit = (int64_t)write_bzip2(&xml), .checksum = -1};
    test_file("bzip2", NULL, 5);
    place.byte_offset = place.bit_offset = (int64_t)xml.length - 400;
    test_file("bzip2, resumed", &place, 3);
    unlink(path);
    text_buffer_free(&xml);
    return test_end("loader/test_dump_memory");
}
