/*
 * test_functions_temporary_file.c - the temporary file of collect_signatures() fails: making it,
 * each write and each read, once and from then on. The statement ends with the disk's error and a
 * message of the function, and in the end no file is open.
 */
#include "../functions/database.h"
#include "answers.h"
#include "disk.h"

#include <limits.h>

enum { every_operation = 1 << disk_open | 1 << disk_write | 1 << disk_read };

static unsigned long long injected; /* faults so far */

/* More signatures than the smallest memory holds. */
static struct answer ask(sqlite3 *db, unsigned threads) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT count(*), sum(band), sum(signature %% 1000), sum(id) FROM shared_signatures("
             "(SELECT collect_signatures(n, 'lamp ' || (n %% 21000), 3, 4, 1, 4, 'banded', 1, %u, "
             "1) FROM number))",
             threads);
    return answer_to_script(db, sql);
}

static bool is_open(void) {
    for (size_t i = 0; i < disk_files_max; i++)
        if (disk.files[i].used)
            return true;
    return false;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* The error that belongs to an operation; which one failed is only known from it. */
static void check_error(sqlite3 *db, int code, long at, unsigned threads) {
    const char *message = sqlite3_errmsg(db);
    bool right = false;
    if (code == SQLITE_CANTOPEN)
        right = strcmp(message, "collect_signatures(): the temporary file cannot be made: unable "
                                "to open database file") == 0;
    if (code == SQLITE_IOERR)
        right = begins(message, "collect_signatures(): the temporary file cannot be written or "
                                "read: disk I/O error") ||
                begins(message, "shared_signatures(): the temporary file cannot be written or "
                                "read: disk I/O error");
    CHECK(right, "operation %ld with %u threads: %d, %s", at, threads, code, message);
}

/* Returns how many operations there are without a fault. */
static long test_faults(sqlite3 *db, unsigned threads, bool for_good) {
    disk_fail_at(LONG_MAX, false, every_operation, 0);
    struct answer right = ask(db, threads);
    long operations = LONG_MAX - disk.countdown;
    CHECK(right.code == SQLITE_OK && operations > 50, "%d, %ld operations", right.code, operations);
    long stride = test_is_long() || (threads == 1 && !for_good) ? 1 : 9;
    for (long at = 1; at <= operations; at += stride) {
        disk_fail_at(at, for_good, every_operation, 0);
        struct answer answer = ask(db, threads);
        if (disk_has_failed()) { /* with threads, the number of operations varies a little */
            injected++;
            check_error(db, answer.code & 0xFF, at, threads);
        } else {
            CHECK(strcmp(answer.output, right.output) == 0, "%s", answer.output);
        }
        CHECK(!is_open(), "operation %ld with %u threads: a file is open", at, threads);
        free(answer.output);
    }
    struct answer again = ask(db, threads);
    CHECK(strcmp(again.output, right.output) == 0, "%s and %s", again.output, right.output);
    free(again.output);
    free(right.output);
    return operations;
}

int main(void) {
    disk_install();
    sqlite3 *db = database_open(NULL);
    database_run(db, "PRAGMA temp_store = memory; CREATE TABLE number AS WITH "
                     "RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n "
                     "WHERE n < 24000) SELECT n FROM n");
    test_faults(db, 1, false);
    test_faults(db, 1, true);
    test_faults(db, 3, false);
    test_faults(db, 3, true);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    test_figure(injected, "faults of the temporary file");
    return database_test_end("faults/test_functions_temporary_file");
}
