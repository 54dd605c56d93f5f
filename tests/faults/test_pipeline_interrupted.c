/*
 * test_pipeline_interrupted.c - jobs of neardup_run(), interrupted after the first instruction of
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

static const struct disturbance disturbances[] = {
    {"interrupts of jobs", is_interrupt, begin_progress, end, false},
    {"interrupts of jobs", is_interrupt, begin_call, end, false},
};

int main(void) {
    disk_install();
    struct disk_bytes fresh = make_image("wal", false), filled = make_image("delete", true);
    long stride = test_is_long() ? 211 : 1999; /* no factor of the length of loops */
    disturb_job("schema", &filled, disturbances, test_is_long() ? 1 : 97);
    disturb_job("find", &fresh, disturbances, stride);
    disturb_job("find", &filled, disturbances, stride);
    disturb_job("templates", &filled, disturbances, stride);
    disturb_job("history", &filled, disturbances, stride);
    disturb_job("kinds", &filled, disturbances, test_is_long() ? 1 : 97);
    disturb_job("summary", &filled, disturbances, stride);
    free(fresh.bytes);
    free(filled.bytes);
    disk_clear();
    return database_test_end("faults/test_pipeline_interrupted");
}
