/*
 * test_schemas.c - each function in each place of a schema that is not trusted: the schema of a
 * database from a stranger, opened with PRAGMA trusted_schema = OFF and SQLITE_DBCONFIG_DEFENSIVE.
 *
 *   (1) Pure functions work wherever SQLite allows any function, and give the same as in a plain
 *       query. The others, which may change between releases, work except where an index would keep
 *       their results.
 *   (2) Aggregates and table-valued functions work in views and triggers; elsewhere SQLite allows
 *       no subqueries.
 *   (3) neardup_progress(), neardup_wrap(), neardup_style() and mark_passage() depend on the
 *       terminal, and neardup_run() runs jobs: no schema may call them.
 *   (4) Indexes hold what the functions return, also after the file was closed and opened again.
 */
#include "../functions/database.h"
#include "../temporary_file.h"

enum nature { pure, judging, subquery, drawing };

/* `expression` uses the columns a, b and n; `constant` uses none. */
static const struct function {
    enum nature nature;
    const char *expression, *constant;
} functions[] = {
    {pure, "jaccard(a, b, 2)", "jaccard('abc', 'abd', 2)"},
    {pure, "containment(a, b, n)", "containment('abc', 'abd', 1)"},
    {pure, "edit_distance(a, b)", "edit_distance('kitten', 'sitting')"},
    {pure, "edit_distance(a, b, n)", "edit_distance('kitten', 'sitting', 1)"},
    {pure, "edit_similarity(a, b)", "edit_similarity('kitten', 'sitting')"},
    {pure, "minhash_match_probability(n / 9.0, 5, 2)",
     "minhash_match_probability(0.5, 5, 2, 7, 'paper')"},
    {pure, "fold_text(a)", "fold_text('Abc, d')"},
    {pure, "fold_text(a, 'case')", "fold_text('Abc', '')"},
    {pure, "text_script(a)", "text_script('abc')"},
    {pure, "cosine_similarity(CAST('abcd' AS BLOB), CAST(printf('%04d', n) AS BLOB))",
     "cosine_similarity(x'0000803F', x'000080BF')"},
    {pure, "random_projection(x'0000803F000000C0', 9 * n)",
     "random_projection(x'0000803F000000C0', 40, 2)"},
    {pure,
     "hamming_distance(random_projection(x'0000803F', 9 * n), random_projection(x'000080BF', 9 * "
     "n))",
     "hamming_distance(random_projection(x'0000803F'), random_projection(x'000080BF'))"},
    {pure, "permute_bits(random_projection(x'0000803F', 40), n)",
     "permute_bits(random_projection(x'0000803F'), 1, 2)"},
    {pure, "projection_match_probability(n / 90.0, 5, 2)", "projection_match_probability(0.5)"},
    {pure,
     "semantic_hash(x'0000803F', "
     "semantic_model(x'4E444D310000010001000000020000000000803F000080BF0000000000000000'))",
     "semantic_hash(x'000080BF', "
     "semantic_model(x'4E444D310000010001000000020000000000803F000080BF0000000000000000'))"},
    {judging, "mark_differences(a, b)", "mark_differences('a b', 'a c', '<', ':', '>')"},
    {judging, "neardup_version()", "neardup_version()"},
    {judging, "neardup_debug()", "neardup_debug()"},
    {judging, "neardup_language(a)", "neardup_language('de')"},
    {subquery, "(SELECT group_concat(shingle, '/') FROM shingles(a, n))", NULL},
    {subquery, "(SELECT group_concat(ngram, '/') FROM stopword_ngrams(a, n))", NULL},
    {subquery, "(SELECT sum(signature / 1000) FROM minhash_signatures(a, n, 3))", NULL},
    {subquery,
     "(SELECT sum(signature / 3) FROM projection_signatures(random_projection(x'0000803F', 80), "
     "n))",
     NULL},
    {subquery, "(SELECT group_concat(text_a || text_b) FROM text_differences(a, b))", NULL},
    {subquery, "(SELECT changes || title_relation FROM passage_likeness(a, b, a, b))", NULL},
    {subquery, "(SELECT kind || score FROM duplicate_kind(a, b, a, b))", NULL},
    {subquery, "(SELECT hex(union_find(id, length(a))) FROM t)", NULL},
    {subquery, "(SELECT hex(star_clusters(id, length(a))) FROM t)", NULL},
    {subquery, "(SELECT hex(linked_clusters(id, length(a), 1)) FROM t)", NULL},
    {subquery, "(SELECT hex(pack_column(b)) FROM t)", NULL},
    {subquery,
     "(SELECT group_concat(c1 || row) FROM unpack_columns((SELECT pack_column(n) FROM t)))", NULL},
    {subquery, "(SELECT hex(word_set(a)) FROM t)", NULL},
    {subquery, "(SELECT length(word_frequencies(b)) FROM t)", NULL},
    {subquery, "(SELECT hex(document_frequencies(b)) FROM t)", NULL},
    {subquery, "hex(tfidf_vector(a, (SELECT term_weights(b) FROM t)))", NULL},
    {subquery,
     "(SELECT group_concat(component) FROM union_find_members((SELECT union_find(id, n) FROM t)))",
     NULL},
    {subquery,
     "(SELECT count(*) || min(u.id) FROM shared_signatures((SELECT collect_signatures(id, a, 1) "
     "FROM t)) AS u)",
     NULL},
    {subquery,
     "(SELECT count(*) || min(u.id) FROM shared_signatures((SELECT "
     "collect_signature_parts(records) "
     "FROM signature_parts((SELECT collect_signatures(id, a, 1, 2, 1, 2, 'banded', 1, 1, 1, "
     "zeroblob(16)) FROM t), 2))) AS u)",
     NULL},
    {subquery,
     "(SELECT group_concat(u.b || kind || score) FROM duplicate_kinds((SELECT collect_pairs(n, id, "
     "a, b, a, b) FROM t)) AS u)",
     NULL},
    {drawing, "neardup_progress(a, 'x')", "neardup_progress(1, 'x', 9)"},
    {drawing, "neardup_wrap(a, 2)", "neardup_wrap('a b', 2, 1)"},
    {drawing, "mark_passage(a, b, 40)", "mark_passage('a b', 'a c', 40, 2, 3, 4, '<', '>')"},
    {drawing, "neardup_style('bold')", "neardup_style('plain')"},
    {drawing, "neardup_run(nullif(a, a))", "neardup_run(NULL)"},
    {judging, "neardup_error(nullif(a, a))", "neardup_error(NULL)"},
};

/* Texts that differ, broken UTF-8, a NUL inside, a NULL. */
#define TABLE_T                                                                            \
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, n INTEGER);"                   \
    "INSERT INTO t VALUES (1, 'kitten', 'sitting', 2), (2, '', 'abc', 1), (3, 'It killed " \
    "143.', 'It killed 134.', 3), (4, CAST(x'61FF62' AS TEXT), 'a' || char(65533), 1), "   \
    "(5, 'a' || char(0) || 'b', 'ab', 1), (6, NULL, 'x', 1), (7, '日本語', '日本', 2);"

/* In the SQL, $E is the expression and $C the constant. Table t has the rows above. */
static const struct place {
    const char *name;
    const char *make, *read;
    bool of_constants; /* the result is compared with $C */
    bool kept;         /* results are kept, so only deterministic functions are allowed */
    bool subqueries;   /* are allowed */
} places[] = {
    {"a view", "CREATE VIEW v AS SELECT id, $E AS x FROM t",
     "SELECT x FROM v WHERE x IS NOT NULL ORDER BY id", false, false, true},
    {"a view of a view",
     "CREATE VIEW u AS SELECT id, $E AS x FROM t; CREATE VIEW v AS SELECT id, x FROM u WHERE x IS "
     "NOT NULL",
     "SELECT x FROM v ORDER BY id", false, false, true},
    {"a trigger and its condition",
     "CREATE TABLE log(id INTEGER PRIMARY KEY, x); CREATE TABLE c AS SELECT * FROM t WHERE 0;"
     "CREATE TRIGGER g AFTER INSERT ON c WHEN (SELECT $E IS NOT NULL FROM t WHERE t.id = new.id) "
     "BEGIN INSERT INTO log SELECT id, $E FROM t WHERE id = new.id; END; "
     "INSERT INTO c SELECT * FROM t",
     "SELECT x FROM log ORDER BY id", false, false, true},
    {"a trigger on a view",
     "CREATE TABLE log(id INTEGER PRIMARY KEY, x); CREATE VIEW v AS SELECT * FROM t; "
     "CREATE TRIGGER g INSTEAD OF UPDATE ON v BEGIN INSERT INTO log SELECT new.id, $E FROM t WHERE "
     "id = new.id; END; UPDATE v SET n = n",
     "SELECT x FROM log WHERE x IS NOT NULL ORDER BY id", false, false, true},
    {"a virtual column",
     "CREATE TABLE c(id INTEGER PRIMARY KEY, a, b, n, x AS ($E)); INSERT INTO c SELECT * FROM t",
     "SELECT x FROM c WHERE x IS NOT NULL ORDER BY id", false, true, false},
    {"a stored column",
     "CREATE TABLE c(id INTEGER PRIMARY KEY, a, b, n, x AS ($E) STORED); "
     "INSERT INTO c SELECT * FROM t",
     "SELECT x FROM c WHERE x IS NOT NULL ORDER BY id", false, true, false},
    {"an index", "CREATE INDEX i ON t($E, id)",
     "SELECT x FROM (SELECT $E AS x, id FROM t INDEXED BY i WHERE $E IS NOT NULL) ORDER BY id",
     false, true, false},
    {"a partial index", "CREATE INDEX i ON t(id) WHERE $E IS NOT NULL",
     "SELECT $E FROM t INDEXED BY i WHERE $E IS NOT NULL ORDER BY id", false, true, false},
    {"an index on a virtual column",
     "CREATE TABLE c(id INTEGER PRIMARY KEY, a, b, n, x AS ($E)); CREATE INDEX i ON c(x, id);"
     "INSERT INTO c SELECT * FROM t",
     "SELECT x FROM (SELECT x, id FROM c INDEXED BY i WHERE x IS NOT NULL) ORDER BY id", false,
     true, false},
    {"a CHECK",
     "CREATE TABLE c(id INTEGER PRIMARY KEY, a, b, n, x, CHECK (x IS ($E)));"
     "INSERT INTO c SELECT *, $E FROM t",
     "SELECT x FROM c WHERE x IS NOT NULL ORDER BY id", false, false, false},
    {"a DEFAULT",
     "CREATE TABLE c(id INTEGER PRIMARY KEY, x DEFAULT ($C)); "
     "INSERT INTO c DEFAULT VALUES",
     "SELECT x FROM c", true, false, false},
};

static char *replace_all(const char *text, const char *what, const char *by) {
    sqlite3_str *result = sqlite3_str_new(NULL);
    for (const char *found; (found = strstr(text, what)); text = found + strlen(what)) {
        sqlite3_str_append(result, text, (int)(found - text));
        sqlite3_str_appendall(result, by);
    }
    sqlite3_str_appendall(result, text);
    return sqlite3_str_finish(result);
}

/* The answer to SQL in which $E and $C stand for those of `function`. */
static char *answer_with(sqlite3 *db, const char *sql, const struct function *function) {
    char *half = replace_all(sql, "$E", function->expression);
    char *whole = replace_all(half, "$C", function->constant ? function->constant : "");
    char *answer = database_answer(db, whole);
    sqlite3_free(half);
    sqlite3_free(whole);
    return answer;
}

static void distrust(sqlite3 *db, bool defensive) {
    int code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    CHECK(code == SQLITE_OK, "the schema can be distrusted");
    code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, defensive, NULL);
    CHECK(code == SQLITE_OK, "the connection can be defensive");
}

static void direct_function(sqlite3_context *context, int count, sqlite3_value **given) {
    (void)count;
    sqlite3_result_value(context, given[0]);
}

/* Whether SQLite lets any function that is DIRECTONLY into a CHECK. */
static bool check_is_lax(void) {
    sqlite3 *db = database_open(NULL);
    distrust(db, true);
    sqlite3_create_function(db, "direct", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL, direct_function,
                            NULL, NULL);
    char *answer = database_answer(db, "CREATE TABLE c(x, CHECK (direct(x) = 1)); "
                                       "INSERT INTO c VALUES (1)");
    bool lax = strncmp(answer, "error", 5) != 0;
    sqlite3_free(answer);
    sqlite3_close(db);
    return lax;
}

static bool is_allowed(const struct place *place, const struct function *function) {
    if (function->nature == drawing)
        return false;
    return function->nature != judging || !place->kept;
}

static void check_refused(const char *answer, const struct place *place,
                          const struct function *function) {
    bool directly = strstr(answer, "unsafe use of ") != NULL;
    bool changing = strstr(answer, "non-deterministic functions prohibited in") != NULL;
    CHECK((function->nature == drawing && directly) || (place->kept && changing), "%s in %s: %s",
          function->expression, place->name, answer);
}

static void try_place(const char *encoding, bool defensive, const struct place *place,
                      const struct function *function) {
    sqlite3 *db = database_open(encoding);
    distrust(db, defensive);
    database_run(db, TABLE_T);
    char *plain = answer_with(db,
                              place->of_constants
                                  ? "SELECT $C"
                                  : "SELECT x FROM (SELECT $E AS x, id FROM t) WHERE x IS NOT NULL "
                                    "ORDER BY id",
                              function);
    char *made = answer_with(db, place->make, function);
    char *found = *made ? sqlite3_mprintf("%s", made) : answer_with(db, place->read, function);
    CHECK(strncmp(plain, "error", 5) != 0, "%s: %s", function->expression, plain);
    if (is_allowed(place, function))
        CHECK(strcmp(found, plain) == 0, "%s in %s:\n  plain %s\n  found %s", function->expression,
              place->name, plain, found);
    else
        check_refused(found, place, function);
    char *intact = database_answer(db, "PRAGMA integrity_check");
    CHECK(strcmp(intact, "ok") == 0 || !is_allowed(place, function), "%s in %s: %s",
          function->expression, place->name, intact);
    sqlite3_free(plain);
    sqlite3_free(made);
    sqlite3_free(found);
    sqlite3_free(intact);
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s in %s leaves something open", function->expression,
          place->name);
}

static unsigned long test_places(const char *encoding, bool defensive) {
    unsigned long tried = 0;
    bool lax = check_is_lax();
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
            if (functions[f].nature == subquery && !places[p].subqueries)
                continue;
            if (functions[f].nature == drawing && lax && strcmp(places[p].name, "a CHECK") == 0)
                continue;
            try_place(encoding, defensive, &places[p], &functions[f]);
            tried++;
        }
    }
    return tried;
}

/* A CHECK also refuses what is wrong. */
static void test_check_refuses(void) {
    sqlite3 *db = database_open(NULL);
    distrust(db, true);
    database_expect(db, "error: CHECK constraint failed: x = edit_distance(a, b)", "%s",
                    "CREATE TABLE c(a, b, x, CHECK (x = edit_distance(a, b)));"
                    "INSERT INTO c VALUES ('kitten', 'sitting', 4)");
    sqlite3_close(db);
}

static sqlite3 *open_file(const char *path) {
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    distrust(db, true);
    return db;
}

/* Writes the rows of t with an index on each pure function, some of them partial. */
static void fill_file(const char *path, const char *encoding) {
    sqlite3 *db = open_file(path);
    database_expect(db, "", "PRAGMA encoding = '%s'", encoding);
    database_expect(db, "", "%s", TABLE_T);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        if (functions[f].nature != pure)
            continue;
        database_expect(db, "", "CREATE INDEX i%d ON t(%s) %s %s", (int)f, functions[f].expression,
                        f % 2 ? "WHERE n > 0 AND" : "", f % 2 ? "edit_distance(a, b) > 0" : "");
    }
    sqlite3_close(db);
}

/* Each row is found through the index by the value that is computed anew. */
static void check_indexes(sqlite3 *db) {
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        if (functions[f].nature != pure)
            continue;
        const char *condition = f % 2 ? "n > 0 AND edit_distance(a, b) > 0" : "1";
        const char *expression = functions[f].expression;
        database_expect(
            db, "1",
            "SELECT (SELECT group_concat(id) FROM (SELECT id FROM t INDEXED BY i%d WHERE %s AND %s "
            "IS NOT NULL ORDER BY id)) IS (SELECT group_concat(id) FROM (SELECT id FROM t NOT "
            "INDEXED WHERE %s AND %s IS NOT NULL ORDER BY id))",
            (int)f, condition, expression, condition, expression);
    }
    database_expect(db, "ok", "PRAGMA integrity_check");
}

static void test_reload(const char *encoding) {
    char path[temporary_path];
    REQUIRE(make_temporary_file(path));
    fill_file(path, encoding);
    for (int round = 0; round < 3; round++) {
        sqlite3 *db = open_file(path);
        check_indexes(db);
        database_expect(db, "", "%s",
                        round == 0
                            ? "UPDATE t SET a = a || 'x', n = n + 1; DELETE FROM t WHERE id = 2"
                        : round == 1 ? "REINDEX; INSERT INTO t SELECT id + 100, b, a, n FROM t"
                                     : "VACUUM");
        check_indexes(db);
        sqlite3_close(db);
    }
    unlink(path);
}

int main(void) {
    static const char *const encodings[] = {"UTF-8", "UTF-16le", "UTF-16be"};
    unsigned long tried = 0;
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        tried += test_places(encodings[e], true);
        test_reload(encodings[e]);
    }
    tried += test_places("UTF-8", false);
    test_check_refuses();
    test_figure(tried, "functions in places of a schema that is not trusted");
    return test_end("hostile/test_schemas");
}
