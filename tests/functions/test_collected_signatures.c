/*
 * test_collected_signatures.c - the threads of collect_signatures() and shared_signatures() run
 * when there is enough to do, and none is left when a statement ends: at its end, reset after some
 * rows, interrupted, or after an error. Cursors may outlive the value that they read.
 */
#include "../test.h"
#include "counted_threads.h"
#include "database.h"

#include <sys/wait.h>
#include <unistd.h>

/* Three threads, and little to hash. */
#define COLLECT(text) "collect_signatures(n, " text ", 3, 5, 1, 5, 'banded', 1, 3)"
#define LAMPS "'lamp ' || (n % 20000)"
#define SHARED(from) "shared_signatures((SELECT " COLLECT(LAMPS) " " from "))"

static void test_ends(sqlite3 *db) {
    expect_end(
        db, "SELECT * FROM shared_signatures((SELECT " COLLECT("see(" LAMPS ")") " FROM number))",
        SQLITE_DONE);
    expect_end(db, "SELECT count(*) FROM " SHARED("FROM number"), SQLITE_DONE);
    expect_end(db, "SELECT " COLLECT("see(" LAMPS ")") " FROM number", SQLITE_DONE);
    expect_end(db, "SELECT " COLLECT(LAMPS) ", " COLLECT("see('l' || n)") " FROM number",
               SQLITE_DONE);
    expect_end(db, "SELECT " COLLECT("iif(n < 25000, see('lamp'), stop('lamp'))") " FROM number",
               SQLITE_INTERRUPT);
    expect_end(db,
               "SELECT " COLLECT(
                   "iif(n < 25000, see('lamp'), abs(-9223372036854775807 - 1))") " FROM number",
               SQLITE_ERROR);
    expect_end(db, "SELECT " COLLECT("iif(n < 25000, see('lamp'), x'00')") " FROM number",
               SQLITE_ERROR);
    expect_end(db,
               "SELECT iif(id < 900, see(id), stop(id)) FROM " SHARED("FROM number") " LIMIT -1",
               SQLITE_INTERRUPT);
    expect_end(
        db, "SELECT iif(id < 900, id, abs(-9223372036854775807 - 1)) FROM " SHARED("FROM number"),
        SQLITE_ERROR);
}

static void test_reset(sqlite3 *db) {
    static const int rows[] = {1, 2, 5000, 12000, 20000};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_reset(db, "SELECT * FROM " SHARED("FROM number"), rows[i]);
}

/* Few texts need no threads, so that a million groups do not start a million. */
static void test_few_texts(sqlite3 *db) {
    most_threads = 0;
    char *answer =
        database_answer(db, "SELECT count(*) FROM (SELECT n, " COLLECT(
                                "see('lamp')") " FROM number WHERE n < 3000 "
                                               "GROUP BY n); SELECT count(see(id)) FROM " SHARED(
                                                   "FROM number WHERE n < 3000"));
    CHECK(strncmp(answer, "2999 / ", 7) == 0, "%s", answer);
    CHECK(most_threads <= 1, "%d threads", most_threads);
    sqlite3_free(answer);
}

/* A new value replaces the old one while a cursor is not at its end. */
static void test_left_early(sqlite3 *db) {
    static const char *const queries[] = {
        "SELECT (SELECT id > 0 FROM " SHARED(
            "FROM number WHERE n <> o.column1") " LIMIT 1 OFFSET 5) FROM (VALUES (1), (2), "
                                                "(3)) AS o",
        "SELECT 1 FROM (VALUES (1), (2), (3)) AS o WHERE EXISTS (SELECT 1 FROM " SHARED(
            "FROM number WHERE n <> o.column1") ")",
        "SELECT 1 FROM (VALUES (1), (2), (3)) AS o WHERE 7 IN (SELECT id FROM " SHARED(
            "FROM number WHERE n <> o.column1") " WHERE band = 0) IS NOT NULL",
        "SELECT DISTINCT 1 FROM (VALUES (1), (1), (1)) AS o, " SHARED(
            "FROM number WHERE n <> o.column1") " UNION ALL SELECT 1 UNION ALL SELECT 1",
        "SELECT sum(x.id = y.id) > 0 FROM (VALUES (1), (2), (3)) AS o, " SHARED(
            "FROM number WHERE n <> o.column1") " AS x, " SHARED("FROM number WHERE n <> "
                                                                 "o.column1") " AS y WHERE "
                                                                              "x.band = 0 AND "
                                                                              "y.band = 0 AND "
                                                                              "x.signature = 9 "
                                                                              "AND y.id = x.id "
                                                                              "GROUP BY "
                                                                              "o.column1",
    };
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        expect_ones(db, queries[i]);
}

/*
 * In this mode SQLite's allocator serves one thread only, and sqlite3_threadsafe() does not say so.
 * It is chosen before SQLite is used first, so this runs in a process of its own. Returns its exit
 * status.
 */
static int test_single_thread(void) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) != SQLITE_OK)
            _exit(0);
        sqlite3 *db = open_with_numbers();
        char *answer =
            database_answer(db, "SELECT count(see(id)) > 0 FROM shared_signatures((SELECT " COLLECT(
                                    "see(" LAMPS ")") " FROM number))");
        _exit(strcmp(answer, "1") == 0 && most_threads <= 1 ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int main(void) {
    begin_counting();
    CHECK(test_single_thread() == 0, "threads in single-thread mode");
    sqlite3 *db = open_with_numbers();
    test_ends(db);
    test_reset(db);
    test_few_texts(db);
    test_left_early(db);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end("functions/test_collected_signatures");
}
