/*
 * test_functions.c - the extension as seen from SQL: the queries of queries.txt and their answers,
 * the functions that loading adds, bound values, and what is left in memory.
 */
#include "../../ext/functions/shell/wal_reset.h"
#include "../temporary_file.h"
#include "database.h"

#include <stdint.h>

#define expect(db, sql, expected) database_expect(db, expected, "%s", sql)

/* ---- The queries of queries.txt ---- */

enum { definitions_max = 40, name_max = 32, line_max = 8000 };

static struct {
    char names[definitions_max][name_max], *texts[definitions_max];
    size_t count;
} definitions;

/* What a name stands for; NULL if it is not defined. */
static const char *definition_of(const char *name, size_t length) {
    for (size_t i = 0; i < definitions.count; i++)
        if (strlen(definitions.names[i]) == length &&
            memcmp(definitions.names[i], name, length) == 0)
            return definitions.texts[i];
    return NULL;
}

/* The text, with what its names and escapes stand for; freed with sqlite3_free(). */
static char *expanded(const char *text) {
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (const char *at = text; *at;) {
        size_t name = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
        const char *meant = *at == '$' ? definition_of(at + 1, name) : NULL;
        if (meant) {
            sqlite3_str_appendall(out, meant);
            at += 1 + name;
        } else if (*at == '\\' && (at[1] == 'n' || at[1] == 's')) {
            sqlite3_str_appendchar(out, 1, at[1] == 'n' ? '\n' : ' ');
            at += 2;
        } else {
            sqlite3_str_appendchar(out, 1, *at++);
        }
    }
    char *made = sqlite3_str_finish(out);
    return made ? made : sqlite3_mprintf("");
}

/* A query has a database of its own, in which the schema is not trusted. */
static void ask(const char *sql, const char *answer, const char *encoding) {
    sqlite3 *db = database_open(encoding);
    database_run(db, "PRAGMA trusted_schema = OFF");
    expect(db, sql, answer);
    if (strncmp(answer, "error", 5) == 0)
        expect(db, "SELECT jaccard('ab', 'ac', 1), count(*) FROM shingles('abc', 2)",
               "0.333333333333333|2");
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s leaves something open", sql);
}

static bool has_stems(void) {
    sqlite3 *db = database_open(NULL);
    char *answer = database_answer(db, "SELECT neardup_debug() LIKE '%stems by libstemmer%'");
    bool has = strcmp(answer, "1") == 0;
    sqlite3_free(answer);
    sqlite3_close(db);
    return has;
}

/* A line with those that continue it. Its section says in which encodings a query is asked, if at
 * all. */
static unsigned long read_line(char *line) {
    static int encodings = 3;
    static const char *const names[] = {"UTF-8", "UTF-16le", "UTF-16be"};
    size_t name = strspn(line, "$abcdefghijklmnopqrstuvwxyz_");
    bool defines = *line == '$' && strncmp(line + name, " = ", 3) == 0;
    char *end = defines ? line + name : strstr(line, " =>");
    if (*line == '[')
        encodings = strncmp(line, "[UTF-8 only", 11) == 0             ? 1
                    : strncmp(line, "[with stems", 11) || has_stems() ? 3
                                                                      : 0;
    if (strchr("[#", *line)) /* or an empty line */
        return 0;
    REQUIRE(end);
    *end = '\0';
    char *first = expanded(line), *second = expanded(end + 3 + (end[3] == ' '));
    if (defines) {
        REQUIRE(definitions.count < definitions_max && strlen(line + 1) < name_max);
        strcpy(definitions.names[definitions.count], line + 1);
        definitions.texts[definitions.count++] = second;
    } else {
        for (int e = 0; e < encodings; e++)
            ask(first, second, names[e]);
        sqlite3_free(second);
    }
    sqlite3_free(first);
    return !defines;
}

static void test_queries(void) {
    static char line[line_max], next[line_max];
    FILE *file = required(fopen("tests/functions/queries.txt", "r"));
    unsigned long queries = 0;
    for (bool more = true; more;) {
        more = fgets(next, sizeof next, file);
        size_t length = more ? strcspn(next, "\n") : 0;
        next[length] = '\0';
        if (more && strncmp(next, "    ", 4) == 0) {
            REQUIRE(strlen(line) + length < line_max);
            strcat(line, next + 3);
            continue;
        }
        queries += read_line(line);
        strcpy(line, next);
    }
    fclose(file);
    while (definitions.count > 0)
        sqlite3_free(definitions.texts[--definitions.count]);
    CHECK(queries > 400, "only %lu queries", queries);
    if (!has_stems())
        test_skip("this build has no libstemmer");
    test_figure(queries, "queries with their answers");
}

/* Two things are wrong; which one is reported depends on the version of SQLite. */
static void check_drawing_column(void) {
    sqlite3 *db = database_open(NULL);
    char *answer = database_answer(db, "CREATE TABLE s(a, b AS (neardup_progress(a, 'x')))");
    CHECK(strcmp(answer, "error: non-deterministic functions prohibited in generated columns") ==
                  0 ||
              strcmp(answer, "error: unsafe use of neardup_progress()") == 0,
          "%s", answer);
    sqlite3_free(answer);
    sqlite3_close(db);
}

/*
 * Loading adds the functions and modules that neardup_functions() lists, and no others; and for
 * each module a scalar, which only says how it is called. These are the only ones whose results the
 * next release may change.
 */
static void test_what_is_added(void) {
    static const char declared[] =
        "CREATE TABLE declared AS SELECT function AS name, kind, stability, count(argument) AS "
        "most, "
        "count(argument) FILTER (WHERE presence = 'required') AS least FROM neardup_functions() "
        "GROUP BY function; CREATE TABLE added AS SELECT * FROM pragma_function_list WHERE name "
        "NOT "
        "IN (SELECT name FROM old_function)";
    static const char functions[] =
        "WITH RECURSIVE overload(name, kind, stability, narg, most) AS (SELECT name, kind, "
        "stability, "
        "least, most FROM declared WHERE kind <> 'table' UNION ALL SELECT name, 'scalar', "
        "'innocuous', "
        "-1, -1 FROM declared WHERE kind = 'table' UNION ALL SELECT name, kind, stability, "
        "narg "
        "+ 1, most FROM overload WHERE narg < most), "
        "e AS (SELECT name, narg, iif(kind = 'scalar', 's', 'a') AS type, stability = "
        "'deterministic' AS d, stability <> 'direct' AS i, stability = 'direct' AS o FROM "
        "overload), "
        "f AS (SELECT name, narg, type, flags & 0x800 <> 0, flags & 0x200000 <> 0, flags & 0x80000 "
        "<> "
        "0 FROM added) SELECT count(*) > 100, (SELECT group_concat(name) FROM (SELECT * FROM e "
        "EXCEPT "
        "SELECT * FROM f)), (SELECT group_concat(name) FROM (SELECT * FROM f EXCEPT SELECT * FROM "
        "e)) "
        "FROM e";
    sqlite3 *db;
    sqlite3_open(":memory:", &db);
    expect(db,
           "CREATE TABLE old_function AS SELECT * FROM pragma_function_list;"
           "CREATE TABLE old_module AS SELECT * FROM pragma_module_list",
           "");
    CHECK(sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    expect(db, "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'old%'", "0");
    expect(db, declared, "");
    expect(db, functions, "1|NULL|NULL"); /* functions that are missing, and others */
    expect(db,
           "SELECT group_concat(name, ' ') FROM (SELECT name FROM declared WHERE stability = "
           "'innocuous' AND kind = 'aggregate' ORDER BY name)",
           "collect_documents collect_pairs learn_kinds merge_word_frequencies rows_fingerprint "
           "word_frequencies word_set "
           "word_vectors");
    expect(
        db,
        "SELECT group_concat(name, ' ') FROM (SELECT name FROM pragma_module_list WHERE name NOT "
        "LIKE 'pragma%' AND name NOT IN (SELECT name FROM old_module UNION ALL SELECT name FROM "
        "declared WHERE kind = 'table') ORDER BY name)",
        "neardup"); /* modules that are no functions */
    sqlite3_close(db);
}

/* Loading twice is harmless. It is refused while a statement is running. */
static void test_added_twice(void) {
    sqlite3 *db = database_open(NULL);
    CHECK(sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    database_expect(db, "1.0|1", "%s", "SELECT jaccard('ab', 'ab'), count(*) FROM shingles('abc')");
    sqlite3_stmt *running;
    char *message = NULL;
    sqlite3_prepare_v2(db, "SELECT jaccard('ab', shingle) FROM shingles('abc', 1)", -1, &running,
                       NULL);
    sqlite3_step(running);
    CHECK(sqlite3_neardup_init(db, &message, NULL) == SQLITE_BUSY && message &&
              strstr(message, "neardup could not register its functions: "),
          "%s", message ? message : "no message");
    sqlite3_free(message);
    CHECK(sqlite3_step(running) == SQLITE_ROW, "the statement continues");
    sqlite3_finalize(running);
    CHECK(sqlite3_neardup_init(db, &message, NULL) == SQLITE_OK, "and then it can be added");
    CHECK(sqlite3_close(db) == SQLITE_OK, "nothing is left open");
}

/* One statement with many bound values, each independent of the previous one. */
static void test_bound_values(void) {
    sqlite3 *db = database_open(NULL);
    sqlite3_stmt *statement;
    sqlite3_prepare_v2(db, "SELECT edit_distance(?1, ?2)", -1, &statement, NULL);
    static const struct {
        const char *a, *b;
        int a_size, b_size, distance;
    } bound[] = {{"abc", "abd", 3, 3, 1}, {"abcdef", "abc", 3, 3, 0}, {"a\0b", "a\0c", 3, 3, 1},
                 {"", "", 0, 0, 0},       {"\xFF", "\xFE", 1, 1, 0},  {"abc", "", 3, 0, 3}};
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        sqlite3_bind_text(statement, 1, bound[i].a, bound[i].a_size, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, bound[i].b, bound[i].b_size, SQLITE_STATIC);
        CHECK(sqlite3_step(statement) == SQLITE_ROW &&
                  sqlite3_column_int(statement, 0) == bound[i].distance,
              "pair %zu", i);
        sqlite3_reset(statement);
    }
    static const uint16_t wide[] = {0x65E5, 0xD83D, 0xDE00};
    sqlite3_bind_text16(statement, 1, wide, sizeof wide, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, "日", -1, SQLITE_STATIC);
    CHECK(sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 1, "UTF-16");
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* Memory is kept from call to call, but not that of a very long text. */
static void test_long_texts_leave_nothing(void) {
    static const char *const calls_with_long_text[] = {
        "SELECT jaccard(hex(zeroblob(1000000)), 'a')",
        "SELECT edit_distance(hex(zeroblob(1000000)), 'a')",
        "SELECT count(*) FROM minhash_signatures(hex(zeroblob(1000000)), 12, 1, 1)",
        "SELECT count(*) FROM shingles(hex(zeroblob(1000000)))",
        "SELECT length(mark_differences(hex(zeroblob(1000000)), 'a'))",
        "SELECT length(mark_passage(hex(zeroblob(1000000)), 'a'))",
    };
    for (int i = 0; i < 5; i++) {
        sqlite3 *db = database_open(NULL);
        database_run(db, calls_with_long_text[i]);
        CHECK(sqlite3_memory_used() < 1000000, "%s leaves %lld bytes", calls_with_long_text[i],
              (long long)sqlite3_memory_used());
        sqlite3_close(db);
    }
}

/*
 * Which versions have the mend; neardup_debug() says so of the one that runs, and of the journal.
 */
static void test_wal_reset(void) {
    static const struct {
        int first, last;
        bool mended;
    } versions[] = {{3007000, 3044005, false}, {3044006, 3044999, true},  {3045000, 3050006, false},
                    {3050007, 3050999, true},  {3051000, 3051002, false}, {3051003, 3052999, true},
                    {4000000, 4000000, true}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        int version = versions[i].first;
        while (version <= versions[i].last && wal_reset_is_mended(version) == versions[i].mended)
            version++;
        CHECK(version > versions[i].last, "%d", version);
    }
    char path[temporary_path]; /* a database in memory has no log */
    sqlite3 *db = NULL;
    CHECK(make_temporary_file(path) && sqlite3_open(path, &db) == SQLITE_OK &&
              sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK,
          "%s", path);
    bool mended = wal_reset_is_mended(sqlite3_libversion_number());
    const char *bug = "SELECT neardup_debug() LIKE '%with the WAL-reset bug%', "
                      "neardup_debug() LIKE '%with the WAL-reset bug, main in WAL mode: let%'";
    expect(db, bug, mended ? "0|0" : "1|0"); /* with a rollback journal */
    expect(db, "PRAGMA journal_mode = WAL", "wal");
    expect(db, bug, mended ? "0|0" : "1|1");
    sqlite3_close(db);
    unlink(path);
}

int main(void) {
    setenv("NO_COLOR", "1", 1); /* the test may run on a terminal */
    test_queries();
    check_drawing_column();
    RUN_TESTS(test_what_is_added, test_added_twice, test_bound_values,
              test_long_texts_leave_nothing, test_wal_reset);
    return test_end("functions/test_functions");
}
