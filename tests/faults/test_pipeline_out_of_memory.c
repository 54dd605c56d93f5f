/*
 * test_pipeline_out_of_memory.c - the scripts of sql/ while SQLite's allocator fails: at its first
 * call, then at its second, and so on, once and from then on. pipeline_runs.h says what must hold.
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

static const struct disturbance of_statements[] = {
    {"faults injected into pipeline statements: out of memory", is_no_memory, begin_once, end,
     false},
    {"faults injected into pipeline statements: out of memory", is_no_memory, begin_for_good, end,
     false},
};

static const struct disturbance of_scripts[] = {
    {"faults injected into whole scripts: out of memory", is_no_memory, begin_once, end, false},
    {"faults injected into whole scripts: out of memory", is_no_memory, begin_for_good, end, false},
};

/* The scripts that need no parameter set. */
static void test_analysis(const struct disk_bytes *image, long stride) {
    static const char *const paths[] = {"sql/papers/article_pairs.sql",
                                        "sql/analysis/choose_parameters.sql",
                                        "sql/papers/cluster_sizes.sql",
                                        "sql/papers/jaccard_and_edit_distance.sql",
                                        "sql/papers/kind_distribution.sql",
                                        "sql/papers/match_probability.sql",
                                        "sql/labels/sample_clusters.sql",
                                        "sql/papers/sliding_window.sql",
                                        "sql/analysis/two_dates.sql",
                                        "sql/analysis/keep_one.sql",
                                        "sql/analysis/across.sql",
                                        "sql/analysis/export.sql",
                                        "sql/plain.sql"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        disturb_script_twice(paths[i], image, of_scripts, stride);
}

int main(void) {
    if (!failing_allocator_install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("faults/test_pipeline_out_of_memory");
    }
    disk_install();
    struct disk_bytes fresh = make_image("delete", false), filled = make_image("wal", true);
    long each = test_is_long() ? 1 : 3989, some = test_is_long() ? 41 : 39989;
    disturb_statements("sql/schema.sql", &filled, of_statements, each);
    if (test_is_long())
        disturb_statements("sql/pipeline.sql", &fresh, of_statements, 3 * each);
    disturb_statements("sql/pipeline.sql", &filled, of_statements, each);
    disturb_statements("sql/templates.sql", &filled, of_statements, each);
    disturb_statements("sql/history.sql", &filled, of_statements, each);
    disturb_script_twice("sql/schema.sql", &filled, of_scripts, some);
    disturb_script_twice("sql/pipeline.sql", &fresh, of_scripts, some);
    disturb_script_twice("sql/pipeline.sql", &filled, of_scripts, some);
    disturb_script_twice("sql/templates.sql", &filled, of_scripts, some);
    disturb_script_twice("sql/history.sql", &filled, of_scripts, some);
    test_analysis(&filled, test_is_long() ? 101 : 39989);
    free(fresh.bytes);
    free(filled.bytes);
    disk_clear();
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end("faults/test_pipeline_out_of_memory");
}
