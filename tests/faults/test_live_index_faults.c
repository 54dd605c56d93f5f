/*
 * test_live_index_faults.c - a live index when memory runs out, the disk fails, the power is cut,
 * or its tables are damaged: what is answered is right or an error, and nothing is lost.
 */
#include "../functions/database.h"
#include "disk.h"
#include "failing_allocator.h"

#define OPTIONS "bands=6, rows=2, log_most=16, clusters=1, changes=1"
#define MAKE                                                      \
    "CREATE VIRTUAL TABLE near USING neardup(text, " OPTIONS ");" \
    "CREATE TABLE truth (id INTEGER PRIMARY KEY, text)"
#define CHANGE                                                                                   \
    "BEGIN;"                                                                                     \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)"               \
    " INSERT INTO truth SELECT i + (SELECT count(*) FROM truth),"                                \
    "  'Lamp ' || (i % 7) || ' of the ' || (i % 3) || ' old piers burnt all night' FROM n;"      \
    "INSERT INTO near(rowid, text) SELECT id, text FROM truth WHERE id > (SELECT count(*) FROM " \
    "near);"                                                                                     \
    "DELETE FROM near WHERE rowid % 11 = 3; UPDATE truth SET text = NULL WHERE id % 11 = 3;"     \
    "INSERT INTO near(rowid, text) SELECT id, text FROM truth WHERE id % 11 = 3;"                \
    "UPDATE near SET text = text || '!' WHERE rowid % 13 = 5;"                                   \
    "UPDATE truth SET text = text || '!' WHERE id % 13 = 5;"                                     \
    "INSERT INTO near(near, rowid, partner) VALUES('duplicate', 1, 2);"                          \
    "INSERT INTO near(near, rowid, partner) SELECT 'no duplicate', a, b FROM near_pairs"         \
    " WHERE jaccard < 0.9 ORDER BY seq DESC LIMIT 2;"                                            \
    "INSERT INTO near(near, rowid, partner) VALUES('no verdict', 1, 2);"                         \
    "INSERT INTO near(near, text, partner) VALUES('duplicate', 'Lamps', (SELECT max(text) FROM"  \
    " near));"                                                                                   \
    "INSERT INTO near(near, rowid) VALUES('merge', 2);"                                          \
    "INSERT INTO near(near, rowid) VALUES('forget-changes', 20);"                                \
    "COMMIT"
#define ASK                                                                                     \
    "SELECT count(*), total(jaccard) FROM near('Lamp 3 of the 2 old piers burnt all night');"   \
    "SELECT count(*), total(jaccard) FROM near_pairs; SELECT total(cluster) FROM near_members;" \
    "SELECT total(a + 2 * cluster_b + honoured) FROM near_links;"                                  \
    "SELECT count(*), total(seq * (ifnull(a, 2) + 3 * ifnull(cluster, 0))) FROM near_changes"
#define CONTENT                                                                                 \
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text, more, at, other);"                        \
    "CREATE VIRTUAL TABLE noted USING neardup(text, more, content=note, time=at, source=other," \
    " kinds=1, contradiction_least=0.4, jaccard_least=0.9, " OPTIONS ");"                       \
    "INSERT INTO noted(noted) VALUES('triggers');"                                              \
    "INSERT INTO note SELECT id, text, 'once', id, 1 FROM truth WHERE id < 12;"                 \
    "UPDATE note SET text = text || '!' WHERE id < 5; UPDATE note SET other = 2;"               \
    "UPDATE near SET text = text; ALTER TABLE noted RENAME TO again;"                           \
    "INSERT INTO again(again) VALUES('triggers');"                                              \
    "SELECT count(*), min(kind), max(reason), count(more)"                                      \
    " FROM again('Lamp 3 of the 2 old piers burnt all night once', NULL, 7, 2);"                \
    "ALTER TABLE note RENAME TO memo; SELECT count(*) FROM again('Lamp')"
#define SOUND                                                                                \
    "INSERT INTO near(near) VALUES('integrity-check');"                                      \
    "SELECT count(*) FROM (SELECT rowid, text FROM near EXCEPT SELECT id, text FROM truth);" \
    "SELECT count(*) FROM (SELECT id, text FROM truth EXCEPT SELECT rowid, text FROM near)"

static unsigned long long injected;

/* EXTRA: a journal that was deleted does not come back after a power cut. */
static sqlite3 *open_disk(const char *journal) {
    sqlite3 *db = NULL;
    char sql[200];
    snprintf(sql, sizeof sql,
             "PRAGMA synchronous = EXTRA; PRAGMA locking_mode = EXCLUSIVE;"
             "PRAGMA journal_mode = %s; PRAGMA cache_size = 8",
             journal);
    if (sqlite3_open("index.db", &db) != SQLITE_OK ||
        sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    database_run(db, sql);
    return db;
}

/* SQLite may refuse, for a cause of its own; it may not find the index unsound. */
static void check_sound(sqlite3 *db, const char *what, long n) {
    char *answer = database_answer(db, SOUND);
    CHECK(strcmp(answer, "0 / 0") == 0, "%s %ld: %s", what, n, answer);
    sqlite3_free(answer);
}

/* Each allocation of a change, and then of a search, fails. ALTER has its own word for that. */
static void test_memory(const char *sql, long stride) {
    char *expected = NULL;
    bool failed = true;
    for (long n = 0; failed; n += n == 0 ? 1 : stride) {
        sqlite3 *db = database_open(NULL);
        database_run(db, MAKE);
        database_run(db, CHANGE);
        allocation_fail_at(n, false);
        char *answer = database_answer(db, sql);
        failed = allocation_failed() || n == 0;
        injected += failed;
        if (!expected)
            expected = sqlite3_mprintf("%s", answer);
        CHECK(!*answer || strcmp(answer, expected) == 0 || strstr(answer, "out of memory") ||
                  strstr(answer, "another row available") ||
                  strstr(answer, "unable to open a temporary database"),
              "allocation %ld: %s, not %s", n, answer, expected);
        sqlite3_free(answer);
        if (!sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        check_sound(db, "allocation", n);
        CHECK(sqlite3_close(db) == SQLITE_OK, "allocation %ld: a statement is open", n);
    }
    sqlite3_free(expected);
}

static void copy_database(sqlite3 *to, sqlite3 *from) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    REQUIRE(backup && sqlite3_backup_step(backup, -1) == SQLITE_DONE);
    REQUIRE(sqlite3_backup_finish(backup) == SQLITE_OK);
}

/* A page of a megabyte's eighth, of thousands of equal texts, and some of them deleted. */
#define MAKE_LONG                                                                      \
    "CREATE VIRTUAL TABLE near USING neardup(text, bands=1, rows=1, compared_most=5);" \
    "CREATE TABLE truth (id INTEGER PRIMARY KEY, text);"                               \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)"  \
    " INSERT INTO truth SELECT i * (1 << 42), 'Lamps' FROM n;"                         \
    "INSERT INTO near(rowid, text) SELECT id, text FROM truth;"                        \
    "INSERT INTO near(near) VALUES('optimize')"
#define DELETE_LONG "DELETE FROM near WHERE rowid < 3000 * (1 << 42)"
#define ASK_LONG "SELECT count(*), total(rowid) FROM near('Lamps')"

/*
 * Each allocation of searches fails, which read it in parts, pass over the deleted, and remember.
 */
static void test_long_pages(long stride) {
    static const char *const ask =
        ASK_LONG ";" DELETE_LONG ";" ASK_LONG ";" ASK_LONG " WHERE rowid <> 3000 * (1 << 42)";
    sqlite3 *made = database_open(NULL);
    database_run(made, MAKE_LONG);
    char *size = database_answer(made, "SELECT max(length(block)) > 65536 FROM near_data");
    CHECK(strcmp(size, "1") == 0, "no page is long");
    sqlite3_free(size);
    char *expected = NULL;
    bool failed = true;
    for (long n = 0; failed; n += n == 0 ? 1 : stride) {
        sqlite3 *db = database_open(NULL);
        copy_database(db, made);
        allocation_fail_at(n, false);
        char *answer = database_answer(db, ask);
        failed = allocation_failed() || n == 0;
        injected += failed;
        if (!expected)
            expected = sqlite3_mprintf("%s", answer);
        CHECK(!*answer || strcmp(answer, expected) == 0 || strstr(answer, "out of memory"),
              "allocation %ld: %s, not %s", n, answer, expected);
        sqlite3_free(answer);
        CHECK(sqlite3_close(db) == SQLITE_OK, "allocation %ld: a statement is open", n);
    }
    CHECK(strstr(expected, "5|"), "%s", expected);
    sqlite3_free(expected);
    CHECK(sqlite3_close(made) == SQLITE_OK, "a statement is open");
}

/* Each read of the disk fails in a search: it says so, and the next one is right. */
static void test_long_reads(long stride) {
    bool failed = true;
    disk_clear();
    sqlite3 *db = open_disk("DELETE");
    database_run(db, MAKE_LONG ";" DELETE_LONG);
    char *expected = database_answer(db, ASK_LONG);
    CHECK(strncmp(expected, "5|", 2) == 0, "%s", expected);
    for (long n = 1; failed; n += stride) {
        sqlite3_close(db);
        db = open_disk("DELETE");
        disk_fail_at(n, false, 1 << disk_read, 0);
        char *answer = database_answer(db, ASK_LONG);
        failed = disk_has_failed();
        injected += failed;
        CHECK(strncmp(answer, "error", 5) == 0 ? failed : strcmp(answer, expected) == 0,
              "read %ld: %s, not %s", n, answer, expected);
        sqlite3_free(answer);
        answer = database_answer(db, ASK_LONG);
        CHECK(strcmp(answer, expected) == 0, "after read %ld: %s, not %s", n, answer, expected);
        sqlite3_free(answer);
    }
    sqlite3_free(expected);
    sqlite3_close(db);
    disk_clear();
}

/* Each operation of the disk fails, once or from then on; or the power is cut there. */
static void test_disk(const char *journal, bool power_cut, long stride) {
    bool failed = true;
    for (long n = 1; failed; n += stride) {
        disk_clear();
        sqlite3 *db = open_disk(journal);
        database_run(db, MAKE);
        database_run(db, CHANGE);
        disk_fail_at(n, power_cut || n % 2 == 0, power_cut ? disk_changes : disk_all_operations, 0);
        char *answer = database_answer(db, CHANGE ";" ASK);
        bool refused = strncmp(answer, "error", 5) == 0;
        CHECK(!refused || !strstr(answer, "damaged"), "operation %ld: %s", n, answer);
        sqlite3_free(answer);
        if (!power_cut && !sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        sqlite3_close(db);
        failed = disk_has_failed();
        injected += failed;
        if (power_cut)
            disk_power_cut();
        db = open_disk(journal);
        check_sound(db, power_cut ? "power cut" : "operation", n);
        sqlite3_close(db);
    }
    disk_clear();
}

static int end_work(void *context) {
    return ++*(int *)context > 1;
}

/*
 * Each of a few million instructions of SQLite, or a sample, is the last: the work is interrupted.
 */
static void test_interrupts(const char *sql, int sparse) {
    bool stopped = true;
    for (int n = 1; stopped; n += 1 + n / sparse) {
        int calls = 0;
        sqlite3 *db = database_open(NULL);
        database_run(db, MAKE);
        database_run(db, CHANGE);
        sqlite3_progress_handler(db, n, end_work, &calls);
        char *answer = database_answer(db, sql);
        sqlite3_progress_handler(db, 0, NULL, NULL);
        stopped = calls > 1;
        injected += stopped;
        CHECK(stopped == (strstr(answer, "interrupted") != NULL), "instruction %d: %s", n, answer);
        sqlite3_free(answer);
        if (!sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        check_sound(db, "instruction", n);
        CHECK(sqlite3_close(db) == SQLITE_OK, "instruction %d: a statement is open", n);
    }
}

/*
 * An INSERT ... RETURNING of which one row is read: it is done as a whole, in defensive mode, too,
 * and undone by ROLLBACK.
 */
static void test_returning(void) {
    sqlite3 *db = database_open(NULL);
    sqlite3_stmt *statement;
    database_run(db, MAKE);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    for (int turn = 0; turn < 30; turn++) {
        bool undone = turn % 3 == 0;
        if (undone)
            sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
        int code = sqlite3_prepare_v2(db,
                                      "INSERT INTO near(text) SELECT 'Lamp ' || value || "
                                      "random() % 3 || ' of the old piers burnt all night' FROM "
                                      "json_each('[1,2,3,4,5]') RETURNING rowid",
                                      -1, &statement, NULL);
        CHECK(code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW, "%s", sqlite3_errmsg(db));
        CHECK(sqlite3_reset(statement) == SQLITE_OK, "%s", sqlite3_errmsg(db));
        sqlite3_finalize(statement);
        if (undone)
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        database_run(db, "INSERT INTO truth SELECT rowid, text FROM near "
                         "WHERE rowid NOT IN (SELECT id FROM truth)");
        check_sound(db, "RETURNING", turn);
    }
    char *answer = database_answer(db, "SELECT count(*) FROM near; DELETE FROM near_data");
    CHECK(strncmp(answer, "error", 5) == 0 && strstr(answer, "may not be modified"), "%s", answer);
    sqlite3_free(answer);
    answer = database_answer(db, "SELECT count(*) FROM near");
    CHECK(strcmp(answer, "100") == 0, "%s texts", answer);
    sqlite3_free(answer);
    CHECK(sqlite3_close(db) == SQLITE_OK, "a statement is open");
}

/*
 * Bytes of the shadow tables are changed, rows are deleted and added: the answer is an error, or a
 * part of the right one, and 'rebuild' mends it, unless the format looks like a newer one.
 */
static void test_damage(unsigned cases) {
    static const char *const tables[] = {
        "near_data",    "near_data",   "near_data",   "near_log",      "near_dead",
        "near_content", "near_pairs",  "near_labels", "near_clusters", "near_changes",
        "near_changes", "near_judged", "near_judged"};
    static const char *const columns[] = {"block", "block",   "id", "keys", "id",     "id",  "a",
                                          "label", "cluster", "a",  "seq",  "member", "text"};
    for (unsigned n = 0; n < cases; n++) {
        sqlite3 *db = database_open(NULL);
        database_run(db, MAKE);
        database_run(db, CHANGE);
        unsigned which = n % (sizeof tables / sizeof *tables);
        char *sql =
            which != 0 && n % 5 == 0
                ? sqlite3_mprintf("DELETE FROM %s WHERE rowid IN (SELECT rowid FROM %s "
                                  "ORDER BY random() LIMIT 1)",
                                  tables[which], tables[which])
            : which < 2 || which == 3
                ? sqlite3_mprintf(
                      "UPDATE %s SET %s = CAST(substr(%s, 1, length(%s) * %u / 7) AS BLOB) ||"
                      " randomblob(%u) || substr(%s, length(%s) * %u / 7 + 1 + %u)"
                      " WHERE rowid %s AND %s IS NOT NULL",
                      tables[which], columns[which], columns[which], columns[which], n % 8, n % 3,
                      columns[which], columns[which], n % 8, n / 7 % 4, which == 0 ? "= 0" : "> 0",
                      columns[which])
                : sqlite3_mprintf("UPDATE OR IGNORE %s SET %s = random() >> %u "
                                  "WHERE rowid IN (SELECT rowid FROM %s ORDER BY random() LIMIT 2)",
                                  tables[which], columns[which], n % 60, tables[which]);
        database_run(db, sql);
        database_run(db, ASK);
        char *answer = database_answer(
            db, "SELECT n.rowid, n.jaccard, jaccard(fold_text(n.text),"
                " fold_text('Lamp 3 of the 2 old piers burnt all night'), 5) "
                "FROM near('Lamp 3 of the 2 old piers burnt all night') AS n "
                "WHERE abs(n.jaccard - jaccard(fold_text(n.text), "
                "fold_text('Lamp 3 of the 2 old piers burnt all night'), 5)) > 1e-9");
        CHECK(!*answer || strncmp(answer, "error", 5) == 0, "%s: %s", sql, answer);
        sqlite3_free(answer);
        database_run(db, "INSERT INTO near(near) VALUES('integrity-check')");
        database_run(db, CHANGE);
        if (!sqlite3_get_autocommit(db))
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        database_run(db, "INSERT INTO near(near, rowid) VALUES('merge', 5)");
        answer = database_answer(db, "INSERT INTO near(near) VALUES('rebuild');"
                                     "INSERT INTO near(near) VALUES('integrity-check')");
        CHECK(!*answer || strstr(answer, "formats up to"), "%s: after 'rebuild': %s", sql, answer);
        sqlite3_free(answer);
        sqlite3_free(sql);
        CHECK(sqlite3_close(db) == SQLITE_OK, "a statement is open");
    }
    test_figure(cases, "live indexes damaged");
}

int main(void) {
    bool is_long = test_is_long();
    if (!failing_allocator_install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("faults/test_live_index_faults");
    }
    database_seed(test_seed());
    test_memory(ASK, is_long ? 1 : 61);
    test_memory(CHANGE ";" ASK, is_long ? 1 : 809);
    test_memory("INSERT INTO near(near) VALUES('rebuild');" ASK, is_long ? 1 : 557);
    test_long_pages(is_long ? 1 : 401);
    test_memory(CONTENT, is_long ? 1 : 1201);
    test_interrupts(CHANGE, is_long ? 200 : 2);
    test_interrupts(ASK, is_long ? 200 : 2);
    test_interrupts("BEGIN; UPDATE near SET text = text; UPDATE near SET text = text || '?';"
                    "UPDATE truth SET text = text || '?'; COMMIT",
                    is_long ? 200 : 2);
    test_interrupts("INSERT INTO near(near) VALUES('optimize');" SOUND, is_long ? 200 : 2);
    test_returning();
    test_damage(is_long ? 20000 : 80);
    disk_install();
    test_long_reads(is_long ? 1 : 5);
    static const char *const journals[] = {"DELETE", "WAL"};
    for (int j = 0; j < 2; j++) {
        test_disk(journals[j], false, is_long ? 1 : 307);
        test_disk(journals[j], true, is_long ? 1 : 97);
    }
    test_figure(injected, "faults injected into live indexes");
    return database_test_end("faults/test_live_index_faults");
}
