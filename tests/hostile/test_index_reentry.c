/*
 * test_index_reentry.c - a schema in which the statements of a live index ask for that index again:
 * triggers on its shadow tables, foreign keys, generated columns, views, functions that run SQL.
 * Each ends in an error, in defensive mode or not; the index is as it was, and the connection can
 * be closed. A trigger on the table of the texts may use the index.
 */
#include "../functions/database.h"
#include "../temporary_file.h"

#define OPTIONS "log_most=16, bands=6, rows=2, clusters=1, changes=1"
#define TEXTS(from, to)                                                                         \
    "WITH RECURSIVE n(i) AS (SELECT " #from " UNION ALL SELECT i + 1 FROM n WHERE i < " #to ")" \
    " SELECT i, 'Lamp ' || (i % 7) || ' of the ' || (i % 3) || ' old piers burnt all night'"

/* Each of these runs statements on shadow tables. */
static const char *const uses[] = {
    "INSERT INTO near(rowid, text) " TEXTS(41, 60) " FROM n",
    "INSERT OR IGNORE INTO near(rowid, text) VALUES (77, 'Lamp 1 of the 2 old piers')",
    "UPDATE near SET text = text || '!' WHERE rowid < 9",
    "UPDATE near SET rowid = rowid + 1000 WHERE rowid < 4",
    "DELETE FROM near WHERE rowid BETWEEN 5 AND 9",
    "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 2, 12)",
    "INSERT INTO near(near, rowid) VALUES ('merge', 1)",
    "INSERT INTO near(near) VALUES ('optimize')",
    "INSERT INTO near(near) VALUES ('rebuild')",
    "INSERT INTO near(near) VALUES ('integrity-check')",
    "SELECT count(*) FROM near('Lamp 1 of the 2 old piers burnt all night')",
    "ALTER TABLE near RENAME TO nearer; ALTER TABLE nearer RENAME TO near",
    "SAVEPOINT s; DROP TABLE near; ROLLBACK TO s; RELEASE s",
};
enum { use_count = sizeof uses / sizeof *uses };

/* What a trigger does; run() runs SQL, and returns its error. */
static const char *const actions[] = {
    "SELECT count(*) FROM near",
    "SELECT count(*) FROM near('Lamp 1 of the 2 old piers burnt all night')",
    "INSERT INTO near(near) VALUES ('rebuild')",
    "INSERT INTO near(near) VALUES ('optimize')",
    "INSERT INTO near(text) VALUES ('Lamp 4 of the 2 old piers burnt all night')",
    "DELETE FROM near",
    "UPDATE near SET text = 'Another', rowid = rowid + 500",
    "INSERT INTO other(text) VALUES ('Lamp 4 of the 2 old piers burnt all night')",
    "SELECT run('SELECT * FROM near(''Lamp 1 of the 2 old piers burnt all night'')')",
    "SELECT run('INSERT INTO near(text) VALUES (''Lamp 5 of the old piers'')')",
    "SELECT run('DROP TABLE near')",
    "SELECT run('ALTER TABLE near RENAME TO nearest')",
    "SELECT run('CREATE VIRTUAL TABLE third USING neardup(text)')",
};
enum { action_count = sizeof actions / sizeof *actions };

static const char *const tables[] = {"data",     "log",     "dead",     "pairs",  "labels",
                                     "clusters", "changes", "verdicts", "judged", "content"};
enum { table_count = sizeof tables / sizeof *tables };
static unsigned long tried, ended;

static void run_sql(sqlite3_context *context, int count, sqlite3_value **values) {
    sqlite3 *db = sqlite3_context_db_handle(context);
    char *message = NULL;
    (void)count;
    sqlite3_exec(db, (const char *)sqlite3_value_text(values[0]), NULL, NULL, &message);
    if (message)
        sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
}

static sqlite3 *open_index(void) {
    sqlite3 *db = database_open(NULL);
    REQUIRE(sqlite3_create_function(db, "run", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, run_sql,
                                    NULL, NULL) == SQLITE_OK);
    database_expect(
        db, "", "%s",
        "PRAGMA foreign_keys = ON;"
        "CREATE VIRTUAL TABLE near USING neardup(text, " OPTIONS ");"
        "CREATE VIRTUAL TABLE other USING neardup(text, " OPTIONS ");"
        "CREATE TRIGGER o AFTER INSERT ON other_log BEGIN"
        "  INSERT INTO near(text) VALUES ('Lamp 4 of the 2 old piers burnt all night'); END;"
        "INSERT INTO near(rowid, text) " TEXTS(
            1, 40) " FROM n;"
                   "UPDATE near SET text = text || '.' WHERE rowid % 9 = 1;"
                   "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 2, 3)");
    return db;
}

/* In defensive mode, SQLite may refuse the whole schema when ALTER makes it read that again. */
static char *state_of(sqlite3 *db) {
    int defensive;
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, -1, &defensive);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    char *state = database_answer(db, "SELECT rowid, text FROM near; SELECT a, b FROM near_pairs;"
                                      "SELECT * FROM near_members");
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, defensive, NULL);
    return state;
}

static void end(sqlite3 *db, const char *what) {
    database_expect(db, "", "%s", "INSERT INTO near(near) VALUES ('integrity-check')");
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s: a statement is open", what);
}

/* Each use is as it is without the trap, or an error that changes nothing. */
static void try_uses(sqlite3 *db, const char *what) {
    for (int u = 0; u < use_count; u++) {
        char *before = state_of(db);
        sqlite3_exec(db, "SAVEPOINT use", NULL, NULL, NULL);
        char *answer = database_answer(db, uses[u]);
        bool failed = strncmp(answer, "error", 5) == 0;
        tried++;
        ended += failed;
        CHECK(!failed || strstr(answer, "uses the index") || strstr(answer, "near_") ||
                  strstr(answer, "locked") || strstr(answer, "no such table") ||
                  strstr(answer, "cannot create triggers on shadow tables") ||
                  strstr(uses[u], "DROP"), /* SQLite gives no message of its own */
              "%s; %s: %s", what, uses[u], answer);
        CHECK(!strstr(answer, "misuse"), "%s; %s: %s", what, uses[u], answer);
        sqlite3_free(answer);
        sqlite3_exec(db, "ROLLBACK TO use; RELEASE use", NULL, NULL, NULL);
        char *after = state_of(db);
        CHECK(strcmp(before, after) == 0, "%s; %s: %s, not %s", what, uses[u], after, before);
        sqlite3_free(before);
        sqlite3_free(after);
    }
}

static void test_triggers(bool defensive) {
    static const char *const events[] = {"BEFORE INSERT", "AFTER INSERT", "AFTER UPDATE",
                                         "AFTER DELETE"};
    for (int t = 0, turn = 0; t < table_count; t++)
        for (int e = 0; e < 4; e++)
            for (int a = 0; a < action_count; a++, turn++) {
                if (!test_has_turn((size_t)turn, 29, 0))
                    continue;
                sqlite3 *db = open_index();
                char *trap =
                    sqlite3_mprintf("CREATE %s TRIGGER t %s ON main.near_%s BEGIN %s; END",
                                    a % 3 == 1 ? "TEMP" : "", events[e], tables[t], actions[a]);
                database_expect(db, "", "%s", trap);
                sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, (int)defensive, NULL);
                try_uses(db, trap);
                sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
                database_run(db, "DROP TRIGGER t");
                end(db, trap);
                sqlite3_free(trap);
            }
}

/* What else SQLite runs by itself within a statement. */
static void test_traps(void) {
    static const char *const traps[] = {
        "CREATE TABLE child (x REFERENCES near_content(id) ON DELETE CASCADE ON UPDATE CASCADE);"
        "INSERT INTO child SELECT rowid FROM near;"
        "CREATE TRIGGER t AFTER DELETE ON child BEGIN DELETE FROM near WHERE rowid <> old.x; END",
        "CREATE TRIGGER t AFTER INSERT ON near_log BEGIN INSERT INTO other(text) VALUES ('Lamp 1');"
        " INSERT INTO other(text) SELECT text FROM near; END",
        "CREATE VIEW v AS SELECT * FROM near;"
        "CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN DELETE FROM near; END;"
        "CREATE TRIGGER u AFTER INSERT ON near_content BEGIN INSERT INTO v(text) VALUES (1); END",
    };
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        sqlite3 *db = open_index();
        database_expect(db, "", "%s", traps[i]);
        try_uses(db, traps[i]);
        database_run(db, "DROP TRIGGER t; DROP TRIGGER u");
        end(db, traps[i]);
    }
}

/* A text that asks the index for itself, whenever it is read. */
static void test_generated(void) {
    sqlite3 *db = open_index();
    static const char *const statements[] = {
        "INSERT INTO asking(asking) VALUES ('rebuild')",
        "INSERT INTO asking(asking) VALUES ('integrity-check')",
        "SELECT count(text) FROM asking",
        "SELECT count(*) FROM asking('Lamp 1 of the 2 old piers burnt all night')",
        "INSERT INTO asking(rowid, text) VALUES (1, 'Lamp 1 of the 2 old piers burnt all night')",
    };
    database_expect(
        db, "", "%s",
        "CREATE TABLE note (id INTEGER PRIMARY KEY, body, text AS (body || run(ask)), ask);"
        "CREATE VIRTUAL TABLE asking USING neardup(text, content=note, content_rowid=id, "
        "pairs=1);"
        "INSERT INTO note VALUES (1, 'Lamp 1 of 2 old piers', 'SELECT * FROM asking(''x'')')");
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        char *answer = database_answer(db, statements[i]);
        CHECK(!strstr(answer, "misuse") && (i > 2 || strstr(answer, "uses the index")), "%s: %s",
              statements[i], answer);
        sqlite3_free(answer);
    }
    end(db, "a generated column");
}

/* Many indexes, each of which wakes the next: the stack does not grow with them. */
static void test_chain(void) {
    enum { length = 300 };
    sqlite3 *db = open_index();
    for (int i = 0; i < length; i++)
        database_expect(db, "", "CREATE VIRTUAL TABLE n%d USING neardup(text)", i);
    for (int i = 0; i < length; i++)
        database_expect(db, "",
                        "CREATE TRIGGER c%d AFTER INSERT ON n%d_log BEGIN"
                        "  INSERT INTO n%d(text) VALUES ('Lamp %d'); END",
                        i, i, (i + 1) % length, i);
    char *answer = database_answer(db, "INSERT INTO n0(text) VALUES ('Lamp and pier')");
    CHECK(strstr(answer, "uses the index n1"), "%s", answer);
    sqlite3_free(answer);
    end(db, "a chain");
}

/* Of a file from somebody else: shadow tables that are views of the index, and of each other. */
static void test_views(void) {
    for (int t = 0; t < table_count; t++) {
        char path[temporary_path];
        sqlite3 *db;
        REQUIRE(make_temporary_file(path) && sqlite3_open(path, &db) == SQLITE_OK &&
                sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK);
        char *sql =
            sqlite3_mprintf("CREATE VIRTUAL TABLE near USING neardup(text, " OPTIONS ");"
                            "INSERT INTO near(rowid, text) " TEXTS(
                                1, 40) " FROM n;"
                                       "PRAGMA writable_schema = ON;"
                                       "UPDATE sqlite_master SET type = 'view', rootpage = 0, sql ="
                                       " 'CREATE VIEW near_%s AS SELECT rowid AS id, rowid AS seq, "
                                       "text AS block, 1 AS nonce,"
                                       "  0 AS replaces, text AS keys, 1 AS a, 2 AS b, 1 AS "
                                       "cluster, 2 AS member, 1 AS label, text"
                                       "  FROM near(''Lamp 1 of the 2 old piers burnt all "
                                       "night'')' WHERE name = 'near_%s'",
                            tables[t], tables[t]);
        database_run(db, sql);
        sqlite3_free(sql);
        CHECK(sqlite3_close(db) == SQLITE_OK, "a statement is open");
        REQUIRE(sqlite3_open(path, &db) == SQLITE_OK &&
                sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK);
        for (int u = 0; u < use_count; u++) {
            char *answer = database_answer(db, uses[u]);
            CHECK(!strstr(answer, "misuse"), "%s as a view; %s: %s", tables[t], uses[u], answer);
            sqlite3_free(answer);
            tried++;
        }
        CHECK(sqlite3_close(db) == SQLITE_OK, "a statement is open");
        unlink(path);
    }
}

/* Triggers on the table of the texts may search the index, and two indexes may share the table. */
static void test_content(void) {
    sqlite3 *db = open_index();
    database_expect(
        db, "2|1 / 1|2", "%s",
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text);"
        "CREATE VIRTUAL TABLE x USING neardup(text, content=note, pairs=1);"
        "CREATE VIRTUAL TABLE y USING neardup(text, content=note, content_rowid=id, shingle=3);"
        "INSERT INTO x(x) VALUES ('triggers'); INSERT INTO y(y) VALUES ('triggers');"
        "CREATE TABLE warning (id, near);"
        "CREATE TRIGGER before_insert BEFORE INSERT ON note BEGIN INSERT INTO warning"
        "  SELECT new.id, rowid FROM x(new.text); END;"
        "CREATE TRIGGER after_update AFTER UPDATE ON note BEGIN INSERT INTO warning"
        "  SELECT new.id, rowid FROM y(new.text) WHERE rowid <> new.id; END;"
        "INSERT INTO note VALUES (1, 'Lamp 1 of the old piers');"
        "INSERT INTO note VALUES (2, 'lamp 1 of the old piers');"
        "UPDATE note SET text = 'Lamp 1 of the old piers!' WHERE id = 1;"
        "SELECT * FROM warning");
    end(db, "triggers on the content");
}

int main(void) {
    test_triggers(false);
    test_triggers(true);
    RUN_TESTS(test_traps, test_generated, test_chain, test_views, test_content);
    CHECK(ended > tried / 10, "only %lu of %lu statements have met a trap", ended, tried);
    test_figure(tried, "statements of indexes that a schema makes ask for themselves");
    return test_end("hostile/test_index_reentry");
}
