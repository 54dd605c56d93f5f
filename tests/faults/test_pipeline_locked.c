/*
 * test_pipeline_locked.c - the pipeline on a database that another connection has locked because it
 * reads, is about to write, or writes. The job waits as long as the busy handler of the host says,
 * here for a few retries; then it fails with "database is locked" and has changed nothing. If the
 * other connection ends meanwhile, the job continues.
 */
#include "../temporary_file.h"
#include "pipeline_runs.h"

static unsigned long long runs;

static char file_name[temporary_path];

/* A host that gives up at once has no busy handler, for neardup_run(). */
enum { questions_most = 3, pause_ms = 150 };

/* The other connection, and the retry at which it ends; 0: none. */
struct other {
    sqlite3 *db;
    int ends_at;
    int asked;
};

static int wait_for(void *pointer, int before) {
    struct other *other = pointer;
    other->asked++;
    if (before + 1 == other->ends_at)
        run_or_abort(other->db, "COMMIT");
    sqlite3_sleep(pause_ms);
    return before < questions_most;
}

static const struct {
    const char *journal_mode;
    const char *holds;  /* what the other connection does first */
    bool is_in_the_way; /* of a job that writes, at its beginning or at COMMIT */
} cases[] = {
    {"delete", "BEGIN; SELECT count(*) FROM sentence", true},
    {"delete", "BEGIN IMMEDIATE", true},
    {"delete", "BEGIN EXCLUSIVE", true},
    {"wal", "BEGIN; SELECT count(*) FROM sentence", false},
    {"wal", "BEGIN IMMEDIATE", true},
    {"wal", "BEGIN EXCLUSIVE", true},
};

static sqlite3 *open_file(void) {
    sqlite3 *db;
    if (sqlite3_open(file_name, &db) != SQLITE_OK ||
        sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    return db;
}

static void expect_content(const char *expected, const char *what) {
    sqlite3 *db = open_file();
    char *content = content_of(db, false);
    CHECK(strcmp(content, expected) == 0, "%s: other content", what);
    CHECK(is_sound(db), "%s: damaged", what);
    free(content);
    sqlite3_close(db);
}

/* Runs `sql` while another connection holds what the case says; returns the job's code. */
static int run_beside(const char *sql, const char *holds, int ends_at, int *asked) {
    struct other other = {.db = open_file(), .ends_at = ends_at};
    sqlite3 *db = open_file();
    run_or_abort(other.db, holds);
    sqlite3_busy_handler(db, wait_for, &other);
    struct answer answer = answer_to_script(db, sql);
    CHECK(answer.code == SQLITE_OK || strstr(sqlite3_errmsg(db), "database is locked"), "%s",
          sqlite3_errmsg(db));
    free(answer.output);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is open");
    sqlite3_close(other.db);
    *asked = other.asked;
    runs++;
    return answer.code;
}

/* A file with the content of another database, in this journal mode. */
static void copy_database(sqlite3 *filled, const char *journal_mode) {
    char pragma[64];
    sqlite3 *db = open_file();
    sqlite3_backup *copy = sqlite3_backup_init(db, "main", filled, "main");
    CHECK(copy && sqlite3_backup_step(copy, -1) == SQLITE_DONE, "no copy is made");
    sqlite3_backup_finish(copy);
    snprintf(pragma, sizeof pragma, "PRAGMA journal_mode = %s", journal_mode);
    run_or_abort(db, pragma);
    sqlite3_close(db);
}

static void test_case(size_t number, const char *sql, sqlite3 *filled) {
    const char *holds = cases[number].holds;
    bool in_the_way = cases[number].is_in_the_way;
    char *before = content_of(filled, false);
    int asked;
    copy_database(filled, cases[number].journal_mode);
    int code = run_beside(sql, holds, 0, &asked);
    CHECK(code == (in_the_way ? SQLITE_BUSY : SQLITE_OK), "%s: %d", holds, code);
    CHECK(asked == (in_the_way ? questions_most + 1 : 0), "%s: asks %d times", holds, asked);
    if (in_the_way) {
        expect_content(before, holds);
        code = run_beside(sql, holds, questions_most, &asked);
        CHECK(code == SQLITE_OK && asked == questions_most, "%s: %d, asks %d times", holds, code,
              asked);
    }
    sqlite3 *db = open_file();
    char *after = content_of(db, false);
    CHECK(strcmp(before, after) != 0, "%s: nothing was done", holds);
    run_or_abort(db, sql);
    sqlite3_close(db);
    expect_content(after, "run again");
    free(before);
    free(after);
    unlink(file_name);
}

int main(void) {
    if (!make_temporary_file(file_name)) {
        test_skip("no temporary file can be made");
        return test_end("faults/test_pipeline_locked");
    }
    sqlite3 *filled = database_open(NULL);
    fill_database(filled, true);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test_case(i, "SELECT neardup_run('find')", filled);
    sqlite3_close(filled);
    test_figure(runs, "runs of the pipeline beside a lock");
    return database_test_end("faults/test_pipeline_locked");
}
