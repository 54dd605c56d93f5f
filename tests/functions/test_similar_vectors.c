/*
 * test_similar_vectors.c - collect_vectors() and similar_vectors() in SQL: the same pairs and
 * doubles as cosine_similarity() of all pairs, whatever the number of threads; what is counted,
 * what is chosen, and what is refused. No thread is left when a statement ends.
 */
#include "../test.h"
#include "counted_threads.h"
#include "database.h"

#include "../core/random_input.h"

enum { vectors = 3000, dimensions = 24 };

/* Families of vectors that differ a little, with ids that descend. */
static void fill(sqlite3 *db) {
    static float values[vectors][dimensions];
    sqlite3_stmt *insert;
    sqlite3_exec(db, "CREATE TABLE embedding(id INTEGER, vector BLOB); BEGIN", NULL, NULL, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO embedding VALUES (?, ?)", -1, &insert, NULL);
    for (int i = 0; i < vectors; i++) {
        for (int d = 0; d < dimensions; d++) {
            float value = (float)random_below(2001) / 1000 - 1;
            values[i][d] = i % 3 == 0 ? value : values[i - 1][d] + value / 4;
        }
        sqlite3_bind_int(insert, 1, 2 * (vectors - i));
        sqlite3_bind_blob(insert, 2, values[i], sizeof values[i], SQLITE_STATIC);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}

#define COLLECTED "(SELECT collect_vectors(id, vector) FROM embedding)"
#define SIMILAR "similar_vectors(" COLLECTED ", 0.8, 60, 9)"

static void expect_answer(sqlite3 *db, const char *query, const char *expected) {
    char *answer = database_answer(db, query);
    CHECK(strcmp(answer, expected) == 0, "%s:\n%s\nexpected:\n%s", query, answer, expected);
    sqlite3_free(answer);
}

/* Nothing is found that is not there, hardly anything is missed, and all cosines are equal. */
static void test_pairs(sqlite3 *db) {
    static const char exact[] =
        "CREATE TABLE exact AS SELECT x.id AS a, y.id AS b, cosine_similarity(x.vector, y.vector) "
        "AS cosine FROM embedding AS x JOIN embedding AS y ON x.id < y.id "
        "WHERE cosine_similarity(x.vector, y.vector) >= 0.8";
    sqlite3_free(database_answer(db, exact));
    sqlite3_free(database_answer(db, "CREATE TABLE found AS SELECT a, b, cosine FROM " SIMILAR));
    expect_answer(db,
                  "SELECT count(*) FROM (SELECT * FROM found EXCEPT SELECT * FROM exact) "
                  "UNION ALL SELECT (SELECT count(*) FROM found) > 1000 "
                  "UNION ALL SELECT (SELECT count(*) FROM found) >= (SELECT sum("
                  "projection_match_probability(cosine, 60, 9)) - 20 FROM exact)",
                  "0 / 1 / 1");
    expect_answer(db,
                  "SELECT count(*) FROM (SELECT a > b OR (a, b) <= (lag(a) OVER (), lag(b) OVER "
                  "()) AS wrong FROM found) WHERE wrong",
                  "0");
    for (int threads = 1; threads < 4; threads++) {
        char *query = sqlite3_mprintf("SELECT count(*), sum(found.cosine = similar.cosine) = "
                                      "(SELECT count(*) FROM found) FROM "
                                      "similar_vectors(" COLLECTED
                                      ", 0.8, 60, 9) AS similar JOIN found USING (a, b) "
                                      "WHERE threads = %d UNION ALL SELECT count(*), 1 FROM found",
                                      threads);
        char *answer = database_answer(db, query), *half = strstr(answer, " / ");
        CHECK(half && strlen(half + 3) == (size_t)(half - answer) &&
                  strncmp(answer, half + 3, (size_t)(half - answer)) == 0,
              "%d threads: %s", threads, answer);
        sqlite3_free(answer);
        sqlite3_free(query);
    }
}

static void test_answers(sqlite3 *db) {
    static const struct {
        const char *query, *answer;
    } cases[] = {
        {"SELECT collect_vectors(1, x'0000803F') IS NULL", "1"},
        {"SELECT count(*) FROM similar_vectors((SELECT collect_vectors(1, NULL)))", "0"},
        {"SELECT count(*) FROM similar_vectors((SELECT collect_vectors(NULL, x'0000803F')))", "0"},
        {"SELECT count(*) FROM similar_vectors((SELECT collect_vectors(1, NULL) WHERE 0))", "0"},
        {"SELECT count(*) FROM similar_vectors((SELECT collect_vectors(column1, column2) FROM "
         "(VALUES (1, x'00000000'), (2, x'00000080'))))",
         "0"},
        {"SELECT a, b, cosine FROM similar_vectors((SELECT collect_vectors(column1, column2) FROM "
         "(VALUES (9, x'0000803F'), (-9, x'00000040'), (7, x'000080BF'))), -1, 3, 1)",
         "-9|9|1.0"},
        {"SELECT a, b, cosine FROM similar_vectors((SELECT collect_vectors(column1, column2) FROM "
         "(VALUES (1, x'4E4456310007000000000080BF'), (2, x'4E4456310007000000000000C0'), (3, "
         "x'4E44563100'))))",
         "1|2|1.0"},
        {"SELECT cosine_least, bands, rows, seed, comparisons_most, bucket_most, neighbours, "
         "representatives, threads, vectors FROM similar_vectors((SELECT collect_vectors(column1, "
         "x'0000803F') FROM (VALUES (1), (2))))",
         "0.95|2|1|1|1000.0|NULL|2|2|0|NULL"},
        {"SELECT cosine_least, bands, rows, seed, comparisons_most, bucket_most, neighbours, "
         "representatives, threads FROM similar_vectors((SELECT collect_vectors(column1, "
         "x'0000803F') FROM (VALUES (1), (2))), 0.5, 7, 8, 9, 10.5, 11, 12, 13, 1)",
         "0.5|7|8|9|10.5|11|12|13|1"},
        /* A bucket of several blocks. */
        {"WITH RECURSIVE i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < 1300) "
         "SELECT count(*), sum(a), sum(b), sum(cosine = 1) FROM similar_vectors((SELECT "
         "collect_vectors(i, x'0000803F') FROM i), 0.9, 2, 1) WHERE bucket_most = 1300",
         "844350|366166450|732332900|844350"},
        {"SELECT count(*) FROM similar_vectors(" COLLECTED ", 0.8, NULL)", "0"},
        {"SELECT * FROM similar_vectors", "error: similar_vectors(): argument vectors is missing"},
        {"SELECT * FROM similar_vectors(1)",
         "error: similar_vectors(): argument vectors must be a result of collect_vectors() in the "
         "same statement"},
        {"SELECT * FROM similar_vectors((SELECT collect_buckets(1, 2, 3)))",
         "error: similar_vectors(): argument vectors must be a result of collect_vectors() in the "
         "same statement"},
        {"SELECT * FROM similar_vectors(" COLLECTED ", 1.01)",
         "error: similar_vectors(): argument cosine_least must be a number from -1.0 to 1.0, found "
         "1.01"},
        {"SELECT * FROM similar_vectors(" COLLECTED ", 0.9, 1025)",
         "error: similar_vectors(): argument bands must be an integer from 0 to 1024, found 1025"},
        {"SELECT * FROM similar_vectors(" COLLECTED ", 0.9, 1, 65)",
         "error: similar_vectors(): argument rows must be an integer from 0 to 64, found 65"},
        {"SELECT * FROM similar_vectors(" COLLECTED ", 0.9, 513, 64)",
         "error: similar_vectors(): bands * rows must be at most 32768, found 32832"},
        {"SELECT * FROM similar_vectors(" COLLECTED ") WHERE comparisons_most = -1",
         "error: similar_vectors(): argument comparisons_most must be a number from 0.0 to "
         "1.0e+18, "
         "found -1.0"},
        {"SELECT * FROM similar_vectors(" COLLECTED ") WHERE bucket_most = 0",
         "error: similar_vectors(): argument bucket_most must be an integer from 1 to "
         "9223372036854775807, found 0"},
        {"SELECT collect_vectors(1, 'a')",
         "error: collect_vectors(): argument vector must be a blob, found text"},
        {"SELECT collect_vectors(1.5, x'0000803F')",
         "error: collect_vectors(): argument id must be an integer, found a real number"},
        {"SELECT collect_vectors(column1, column2) FROM (VALUES (1, x'0000803F'), (2, "
         "x'4E4456310007000000000080BF'))",
         "error: collect_vectors(): the vector of id 2 is sparse, but the first one is dense"},
        {"SELECT collect_vectors(column1, column2) FROM (VALUES (1, x'0000803F'), (2, "
         "x'0000803F0000803F'))",
         "error: collect_vectors(): all vectors must have as many dimensions as the first, which "
         "has "
         "1; that of id 2 has 2"},
        {"SELECT collect_vectors(5, column1) FROM (VALUES (x'0000803F'), (x'00000040'))",
         "error: collect_vectors(): there are two vectors with id 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_answer(db, cases[i].query, cases[i].answer);
    expect_answer(db,
                  "SELECT count(*) > 1000, projection_match_probability(0.8, bands, rows) >= 0.965 "
                  "FROM similar_vectors(" COLLECTED ") WHERE cosine_least = 0.8",
                  "1|1");
    expect_answer(db,
                  "SELECT (SELECT count(*) FROM similar_vectors(" COLLECTED
                  ", 0.8, 0, 0)) = count(*) "
                  "FROM similar_vectors(" COLLECTED ", 0.8)",
                  "1");
}

/* What was counted follows the pairs. */
static void test_counted(sqlite3 *db) {
#define COUNTED(columns) "SELECT " columns " FROM " SIMILAR " WHERE counts = 1 AND counted"
    expect_answer(db, COUNTED("group_concat(counted, ', ')") " IS NOT NULL",
                  "candidates, candidates of small distance, large buckets, vectors in large "
                  "buckets, pairs left out, bands, rows, bucket_most");
    expect_answer(db, COUNTED("number") " IN ('bands', 'rows')", "60 / 9");
    expect_answer(db, COUNTED("number >= (SELECT count(*) FROM found)") " LIKE '%distance'", "1");
    expect_answer(db, COUNTED("count(*), count(a), count(b), count(cosine)") " IS NOT NULL",
                  "8|0|0|0");
    expect_answer(db, "SELECT count(counted), count(number) FROM " SIMILAR, "0|0");
    expect_answer(db,
                  COUNTED("min(number > 0)") " IN ('large buckets', 'vectors in large buckets', "
                                             "'pairs left out') AND bucket_most = 2",
                  "1");
#undef COUNTED
}

static void test_threads(sqlite3 *db) {
    expect_end(db, "SELECT count(see(a)) FROM " SIMILAR " WHERE threads = 3", SQLITE_DONE);
    expect_end(db, "SELECT iif(a < 900, see(a), stop(a)) FROM " SIMILAR " WHERE threads = 3",
               SQLITE_INTERRUPT);
    expect_end(db,
               "SELECT iif(a < 900, a, abs(-9223372036854775807 - 1)) FROM " SIMILAR
               " WHERE threads = 3",
               SQLITE_ERROR);
    expect_reset(db, "SELECT * FROM " SIMILAR " WHERE threads = 3", 5);
    expect_ones(db, "SELECT (SELECT a > 0 FROM similar_vectors((SELECT collect_vectors(id, vector) "
                    "FROM embedding WHERE id <> o.column1), 0.8, 60, 9) WHERE threads = 3 LIMIT 1 "
                    "OFFSET 5) FROM (VALUES (1), (2), (3)) AS o");
}

int main(void) {
    begin_counting();
    random_state = 77;
    sqlite3 *db = open_with_numbers();
    fill(db);
    test_pairs(db);
    test_answers(db);
    test_counted(db);
    test_threads(db);
    sqlite3_close(db);
    return test_end("functions/test_similar_vectors");
}
