/*
 * fuzz_database.c - somebody else's database: any bytes as a file, or any query of a good one. What
 * is read becomes pages or damage, or an error says why not; the file never changes.
 *
 * The first byte is 0 for a file, of whose table `t` all is read. Otherwise the rest is a list of
 * columns, a zero byte, and a query.
 */
#include "../temporary_file.h"
#include "fuzz.h"

#include <database/database_rows.h>
#include <records/records.h>

#include <unistd.h>

static char path[temporary_path];

static void remove_file(void) {
    unlink(path);
}

static void write_file(const char *bytes, size_t length) {
    if (!path[0]) {
        MUST(make_temporary_file(path));
        atexit(remove_file);
    }
    put_file(path, bytes, length);
}

/* The file still has these bytes, and nothing is beside it. */
static void check_file(const char *bytes, size_t length) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    FILE *file = fopen(path, "rb");
    char *found = malloc(length + 1), beside[sizeof path + 8];
    MUST(file && found);
    MUST(fread(found, 1, length + 1, file) == length && memcmp(found, bytes, length) == 0);
    fclose(file);
    free(found);
    for (size_t i = 0; i < 3; i++) {
        snprintf(beside, sizeof beside, "%s%s", path, endings[i]);
        MUST(access(beside, F_OK) != 0);
    }
}

static void check_page(const struct page *page) {
    MUST(page->title.length > 0);
    MUST(page->key.type == cell_null || page->key.type == cell_integer ||
         page->key.type == cell_real ||
         page->key.as.bytes.offset + page->key.as.bytes.length <= page->values.length);
}

static int stop(void *user) {
    (void)user;
    return 1;
}

/* A query may give rows for ever, or none, or huge ones. */
static void limit(struct reader *rows) {
    enum { steps_max = 1000000, cell_max = 1 << 20 };
    sqlite3 *db = database_rows_source(rows)->db;
    sqlite3_progress_handler(db, steps_max, stop, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, cell_max);
}

static void read_rows(const struct selection_wish *wish) {
    enum { rows_max = 5000 };
    static struct batch batch;
    static struct page page;
    struct failure failure = {0}, reason;
    struct reader *rows = database_rows_open(path, wish, &failure);
    struct slice_parser *parser = rows ? rows->kind->open_parser(rows, &failure) : NULL;
    int64_t count = 0;
    if (rows)
        limit(rows);
    MUST(parser || failure.message[0]);
    while (parser && count < rows_max) {
        batch_clear(&batch);
        enum cut_state state = rows->kind->cut(rows, &batch, &failure);
        MUST(state != cut_failed || failure.message[0]);
        for (size_t i = 0; state == cut_batch && i < batch.count; i++, count++) {
            const struct slice *slice = &batch.slices[i];
            MUST(slice->number == count + 1);
            reason.message[0] = '\0';
            if (slice_parser_read(parser, &batch, slice, SIZE_MAX, &page, &reason) != slice_good)
                MUST(reason.message[0]);
            check_page(&page);
        }
        if (state != cut_batch)
            break;
    }
    slice_parser_close(parser);
    reader_close(rows);
}

/* A small database, made once. */
static const struct fuzz_text *good_database(void) {
    static struct fuzz_text made;
    sqlite3 *db;
    sqlite3_int64 size;
    if (made.bytes)
        return &made;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_exec(
            db,
            "CREATE TABLE t(id, title, text, a, b);"
            "INSERT INTO t VALUES (1, 'One', 'A text.', 0.5, x'61'), ('k', NULL, 7, '', NULL)",
            NULL, NULL, NULL) != SQLITE_OK)
        abort();
    made.bytes = (char *)sqlite3_serialize(db, "main", &size, 0);
    made.length = (size_t)size;
    sqlite3_close(db);
    return &made;
}

/* The bytes before the next zero byte, or all that remain, as a string. */
static char *take_string(struct fuzz_input *input) {
    struct fuzz_text text = fuzz_until(input, '\0');
    char *string = malloc(text.length + 1);
    MUST(string);
    memcpy(string, text.bytes, text.length);
    string[text.length] = '\0';
    free(text.bytes);
    return string;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    struct columns columns;
    struct failure failure;
    columns_default(&columns);
    if (fuzz_byte(&input) == 0) {
        write_file(input.at, input.left);
        read_rows(&(struct selection_wish){.table = "t", .columns = &columns});
        check_file(input.at, input.left);
        return 0;
    }
    const struct fuzz_text *good = good_database();
    char *list = take_string(&input), *query = take_string(&input);
    write_file(good->bytes, good->length);
    if (columns_parse(&columns, false, "--columns", list, &failure))
        read_rows(&(struct selection_wish){.query = query, .columns = &columns});
    check_file(good->bytes, good->length);
    free(list);
    free(query);
    return 0;
}
