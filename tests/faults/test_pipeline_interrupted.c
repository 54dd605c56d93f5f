/*
 * test_pipeline_interrupted.c - the scripts of sql/, interrupted after the first instruction of
 * SQLite's virtual machine, then after the second, and so on: by a progress handler, and by
 * sqlite3_interrupt(), which SQLite notices a little later. pipeline_runs.h says what must hold.
 */
#include "pipeline_runs.h"

static struct {
    sqlite3 *db;
    long countdown;
    bool by_call; /* of sqlite3_interrupt() */
    bool struck;
} interrupt;

static int count_down(void *unused) {
    (void)unused;
    if (--interrupt.countdown != 0)
        return 0;
    interrupt.struck = true;
    if (interrupt.by_call)
        sqlite3_interrupt(interrupt.db);
    return !interrupt.by_call;
}

static void begin(sqlite3 *db, long n, bool by_call) {
    interrupt.db = db;
    interrupt.countdown = n;
    interrupt.by_call = by_call;
    interrupt.struck = false;
    sqlite3_progress_handler(db, 1, count_down, NULL);
}

static void begin_progress(sqlite3 *db, long n) {
    begin(db, n, false);
}

static void begin_call(sqlite3 *db, long n) {
    begin(db, n, true);
}

static long end(sqlite3 *db) {
    sqlite3_progress_handler(db, 0, NULL, NULL);
    return interrupt.struck ? 0 : interrupt.countdown;
}

static bool is_interrupt(int code) {
    return code == SQLITE_INTERRUPT;
}

static const struct disturbance of_statements[] = {
    {"interrupts of pipeline statements", is_interrupt, begin_progress, end, false},
    {"interrupts of pipeline statements", is_interrupt, begin_call, end, false},
};

static const struct disturbance of_scripts[] = {
    {"interrupts of whole scripts", is_interrupt, begin_progress, end, false},
    {"interrupts of whole scripts", is_interrupt, begin_call, end, false},
};

/* The strides share no factor with the length of loops. */
static void test_path(const char *path, const struct disk_bytes *image, long each, long some) {
    disturb_statements(path, image, of_statements, each);
    disturb_script_twice(path, image, of_scripts, some);
}

int main(void) {
    disk_install();
    struct disk_bytes fresh = make_image("wal", false), filled = make_image("delete", true);
    long each = test_is_long() ? 1 : 9973, some = test_is_long() ? 211 : 29989;
    test_path("sql/schema.sql", &filled, test_is_long() ? 1 : 29, test_is_long() ? 1 : 97);
    if (test_is_long())
        test_path("sql/pipeline.sql", &fresh, 13 * each, some);
    test_path("sql/pipeline.sql", &filled, each, some);
    test_path("sql/templates.sql", &filled, each, some);
    test_path("sql/history.sql", &filled, each, some);
    free(fresh.bytes);
    free(filled.bytes);
    disk_clear();
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end("faults/test_pipeline_interrupted");
}
