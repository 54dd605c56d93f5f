/*
 * test_resume.c - dumps resumed after every batch, in every kind of file: exactly the rest comes.
 * And dumps read in parts, which are resumed, too: together they are the dump.
 */
#include "bzip2_files.h"
#include "core/random_input.h"
#include "read_dump.h"
#include "temporary_file.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

static char path[64];

static void write_file(const struct text_buffer *file) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(file->bytes, 1, file->length, out) != file->length || fclose(out) != 0)
        abort();
}

/* ---- A dump ---------------------------------------------------------------------------------- */

static struct text_buffer xml;

static void add_xml(const char *text) {
    text_buffer_append(&xml, text, strlen(text));
}

/* Pages of all sizes, one of them with enough revisions to come in slices. */
static void add_page(int number, int revisions, size_t size) {
    char tag[200];
    snprintf(tag, sizeof tag, "<page><title>Page %d</title><ns>0</ns><id>%d</id>", number, number);
    add_xml(tag);
    for (int i = 0; i < revisions; i++) {
        snprintf(tag, sizeof tag,
                 "<revision><id>%d</id><timestamp>2020-01-01T00:00:%02dZ</timestamp><text>", i + 1,
                 i);
        add_xml(tag);
        for (size_t done = 0; done < size; done++)
            text_buffer_append_byte(&xml, (char)('a' + random_below(8)));
        add_xml("</text></revision>");
    }
    add_xml("</page>\n");
}

static void make_dump(void) {
    text_buffer_clear(&xml);
    add_xml("<mediawiki xml:lang=\"de\"><siteinfo><dbname>dewiki</dbname></siteinfo>\n");
    for (int i = 0; i < 45; i++) {
        add_page(i, 1, random_below(i % 3 ? 3000 : 230000));
        if (i == 20)
            add_page(100, 9, 250000);
        if (i == 10) /* damage between pages, and in one */
            add_xml("</page><page><title>Broken</title><revision>");
    }
    add_xml("</mediawiki>\n");
}

/* ---- Kinds of files -------------------------------------------------------------------------- */

static void make_plain(struct text_buffer *file) {
    text_buffer_append(file, xml.bytes, xml.length);
}

static void make_marked(struct text_buffer *file) {
    text_buffer_append(file, "\xEF\xBB\xBF", 3);
    make_plain(file);
}

static void make_utf16(struct text_buffer *file) {
    text_buffer_append(file, "\xFF\xFE", 2);
    for (size_t i = 0; i < xml.length; i++) {
        text_buffer_append_byte(file, xml.bytes[i]);
        text_buffer_append_byte(file, 0);
    }
}

static void make_gzip(struct text_buffer *file) {
    uLongf length = compressBound(xml.length) + 32;
    z_stream stream = {0};
    if (!text_buffer_reserve(file, length) ||
        deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    stream.next_in = (Bytef *)xml.bytes;
    stream.avail_in = (unsigned)xml.length;
    stream.next_out = (Bytef *)file->bytes;
    stream.avail_out = (unsigned)length;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        abort();
    file->length = length - stream.avail_out;
    deflateEnd(&stream);
}

static void make_bzip2(struct text_buffer *file) {
    put_stream(file, 1, xml.bytes, xml.length, 0);
}

/* Like multistream dumps, with some empty streams. */
static void make_streams(struct text_buffer *file) {
    for (size_t done = 0, some; done < xml.length; done += some) {
        some = done == 0 ? 100 : 1 + random_below(300000);
        some = some < xml.length - done ? some : xml.length - done;
        put_stream(file, 9, xml.bytes + done, some, 70000);
        if (random_below(4) == 0)
            put_stream(file, 9, xml.bytes, 0, 0);
    }
}

/* Some streams end with a wrong checksum. */
static void make_wrong_streams(struct text_buffer *file) {
    static struct marks marks;
    int streams = 0;
    make_streams(file);
    find_marks(&marks, file->bytes, file->length);
    for (size_t i = 0; i < marks.count; i++)
        if (marks.ends[i] && streams++ % 7 == 3)
            file->bytes[marks.bits[i] / 8 + 8] ^= 0x10;
}

static void make_wrong_stream(struct text_buffer *file) {
    make_bzip2(file);
    file->bytes[file->length - 3] ^= 0x10;
}

/* Only blocks. */
static void make_damaged(struct text_buffer *file) {
    static struct marks marks;
    make_streams(file);
    find_marks(&marks, file->bytes, file->length);
    for (size_t i = 3; i < marks.count; i += 40)
        file->bytes[marks.bits[i - marks.ends[i]] / 8 + 8] ^= 0x10;
}

/* The beginning of the file is lost; the dump follows it. */
static void make_headless(struct text_buffer *file) {
    put_stream(file, 9, "<!-- lost -->\n", 14, 0);
    file->bytes[12] ^= 0x10;
    make_streams(file);
}

static void make_marked_bzip2(struct text_buffer *file) {
    struct text_buffer marked = {0};
    make_marked(&marked);
    put_stream(file, 1, marked.bytes, marked.length, 0);
    text_buffer_free(&marked);
}

/* UTF-8 under other names needs no conversion. */
static void make_named_bzip2(struct text_buffer *file) {
    static const char declaration[] = "<?xml version=\"1.0\" encoding=\"Utf8\"?>\n";
    struct text_buffer named = {0};
    text_buffer_append(&named, declaration, sizeof declaration - 1);
    make_plain(&named);
    put_stream(file, 1, named.bytes, named.length, 0);
    text_buffer_free(&named);
}

static void make_utf16_bzip2(struct text_buffer *file) {
    struct text_buffer wide = {0};
    make_utf16(&wide);
    put_stream(file, 2, wide.bytes, wide.length, 0);
    text_buffer_free(&wide);
}

/* ---- What is read ---------------------------------------------------------------------------- */

enum { events_max = 400, places_max = 100 };

struct event {
    char title[16];
    size_t length;
    uint64_t revisions;
    int64_t offset;
    bool damaged, continues;
};

static struct reading {
    struct event events[events_max];
    size_t count;
    int64_t length;                         /* of the text, or of a part's */
    struct resume_place places[places_max]; /* where the dump can be resumed */
    size_t event_at[places_max];            /* and the events before that */
    size_t place_count;
} whole, rest, part_of_it;

static void note_event(struct reading *reading, const struct dump_reader *reader) {
    struct event *event = &reading->events[reading->count++];
    memset(event, 0, sizeof *event);
    snprintf(event->title, sizeof event->title, "%.*s", (int)reader->page.title.length,
             reader->page.title.length ? reader->page.title.bytes : "");
    event->length = reader->page.newest.text.length;
    event->revisions = reader->page.revisions;
    event->offset = reader->slice.byte_offset;
    event->damaged = reader->damage[0] != '\0';
    event->continues = reader->slice.continues;
    if (reading->count == events_max)
        abort();
}

/* Reads to the end. */
static void read_on(struct dump_reader *reader, struct reading *reading) {
    reading->count = reading->place_count = 0;
    while (dump_reader_next(reader)) {
        note_event(reading, reader);
        bool last = reader->next == reader->batch.count;
        if (!last || !reader->batch.resumable)
            continue;
        reading->event_at[reading->place_count] = reading->count;
        reading->places[reading->place_count++] = reader->batch.place;
    }
    reading->length = stream_part_length(reader->dump->stream);
}

/* From each place, the events are those that followed it. */
static void check_place(const char *name, size_t i) {
    struct dump_reader reader;
    bool good = dump_reader_open(&reader, path) &&
                reader_resume(reader.dump, &whole.places[i], &reader.failure);
    CHECK(good, "%s, place %zu: '%s'", name, i, reader.failure.message);
    if (good)
        read_on(&reader, &rest);
    size_t first = whole.event_at[i], left = whole.count - first;
    CHECK(good && rest.count == left &&
              memcmp(rest.events, whole.events + first, left * sizeof *rest.events) == 0,
          "%s, place %zu at byte %lld: %zu events of %zu, the first is '%s' and not '%s'", name, i,
          (long long)whole.places[i].byte_offset, rest.count, left, rest.events[0].title,
          whole.events[first].title);
    CHECK(strcmp(site_language(dump_site(reader.dump)), "de") == 0, "%s: the site is known", name);
    dump_reader_close(&reader);
}

/* Opens a part of the dump; resumes at the place unless it is NULL. */
static bool open_part(struct dump_reader *reader, int part, int parts,
                      const struct resume_place *place) {
    if (!dump_reader_open(reader, path))
        return false;
    stream_set_part(reader->dump->stream, part, parts);
    return place      ? reader_resume(reader->dump, place, &reader->failure)
           : part > 1 ? reader->dump->kind->begin_part(reader->dump, &reader->failure)
                      : true;
}

/* From its places, the events of a part are those that followed; its length is the same. */
static void check_place_in_part(const char *name, int part, int parts, size_t i) {
    struct dump_reader reader;
    size_t first = part_of_it.event_at[i], left = part_of_it.count - first;
    bool good = open_part(&reader, part, parts, &part_of_it.places[i]);
    if (good)
        read_on(&reader, &rest);
    CHECK(good && rest.count == left &&
              memcmp(rest.events, part_of_it.events + first, left * sizeof *rest.events) == 0 &&
              rest.length == part_of_it.length,
          "%s, part %d of %d, place %zu: %zu events of %zu, %lld bytes of %lld: '%s'", name, part,
          parts, i, rest.count, left, (long long)rest.length, (long long)part_of_it.length,
          reader.failure.message);
    dump_reader_close(&reader);
}

/*
 * Each part gives its events, with offsets of its own; all parts give those of the whole dump, but
 * for the last `missing` ones.
 */
static void check_parts(const char *name, int parts, size_t missing) {
    int64_t offset = 0;
    size_t count = 0;
    for (int part = 1; part <= parts; part++) {
        struct dump_reader reader;
        bool good = open_part(&reader, part, parts, NULL);
        if (good)
            read_on(&reader, &part_of_it);
        dump_reader_close(&reader);
        CHECK(good, "%s, part %d of %d: '%s'", name, part, parts, reader.failure.message);
        for (size_t i = 0; i < part_of_it.count; i++, count++) {
            struct event event = part_of_it.events[i];
            event.offset += offset;
            CHECK(count < whole.count && memcmp(&event, &whole.events[count], sizeof event) == 0,
                  "%s, part %d of %d: event %zu of %zu is '%s' at %lld", name, part, parts, count,
                  whole.count, event.title, (long long)event.offset);
        }
        for (size_t i = 0; parts == 3 && i < part_of_it.place_count; i += test_is_long() ? 3 : 9)
            check_place_in_part(name, part, parts, i);
        offset += part_of_it.length;
    }
    CHECK(count + missing == whole.count && offset == whole.length,
          "%s, %d parts: %zu events, %lld bytes", name, parts, count, (long long)offset);
}

static bool divides(void) {
    struct dump_reader reader;
    bool good = dump_reader_open(&reader, path) && !stream_undivided(reader.dump->stream);
    dump_reader_close(&reader);
    return good;
}

static void check_file(const char *name, void (*make)(struct text_buffer *file), size_t damaged,
                       bool at_blocks) {
    struct dump_reader reader;
    struct text_buffer file = {0};
    size_t found = 0, in_file = 0;
    make(&file);
    write_file(&file);
    text_buffer_free(&file);
    if (!dump_reader_open(&reader, path))
        abort();
    read_on(&reader, &whole);
    dump_reader_close(&reader);
    for (size_t i = 0; i < whole.count; i++)
        found += whole.events[i].damaged;
    for (size_t i = 0; i < whole.place_count;
         i += (at_blocks ? 1u : 3u) * (test_is_long() ? 1u : 3u)) {
        bool between = !whole.events[whole.event_at[i] - 1].continues;
        CHECK(between, "%s: a dump is never resumed inside a page", name);
        in_file += whole.places[i].file_bit > 0;
        check_place(name, i);
    }
    /* No part has all blocks of the only stream, whose checksum is wrong. */
    static const int parts[] = {3, 20};
    bool good = divides();
    for (size_t i = 0; good && i < sizeof parts / sizeof *parts; i++)
        check_parts(name, parts[i], make == make_wrong_stream);
    CHECK(good == (at_blocks || make == make_plain || make == make_marked), "%s: divides", name);
    CHECK(whole.place_count > 2, "%s: %zu places", name, whole.place_count);
    CHECK(damaged ? found == damaged : found > 4, "%s: %zu damaged places", name, found);
    CHECK(at_blocks ? in_file > (test_is_long() ? 1u : 0u) : in_file == 0,
          "%s: %zu places at a block", name, in_file);
}

/* A place in another file: what comes may be wrong, but it ends. */
static void test_wrong_places(void) {
    struct text_buffer file = {0};
    make_streams(&file);
    write_file(&file);
    for (int i = 0; i < 12; i++) {
        struct dump_reader reader;
        struct resume_place place = {.byte_offset = (int64_t)random_below(xml.length * 2),
                                     .file_bit = (int64_t)random_below(file.length * 10)};
        place.bit_offset = place.byte_offset - (int64_t)random_below((size_t)place.byte_offset + 1);
        dump_reader_open(&reader, path);
        if (reader_resume(reader.dump, &place, &reader.failure))
            read_on(&reader, &rest);
        CHECK(rest.count < events_max, "place %d", i);
        dump_reader_close(&reader);
    }
    text_buffer_free(&file);
}

int main(void) {
    if (!make_temporary_file(path, sizeof path))
        return 1;
    random_state = 15;
    make_dump();
    check_file("plain", make_plain, 2, false);
    check_file("with a byte-order mark", make_marked, 2, false);
    check_file("UTF-16", make_utf16, 2, false);
    check_file("gzip", make_gzip, 2, false);
    check_file("bzip2", make_bzip2, 2, true);
    check_file("bzip2, with a byte-order mark", make_marked_bzip2, 2, true);
    check_file("bzip2, named Utf8", make_named_bzip2, 2, true);
    check_file("bzip2, UTF-16", make_utf16_bzip2, 2, false);
    check_file("bzip2, many streams", make_streams, 2, true);
    check_file("bzip2, damaged", make_damaged, 0, true);
    check_file("bzip2, a wrong checksum", make_wrong_stream, 3, true);
    check_file("bzip2, wrong checksums", make_wrong_streams, 0, true);
    check_file("bzip2, its beginning lost", make_headless, 3, true);
    test_wrong_places();
    unlink(path);
    text_buffer_free(&xml);
    return test_end("loader/test_resume");
}
