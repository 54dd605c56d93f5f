/*
 * fuzz_sql.c - SQL statements over the extension, with the limits that SQLite's own fuzzers set: a
 * budget of steps rather than of time, small values, little memory, no files.
 *
 * The first byte says whether schemas are trusted. An error must leave nothing open.
 */
#include "fuzz.h"

#include <neardup.h>

enum { steps_max = 20000, length_max = 2000, heap_max = 20 << 20 };

/* SQLite calls this after every step, also when long-running work asks whether to stop. */
static int count_step(void *steps) {
    return --*(int *)steps < 0;
}

/* Denies other databases, and anything that outlives the connection. */
static int authorize(void *unused, int action, const char *first, const char *second,
                     const char *third, const char *fourth) {
    (void)unused, (void)third, (void)fourth;
    switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
        return SQLITE_DENY;
    case SQLITE_PRAGMA: /* these affect all connections of the process */
        return sqlite3_stricmp(first, "hard_heap_limit") == 0 ||
                       sqlite3_stricmp(first, "soft_heap_limit") == 0 ||
                       sqlite3_stricmp(first, "temp_store_directory") == 0
                   ? SQLITE_DENY
                   : SQLITE_OK;
    case SQLITE_FUNCTION:
        return sqlite3_stricmp(second, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    default:
        return SQLITE_OK;
    }
}

static void set_limits(sqlite3 *db, int *steps) {
    sqlite3_hard_heap_limit64(heap_max);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, length_max);
    sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 25000);
    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 250);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 20);
    sqlite3_progress_handler(db, 1, count_step, steps);
    sqlite3_set_authorizer(db, authorize, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    sqlite3 *db;
    int steps = steps_max;
    bool trusted = fuzz_byte(&input) % 2;
    sqlite3_hard_heap_limit64(0);
    sqlite3_initialize();
    sqlite3_int64 before = sqlite3_memory_used();
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    set_limits(db, &steps);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, trusted, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL); /* protects the schema */
    char *sql = sqlite3_mprintf("%.*s", (int)input.left, input.at);
    if (sql)
        sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
    MUST(sqlite3_close(db) == SQLITE_OK);
    MUST(sqlite3_memory_used() == before);
    return 0;
}
