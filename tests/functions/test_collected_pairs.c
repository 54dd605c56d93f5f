/*
 * test_collected_pairs.c - duplicate_kinds() says of each pair what duplicate_kind() says, whatever
 * the number of threads. These run when there is enough to do, and none is left when a statement
 * ends. Cursors may outlive the value that they read.
 */
#include "../test.h"
#include "counted_threads.h"
#include "database.h"

/* Pairs of many kinds, with all that may be known of them. */
static const char pairs[] =
    "CREATE TABLE pair AS WITH known(n, i, k) AS (SELECT n, n % 7, n / 7 % 5 FROM number "
    "WHERE n < 1200) SELECT n AS a, (n * 7919) % 1201 AS b, CASE k WHEN 0 THEN 'The storm "
    "of 1921 drowned ' || n || ' people near Sennet.' WHEN 1 THEN 'Anna Lindry' || i || ' "
    "lit the lamp of Rock ' || n || ' in May.' WHEN 2 THEN 'Smith, J. (' || (1900 + i) || "
    "'). Lamps. Retrieved ' || i || ' May.' WHEN 3 THEN i || ' ' || n ELSE 'Λάμπα ' "
    "|| n || ' ανάβει' END AS text_a, CASE k WHEN 0 THEN 'The storm of 1921 drowned "
    "' || (n + i) || ' people near  Sennet.' WHEN 1 THEN 'Anna Lindry' || (i / 2) || ' lit "
    "the lamp of Rock ' || n || ', in May.' WHEN 2 THEN 'Smith, J. (' || (1901 + i) || '). "
    "Lamps. Retrieved 3 May.' WHEN 3 THEN i || ' ' || i ELSE 'Λάμπα ' || i || ' "
    "δεν ανάβει' END AS text_b, iif(i = 6, '', 'Rock ' || n) AS title_a, iif(i = "
    "6, '', 'Rock ' || (n + i % 2)) AS title_b, iif(i = 5, 'footer', 'prose') AS block_a, "
    "iif(k = 2, 'footer', 'list') AS block_b, i = 4 AND k > 1 AS two_dates, iif(k = 4, "
    "'el', 'en') AS language, iif(i = 3, '', json_object('partners', k, 'apart', i / 7.0, "
    "'same_article', i = 2)) AS evidence, (SELECT word_set(t) FROM (SELECT 'rock storm ' "
    "|| n AS t)) AS words_a, (SELECT word_set(t) FROM (SELECT 'sennet ' || k AS t)) AS "
    "words_b FROM known; CREATE TABLE frequency AS SELECT word_frequencies('The storm of "
    "Rock ' || n) AS counts FROM number";

#define COLUMNS "kind, score, reason, type, value_a, value_b, topic, why, features"
#define ARGUMENTS                                                                    \
    "text_a, text_b, title_a, title_b, block_a, block_b, pair.two_dates, language, " \
    "pair.evidence, pair.words_a, pair.words_b"
#define RARITIES "(SELECT word_rarities(counts) FROM frequency)"

static char *answer_of(sqlite3 *db, const char *from) {
    char *sql = sqlite3_mprintf("SELECT found.a, found.b, " COLUMNS " FROM %s", from);
    char *answer = database_answer(db, sql);
    sqlite3_free(sql);
    return answer;
}

/* With rarities, which count; without; and with both in turn. */
static void test_equal(sqlite3 *db, const char *rarities) {
    char *one_by_one =
        sqlite3_mprintf("(SELECT pair.a, pair.b, " COLUMNS " FROM pair, duplicate_kind(" ARGUMENTS
                        ", %s) ORDER BY pair.rowid) AS found",
                        rarities);
    char *expected = answer_of(db, one_by_one);
    CHECK(strlen(expected) > 100000 && strstr(expected, "|drift|") && strstr(expected, "|other|") &&
              strstr(expected, "|reference|") && strstr(expected, "|copyedit|") &&
              strstr(expected, "|template|") && strstr(expected, "|identical|"),
          "too few kinds: %.300s", expected);
    for (int threads = 1; threads < 6; threads++) {
        char *together = sqlite3_mprintf("duplicate_kinds((SELECT collect_pairs(a, b, " ARGUMENTS
                                         ", %s, %d) FROM pair)) AS found",
                                         rarities, threads);
        char *answer = answer_of(db, together);
        CHECK(strcmp(answer, expected) == 0, "rarities %s, %d threads: another answer", rarities,
              threads);
        sqlite3_free(answer);
        sqlite3_free(together);
    }
    sqlite3_free(expected);
    sqlite3_free(one_by_one);
}

/* The columns that duplicate_kind() has among its features. */
static void test_single_features(sqlite3 *db) {
    char *answer = database_answer(
        db, "SELECT total(conflicts IS NOT iif(features IS NULL, NULL, coalesce(features ->> "
            "'$.conflicts', 0))), total(coalesce(own_changed, 0) IS NOT coalesce(features ->> "
            "'$.own_changed', 0)), total(conflicts) > 100, total(own_changed) > 100 FROM "
            "duplicate_kinds((SELECT collect_pairs(a, b, text_a, text_b, title_a, title_b) FROM "
            "pair))");
    CHECK(strcmp(answer, "0.0|0.0|1|1") == 0, "%s", answer);
    sqlite3_free(answer);
}

/* Three threads. */
#define COLLECT(text)           \
    "collect_pairs(n, 0, " text \
    ", 'It has 6 lamps.', 'A', 'A', '', '', 0, 'en', '', x'', x'', NULL, 3)"
#define LAMPS "'It has ' || n || ' lamps.'"
#define KINDS(from) "duplicate_kinds((SELECT " COLLECT(LAMPS) " " from "))"
#define NUMBERS "FROM number WHERE n < 9000"

static void test_ends(sqlite3 *db) {
    expect_end(db,
               "SELECT * FROM duplicate_kinds((SELECT " COLLECT("see(" LAMPS ")") " " NUMBERS "))",
               SQLITE_DONE);
    expect_end(db, "SELECT count(*) FROM " KINDS(NUMBERS), SQLITE_DONE);
    expect_end(db, "SELECT " COLLECT(LAMPS) ", " COLLECT("see('l' || n)") " " NUMBERS, SQLITE_DONE);
    expect_end(db, "SELECT " COLLECT("iif(n < 8000, see('lamp'), stop('lamp'))") " " NUMBERS,
               SQLITE_INTERRUPT);
    expect_end(
        db,
        "SELECT " COLLECT("iif(n < 8000, see('lamp'), abs(-9223372036854775807 - 1))") " " NUMBERS,
        SQLITE_ERROR);
    expect_end(db, "SELECT " COLLECT("iif(n < 8000, see('lamp'), x'00')") " " NUMBERS,
               SQLITE_ERROR);
    expect_end(db, "SELECT iif(a < 900, see(a), stop(a)) FROM " KINDS(NUMBERS), SQLITE_INTERRUPT);
    expect_end(db, "SELECT iif(a < 900, a, abs(-9223372036854775807 - 1)) FROM " KINDS(NUMBERS),
               SQLITE_ERROR);
    expect_end(db,
               "SELECT length(word_frequencies(see(" LAMPS "), 3)) FROM number, (VALUES (1), (2))",
               SQLITE_DONE);
    expect_end(db,
               "SELECT length(word_frequencies(iif(n < 29000, see(" LAMPS "), stop('a')), 3)) FROM "
               "number",
               SQLITE_INTERRUPT);
    expect_end(db,
               "SELECT length(word_frequencies(iif(n < 29000, see(" LAMPS "), n), 3)) FROM number",
               SQLITE_ERROR);
}

static void test_reset(sqlite3 *db) {
    static const int rows[] = {1, 64, 65, 5000, 8999};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_reset(db, "SELECT * FROM " KINDS(NUMBERS), rows[i]);
}

/* A group that an interrupt ended, and that nobody reads, does not end the next statement. */
static void test_interrupt_is_over(sqlite3 *db) {
    static const char words[] = "(SELECT group_concat('w' || abs(random() % 5000), ' ') FROM "
                                "number AS x WHERE x.n < 1500 AND number.n > 0)";
    char *sql = sqlite3_mprintf(
        "SELECT collect_pairs(n, 0, iif(n = 14, stop(%s), %s), %s, '', '', '', '', 0, 'en', '', "
        "x'', x'', NULL, 1) FROM number",
        words, words, words);
    sqlite3_stmt *statement;
    CHECK(run(db, sql, -1, &statement) == SQLITE_INTERRUPT, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    char *answer = database_answer(db, "SELECT length(word_frequencies('lamp', 1)) > 0");
    CHECK(strcmp(answer, "1") == 0, "after an interrupt: %s", answer);
    sqlite3_free(answer);
}

/* Few pairs need no threads, so that a million groups do not start a million. */
static void test_few_pairs(sqlite3 *db) {
    most_threads = 0;
    char *answer = database_answer(
        db, "SELECT count(*) FROM (SELECT n, " COLLECT(
                "see('lamp')") " FROM number WHERE n < 900 GROUP BY n); SELECT count(see(a)) "
                               "FROM " KINDS("FROM number WHERE n < 60"));
    CHECK(strcmp(answer, "899 / 59") == 0, "%s", answer);
    CHECK(most_threads <= 1, "%d threads", most_threads);
    sqlite3_free(answer);
}

/* A new value replaces the old one while a cursor is not at its end. */
static void test_left_early(sqlite3 *db) {
    static const char *const queries[] = {
        "SELECT (SELECT a > 0 FROM " KINDS(
            "FROM number WHERE n < 500 AND n <> o.column1") " LIMIT 1 OFFSET 200) FROM (VALUES "
                                                            "(1), "
                                                            "(2), (3)) AS o",
        "SELECT 1 FROM (VALUES (1), (2), (3)) AS o WHERE EXISTS (SELECT 1 FROM " KINDS(
            "FROM number WHERE n < 500 AND n <> o.column1") ")",
        "SELECT sum(x.a = y.a) > 0 FROM (VALUES (1), (2), (3)) AS o, " KINDS(
            "FROM number WHERE n < 99 AND n <> o.column1") " AS x, " KINDS("FROM number WHERE "
                                                                           "n < 99 AND n <> "
                                                                           "o.column1") " AS y "
                                                                                        "GROUP "
                                                                                        "BY "
                                                                                        "o."
                                                                                        "column"
                                                                                        "1",
    };
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        expect_ones(db, queries[i]);
}

int main(void) {
    begin_counting();
    sqlite3 *db = open_with_numbers();
    char *answer = database_answer(db, pairs);
    CHECK(*answer == '\0', "%s", answer);
    sqlite3_free(answer);
    test_equal(db, RARITIES);
    test_equal(db, "NULL");
    test_equal(db, "iif(pair.rowid / 10 % 2, " RARITIES ", NULL)");
    test_single_features(db);
    test_ends(db);
    test_reset(db);
    test_interrupt_is_over(db);
    test_few_pairs(db);
    test_left_early(db);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end("functions/test_collected_pairs");
}
