/*
 * test_slices.c - pages with enough revisions to be read in several slices, all the way into a
 * database: which revision is the newest, and what damage in one of the slices costs.
 */
#include "base/interrupt.h"
#include "bzip2_files.h"
#include "load.h"
#include "read_dump.h"
#include "store/store.h"
#include "temporary_file.h"
#include "test.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static char path[64], database[80];

/* ---- Dumps ----------------------------------------------------------------------------------- */

static struct text_buffer xml;

static void add_xml(const char *text) {
    text_buffer_append(&xml, text, strlen(text));
}

/* A letter of three bytes, so that the parser also sees parts of it. */
static const char *filling = "\xE6\xBC\xA2";

/* Filler that makes a text long. */
static void add_comment(size_t size) {
    char letters[3000];
    for (size_t i = 0; i < sizeof letters; i++)
        letters[i] = filling[i % 3];
    add_xml("&lt;!--");
    for (size_t done = 0; done < size; done += sizeof letters)
        text_buffer_append(&xml, letters, sizeof letters);
    add_xml("--&gt;");
}

static void add_revision(int id, int second, size_t size) {
    char text[200];
    snprintf(text, sizeof text,
             "<revision><id>%d</id><timestamp>2020-01-01T00:00:%02dZ</timestamp>"
             "<contributor><username>U%d</username></contributor><text>Number %d says this.\n",
             id, second, id, id);
    add_xml(text);
    add_comment(size);
    add_xml("</text></revision>\n");
}

enum { big_revisions = 20, big_size = 200000 }; /* four slices */

/* The page called Big, whose revision number `newest` is its newest. */
static void add_big_page(int newest) {
    add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
    for (int i = 1; i <= big_revisions; i++)
        add_revision(i, i == newest ? 59 : i, big_size);
    add_xml("</page>\n");
}

static void add_small_page(void) {
    add_xml("<page><title>Small</title><ns>0</ns><id>6</id>");
    add_revision(90, 1, 10);
    add_xml("</page>\n");
}

static void begin_dump(void) {
    text_buffer_clear(&xml);
    add_xml("<mediawiki xml:lang=\"en\"><siteinfo><dbname>enwiki</dbname></siteinfo>\n");
}

static void end_dump(void) {
    add_small_page();
    add_xml("</mediawiki>\n");
}

static void make_dump(int newest) {
    begin_dump();
    add_big_page(newest);
    end_dump();
}

static void write_bytes(const char *bytes, size_t length) {
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, length, out) != length || fclose(out) != 0)
        abort();
}

static void write_dump(void) {
    write_bytes(xml.bytes, xml.length);
}

/* Where that revision of the page begins. */
static char *find_revision(int id) {
    char tag[64];
    snprintf(tag, sizeof tag, "<revision><id>%d</id>", id);
    text_buffer_append_byte(&xml, '\0');
    xml.length--;
    char *found = strstr(xml.bytes, tag);
    return found ? found : (abort(), NULL);
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool is_title(const struct dump_reader *reader, const char *title) {
    const struct text_buffer *found = &reader->page.title;
    return found->length == strlen(title) && memcmp(found->bytes, title, found->length) == 0;
}

/* Each slice is a complete page, and together they have every revision once. */
static void test_slices(void) {
    struct dump_reader reader;
    uint64_t revisions = 0;
    int slices = 0;
    bool good = true;
    make_dump(1);
    write_dump();
    CHECK(dump_reader_open(&reader, path), "%s", reader.failure.message);
    do {
        good = good && dump_reader_next(&reader) && reader.damage[0] == '\0' &&
               is_title(&reader, "Big") && reader.page.id == 5 && reader.slice.length < 2 << 20;
        good = good && (reader.next < reader.batch.count || !reader.slice.continues ||
                        !reader.batch.resumable);
        revisions += reader.page.revisions;
        slices++;
    } while (good && reader.slice.continues);
    CHECK(good && slices == 4, "%d slices, '%s'", slices, reader.damage);
    CHECK(revisions == big_revisions, "%llu revisions", (unsigned long long)revisions);
    CHECK(dump_reader_next(&reader) && is_title(&reader, "Small") && !reader.damage[0] &&
              !reader.slice.continues && reader.page.revisions == 1,
          "the next page: '%s'", reader.damage);
    CHECK(!dump_reader_next(&reader), "and no more");
    dump_reader_close(&reader);
}

/* ---- In a database --------------------------------------------------------------------------- */

/* Loads the file into a new database; returns what load_file() returns. */
static enum load_result load(bool history, int threads) {
    struct failure failure = {""};
    struct options options = {.format = format_find("mediawiki"),
                              .namespace_count = 1,
                              .history = history,
                              .threads = threads,
                              .quiet = true};
    unlink(database);
    struct store *store = store_open(database, &failure);
    struct source_file *file = source_file_open(path, &options, &failure);
    enum load_result result = load_failed;
    if (store && file)
        result = load_file(store, path, file, &failure);
    CHECK(result != load_failed, "%s", failure.message);
    store_close(store);
    return result;
}

/* The only row of a query, its columns joined by '|'. */
static const char *ask(const char *query) {
    static char answer[1000];
    sqlite3 *db;
    sqlite3_stmt *statement;
    answer[0] = '\0';
    if (sqlite3_open(database, &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        abort();
    if (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *text = (const char *)sqlite3_column_text(statement, i);
            size_t used = strlen(answer);
            snprintf(answer + used, sizeof answer - used, "%s%s", i ? "|" : "", text ? text : "-");
        }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

static void check_answer(const char *what, const char *query, const char *expected) {
    const char *found = ask(query);
    CHECK(strcmp(found, expected) == 0, "%s: expected '%s', found '%s'", what, expected, found);
}

static const char counts[] = "SELECT pages, articles, damaged, sentences FROM source";
static const char big[] = "SELECT revision_id, revision_time, group_concat(text) FROM article LEFT "
                          "JOIN sentence ON article_id = article.id WHERE title = 'Big' "
                          "GROUP BY article.id";
static const char small[] = "SELECT count(*), max(text) FROM article JOIN sentence "
                            "ON article_id = article.id WHERE title = 'Small'";
static const char history_counts[] =
    "SELECT (SELECT count(*) FROM revision JOIN article ON article.id = article_id "
    "WHERE title = 'Big'), (SELECT count(*) FROM revision_sentence), "
    "(SELECT count(*) FROM history_sentence), (SELECT count(*) FROM (SELECT 1 FROM revision r "
    "JOIN revision_sentence s ON s.revision_id = r.id JOIN history_sentence w ON w.id = "
    "history_sentence_id "
    "WHERE text = 'Number ' || r.revision_id || ' says this.' "
    "AND contributor = 'U' || r.revision_id))";

static void check_small(const char *what) {
    check_answer(what, small, "1|Number 90 says this.");
}

static void test_newest(void) {
    static const int newest[] = {1, 2, 8, 12, 19, 20};
    for (size_t i = 0; i < 2 * sizeof newest / sizeof *newest; i++) {
        bool history = i % 2;
        char expected[100];
        int id = newest[i / 2];
        make_dump(id);
        write_dump();
        CHECK(load(history, 1 + (int)i % 3) == load_good, "newest %d", id);
        snprintf(expected, sizeof expected, "%d|2020-01-01T00:00:59Z|Number %d says this.", id, id);
        check_answer("newest", big, expected);
        check_answer("newest", counts, "2|2|0|2");
        check_answer("newest", history_counts, history ? "20|21|21|21" : "0|0|0|0");
        check_small("newest");
    }
}

/* Within one second, the higher number is the newest, wherever it is. */
static void test_same_second(void) {
    static const char *const orders[] = {"1 before 9", "9 before 1"};
    for (int i = 0; i < 4; i++) {
        bool history = i / 2;
        begin_dump();
        add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
        for (int at = 0; at < 9; at++)
            add_revision(i % 2 ? 9 - at : 1 + at, 7, big_size);
        add_xml("</page>\n");
        end_dump();
        write_dump();
        CHECK(load(history, 2) == load_good, "%s", orders[i % 2]);
        check_answer(orders[i % 2], big, "9|2020-01-01T00:00:07Z|Number 9 says this.");
    }
}

/* Loads with and without history. `kept` is the answer to history_counts, "" without a page. */
static void check_damaged(const char *what, const char *message, const char *kept,
                          const char *newest) {
    char query[200];
    snprintf(query, sizeof query, "SELECT count(*), sum(message LIKE '%s') FROM damage", message);
    CHECK(load(false, 1) == load_damaged, "%s", what);
    check_answer(what, counts, "1|1|1|1");
    check_answer(what, query, "1|1");
    check_answer(what, "SELECT page_title FROM damage", "Big");
    check_answer(what, big, "");
    check_small(what);
    CHECK(load(true, 3) == load_damaged, "%s", what);
    check_answer(what, counts, newest[0] ? "2|2|1|2" : "1|1|1|1");
    check_answer(what, query, "1|1");
    check_answer(what, big, newest);
    check_answer(what, history_counts, kept);
    check_small(what);
}

/* Broken XML in one revision costs its slice, and without history the page. */
static void test_damaged_revision(void) {
    static const struct {
        const char *what, *kept, *newest;
        int id;
    } places[] = {
        {"the first slice", "14|15|15|15", "20|2020-01-01T00:00:59Z|Number 20 says this.", 3},
        {"a middle slice", "14|15|15|15", "20|2020-01-01T00:00:59Z|Number 20 says this.", 8},
        {"the last slice", "18|19|19|19", "18|2020-01-01T00:00:18Z|Number 18 says this.", 19},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        make_dump(20);
        memcpy(strstr(find_revision(places[i].id), "<text>"), "<tex<>", 6);
        write_dump();
        check_damaged(places[i].what, "XML is broken%", places[i].kept, places[i].newest);
    }
}

/* The file ends in revision 16, in the third slice. With history, complete slices are kept. */
static void test_cut_off(void) {
    make_dump(3);
    write_bytes(xml.bytes, (size_t)(find_revision(16) - xml.bytes) + 1000);
    CHECK(load(false, 2) == load_damaged, "cut off");
    check_answer("cut off", counts, "0|0|1|0");
    check_answer("cut off", "SELECT count(*), max(page_title), max(message) FROM damage",
                 "1|Big|the dump ends in the middle of this page");
    CHECK(load(true, 2) == load_damaged, "cut off");
    check_answer("cut off", counts, "1|1|1|1");
    check_answer("cut off", big, "3|2020-01-01T00:00:59Z|Number 3 says this.");
    check_answer("cut off", history_counts, "12|12|12|12");
}

/* A revision that is too long costs only its page; one that is almost too long is read. */
static void test_long_revision(void) {
    enum { nearly = dump_revision_max - (1 << 12), too_long = dump_revision_max + (2 << 20) };
    begin_dump();
    add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
    add_revision(1, 1, too_long);
    add_xml("</page>\n");
    end_dump();
    write_dump();
    check_damaged("only a long revision", "a revision is longer than 16777216 bytes", "0|1|1|1",
                  "");
    begin_dump();
    add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
    for (int i = 1; i < 9; i++)
        add_revision(i, i, big_size);
    add_revision(9, 9, too_long);
    add_revision(10, 10, big_size);
    add_xml("</page>\n");
    end_dump();
    write_dump();
    check_damaged("a long revision after others", "a revision is longer than 16777216 bytes",
                  "6|7|7|7", "6|2020-01-01T00:00:06Z|Number 6 says this.");
    begin_dump();
    add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
    add_revision(1, 1, 1000000);
    add_revision(2, 2, nearly);
    add_xml("</page>\n");
    end_dump();
    write_dump();
    CHECK(load(false, 1) == load_good, "16 MiB: '%s'", ask("SELECT message FROM damage"));
    check_answer("16 MiB", big, "2|2020-01-01T00:00:02Z|Number 2 says this.");
}

/* A long revision in a single block of a bzip2 file, so that it comes in one piece. */
static void test_long_revision_in_a_block(void) {
    struct text_buffer file = {0};
    begin_dump();
    add_xml("<page><title>Big</title><ns>0</ns><id>5</id>");
    filling = "xxx"; /* which compresses well */
    add_revision(1, 1, 2 * dump_revision_max);
    filling = "\xE6\xBC\xA2";
    add_xml("</page>\n");
    end_dump();
    put_stream(&file, 9, xml.bytes, xml.length, 0);
    write_bytes(file.bytes, file.length);
    check_damaged("a long revision in a block", "%longer than 16777216 bytes%", "0|1|1|1", "");
    text_buffer_free(&file);
}

/* A lost block in the middle of a page with many revisions. */
static void test_gap(void) {
    static struct marks marks;
    struct text_buffer file = {0};
    make_dump(2);
    put_stream(&file, 9, xml.bytes, xml.length, 50000);
    find_marks(&marks, file.bytes, file.length);
    for (size_t i = 5; i + 2 < marks.count; i += 20) {
        file.bytes[marks.bits[i] / 8 + 8] ^= 0x10;
        write_bytes(file.bytes, file.length);
        file.bytes[marks.bits[i] / 8 + 8] ^= 0x10;
        CHECK(load(i % 3 == 0, 2) == load_damaged, "a gap at block %zu", i);
        check_answer("a gap",
                     "SELECT page_title, message LIKE 'bzip2: a block is damaged%' "
                     "FROM damage ORDER BY rowid LIMIT 1",
                     "Big|1");
        check_answer("a gap",
                     "SELECT count(*), max(message) FROM (SELECT message FROM damage "
                     "ORDER BY rowid LIMIT -1 OFFSET 1)",
                     "1|a page ends here, but its beginning is missing");
        check_small("a gap");
    }
    text_buffer_free(&file);
}

/* ---- Interruptions --------------------------------------------------------------------------- */

/* Loads with an interruption at every batch. Returns the number of runs, -1 for a failure. */
static int load_in_steps(bool history, int threads) {
    struct options options = {.format = format_find("mediawiki"),
                              .namespace_count = 1,
                              .history = history,
                              .threads = threads,
                              .quiet = true};
    enum load_result result = load_interrupted;
    int steps = 0;
    unlink(database);
    for (; result == load_interrupted && steps < 100; steps++) {
        struct failure failure = {""};
        struct store *store = store_open(database, &failure);
        struct source_file *file = source_file_open(path, &options, &failure);
        if (!store || !file)
            abort();
        result = load_file(store, path, file, &failure);
        CHECK(result != load_failed, "step %d: %s", steps, failure.message);
        store_close(store);
    }
    return result == load_failed ? -1 : steps;
}

/* The content of all tables, except for the dates of the source, in one row. */
static const char everything[] =
    "SELECT pages, articles, redirects, sentences, damaged, finished_at IS NOT NULL, "
    "(SELECT count(*) FROM checkpoint), "
    "(SELECT group_concat(id || title || revision_id || ifnull(revision_time, '-')) FROM article), "
    "(SELECT count(*) || '.' || sum(id * article_id + position * length(text)) FROM sentence), "
    "(SELECT count(*) || '.' || sum(id * article_id + revision_id) FROM revision), "
    "(SELECT count(*) || '.' || sum(id * article_id * length(text)) FROM history_sentence), "
    "(SELECT count(*) || '.' || sum(revision_id * position * history_sentence_id) FROM "
    "revision_sentence), "
    "(SELECT count(*) || '.' || sum(byte_offset) || max(message) FROM damage) FROM source";

static void make_long_dump(void) {
    begin_dump();
    filling = "xxx"; /* which is packed quickly */
    for (int i = 0; i < 4; i++) {
        add_small_page();
        add_big_page(1 + i * 3);
        if (i == 2)
            add_xml("<page><title>Broken</title><revision>");
    }
    end_dump();
}

/* Plain, or as bzip2, which is resumed at a block. */
static void write_long_dump(bool packed) {
    struct text_buffer file = {0};
    if (packed)
        put_stream(&file, 9, xml.bytes, xml.length, 60000);
    write_bytes(packed ? file.bytes : xml.bytes, packed ? file.length : xml.length);
    text_buffer_free(&file);
}

/*
 * An interrupted load ends with the rows of an uninterrupted one. This is the last test, because
 * the signal cannot be reset.
 */
static void test_interruptions(void) {
    static char expected[2][1000];
    make_long_dump();
    write_dump();
    for (int history = 0; history < 2; history++) {
        CHECK(load_in_steps(history, 1) == 1, "not interrupted yet");
        snprintf(expected[history], sizeof expected[history], "%s", ask(everything));
    }
    interrupt_catch();
    raise(SIGINT);
    for (int i = 0; i < 4; i++) {
        write_long_dump(i / 2);
        int steps = load_in_steps(i % 2, 1 + i % 3);
        CHECK(steps > 3, "%d steps", steps);
        check_answer(i / 2 ? "bzip2, in steps" : "plain, in steps", everything, expected[i % 2]);
    }
}

int main(void) {
    if (!make_temporary_file(path, sizeof path))
        return 1;
    snprintf(database, sizeof database, "%s.db", path);
    test_slices();
    test_newest();
    test_same_second();
    test_damaged_revision();
    test_cut_off();
    test_long_revision();
    test_long_revision_in_a_block();
    test_gap();
    test_interruptions();
    unlink(path);
    unlink(database);
    text_buffer_free(&xml);
    return test_end("loader/test_slices");
}
