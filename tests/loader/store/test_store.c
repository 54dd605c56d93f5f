/*
 * test_store.c - which files the store removes: those that it made and that are still empty.
 *
 * Another program may make a database just after the store has looked for a file, or SQLite may
 * take the name for a URI, which names another file. access() is replaced here to try the first.
 */
#include "store/store.h"
#include "temporary_file.h"
#include "test.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

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

int main(void) {
    sqlite3_config(SQLITE_CONFIG_URI, 1);
    REQUIRE(make_temporary_file(path));
    test_race();
    test_uri();
    test_removed();
    unlink(path);
    return test_end("loader/test_store");
}
