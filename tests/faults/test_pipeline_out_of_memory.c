/*
 * test_pipeline_out_of_memory.c - jobs of neardup_run() while SQLite's allocator fails: at its
 * first call, then at its second, and so on, once and from then on. pipeline_runs.h says what must
 * hold.
 */
#include "failing_allocator.h"
#include "pipeline_runs.h"

static void begin_once(sqlite3 *db, long n) {
    (void)db;
    allocation_fail_at(n, false);
}

static void begin_for_good(sqlite3 *db, long n) {
    (void)db;
    allocation_fail_at(n, true);
}

static long end(sqlite3 *db) {
    (void)db;
    long left = allocation_fault.countdown;
    return allocation_failed() ? 0 : left;
}

static bool is_no_memory(int code) {
    return code == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM;
}

static const struct disturbance disturbances[] = {
    {"faults injected into jobs: out of memory", is_no_memory, begin_once, end, false},
    {"faults injected into jobs: out of memory", is_no_memory, begin_for_good, end, false},
};

/* Those that need no parameter. */
static const char *const questions[] = {
    "article_pairs",   "choose_parameters", "cluster_sizes", "kinds", "match_probability",
    "sample_clusters", "sliding_window",    "two_dates",     "keep",  "across",
    "export",          "verdicts",          "drill",         "review"};

/* A job with its parameters. */
static const char verdict[] =
    "verdict', '{\"a\": 1, \"b\": 2, \"verdict\": \"same\", \"judge\": \"Bo\", "
    "\"judged_at\": \"2020-01-01\"}";

int main(void) {
    if (!failing_allocator_install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("faults/test_pipeline_out_of_memory");
    }
    disk_install();
    struct disk_bytes fresh = make_image("delete", false), filled = make_image("wal", true);
    long stride = test_is_long() ? 41 : 4999;
    disturb_job("schema", &filled, disturbances, test_is_long() ? 1 : 499);
    disturb_job("find", &fresh, disturbances, stride);
    disturb_job("find", &filled, disturbances, stride);
    disturb_job("templates", &filled, disturbances, stride);
    disturb_job("history", &filled, disturbances, stride);
    disturb_job(verdict, &filled, disturbances, test_is_long() ? 1 : 199);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        disturb_job(questions[i], &filled, disturbances, test_is_long() ? 101 : 9989);
    free(fresh.bytes);
    free(filled.bytes);
    disk_clear();
    return database_test_end("faults/test_pipeline_out_of_memory");
}
