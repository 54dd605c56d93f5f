/*
 * test_live_index.c - random statements on several connections, against a plain table and brute
 * force: what a search finds, pairs and clusters.
 *
 * Every statement that changes the index changes the table `truth` as well, and both must answer
 * with the same code. Brute force compares all texts of `truth` that share a signature, in SQL.
 */
#include "../temporary_file.h"
#include "../test.h"
#include "database.h"

#include <stdarg.h>
#include <stdint.h>

enum { connections = 3, ids = 60, mistakes_shown = 5 };

#define PARAMETERS "5, 10, 3"
#define OPTIONS "bands=10, rows=3, log_most=16, pairs=1, clusters=1"
#define SIGNATURES(text) \
    "SELECT signature FROM minhash_signatures(fold_text(" text "), " PARAMETERS ")"

static struct {
    sqlite3 *db[connections];
    char path[temporary_path];
    bool external; /* `truth` is the content, and triggers tell the index */
    uint64_t random;
    unsigned long statements;
} world;

static unsigned below(unsigned limit) {
    world.random += 0x9E3779B97F4A7C15;
    uint64_t mixed = (world.random ^ world.random >> 31) * 0xBF58476D1CE4E5B9;
    return (unsigned)((mixed >> 33) % limit);
}

static void open_connection(int c) {
    REQUIRE(sqlite3_open(world.path, &world.db[c]) == SQLITE_OK &&
            sqlite3_neardup_init(world.db[c], NULL, NULL) == SQLITE_OK);
    sqlite3_free(database_answer(world.db[c], "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;"
                                              "PRAGMA recursive_triggers = ON"));
}

/* Runs SQL made by sqlite3_vmprintf(); returns the code. */
static int run(sqlite3 *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
    world.statements++;
    return code & 0xFF;
}

/* A text that resembles some of the others; NULL and texts without letters among them. */
static const char *random_text(char *text, size_t size) {
    static const char *const words[] = {"storm",  "river", "Ébène",  "bridge",  "1857",
                                        "copper", "ferry", "island", "granite", "winter"};
    if (below(40) == 0)
        return below(2) ? "NULL" : "' !'";
    snprintf(text, size,
             "'The %s of %s, chapter %u, tells of the %s that was built in the %s year%s'",
             words[below(4)], words[below(3)], below(3), words[below(10)], words[below(3)],
             below(5) ? "." : ", and of much else besides.");
    return text;
}

/* Both answers are the same. */
static void same(sqlite3 *db, const char *what, const char *a, const char *b) {
    char *x = database_answer(db, a), *y = database_answer(db, b);
    static int shown;
    bool equal = strcmp(x, y) == 0;
    if (!equal && shown++ >= mistakes_shown)
        test_failed++;
    else
        CHECK(equal, "%s, after %lu statements:\n%s\n%s", what, world.statements, x, y);
    sqlite3_free(x);
    sqlite3_free(y);
}

static void check_search(sqlite3 *db) {
    char text[200], *found, *expected;
    const char *asked = random_text(text, sizeof text);
    found =
        sqlite3_mprintf("SELECT rowid, jaccard, not_compared FROM near(%s) ORDER BY rowid", asked);
    expected =
        sqlite3_mprintf("SELECT id, jaccard(fold_text(text), fold_text(%s), 5) AS j, 0 FROM truth"
                        " WHERE j >= 0.6 AND EXISTS (" SIGNATURES("text") " INTERSECT " SIGNATURES(
                            "%s") ")"
                                  " ORDER BY id",
                        asked, asked);
    same(db, "search", found, expected);
    sqlite3_free(found);
    sqlite3_free(expected);
}

static void check_all(sqlite3 *db) {
    same(db, "texts", "SELECT rowid, text FROM near ORDER BY rowid",
         "SELECT id, text FROM truth ORDER BY id");
    same(db, "pairs", "SELECT a, b, jaccard FROM near_pairs ORDER BY a, b",
         "SELECT x.id, y.id, jaccard(fold_text(x.text), fold_text(y.text), 5) AS j"
         "  FROM truth AS x JOIN truth AS y ON x.id < y.id"
         " WHERE j >= 0.6 AND EXISTS (" SIGNATURES("x.text") " INTERSECT " SIGNATURES(
             "y.text") ")"
                       " ORDER BY x.id, y.id");
    same(db, "clusters", "SELECT member, cluster FROM near_members ORDER BY member",
         "SELECT member, component FROM union_find_members("
         "(SELECT union_find(a, b) FROM near_pairs)) ORDER BY member");
}

/* The same statement on both, which must answer alike. */
static void change(sqlite3 *db, const char *to_index, const char *to_truth) {
    char *savepoint = sqlite3_get_autocommit(db) ? "BEGIN" : "SAVEPOINT both";
    bool outer = sqlite3_get_autocommit(db);
    run(db, "%s", savepoint);
    int code = world.external ? SQLITE_OK : run(db, "%s", to_index);
    bool ended = sqlite3_get_autocommit(db); /* OR ROLLBACK */
    char *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    int expected = ended ? code : run(db, "%s", to_truth); /* has nothing to change any more */
    CHECK(ended ? strstr(to_index, "OR ROLLBACK") && code == SQLITE_CONSTRAINT
                : world.external || code == expected,
          "%s: %d (%s), not %d", to_index, code, message, expected);
    sqlite3_free(message);
    if (!ended && !sqlite3_get_autocommit(db))
        run(db, "%s", outer ? "COMMIT" : "RELEASE both");
}

static void random_change(sqlite3 *db) {
    static const char *const conflicts[] = {"",           "OR ABORT",  "OR FAIL",
                                            "OR REPLACE", "OR IGNORE", "OR ROLLBACK"};
    static const struct { const char *table, *key; } both[] = {{"near", "rowid"}, {"truth", "id"}};
    char a[200], b[200], *sql[2];
    const char *x = random_text(a, sizeof a), *y = random_text(b, sizeof b);
    const char *conflict = conflicts[below(6)];
    unsigned id = 1 + below(ids), other = 1 + below(ids), what = below(10);
    for (int i = 0; i < 2; i++) {
        const char *table = both[i].table, *key = both[i].key;
        if (what < 4)
            sql[i] = sqlite3_mprintf("INSERT %s INTO %s(%s, text) VALUES (%u, %s)", conflict, table,
                                     key, id, x);
        else if (what == 4)
            sql[i] = sqlite3_mprintf("INSERT %s INTO %s(%s, text) VALUES (%u, %s), (%u, %s)",
                                     conflict, table, key, id, x, other, y);
        else if (what == 5)
            sql[i] = sqlite3_mprintf("UPDATE %s %s SET %s = %u WHERE %s = %u", conflict, table, key,
                                     other, key, id);
        else if (what < 8)
            sql[i] = sqlite3_mprintf("UPDATE %s SET text = %s WHERE %s = %u", table, x, key, id);
        else
            sql[i] = sqlite3_mprintf("DELETE FROM %s WHERE %s BETWEEN %u AND %u", table, key, id,
                                     what == 8 ? id + 3 : id);
    }
    change(db, sql[0], sql[1]);
    sqlite3_free(sql[0]);
    sqlite3_free(sql[1]);
}

static void random_command(sqlite3 *db) {
    static const char *const commands[] = {"INSERT INTO near(near) VALUES('optimize')",
                                           "INSERT INTO near(near, rowid) VALUES('merge', 1)",
                                           "INSERT INTO near(near, rowid) VALUES('merge', 3)",
                                           "INSERT INTO near(near) VALUES('rebuild')",
                                           "INSERT INTO near(near) VALUES('integrity-check')",
                                           "INSERT INTO near(near) VALUES('integrity-check')"};
    const char *command = commands[below(6)];
    int code = run(db, "%s", command);
    CHECK(code == SQLITE_OK, "%s, after %lu statements: %s", command, world.statements,
          sqlite3_errmsg(db));
}

/* The connection that has a transaction open, or any. */
static int writer(void) {
    for (int c = 0; c < connections; c++)
        if (!sqlite3_get_autocommit(world.db[c]))
            return c;
    return (int)below(connections);
}

static void random_transaction(sqlite3 *db) {
    static const char *const words[] = {"SAVEPOINT s%u", "SAVEPOINT s%u", "ROLLBACK TO s%u",
                                        "RELEASE s%u",   "COMMIT",        "ROLLBACK"};
    if (sqlite3_get_autocommit(db))
        run(db, "%s", below(3) ? "BEGIN IMMEDIATE" : "SAVEPOINT s0");
    else
        run(db, words[below(6)], below(3));
}

static void reopen(int c) {
    if (!sqlite3_get_autocommit(world.db[c]))
        return;
    CHECK(sqlite3_close(world.db[c]) == SQLITE_OK, "%s", sqlite3_errmsg(world.db[c]));
    open_connection(c);
}

static void make_world(bool external, uint64_t seed) {
    world.external = external;
    world.random = seed;
    REQUIRE(make_temporary_file(world.path));
    for (int c = 0; c < connections; c++)
        open_connection(c);
    int code = run(world.db[0],
                   "CREATE TABLE truth (id INTEGER PRIMARY KEY, text);"
                   "CREATE VIRTUAL TABLE near USING neardup(text, %s" OPTIONS ")",
                   external ? "content=truth, " : "");
    if (external)
        code |= run(world.db[0], "CREATE TRIGGER a AFTER INSERT ON truth BEGIN"
                                 "  INSERT INTO near(rowid, text) VALUES (new.id, new.text); END;"
                                 "CREATE TRIGGER b AFTER DELETE ON truth BEGIN"
                                 "  INSERT INTO near(near, rowid) VALUES ('delete', old.id); END;"
                                 "CREATE TRIGGER c AFTER UPDATE ON truth BEGIN"
                                 "  INSERT INTO near(near, rowid) VALUES ('delete', old.id);"
                                 "  INSERT INTO near(rowid, text) VALUES (new.id, new.text); END");
    CHECK(code == SQLITE_OK, "%s", sqlite3_errmsg(world.db[0]));
}

static void end_world(void) {
    for (int c = 0; c < connections; c++)
        run(world.db[c], "ROLLBACK");
    for (int c = 0; c < connections; c++) {
        check_all(world.db[c]);
        CHECK(run(world.db[c], "INSERT INTO near(near) VALUES('integrity-check')") == SQLITE_OK,
              "%s", sqlite3_errmsg(world.db[c]));
        CHECK(sqlite3_close(world.db[c]) == SQLITE_OK, "a statement is open");
    }
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < 4; i++) {
        char path[sizeof world.path + 8];
        snprintf(path, sizeof path, "%s%s", world.path, endings[i]);
        unlink(path);
    }
}

static void test_statements(bool external, unsigned long statements, uint64_t seed) {
    world.statements = 0;
    make_world(external, seed);
    while (world.statements < statements) {
        int w = writer();
        unsigned what = below(100);
        if (what < 70)
            random_change(world.db[w]);
        else if (what < 82)
            random_transaction(world.db[w]);
        else if (what < 94)
            check_search(world.db[below(3) ? w : (int)below(connections)]);
        else if (what < 96)
            check_all(world.db[w]);
        else if (what < 98)
            random_command(world.db[w]);
        else if (what == 98)
            reopen((int)below(connections));
        else if (sqlite3_get_autocommit(world.db[w]) && below(4) == 0)
            CHECK(run(world.db[w], "VACUUM") == SQLITE_OK, "%s", sqlite3_errmsg(world.db[w]));
    }
    end_world();
    test_figure(world.statements, "statements on live indexes");
}

int main(void) {
    unsigned long statements = test_is_long() ? 250000 : 2500;
    for (unsigned seed = 1; seed <= 4; seed++)
        test_statements(seed % 2 == 0, statements, seed);
    return test_end("functions/test_live_index");
}
