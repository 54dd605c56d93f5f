/*
 * test_aligned_passages.c - collect_documents(), collect_candidates() and aligned_passages() in
 * SQL: the rows of text_alignment() for whole texts, whatever the number of threads; what is cut,
 * counted and refused. No thread is left when a statement ends.
 */
#include "../test.h"
#include "counted_threads.h"
#include "database.h"

#include "../core/random_input.h"

enum { documents = 120, rows_each = 5, candidates = 2500 };

/* Words of a row: of a few passages that documents share but for some words, or their own. */
static void append_words(sqlite3_str *text) {
    size_t passage = random_below(12), own = random_below(3) == 0;
    size_t words = 20 + random_below(40);
    for (size_t i = 0; i < words; i++) {
        size_t word = own || random_below(9) == 0 ? random_below(50000) : passage * 500 + i * 13;
        sqlite3_str_appendf(text, "%s%s%x", i ? " " : "", word % 7 ? "v" : "ü", (unsigned)word);
    }
}

/* Rows of documents, whole documents, and candidates, some of which repeat or are turned round. */
static void fill(sqlite3 *db) {
    sqlite3_stmt *insert;
    sqlite3_exec(db,
                 "CREATE TABLE part(id INTEGER PRIMARY KEY, document INTEGER, text TEXT);"
                 "CREATE TABLE candidate(a INTEGER, b INTEGER, score REAL); BEGIN",
                 NULL, NULL, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO part(document, text) VALUES (?, ?)", -1, &insert, NULL);
    for (int i = 0; i < documents * rows_each; i++) {
        sqlite3_str *text = sqlite3_str_new(db);
        append_words(text);
        sqlite3_bind_int64(insert, 1, (documents - i / rows_each) * INT64_C(5000000000) - 7);
        sqlite3_bind_text(insert, 2, sqlite3_str_finish(text), -1, sqlite3_free);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    sqlite3_prepare_v2(db, "INSERT INTO candidate VALUES (?, ?, ?)", -1, &insert, NULL);
    for (int i = 0; i < candidates; i++) {
        sqlite3_bind_int64(insert, 1,
                           (sqlite3_int64)(1 + random_below(documents)) * 5000000000 - 7);
        sqlite3_bind_int64(insert, 2,
                           (sqlite3_int64)(1 + random_below(documents)) * 5000000000 - 7);
        sqlite3_bind_double(insert, 3, (double)random_below(64) / 64);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    sqlite3_free(database_answer(
        db, "COMMIT; CREATE TABLE whole AS SELECT document AS id, group_concat(text, ' ') AS text "
            "FROM (SELECT * FROM part ORDER BY id) GROUP BY document;"
            "CREATE TABLE once AS SELECT a, b, max(score) AS score FROM (SELECT iif(turned, b, a) "
            "AS a, iif(turned, a, b) AS b, score FROM (SELECT *, a > b AND EXISTS (SELECT 1 FROM "
            "candidate AS o WHERE o.a = c.b AND o.b = c.a) AS turned FROM candidate AS c)) "
            "WHERE a <> b GROUP BY a, b"));
}

#define DOCUMENTS "(SELECT collect_documents(document, text) FROM part)"
#define CANDIDATES "(SELECT collect_candidates(a, b, score) FROM candidate)"
#define ALIGNED "aligned_passages(" DOCUMENTS ", " CANDIDATES ")"
#define COLUMNS "a_position, a_length, b_position, b_length, words, similarity, a_words, b_words"

static void expect_answer(sqlite3 *db, const char *query, const char *expected) {
    char *answer = database_answer(db, query);
    CHECK(strcmp(answer, expected) == 0, "%s:\n%.2000s\nexpected:\n%s", query, answer, expected);
    sqlite3_free(answer);
}

/* Table found has the rows of `table`, in this order, and is dropped. */
static void expect_same(sqlite3 *db, const char *table) {
    char *query = sqlite3_mprintf(
        "SELECT (SELECT count(*) FROM found) = (SELECT count(*) FROM %s), (SELECT count(*) FROM "
        "(SELECT rowid, * FROM found EXCEPT SELECT rowid, * FROM %s)); DROP TABLE found",
        table, table);
    expect_answer(db, query, "1|0");
    sqlite3_free(query);
}

/* The rows of each pair are those of text_alignment(), in order, on any number of threads. */
static void test_rows(sqlite3 *db) {
    static const char *const options[] = {
        "'ngrams'", "'sorted', 4, 80, 3, 100, 0.3, 'jaccard', 2, 0, 0, 1",
        "'skip', 3, 300, 8, 50, 0.7, 'cosine', 30, 200, 0.5, 0.3"};
    for (int i = 0; i < 3; i++) {
        char *query = sqlite3_mprintf(
            "CREATE TABLE expected AS SELECT once.a, once.b, " COLUMNS " FROM once JOIN whole AS p "
            "ON p.id = once.a JOIN whole AS q ON q.id = once.b CROSS JOIN text_alignment(p.text, "
            "q.text, %s) ORDER BY once.a, once.b, a_position, b_position",
            options[i]);
        expect_answer(db, query, "");
        sqlite3_free(query);
        expect_answer(db, "SELECT count(*) > 300 FROM expected", "1");
        for (int threads = 1; threads <= 8; threads += threads < 3 ? 1 : 5) {
            query = sqlite3_mprintf("CREATE TABLE found AS SELECT a, b, " COLUMNS
                                    " FROM aligned_passages(" DOCUMENTS ", " CANDIDATES
                                    ", %s) WHERE threads = %d",
                                    options[i], threads);
            expect_answer(db, query, "");
            sqlite3_free(query);
            expect_same(db, "expected");
        }
        expect_answer(db, i < 2 ? "DROP TABLE expected" : "", "");
    }
    expect_answer(db,
                  "SELECT count(*) > 100, min(found.words > 0 AND length(substr(text, a_position, "
                  "a_length)) = a_length) FROM " ALIGNED " AS found JOIN whole ON id = a",
                  "1|1");
}

/* What is cut by score and rank, as SQL has it; then by misses. */
static void test_cuts(sqlite3 *db) {
    expect_answer(
        db,
        "CREATE TABLE found AS SELECT a, b, " COLUMNS " FROM aligned_passages(" DOCUMENTS
        ", " CANDIDATES
        ", 'skip', 3, 300, 8, 50, 0.7, 'cosine', 30, 200, 0.5, 0.3, 0.25, 7) WHERE threads = 3;"
        "CREATE TABLE least AS SELECT e.* FROM expected AS e JOIN (SELECT a, b, score, "
        "row_number() OVER (PARTITION BY a ORDER BY score DESC, b) AS rank FROM once) USING (a, b) "
        "WHERE score >= 0.25 AND rank <= 7 ORDER BY a, b, a_position, b_position",
        "");
    expect_answer(db, "SELECT count(*) > 100 FROM least", "1");
    expect_same(db, "least");
    expect_answer(
        db,
        "SELECT sum(number) = (SELECT count(*) FROM once) FROM aligned_passages(" DOCUMENTS
        ", " CANDIDATES
        ", 'skip', 3, 300, 8, 50, 0.7, 'cosine', 30, 200, 0.5, 0.3, 0.25, 7) WHERE threads = 3 AND "
        "counts = 1 AND counted IN ('pairs aligned', 'pairs below score_least', 'pairs beyond "
        "rank_most')",
        "1");
#define COPIES                                                                                    \
    "(SELECT collect_documents(column1, column2 || replace(hex(zeroblob(60)), '00', ' o')) FROM " \
    "(VALUES (1, 'a b c d'), (2, 'e'), (3, 'f'), (4, 'a b c d'), (5, 'a b c d')))"
#define OF_ONE(scores)                                                       \
    "aligned_passages(" COPIES                                               \
    ", (SELECT collect_candidates(1, column1, column2) FROM (VALUES " scores \
    ")), 'ngrams', 2, 99, 1, 5, 0.1) WHERE misses_most = "
    expect_answer(db, "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)") "3", "4 / 5");
    expect_answer(db, "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)") "2", "5");
    expect_answer(db, "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.7), (4, 0.8), (5, 1)") "2", "4 / 5");
    expect_answer(db, "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)") "1", "5");
    expect_answer(db,
                  "SELECT group_concat(counted || ' ' || number, ', ') FROM " OF_ONE(
                      "(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)") "1 AND counts = 1",
                  "candidates 4, pairs aligned 2, pairs with passages 1, misses 1, passages 1, "
                  "pairs below score_least 0, pairs beyond rank_most 0, pairs after misses_most 2");
}

static void test_answers(sqlite3 *db) {
#define NONE "(SELECT collect_candidates(1, 2) WHERE 0)"
#define TWO                                                                                     \
    "(SELECT collect_documents(column1, column2) FROM (VALUES (2, 'one two'), (2, 'three four'" \
    "), (-1, 'One, two, thrée fOUR.')))"
    static const struct {
        const char *query, *answer;
    } cases[] = {
        {"SELECT collect_documents(1, 'a') IS NULL, collect_candidates(1, 2) IS NULL", "1|1"},
        {"SELECT count(*) FROM aligned_passages((SELECT collect_documents(1, 'a') WHERE 0), " NONE
         ")",
         "0"},
        {"SELECT a, b, " COLUMNS " FROM aligned_passages(" TWO ", (SELECT collect_candidates(2, "
         "-1)), 'ngrams', 3, 150, 1, 5)",
         "2|-1|1|18|1|20|4|1.0|4|4"},
        {"SELECT a, b FROM aligned_passages(" TWO ", (SELECT collect_candidates(column1, column2) "
         "FROM (VALUES (2, -1), (-1, 2), (2, 2), (NULL, 2), (2, NULL))), 'ngrams', 3, 150, 1, 5)",
         "-1|2"},
        {"SELECT a, b, a_position, a_words, number FROM aligned_passages(" TWO
         ", (SELECT collect_candidates(2, -1))) WHERE counts = 1 AND counted = 'candidates'",
         "NULL|NULL|NULL|NULL|1"},
        {"SELECT count(*) FROM aligned_passages(" TWO
         ", (SELECT collect_candidates(2, -1, NULL)), 'ngrams', 3, 150, 1, 5)",
         "0"},
        {"SELECT count(*) FROM aligned_passages((SELECT collect_documents(column1, column2) FROM "
         "(VALUES (1, NULL), (2, 'a'), (NULL, 'a'), (1, 'b'))), (SELECT collect_candidates(1, 2)))",
         "0"},
        {"SELECT documents, candidates, seed, seed_words, gap, seeds_least, length_least, "
         "similarity_least, measure, occurrences_most, score_least, rank_most, misses_most, "
         "threads FROM aligned_passages(" TWO ", (SELECT collect_candidates(2, -1)), 'skip', 2, "
         "100, 1, 6, 0.25, 'jaccard', 9, 10, 1, 0.5, -1, 5, 6, 7)",
         "NULL|NULL|skip|2|100|1|6|0.25|jaccard|9|-1|5|6|7"},
        {"SELECT score_least, rank_most, misses_most, threads FROM aligned_passages(" TWO
         ", (SELECT collect_candidates(2, -1)), 'ngrams', 3, 150, 1, 5)",
         "NULL|NULL|NULL|0"},
        {"SELECT count(*) FROM " ALIGNED " WHERE rank_most = NULL", "0"},
        {"SELECT * FROM aligned_passages",
         "error: aligned_passages(): argument documents is missing"},
        {"SELECT * FROM aligned_passages(" TWO ")",
         "error: aligned_passages(): argument candidates is missing"},
        {"SELECT * FROM aligned_passages(1, " NONE ")",
         "error: aligned_passages(): argument documents must be a result of collect_documents() in "
         "the same statement"},
        {"SELECT * FROM aligned_passages(" TWO ", " TWO ")",
         "error: aligned_passages(): argument candidates must be a result of collect_candidates() "
         "in the same statement"},
        {"SELECT * FROM aligned_passages(" TWO ", (SELECT collect_candidates(column1, column2) "
         "FROM (VALUES (2, 9), (8, -1))))",
         "error: aligned_passages(): collect_documents() got no text with id 8"},
        {"SELECT * FROM " ALIGNED " WHERE rank_most = 0",
         "error: aligned_passages(): argument rank_most must be an integer from 1 to "
         "9223372036854775807, found 0"},
        {"SELECT * FROM " ALIGNED " WHERE misses_most = 0",
         "error: aligned_passages(): argument misses_most must be an integer from 1 to "
         "9223372036854775807, found 0"},
        {"SELECT * FROM " ALIGNED " WHERE score_least = 'high'",
         "error: aligned_passages(): argument score_least must be a number, found text"},
        {"SELECT * FROM " ALIGNED " WHERE seed = 'x'",
         "error: aligned_passages(): argument seed must be 'ngrams', 'sorted' or 'skip', found "
         "'x'"},
        {"SELECT collect_documents('a', 'a')",
         "error: collect_documents(): argument id must be an integer, found text"},
        {"SELECT collect_documents(1, 2)",
         "error: collect_documents(): argument text must be text, found an integer"},
        {"SELECT collect_documents(column1, 'a') FROM (VALUES (5), (6), (6), (5), (5))",
         "error: collect_documents(): the texts with id 5 are not in consecutive rows"},
        {"SELECT collect_candidates(1, 1.5)",
         "error: collect_candidates(): argument b must be an integer, found a real number"},
        {"SELECT collect_candidates(1, 2, 9e999)",
         "error: collect_candidates(): argument score must be a number from -1.0e+30 to 1.0e+30, "
         "found Inf"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_answer(db, cases[i].query, cases[i].answer);
}

static void test_threads(sqlite3 *db) {
    expect_end(db, "SELECT count(see(a)) FROM " ALIGNED " WHERE threads = 3", SQLITE_DONE);
    expect_end(db,
               "SELECT iif(a < 300000000000, see(a), stop(a)) FROM " ALIGNED " WHERE threads = 3",
               SQLITE_INTERRUPT);
    expect_end(db,
               "SELECT iif(a < 300000000000, a, abs(-9223372036854775807 - 1)) FROM " ALIGNED
               " WHERE threads = 3",
               SQLITE_ERROR);
    expect_reset(db, "SELECT * FROM " ALIGNED " WHERE threads = 3", 5);
    expect_ones(db, "SELECT (SELECT a > 0 FROM aligned_passages(" DOCUMENTS
                    ", (SELECT collect_candidates(a, b, score) FROM candidate WHERE a <> "
                    "o.column1)) WHERE threads = 3 LIMIT 1 OFFSET 5) FROM (VALUES (1), (2), (3)) "
                    "AS o");
}

int main(void) {
    begin_counting();
    random_state = 61;
    sqlite3 *db = open_with_numbers();
    fill(db);
    test_rows(db);
    test_cuts(db);
    test_answers(db);
    test_threads(db);
    sqlite3_close(db);
    return test_end("functions/test_aligned_passages");
}
