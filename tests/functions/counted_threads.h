/*
 * counted_threads.h - runs SQL, and counts the threads of this process meanwhile and afterwards.
 */
#ifndef NEARDUP_COUNTED_THREADS_H
#define NEARDUP_COUNTED_THREADS_H

#include "../test.h"
#include "database.h"

#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static int of_the_sanitizer; /* its own threads */

/* The threads of this process; 0 if the system does not tell. */
static int count_threads(void) {
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    if (!folder)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - of_the_sanitizer;
}

/* A thread that was joined may still be listed for a moment. */
static bool is_alone(void) {
    for (int i = 0; i < 2000 && count_threads() > 1; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return count_threads() <= 1;
}

static int most_threads; /* seen since it was set to 0 */

/* see(x) returns x. */
static void see_function(sqlite3_context *context, int count, sqlite3_value **given) {
    (void)count;
    if (count_threads() > most_threads)
        most_threads = count_threads();
    sqlite3_result_value(context, given[0]);
}

/* stop(x) returns x and interrupts the connection. */
static void stop_function(sqlite3_context *context, int count, sqlite3_value **given) {
    (void)count;
    sqlite3_interrupt(sqlite3_context_db_handle(context));
    sqlite3_result_value(context, given[0]);
}

static sqlite3 *open_with_numbers(void) {
    sqlite3 *db = database_open(NULL);
    sqlite3_create_function(db, "see", 1, SQLITE_UTF8, NULL, see_function, NULL, NULL);
    sqlite3_create_function(db, "stop", 1, SQLITE_UTF8, NULL, stop_function, NULL, NULL);
    char *answer = database_answer(
        db, "CREATE TABLE number(n INTEGER PRIMARY KEY); WITH RECURSIVE n(n) AS (SELECT 1 UNION "
            "ALL SELECT n + 1 FROM n WHERE n < 30000) INSERT INTO number SELECT n FROM n");
    CHECK(*answer == '\0', "%s", answer);
    sqlite3_free(answer);
    return db;
}

/* Runs to the first error, the end, or after some rows. */
static int run(sqlite3 *db, const char *sql, int rows, sqlite3_stmt **statement) {
    int code = sqlite3_prepare_v2(db, sql, -1, statement, NULL);
    CHECK(code == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
    code = SQLITE_ROW;
    for (int i = 0; code == SQLITE_ROW && (rows < 0 || i < rows); i++)
        code = sqlite3_step(*statement);
    return code;
}

static void expect_end(sqlite3 *db, const char *sql, int expected) {
    sqlite3_stmt *statement;
    most_threads = 0;
    int code = run(db, sql, -1, &statement);
    CHECK(code == expected, "%s: %d, %s", sql, code, sqlite3_errmsg(db));
    CHECK(most_threads == 0 || most_threads > 1, "%s: threads were needed", sql);
    if (code == SQLITE_DONE)
        CHECK(is_alone(), "%s: threads at the end of the rows", sql);
    sqlite3_finalize(statement);
    CHECK(is_alone(), "%s: threads are left", sql);
}

/* A query that has threads after some rows: it is reset, begins again, and is interrupted. */
static void expect_reset(sqlite3 *db, const char *sql, int rows) {
    sqlite3_stmt *statement;
    int code = run(db, sql, rows, &statement);
    CHECK(code == SQLITE_ROW && count_threads() != 1, "%d rows, %d threads", rows, count_threads());
    sqlite3_reset(statement);
    CHECK(is_alone(), "reset after %d rows", rows);
    CHECK(sqlite3_step(statement) == SQLITE_ROW, "%s", sqlite3_errmsg(db));
    sqlite3_interrupt(db);
    for (code = SQLITE_ROW; code == SQLITE_ROW;)
        code = sqlite3_step(statement);
    CHECK(code == SQLITE_INTERRUPT, "%d", code);
    CHECK(sqlite3_finalize(statement) == SQLITE_INTERRUPT && is_alone(), "interrupted");
}

/* A query with three rows of 1, which leaves cursors early. */
static void expect_ones(sqlite3 *db, const char *sql) {
    char *answer = database_answer(db, sql);
    CHECK(strcmp(answer, "1 / 1 / 1") == 0, "%s: %s", sql, answer);
    CHECK(is_alone(), "%s", sql);
    sqlite3_free(answer);
}

static void *do_nothing(void *nothing) {
    return nothing;
}

/* Called first. A sanitizer may start its thread with the first of the program's. */
static void begin_counting(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL) == 0)
        pthread_join(thread, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    if (count_threads() > 1)
        of_the_sanitizer = count_threads() - 1;
    if (count_threads() == 0)
        test_skip("this system does not tell the number of threads");
}

#endif
