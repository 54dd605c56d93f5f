/*
 * test_live_index.c - random statements on several connections, against a plain table and brute
 * force: what a search finds, pairs and clusters.
 *
 * A world is a database with an index of some options. Every statement that changes the index
 * changes the table `truth` as well, and both must answer with the same code. Commands, savepoints,
 * commits of another connection, ALTER, DROP, VACUUM and ATTACH come in between. A consumer of
 * near_changes, which keeps its last seq, learns from it of pairs and clusters, each change once.
 * Where verdicts are given, index_links.py knows the clusters; here 'rebuild' leaves them alone.
 */
#include "../temporary_file.h"
#include "brute_force.h"

#include <stdarg.h>

enum { connections = 3, mistakes_shown = 5 };

/*
 * The texts are the index's own, those of `truth` with triggers that it or somebody made, or none.
 */
enum content { content_own, content_made, content_written, content_none, content_count };

static struct {
    sqlite3 *db[connections];
    char path[temporary_path];
    enum content content;
    bool narrow; /* there are few texts, so that many share a signature */
    bool pairs, clusters, changes, kinds, wal, judges;
    bool reads; /* the last connection is in a transaction that reads */
    unsigned log_most, ids;
    const char *name; /* of the index now */
    uint64_t seed, random;
    unsigned long statements;
} world;

static unsigned below(unsigned limit) {
    world.random += 0x9E3779B97F4A7C15;
    uint64_t mixed = (world.random ^ world.random >> 31) * 0xBF58476D1CE4E5B9;
    return (unsigned)((mixed >> 33) % limit);
}

static bool is_external(void) {
    return world.content == content_made || world.content == content_written;
}

static void open_connection(int c) {
    REQUIRE(sqlite3_open(world.path, &world.db[c]) == SQLITE_OK &&
            sqlite3_neardup_init(world.db[c], NULL, NULL) == SQLITE_OK);
    char *answer = database_answer(world.db[c], world.wal ? "PRAGMA journal_mode = WAL"
                                                          : "PRAGMA journal_mode = DELETE");
    sqlite3_free(answer);
    database_run(world.db[c], "PRAGMA synchronous = OFF;"
                              "PRAGMA recursive_triggers = ON");
    force_register(world.db[c], world.content == content_none);
}

/* SQL in which @near is the name of the index. */
static char *named(const char *sql) {
    sqlite3_str *text = sqlite3_str_new(NULL);
    for (const char *at; (at = strstr(sql, "@near")); sql = at + 5) {
        sqlite3_str_append(text, sql, (int)(at - sql));
        sqlite3_str_appendall(text, world.name);
    }
    sqlite3_str_appendall(text, sql);
    return sqlite3_str_finish(text);
}

/* Runs such SQL made by sqlite3_vmprintf(); returns the code. */
static int run(sqlite3 *db, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments), *text = named(sql);
    va_end(arguments);
    int code = sqlite3_exec(db, text, NULL, NULL, NULL);
    sqlite3_free(sql);
    sqlite3_free(text);
    world.statements++;
    return code & 0xFF;
}

static char *answer_of(sqlite3 *db, const char *sql) {
    char *text = named(sql), *answer = database_answer(db, text);
    sqlite3_free(text);
    return answer;
}

/* Says how to see it again, but not again and again. */
static void check(bool holds, const char *what, const char *found, const char *expected) {
    static int shown;
    if (!holds && shown++ >= mistakes_shown)
        test_failed++;
    else
        CHECK(holds, "%s, after %lu statements of world %llu (content %d, pairs %d): %s\n%s", what,
              world.statements, (unsigned long long)world.seed, world.content, world.pairs, found,
              expected);
}

static void succeeds(sqlite3 *db, const char *sql) {
    int code = run(db, "%s", sql);
    check(code == SQLITE_OK, sql, sqlite3_errmsg(db), "");
}

/* A text that resembles some of the others; NULL and texts without letters among them. */
static const char *random_text(char *text, size_t size) {
    static const char *const words[] = {"storm",  "river", "Ébène",  "bridge",  "1857",
                                        "copper", "ferry", "island", "granite", "winter"};
    if (below(40) == 0)
        return below(2) ? "NULL" : "' !'";
    snprintf(text, size,
             "'The %s of %s, chapter %u, tells of the %s that was built in the %s year%s'",
             words[below(world.narrow ? 1 : 4)], words[below(world.narrow ? 1 : 3)], below(3),
             words[below(world.narrow ? 2 : 6)], words[below(3)],
             below(5) ? "." : ", and of much else besides.");
    return text;
}

/* Both answers are the same. */
static void same(sqlite3 *db, const char *what, const char *a, const char *b) {
    char *x = answer_of(db, a), *y = answer_of(db, b);
    check(strcmp(x, y) == 0, what, x, y);
    sqlite3_free(x);
    sqlite3_free(y);
}

/* The rows that `found` gives are all that must be found, and all may be. */
static void compare(sqlite3 *db, const char *what, const char *found, const char *format,
                    const char *asked) {
    char *rows[2];
    for (int must = 0; must < 2; must++)
        rows[must] = sqlite3_mprintf(format, must ? "must_find" : "may_find", asked);
    if (world.content == content_none) {
        char *lost = sqlite3_mprintf("%s EXCEPT %s", rows[1], found);
        char *more = sqlite3_mprintf("%s EXCEPT %s", found, rows[0]);
        same(db, what, lost, "");
        same(db, what, more, "");
        sqlite3_free(lost);
        sqlite3_free(more);
    } else {
        same(db, what, found, rows[1]);
    }
    sqlite3_free(rows[0]);
    sqlite3_free(rows[1]);
}

static void check_search(sqlite3 *db, const char *schema) {
    char text[200], *asked = sqlite3_mprintf("%s", random_text(text, sizeof text));
    if (below(2)) {
        sqlite3_free(asked);
        asked = sqlite3_mprintf("(SELECT text FROM truth WHERE id >= %u ORDER BY id LIMIT 1)",
                                below(world.ids));
    }
    char *found = sqlite3_mprintf("SELECT rowid, jaccard, not_compared FROM %s.@near(%s)%s", schema,
                                  asked, world.content == content_none ? "" : " ORDER BY rowid");
    compare(db, "search", found,
            world.content == content_none
                ? "SELECT id, %s(text, %s) AS j, 0 FROM truth WHERE j > 0"
                : "SELECT id, %s(text, %s) AS j, 0 FROM truth WHERE j > 0 ORDER BY id",
            asked);
    sqlite3_free(found);
    sqlite3_free(asked);
}

static void check_all(sqlite3 *db) {
    bool keeps = world.content != content_none;
    same(db, "texts",
         keeps ? "SELECT rowid, text FROM @near ORDER BY rowid"
               : "SELECT rowid FROM @near ORDER BY rowid",
         keeps ? "SELECT id, text FROM truth ORDER BY id" : "SELECT id FROM truth ORDER BY id");
    if (world.pairs)
        compare(db, "pairs",
                keeps ? "SELECT a, b, jaccard FROM @near_pairs ORDER BY a, b"
                      : "SELECT a, b, jaccard FROM @near_pairs",
                keeps ? "SELECT x.id, y.id, %s(x.text, y.text) AS j FROM truth AS x JOIN truth AS y"
                        " ON x.id < y.id WHERE j > 0 ORDER BY x.id, y.id"
                      : "SELECT x.id, y.id, %s(x.text, y.text) AS j FROM truth AS x JOIN truth AS y"
                        " ON x.id < y.id WHERE j > 0",
                "");
    if (world.kinds)
        same(db, "kinds", "SELECT a, b, kind, score FROM @near_pairs ORDER BY a, b",
             "SELECT a, b, judged.kind, judged.score FROM @near_pairs JOIN truth AS x ON x.id = a"
             " JOIN truth AS y ON y.id = b, duplicate_kind(y.text, x.text, '', '') AS judged"
             " ORDER BY a, b");
    /* Whoever inserts may not know yet that a flush was rolled back, but learns it then. */
    char *log =
        sqlite3_mprintf("SELECT count(*) <= %u FROM @near_log", connections * world.log_most);
    same(db, "the log", log, "SELECT 1");
    sqlite3_free(log);
    if (world.clusters && !world.judges)
        same(db, "clusters", "SELECT member, cluster FROM @near_members ORDER BY member",
             "SELECT member, component FROM union_find_members("
             "(SELECT union_find(a, b) FROM @near_pairs)) ORDER BY member");
}

/* ---- The feed -------------------------------------------------------------------------------- */

/* Events are inserted into `replay`, in their order. One that was lost, or came twice, is refused.
 */
#define PAIR "EXISTS (SELECT * FROM seen_pair WHERE a = new.a AND b = new.b)"
#define MEMBER "EXISTS (SELECT * FROM seen_member WHERE member = new.a AND cluster = new.cluster)"
#define CLUSTER "EXISTS (SELECT * FROM seen_member WHERE cluster = new.cluster)"
#define INTO "EXISTS (SELECT * FROM seen_member WHERE cluster = new.into_)"
#define CONSUMER                                                                                   \
    "CREATE TABLE seen(seq); INSERT INTO seen VALUES (0);"                                         \
    "CREATE TABLE seen_pair(a, b, kind, PRIMARY KEY (a, b));"                                      \
    "CREATE TABLE seen_member(member INTEGER PRIMARY KEY, cluster);"                               \
    "CREATE INDEX seen_cluster ON seen_member(cluster);"                                           \
    "CREATE VIEW replay AS SELECT 0 AS what, 0 AS a, 0 AS b, 0 AS cluster, 0 AS into_, 0 AS kind;" \
    "CREATE TRIGGER apply INSTEAD OF INSERT ON replay BEGIN "                                      \
    "SELECT raise(ABORT, 'an event that cannot be') WHERE CASE new.what"                           \
    " WHEN 'appeared' THEN " PAIR " OR new.a >= new.b WHEN 'went' THEN NOT " PAIR                  \
    " WHEN 'born' THEN " CLUSTER " WHEN 'gone' THEN " CLUSTER " WHEN 'grew' THEN " MEMBER          \
    " WHEN 'shrank' THEN NOT " MEMBER " WHEN 'merged' THEN NOT " CLUSTER " OR NOT " INTO           \
    " WHEN 'split' THEN NOT " CLUSTER " OR " INTO " WHEN 'renamed' THEN NOT " CLUSTER " OR " INTO  \
    " WHEN 'changed' THEN NOT " PAIR " ELSE true END;"                                             \
    "INSERT INTO seen_pair SELECT new.a, new.b, new.kind WHERE new.what = 'appeared';"             \
    "UPDATE seen_pair SET kind = new.kind WHERE a = new.a AND b = new.b AND new.what = 'changed';" \
    "DELETE FROM seen_pair WHERE a = new.a AND b = new.b AND new.what = 'went';"                   \
    "REPLACE INTO seen_member SELECT new.a, new.cluster WHERE new.what = 'grew';"                  \
    "DELETE FROM seen_member WHERE member = new.a AND new.what = 'shrank';"                        \
    "UPDATE seen_member SET cluster = new.into_"                                                   \
    " WHERE cluster = new.cluster AND new.what IN ('merged', 'renamed'); END"

/* Reads what has changed since, and perhaps forgets some of what was read at any time. */
static void consume(sqlite3 *db) {
    char *read = sqlite3_mprintf(
        "SAVEPOINT consumer; INSERT INTO replay SELECT what, a, b, cluster, \"into\", %s"
        " FROM @near_changes AS c WHERE seq > (SELECT seq FROM seen) ORDER BY seq;"
        "UPDATE seen SET seq = (SELECT ifnull(max(seen.seq, max(c.seq)), seen.seq)"
        " FROM @near_changes AS c); RELEASE consumer",
        world.kinds ? "(SELECT kind FROM @near_pairs AS p WHERE p.a = c.a AND p.b = c.b)" : "NULL");
    succeeds(db, read);
    sqlite3_free(read);
    same(db, "pairs of the feed", "SELECT a, b, kind FROM seen_pair ORDER BY a, b",
         world.kinds ? "SELECT a, b, kind FROM @near_pairs ORDER BY a, b"
                     : "SELECT a, b, NULL FROM @near_pairs ORDER BY a, b");
    if (world.clusters)
        same(db, "clusters of the feed", "SELECT * FROM seen_member ORDER BY member",
             "SELECT * FROM @near_members ORDER BY member");
    char *forget =
        sqlite3_mprintf("INSERT INTO @near(@near, rowid) SELECT 'forget-changes', seq * %u"
                        " / 4 FROM seen",
                        below(5));
    if (below(4) == 0)
        succeeds(db, forget);
    sqlite3_free(forget);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* The same statement on both, which must answer alike. */
static void change(sqlite3 *db, const char *to_index, const char *to_truth) {
    bool outer = sqlite3_get_autocommit(db);
    run(db, "%s", outer ? "BEGIN" : "SAVEPOINT both");
    int code = is_external() ? SQLITE_OK : run(db, "%s", to_index);
    bool ended = sqlite3_get_autocommit(db); /* OR ROLLBACK */
    char *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    int expected = ended ? code : run(db, "%s", to_truth); /* has nothing to change any more */
    check(ended ? strstr(to_index, "OR ROLLBACK") && code == SQLITE_CONSTRAINT
                : is_external() || code == expected,
          to_index, message, sqlite3_errmsg(db));
    sqlite3_free(message);
    if (!ended && !sqlite3_get_autocommit(db))
        run(db, "%s", outer ? "COMMIT" : "RELEASE both");
}

static void random_change(sqlite3 *db) {
    static const char *const conflicts[] = {"",           "OR ABORT",  "OR FAIL",
                                            "OR REPLACE", "OR IGNORE", "OR ROLLBACK"};
    static const struct { const char *table, *key; } both[] = {{"@near", "rowid"}, {"truth", "id"}};
    char a[200], b[200], *sql[2];
    const char *x = random_text(a, sizeof a), *y = random_text(b, sizeof b);
    const char *conflict = conflicts[below(6)];
    unsigned id = 1 + below(world.ids), other = 1 + below(world.ids), what = below(10);
    unsigned several = below(4); /* rows get other ids, and each may take the place of the next */
    for (int i = 0; i < 2; i++) {
        const char *table = both[i].table, *key = both[i].key;
        if (what < 4)
            sql[i] = sqlite3_mprintf("INSERT %s INTO %s(%s, text) VALUES (%u, %s)", conflict, table,
                                     key, id, x);
        else if (what == 4)
            sql[i] = sqlite3_mprintf("INSERT %s INTO %s(%s, text) VALUES (%u, %s), (%u, %s)",
                                     conflict, table, key, id, x, other, y);
        else if (what == 5)
            sql[i] = sqlite3_mprintf("UPDATE %s %s SET %s = %s%u%s%s WHERE %s BETWEEN %u AND %u",
                                     conflict, table, is_external() && below(2) ? "rowid" : key,
                                     several ? "rowid + " : "", several ? 1 : other,
                                     world.content == content_none ? ", text = " : "",
                                     world.content == content_none ? x : "", key, id, id + several);
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

/* What leaves the texts as they are makes no pair new. */
static void change_nothing(sqlite3 *db) {
    static const char *const statements[content_count] = {
        "UPDATE @near SET text = text WHERE rowid % 3 = 1",
        "UPDATE truth SET other = other + 1, text = text WHERE id % 3 = 1"};
    if (!statements[world.content] || !world.pairs)
        return;
    char *before = answer_of(db, "SELECT * FROM @near_pairs ORDER BY seq");
    succeeds(db, statements[world.content]);
    char *after = answer_of(db, "SELECT * FROM @near_pairs ORDER BY seq");
    check(strcmp(before, after) == 0, "nothing was changed", after, before);
    sqlite3_free(before);
    sqlite3_free(after);
}

/* A verdict on two rows, or on two texts. */
static void random_verdict(sqlite3 *db) {
    static const char *const verdicts[] = {"duplicate", "no duplicate", "no verdict"};
    char text[200];
    bool rows = below(2);
    const char *one = rows ? "x.id" : random_text(text, sizeof text);
    char *judge = sqlite3_mprintf(
        "INSERT INTO @near(@near, %s, partner) SELECT %Q, %s, y.%s FROM truth AS x, truth AS y"
        " WHERE x.id >= %u AND y.id > x.id AND y.text <> %s ORDER BY x.id, y.id LIMIT 1",
        rows ? "rowid" : "text", verdicts[below(3)], one, rows ? "id" : "text", below(world.ids),
        rows ? "x.text" : one);
    succeeds(db, judge);
    sqlite3_free(judge);
}

/* It changes nothing, whatever came before. */
static void rebuild(sqlite3 *db) {
    const char *ask = world.clusters ? "SELECT * FROM @near_members ORDER BY member" : "SELECT 1";
    char *before = answer_of(db, ask);
    succeeds(db, "INSERT INTO @near(@near) VALUES('rebuild')");
    char *after = answer_of(db, ask);
    check(strcmp(before, after) == 0, "clusters, rebuilt", after, before);
    sqlite3_free(before);
    sqlite3_free(after);
}

static void random_command(sqlite3 *db) {
    unsigned what = below(10);
    if (world.changes && below(3) == 0)
        consume(db);
    for (unsigned i = world.judges ? below(4) : 0; i > 0; i--)
        random_verdict(db);
    if (what < 6) {
        char *merge = sqlite3_mprintf("INSERT INTO @near(@near, rowid) VALUES('merge', %u)",
                                      1 + below(below(2) ? 8 : 400));
        succeeds(db, merge);
        sqlite3_free(merge);
    } else if (what == 6) {
        succeeds(db, "INSERT INTO @near(@near) VALUES('optimize')");
    } else if (what == 7 && world.content != content_none) {
        rebuild(db);
    } else if (what == 8 && world.content == content_made && sqlite3_get_autocommit(db)) {
        succeeds(db, "INSERT INTO @near(@near) VALUES('triggers')");
    } else {
        succeeds(db, "INSERT INTO @near(@near) VALUES('integrity-check')");
    }
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/* The connection that has a transaction open to write, or any. */
static int writer(void) {
    int all = connections - world.reads;
    for (int c = 0; c < all; c++)
        if (!sqlite3_get_autocommit(world.db[c]))
            return c;
    return (int)below((unsigned)all);
}

static void random_transaction(sqlite3 *db) {
    static const char *const words[] = {"SAVEPOINT s%u",   "SAVEPOINT s%u", "SAVEPOINT s%u",
                                        "ROLLBACK TO s%u", "RELEASE s%u",   "ROLLBACK TO s%u",
                                        "COMMIT",          "ROLLBACK"};
    if (sqlite3_get_autocommit(db))
        run(db, "%s", below(3) ? "BEGIN IMMEDIATE" : "SAVEPOINT s0");
    else
        run(db, words[below(8)], below(4));
}

/* A transaction that reads the database as it was, while others write. */
static void begin_reading(void) {
    sqlite3 *db = world.db[connections - 1];
    if (!world.wal || world.reads || !sqlite3_get_autocommit(db))
        return;
    run(db, "BEGIN");
    check_search(db, "main");
    world.reads = true;
}

static void end_reading(void) {
    if (world.reads)
        succeeds(world.db[connections - 1], "COMMIT");
    world.reads = false;
}

/* ---- The schema ------------------------------------------------------------------------------ */

static void make_index(sqlite3 *db) {
    char *create =
        sqlite3_mprintf("CREATE VIRTUAL TABLE @near USING neardup(text, " FORCE_OPTIONS
                        ", log_most=%u, pairs=%d, clusters=%d, changes=%d, kinds=%d%s)",
                        world.log_most, world.pairs, world.clusters, world.changes, world.kinds,
                        is_external()                   ? ", content=truth, content_rowid=id"
                        : world.content == content_none ? ", content=''"
                                                        : "");
    succeeds(db, create);
    sqlite3_free(create);
    succeeds(db, "DELETE FROM seen_pair; DELETE FROM seen_member; UPDATE seen SET seq = 0");
    succeeds(db, is_external() ? "INSERT INTO @near(@near) VALUES('rebuild')"
                               : "INSERT INTO @near(rowid, text) SELECT id, text FROM truth");
    if (world.content == content_made)
        succeeds(db, "INSERT INTO @near(@near) VALUES('triggers')");
    if (world.content == content_written)
        succeeds(db, "CREATE TRIGGER a AFTER INSERT ON truth BEGIN"
                     "  INSERT INTO @near(rowid, text) VALUES (new.id, new.text); END;"
                     "CREATE TRIGGER b AFTER DELETE ON truth BEGIN"
                     "  INSERT INTO @near(@near, rowid) VALUES ('delete', old.id); END;"
                     "CREATE TRIGGER c AFTER UPDATE ON truth BEGIN"
                     "  INSERT INTO @near(@near, rowid) VALUES ('delete', old.id);"
                     "  INSERT INTO @near(rowid, text) VALUES (new.id, new.text); END");
}

static void drop_index(sqlite3 *db) {
    if (world.content == content_written)
        succeeds(db, "DROP TRIGGER a; DROP TRIGGER b; DROP TRIGGER c");
    succeeds(db, "DROP TABLE @near");
}

static void rename_index(sqlite3 *db) {
    const char *name = strcmp(world.name, "near") == 0 ? "nearer" : "near";
    char *rename = sqlite3_mprintf("ALTER TABLE @near RENAME TO %s", name);
    succeeds(db, rename);
    sqlite3_free(rename);
    world.name = name;
}

/* In a savepoint that is rolled back, or for good. */
static void random_schema(sqlite3 *db) {
    unsigned what = below(3);
    bool undone = !sqlite3_get_autocommit(db) || below(2);
    const char *name = world.name;
    end_reading();
    if (what == 0 && world.content == content_written) /* the name is in its triggers */
        return;
    if (undone)
        run(db, "SAVEPOINT schema");
    if (what == 0) {
        rename_index(db);
    } else if (what == 1) {
        drop_index(db);
        make_index(db);
    } else {
        drop_index(db);
    }
    if (what < 2)
        check_search(db, "main");
    if (undone)
        run(db, below(2) && sqlite3_get_autocommit(db) ? "ROLLBACK"
                                                       : "ROLLBACK TO schema; RELEASE schema");
    else if (what == 2)
        make_index(db);
    world.name = undone ? name : world.name;
    check_search(db, "main");
}

static void random_file(sqlite3 *db) {
    if (!sqlite3_get_autocommit(db))
        return;
    unsigned what = below(4);
    int c = 0;
    while (world.db[c] != db)
        c++;
    if (what == 0) {
        end_reading();
        succeeds(db, "VACUUM");
    } else if (what == 1) {
        char *attach = sqlite3_mprintf("ATTACH %Q AS other", world.path);
        succeeds(db, attach);
        check_search(db, "other");
        succeeds(db, "DETACH other");
        sqlite3_free(attach);
    } else {
        check(sqlite3_close(db) == SQLITE_OK, "sqlite3_close", sqlite3_errmsg(db), "");
        open_connection(c);
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void make_world(uint64_t seed) {
    world.seed = world.random = seed;
    world.statements = 0;
    world.content = below(content_count);
    world.ids = below(4) ? 60 : 250;
    world.narrow = below(4) == 0;
    world.pairs = below(3) > 0 && !(world.narrow && world.ids > 60);
    world.clusters = world.pairs && below(2);
    world.changes = world.pairs && below(3) > 0;
    world.kinds = world.pairs && world.content != content_none && seed % 3 == 0;
    world.wal = below(4) > 0;
    world.judges = world.clusters && world.content != content_none && seed % 4 > 0;
    world.reads = false;
    world.log_most = 16 + below(3) * 4;
    world.name = "near";
    REQUIRE(make_temporary_file(world.path));
    for (int c = 0; c < connections; c++)
        open_connection(c);
    succeeds(world.db[0], "CREATE TABLE truth (id INTEGER PRIMARY KEY, text, other DEFAULT 0)");
    succeeds(world.db[0], CONSUMER);
    make_index(world.db[0]);
}

static void end_world(void) {
    for (int c = 0; c < connections; c++)
        run(world.db[c], "ROLLBACK");
    if (world.changes)
        consume(world.db[0]);
    for (int c = 0; c < connections; c++) {
        check_all(world.db[c]);
        succeeds(world.db[c], "INSERT INTO @near(@near) VALUES('integrity-check')");
        check(sqlite3_close(world.db[c]) == SQLITE_OK, "a statement is open", "", "");
    }
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < 4; i++) {
        char path[sizeof world.path + 8];
        snprintf(path, sizeof path, "%s%s", world.path, endings[i]);
        unlink(path);
    }
}

/* A world ends with its first mistake, since others follow from it. */
static void test_world(unsigned long statements, uint64_t seed) {
    unsigned long failed = test_failed;
    make_world(seed);
    while (world.statements < statements && test_failed == failed) {
        int w = writer();
        unsigned what = below(100);
        if (what < 52)
            random_change(world.db[w]);
        else if (what < 54)
            change_nothing(world.db[w]);
        else if (what < 68)
            random_transaction(world.db[w]);
        else if (what < 84)
            check_search(world.db[below(3) ? w : (int)below(connections)], "main");
        else if (what < 87)
            check_all(world.db[below(3) ? w : (int)below(connections)]);
        else if (what < 96)
            random_command(world.db[w]);
        else if (what == 96)
            random_schema(world.db[w]);
        else if (what == 97)
            random_file(world.db[w]);
        else if (what == 98)
            begin_reading();
        else
            end_reading();
    }
    end_world();
}

int main(void) {
    unsigned long statements = 0, wanted = test_is_long() ? 1000000 : 20000;
    force_begin();
    for (unsigned world_number = 0; statements < wanted; world_number++) {
        bool large = test_is_long() && world_number % 10 == 9;
        test_world(large ? 10000 : 1000, test_seed() * 1000000 + world_number);
        statements += world.statements;
    }
    force_end();
    test_figure(statements, "statements on live indexes");
    return test_end("functions/test_live_index");
}
