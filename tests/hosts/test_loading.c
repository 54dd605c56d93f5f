/*
 * test_loading.c - a host loads the extension from its file: twice, while a statement runs, in
 * connections that come and go, again after all of them are closed, from several threads at once;
 * and with the functions of the oldest version of SQLite that is supported, and of one just below.
 *
 * The environment variable NEARDUP_MODULE names another file than build/neardup.so.
 */
#define SQLITE_CORE /* this is the host: it calls SQLite itself */
#define _GNU_SOURCE /* RTLD_NOLOAD */
#include <sqlite3ext.h>

#include "../functions/database.h"
#include "../temporary_file.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

enum { threads = 4, short_rounds = 25, long_rounds = 2000 };

static const char query[] = "SELECT jaccard('abcd', 'abcx', 2), "
                            "(SELECT count(*) FROM shingles('abc', 2)), "
                            "edit_distance('kitten', 'sitting')";
static const char right[] = "0.5|2|3";

static const char *module(void) {
    const char *name = getenv("NEARDUP_MODULE");
    return name ? name : "build/neardup.so";
}

static bool is_in_memory(void) {
    void *handle = dlopen(module(), RTLD_NOW | RTLD_NOLOAD);
    if (handle)
        dlclose(handle);
    return handle != NULL;
}

/* A database in memory that may load extensions, but has none yet. */
static sqlite3 *open_bare(void) {
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) != SQLITE_OK)
        abort();
    return db;
}

static sqlite3 *open_loaded(void) {
    sqlite3 *db = open_bare();
    char *message = NULL;
    int code = sqlite3_load_extension(db, module(), NULL, &message);
    CHECK(code == SQLITE_OK, "%d: %s", code, message);
    sqlite3_free(message);
    return db;
}

static bool answers_right(sqlite3 *db) {
    char *answer = database_answer(db, query);
    bool same = strcmp(answer, right) == 0;
    if (!same)
        printf("%s\n", answer);
    sqlite3_free(answer);
    return same;
}

static void test_twice(void) {
    sqlite3 *db = open_loaded();
    CHECK(sqlite3_load_extension(db, module(), NULL, NULL) == SQLITE_OK, "once more");
    CHECK(answers_right(db), "loaded twice");
    CHECK(sqlite3_close(db) == SQLITE_OK, "it leaves something open");
}

static void test_while_running(void) {
    sqlite3 *db = open_loaded();
    sqlite3_stmt *running;
    char *message = NULL;
    sqlite3_prepare_v2(db, "SELECT position FROM shingles('abc', 1)", -1, &running, NULL);
    CHECK(sqlite3_step(running) == SQLITE_ROW, "a statement runs");
    CHECK(sqlite3_load_extension(db, module(), NULL, &message) != SQLITE_OK, "refused");
    CHECK(message && strstr(message, "they are in use by a running statement"), "%s", message);
    sqlite3_free(message);
    CHECK(sqlite3_step(running) == SQLITE_ROW && sqlite3_column_int(running, 0) == 2,
          "it continues");
    sqlite3_finalize(running);
    CHECK(answers_right(db), "after the refusal");
    CHECK(sqlite3_close(db) == SQLITE_OK, "it leaves something open");
}

static void test_two_connections(void) {
    sqlite3 *one = open_loaded(), *two = open_loaded();
    CHECK(answers_right(one) && answers_right(two), "both");
    CHECK(sqlite3_close(one) == SQLITE_OK, "the first is closed");
    CHECK(answers_right(two), "the second still works");
    CHECK(sqlite3_close(two) == SQLITE_OK, "the second is closed");
}

/* SQLite closes the file with the last connection that has loaded it, but it stays in memory. */
static void test_reloading(void) {
    for (int i = 0; i < 3; i++) {
        sqlite3 *db = open_loaded();
        CHECK(answers_right(db), "loaded, round %d", i);
        CHECK(sqlite3_close(db) == SQLITE_OK, "round %d leaves something open", i);
        CHECK(is_in_memory(), "it stays, round %d", i);
    }
}

/* A connection closed before its statements lives until they end, and so does the extension. */
static void test_closed_before_its_statements(void) {
    sqlite3 *db = open_loaded();
    sqlite3_stmt *running;
    sqlite3_prepare_v2(db, "SELECT shingle FROM shingles('abc', 1)", -1, &running, NULL);
    CHECK(sqlite3_step(running) == SQLITE_ROW, "a statement runs");
    CHECK(sqlite3_close_v2(db) == SQLITE_OK, "closed");
    CHECK(sqlite3_step(running) == SQLITE_ROW, "the statement continues");
    CHECK(strcmp((const char *)sqlite3_column_text(running, 0), "b") == 0, "with its next row");
    CHECK(sqlite3_finalize(running) == SQLITE_OK, "and ends");
    CHECK(is_in_memory(), "it stays");
}

/* Loads, asks and closes again and again; counts the wrong answers. */
static void *come_and_go(void *result) {
    unsigned long *wrong = result;
    int rounds = test_is_long() ? long_rounds : short_rounds;
    for (int i = 0; i < rounds; i++) {
        sqlite3 *db = open_bare();
        *wrong += sqlite3_load_extension(db, module(), NULL, NULL) != SQLITE_OK;
        *wrong += !answers_right(db);
        *wrong += sqlite3_close(db) != SQLITE_OK;
    }
    return NULL;
}

static void test_threads(void) {
    pthread_t thread[threads];
    unsigned long wrong[threads] = {0};
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, come_and_go, &wrong[i]) != 0)
            abort();
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        CHECK(wrong[i] == 0, "thread %d: %lu wrong", i, wrong[i]);
    }
}

/* The functions that SQLite passes to an extension, always at the same address. */
static const struct sqlite3_api_routines *given;

static int keep_given(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
    (void)db, (void)message;
    given = api;
    return SQLITE_OK;
}

static int oldest_number(void) {
    return NEARDUP_SQLITE_MINIMUM;
}

static int older_number(void) {
    return NEARDUP_SQLITE_MINIMUM - 1;
}

static const char *older_name(void) {
    return "3.34.1";
}

/* In an older SQLite the struct ends here, and later members are garbage. */
static void cut_to_oldest(struct sqlite3_api_routines *api) {
#if SQLITE_VERSION_NUMBER >= 3036001
    memset((char *)api + offsetof(struct sqlite3_api_routines, changes64), 0xA5,
           sizeof *api - offsetof(struct sqlite3_api_routines, changes64));
#endif
    api->libversion_number = oldest_number;
}

typedef int entry_point(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

/* A second SQLite changes neither the functions of the first nor what it has open. */
static void test_other_library(entry_point *initialize) {
    static struct sqlite3_api_routines other;
    char *message = NULL;
    sqlite3 *loaded = open_loaded(), *db = open_bare();
    other = *given;
    CHECK(initialize(db, &message, &other) == SQLITE_ERROR, "refused");
    CHECK(message && strcmp(message, "another SQLite library in this process uses this file of "
                                     "neardup: load a copy that has another name") == 0,
          "%s", message);
    sqlite3_free(message);
    CHECK(initialize(db, NULL, &other) == SQLITE_ERROR, "refused where no message is wanted");
    CHECK(initialize(db, NULL, given) == SQLITE_OK, "and not the first one");
    CHECK(answers_right(loaded) && answers_right(db), "in both connections");
    sqlite3_close(db);
    sqlite3_close(loaded);
}

/* One that is too old is refused, and the oldest is not. */
static void test_old_versions(entry_point *initialize) {
    static struct sqlite3_api_routines older, oldest;
    char *message = NULL;
    sqlite3 *db = open_bare();
    older = oldest = *given;
    older.libversion_number = older_number;
    older.libversion = older_name;
    CHECK(initialize(db, &message, &older) == SQLITE_ERROR, "refused");
    CHECK(message && strcmp(message, "neardup needs SQLite 3.35 or later, but this is 3.34.1") == 0,
          "%s", message);
    sqlite3_free(message);
    CHECK(initialize(db, NULL, &older) == SQLITE_ERROR, "refused where no message is wanted");
    database_expect(db, "error: no such function: jaccard", "%s", "SELECT jaccard('a', 'b')");
    message = NULL;
    cut_to_oldest(&oldest);
    CHECK(initialize(db, &message, &oldest) == SQLITE_OK && !message, "%s", message);
    CHECK(answers_right(db), "by only the functions of the oldest version");
    sqlite3_close(db);
}

static entry_point *entry_point_of(const char *file) {
    entry_point *initialize = NULL;
    void *handle = dlopen(file, RTLD_NOW);
    if (handle)
        *(void **)&initialize = dlsym(handle, "sqlite3_neardup_init");
    CHECK(initialize, "%s", dlerror());
    return initialize;
}

static void copy(const char *file, const char *name) {
    char bytes[1 << 16];
    size_t count;
    FILE *from = fopen(file, "rb");
    FILE *to = fopen(name, "wb");
    if (!from || !to)
        abort();
    while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
        fwrite(bytes, 1, count, to);
    fclose(from);
    if (fclose(to) != 0)
        abort();
}

/*
 * Another version needs a copy, because a file keeps the functions with which it was loaded first.
 */
static void test_versions(void) {
    char name[temporary_path];
    sqlite3_auto_extension((void (*)(void))keep_given);
    sqlite3_close(open_bare());
    sqlite3_reset_auto_extension();
    entry_point *initialize = entry_point_of(module());
    if (initialize)
        test_other_library(initialize);
    REQUIRE(make_temporary_file(name));
    copy(module(), name);
    initialize = entry_point_of(name);
    remove(name);
    if (initialize)
        test_old_versions(initialize);
}

int main(void) {
    RUN_TESTS(test_twice, test_while_running, test_two_connections, test_reloading,
              test_closed_before_its_statements, test_threads, test_versions);
    return database_test_end("hosts/test_loading");
}
