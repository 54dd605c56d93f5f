/*
 * test_functions_interrupted.c - long-running functions are interrupted when they ask whether to
 * stop: the first time, the second time, and so on. The statement ends with SQLITE_INTERRUPT, and
 * the connection continues as if nothing had happened.
 *
 * They ask by a statement of their own. A trace sees it begin inside the other statement.
 */
#include "../functions/database.h"
#include "../test.h"
#include "answers.h"

#include <stdint.h>

static struct {
    long asked;   /* questions so far */
    long stop_at; /* the question at which to interrupt; 0: none */
} questions;

static int see_statement(unsigned event, void *db, void *statement, void *text) {
    (void)event, (void)statement;
    static const char begin[] = "-- SELECT 1 FROM (VALUES";
    if (strncmp(text, begin, sizeof begin - 1) == 0 && ++questions.asked == questions.stop_at)
        sqlite3_interrupt(db);
    return 0;
}

#define EDGES \
    "WITH RECURSIVE edge(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM edge WHERE n < 300000) "

/* Two buckets of up to 60,000 texts; and 3,000 texts of one pattern. */
#define SIGNED(rows)                                                                              \
    "WITH RECURSIVE signed(band, id) AS (SELECT 1, 1 UNION ALL SELECT id % 2, id * 7919 % 60013 " \
    "FROM signed LIMIT " rows ") "
#define PATTERN                                                                                    \
    "WITH RECURSIVE signed(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM signed WHERE id < 3000) " \
    "SELECT count(*), sum(edit_distance) FROM similar_pairs((SELECT collect_texts(id, printf("     \
    "'%d lies %d miles from %d', id, id * id, id * 13), buckets) FROM bucket_texts((SELECT "       \
    "collect_buckets(1, 2, id) FROM signed))), 3)"

/* Of 65,536 inputs and 64 bits, with weights of zero. */
#define MODEL \
    "CAST(x'4E444D31000001000000010040000000' || CAST(zeroblob(16777472) AS TEXT) AS BLOB)"

/* Of 2,097,152 rows that are 0, or empty. */
#define COLUMN(type, size) \
    "CAST(x'4E444131" type "0000000000200000000000' || CAST(zeroblob(" size ") AS TEXT) AS BLOB)"

static const char *const queries[] = {
    "SELECT jaccard(a || b || a, b || b || a) FROM text",
    "SELECT containment(a || b || a, b || b || a, 3) FROM text",
    "SELECT edit_distance(a, b) FROM beginning",
    "SELECT edit_distance(a, b, 5000) FROM beginning",
    "SELECT edit_similarity(a, b) FROM beginning",
    "SELECT length(mark_differences(a, replace(a, '1', '2'))) FROM text",
    "SELECT length(mark_passage(a, replace(a, '1', '2'), 60, 2, 3)) FROM text",
    "SELECT count(*) FROM text, text_differences(a, replace(a, '1', '2'))",
    "SELECT count(*) FROM text, text_alignment(a || a || a, b || a)",
    "SELECT count(*) FROM text, text_alignment(a, b, 'sorted', 2, 40) WHERE join_gap = 0",
    "SELECT equal_words, ten_grams FROM text, passage_likeness(a, replace(a, '1', '2'))",
    "SELECT kind, score FROM text, duplicate_kind(a, replace(a, '1', '2'), 'x', 'y')",
    "SELECT kind, score FROM duplicate_kinds((SELECT collect_pairs(1, 2, a, replace(a, '1', '2'), "
    "'x', 'y', '', '', 0, 'en', '', x'', x'', NULL, 1) FROM text))",
    "SELECT kind, score FROM duplicate_kinds((SELECT collect_pairs(1, 2, a, replace(a, '1', '2'), "
    "'x', 'y') FROM text, (VALUES (1), (2), (3))))", /* on threads */
    "SELECT minhash_sketch(a || b || a || b, 12, 1000) FROM text",
    "SELECT minhash_sketch(a || b || a || b, 12, 100, 'paper') FROM text",
    "SELECT minhash_sketch(a, 12, 10, 'wikiduper') FROM text",
    "SELECT length(random_projection(CAST(substr(a, 1, 60000) AS BLOB), 2000)) FROM text",
    "SELECT length(random_projection(CAST(substr(a, 1, 4000) AS BLOB), 3000)) FROM text",
    "SELECT semantic_hash(CAST(hex(zeroblob(131072)) AS BLOB), semantic_model(" MODEL "))",
    "SELECT minhash_match_probability(0.5, 400, 9, 20, 'paper')",
    "SELECT signature FROM text, minhash_signatures(a || b || a || b, 12, 250, 4)",
    "SELECT collect_signatures(1, a || b || a || b, 12, 250, 4, 1000, 'banded', 1, 1) FROM text",
    EDGES
    "SELECT count(*), sum(id) FROM shared_signatures((SELECT collect_signatures(n, 'lamp ' || "
    "(n / 2), 3, 2, 1, 2, 'banded', 1, 1) FROM edge))",
    EDGES
    "SELECT count(*), sum(id) FROM shared_signatures((SELECT collect_signature_parts(records) "
    "FROM signature_parts((SELECT collect_signatures(n, 'lamp ' || (n / 2), 3, 2, 1, 2, "
    "'banded', 1, 1, 1, zeroblob(16)) FROM edge), 3)))",
    "SELECT length(word_set(a || b || a || b)) FROM text",
    "SELECT hex(text_vector(a || b || a || b, (SELECT word_vectors('1', x'0000803F', 1, '')))) "
    "FROM "
    "text",
    EDGES "SELECT hex(text_vector('a7', (SELECT word_vectors('a' || n, zeroblob(40), 1, '') FROM "
          "edge)))",
    "SELECT length(word_frequencies(a || b || a || b, 1)) FROM text",
    EDGES
    "SELECT length(merge_word_frequencies(f)) FROM (SELECT word_frequencies('w' || n, 1) AS f FROM "
    "edge), edge WHERE n < 13",
    "SELECT length(document_frequencies(a || b || a || b)) FROM text",
    "SELECT length(tfidf_vector(a || b || a || b, (SELECT term_weights('a')))) FROM text",
    EDGES "SELECT length(document_frequencies(n || ' lamp')) FROM edge",
    SIGNED("1500000") "SELECT collect_buckets(band, 1, id) IS NULL FROM signed",
    EDGES
    "SELECT sum(texts) FROM bucket_parts((SELECT collect_buckets(1, n / 3, n * 7919 % 300007, "
    "1) FROM edge), 9000)",
    SIGNED("120000") "SELECT count(*) FROM candidate_pairs((SELECT collect_buckets(band, 1, id) "
                     "FROM signed), "
                     "3, 20, 20)",
    PATTERN " WHERE threads = 1",
    EDGES
    "SELECT count(*) FROM similar_vectors((SELECT collect_vectors(n, CAST(printf('%08d', n * n % "
    "99999989) AS BLOB)) FROM edge WHERE n < 20000), 0.9999, 20, 12) WHERE threads = 1",
    EDGES "SELECT collect_documents(n, 'lamp ' || n) IS NULL FROM edge",
    EDGES "SELECT collect_candidates(n, column1) IS NULL FROM edge, (VALUES (-1), (-2), (-3), "
          "(-4))",
    EDGES
    "SELECT count(*) FROM aligned_passages((SELECT collect_documents(n, a || b) FROM edge, text "
    "WHERE n < 3), (SELECT collect_candidates(1, 2)), 'sorted', 2) WHERE threads = 1",
    EDGES "SELECT length(union_find(n, n / 2)) FROM edge",
    EDGES "SELECT length(union_find(printf('%90d', n), printf('%90d', n / 2))) FROM edge",
    EDGES "SELECT length(star_clusters(n, n / 2)) FROM edge",
    EDGES "SELECT length(edge_counts(n, n / 2)) FROM edge",
    "SELECT count(*) FROM unpack_columns(" COLUMN("04", "16777224") ")",
    "SELECT length(pack_column(iif(row < 2097152, c1, 0.5))) FROM "
    "unpack_columns(" COLUMN("01", "16777216") ")",
    EDGES "SELECT count(*), sum(component) FROM union_find_members((SELECT union_find(n, n / 2) "
          "FROM edge))",
};

/* Words of a few letters; every 50th word of b differs from that of a. */
static void make_texts(sqlite3 *db) {
    enum { words = 60000 };
    static char a[8 * words], b[8 * words];
    size_t in_a = 0, in_b = 0;
    uint64_t random = 1;
    for (size_t i = 0; i < words; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        unsigned word = (unsigned)(random >> 40);
        in_a += (size_t)snprintf(a + in_a, sizeof a - in_a, "%x ", word & 0xFFFFF);
        in_b +=
            (size_t)snprintf(b + in_b, sizeof b - in_b, "%x ", (word ^ (i % 50 == 0)) & 0xFFFFF);
    }
    sqlite3_stmt *insert;
    sqlite3_exec(db, "CREATE TABLE text (a, b)", NULL, NULL, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO text VALUES (?, ?)", -1, &insert, NULL);
    sqlite3_bind_text(insert, 1, a, (int)in_a, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, b, (int)in_b, SQLITE_STATIC);
    CHECK(sqlite3_step(insert) == SQLITE_DONE, "no texts: %s", sqlite3_errmsg(db));
    sqlite3_finalize(insert);
    sqlite3_exec(db,
                 "CREATE TABLE beginning AS SELECT substr(a, 1, 30000) AS a, "
                 "substr(b, 1, 30000) AS b FROM text",
                 NULL, NULL, NULL);
}

/* Interrupts `sql` at its n-th question; 0: never. */
static struct answer answer_stopped_at(sqlite3 *db, const char *sql, long n) {
    questions.asked = 0;
    questions.stop_at = n;
    return answer_to_script(db, sql);
}

/* Returns the number of interruptions. */
static unsigned test_query(sqlite3 *db, const char *sql) {
    struct answer right = answer_stopped_at(db, sql, 0);
    long asked = questions.asked, most = test_is_long() ? 40 : 1;
    long stride = asked / most + 1;
    unsigned interrupts = 0;
    CHECK(right.code == SQLITE_OK && asked > 0, "%s: error %d, asks %ld times", sql, right.code,
          asked);
    for (long n = 1; n <= asked; n += stride) {
        struct answer answer = answer_stopped_at(db, sql, n);
        if (questions.asked >= n) {
            CHECK(answer.code == SQLITE_INTERRUPT, "%s, question %ld of %ld: %d", sql, n, asked,
                  answer.code);
            interrupts++;
        }
        free(answer.output);
    }
    struct answer again = answer_stopped_at(db, sql, 0);
    CHECK(strcmp(again.output, right.output) == 0, "%s: afterwards %s", sql, again.output);
    free(again.output);
    free(right.output);
    return interrupts;
}

int main(void) {
    sqlite3 *db = database_open(NULL);
    unsigned long long interrupts = 0;
    make_texts(db);
    sqlite3_trace_v2(db, SQLITE_TRACE_STMT, see_statement, db);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (test_has_turn(i, 5, 0)) /* in the short form, every fifth */
            interrupts += test_query(db, queries[i]);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    test_figure(interrupts, "interrupts of SQL functions");
    return test_end("faults/test_functions_interrupted");
}
