/*
 * test_store.c - which files the store removes: those that it made and that are still empty; and
 * the day of a dump.
 *
 * Another program may make a database just after the store has looked for a file, or SQLite may
 * take the name for a URI, which names another file. access() is replaced here to try the first.
 */
#include "store/store.h"
#include "temporary_file.h"
#include "test.h"

#include <errno.h>
#include <sqlite3.h>

static char path[temporary_path];
static const char *script; /* what another program does after the next access(), if not NULL */

static void run(const char *sql) {
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, sql, NULL, NULL, NULL) != 0)
        abort();
    sqlite3_close(db);
}

int access(const char *name, int mode) {
    const char *sql = script;
    FILE *file = sql ? NULL : fopen(name, "rb");
    (void)mode;
    script = NULL;
    if (sql)
        run(sql);
    if (file)
        fclose(file);
    else
        errno = ENOENT;
    return file ? 0 : -1;
}

static long size_of_file(void) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return -1;
    long size = ftell(file);
    fclose(file);
    return size;
}

/* Opens the store by this name and closes it; returns the message of a failure. */
static const char *open_and_close(const char *name) {
    static struct failure failure;
    failure.message[0] = '\0';
    store_close(store_open(name, &failure));
    return failure.message;
}

/* Databases that another program makes between the look for a file and the lock. */
static void test_race(void) {
    static const struct {
        const char *script, *expected;
    } cases[] = {
        {"CREATE TABLE precious (a); INSERT INTO precious VALUES (1)", "holds the table precious"},
        {"CREATE VIEW today AS SELECT date()", "holds the view today"},
        {"PRAGMA application_id = 777", "its application_id is 777"},
        {"PRAGMA journal_mode = WAL; CREATE TABLE precious (a)", "holds the table precious"},
        {"CREATE TABLE source (id)", "holds the table source"},
        {"PRAGMA application_id = 1313109360; PRAGMA user_version = 8", ""}, /* ours */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unlink(path);
        script = cases[i].script;
        const char *message = open_and_close(path);
        CHECK(strstr(message, cases[i].expected), "%s: %s", cases[i].script, message);
        CHECK(size_of_file() > 0, "%s: removed", cases[i].script);
    }
}

static void test_uri(void) {
    char uri[sizeof path + 5];
    unlink(path);
    run("CREATE TABLE precious (a)");
    snprintf(uri, sizeof uri, "file:%s", path);
    const char *message = open_and_close(uri);
    CHECK(strstr(message, "holds the table precious"), "%s", message);
    CHECK(size_of_file() > 0, "removed under another name");
}

static void test_removed(void) {
    unlink(path);
    CHECK(open_and_close(path)[0] == '\0', "a new file");
    CHECK(size_of_file() == -1, "a new file without a source is removed");
    fclose(fopen(path, "wb"));
    CHECK(open_and_close(path)[0] == '\0', "an empty file");
    CHECK(size_of_file() == 0, "the user's empty file stays");
}

/* ---- The day of a dump, by its name and by the times of its revisions ------------------------ */

static const struct {
    const char *name, *date;
} names[] = {
    {"enwiki-20240101-pages-articles.xml.bz2", "2024-01-01"},
    {"wiki_2016-04-29.xml", "2016-04-29"},
    {"20131231", "2013-12-31"},
    {"enwiki-latest-pages-articles.xml.bz2", ""},
    {"enwiki-2016-sample.xml.bz2", ""},
    {"", ""},
    {"a-20241301-b-20240230.xml", "2024-02-30"}, /* the first has no month 13 */
    {"part-120240101.xml", ""},                  /* longer numbers are no dates */
    {"part-202401011.xml", ""},
    {"part-18991231.xml", ""},
    {"part-2024-01-011.xml", ""},
    {"99999999-20240102", "2024-01-02"},
    {"2024-1-1", ""},
};

static const struct {
    const char *times[3], *date;
} times[] = {
    {{"2013-04-02T10:00:00Z", "2016-04-29T00:00:00Z", "2015-01-01T00:00:00Z"}, "2016-04-29"},
    {{"2016-04-29", "2016-04-28", "2016-04-2"}, "2016-04-29"},
    {{"yesterday", "", "12 May 2016"}, ""},
    {{"2016-13-01", "2016-00-01", "2016-01-32"}, ""},
    {{"2016/04/29", "9999-99-99", "0001-01-01T"}, "0001-01-01"},
};

static void test_dates(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct dump_date date = dump_date_of_name(names[i].name);
        CHECK(strcmp(date.text, names[i].date) == 0, "%s: '%s'", names[i].name, date.text);
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct dump_date date = {""};
        for (size_t n = 0; n < 3; n++)
            dump_date_add_time(&date, times[i].times[n], strlen(times[i].times[n]));
        CHECK(strcmp(date.text, times[i].date) == 0, "%s, ...: '%s'", times[i].times[0], date.text);
    }
}

int main(void) {
    sqlite3_config(SQLITE_CONFIG_URI, 1);
    REQUIRE(make_temporary_file(path));
    RUN_TESTS(test_race, test_uri, test_removed, test_dates);
    unlink(path);
    return test_end("loader/test_store");
}
