/*
 * test_pipeline_disk_faults.c - the pipeline while its disk fails: at each operation in turn, once
 * and from then on; at each write, because the disk is full; after each change, by a power cut in
 * which every unsynced sector may be lost.
 *
 * It runs with a rollback journal and with a write-ahead log. NEARDUP_SEED is the seed of what a
 * power cut loses.
 */
#include "pipeline_runs.h"

static struct {
    unsigned kinds;
    int code;
    bool for_good;
} fault;

static void begin_fault(sqlite3 *db, long n) {
    (void)db;
    disk_fail_at(n, fault.for_good, fault.kinds, fault.code);
}

static long end_fault(sqlite3 *db) {
    (void)db;
    long left = disk.countdown;
    return disk_has_failed() ? 0 : left;
}

static bool is_disk_error(int code) {
    int primary = code & 0xFF;
    return primary == SQLITE_IOERR || primary == SQLITE_FULL || primary == SQLITE_CANTOPEN;
}

#define CASE(KINDS, CODE, FOR_GOOD, WHAT, CUTS_POWER)                                          \
    {                                                                                          \
        KINDS, CODE, FOR_GOOD, {                                                               \
            "faults injected into the pipeline: " WHAT, is_disk_error, begin_fault, end_fault, \
                CUTS_POWER                                                                     \
        }                                                                                      \
    }

static const struct {
    unsigned kinds;
    int code;
    bool for_good;
    struct disturbance disturbance;
} cases[] = {
    CASE(disk_all_operations, 0, false, "input or output fails once", false),
    CASE(disk_all_operations, 0, true, "input or output fails for good", false),
    CASE(1 << disk_write, SQLITE_FULL, true, "the disk is full", false),
    CASE(disk_changes, 0, true, "power cut", true),
};

static void test_job(const char *job, const char *journal_mode, const struct disk_bytes *image) {
    char sql[60], name[80];
    bool is_wal = strcmp(journal_mode, "wal") == 0;
    snprintf(sql, sizeof sql, "SELECT neardup_run('%s') IS NULL", job);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!test_is_long() && is_wal != (i % 2 == 1)) /* in short, half of them in each mode */
            continue;
        snprintf(name, sizeof name, "%s, %s, case %zu", job, journal_mode, i);
        fault.kinds = cases[i].kinds;
        fault.code = cases[i].code;
        fault.for_good = cases[i].for_good;
        disturb_run(name, sql, image, &cases[i].disturbance, test_is_long() ? 1 : 503);
    }
}

int main(void) {
    static const char *const modes[] = {"delete", "wal"};
    disk.random = test_seed() * UINT64_C(0x9E3779B97F4A7C15) | 1;
    disk_install();
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct disk_bytes image = make_image(modes[i], true);
        test_job("find", modes[i], &image);
        test_job("templates", modes[i], &image);
        free(image.bytes);
    }
    disk_clear();
    return database_test_end("faults/test_pipeline_disk_faults");
}
