/*
 * test_interrupts.c - a long call ends when the connection is interrupted during it: after its
 * arguments were evaluated, or when it allocates memory that only its last step needs. SQLite
 * itself would notice only after the call. The final step of an aggregate also runs after an
 * interrupt, and must then end soon.
 *
 * It is interrupted by sqlite3_interrupt(), and by a progress handler that is called after each n
 * instructions.
 */
#include "database.h"
#include "hooked_allocator.h"

static struct {
    sqlite3 *db;
    int least;        /* an allocation of this size interrupts; 0: none */
    int instructions; /* instructions between calls of the progress handler; 0: no handler */
    bool sprung;      /* what the progress handler answers */
} trap;

static void stop(void) {
    trap.sprung = true;
    if (trap.instructions == 0)
        sqlite3_interrupt(trap.db);
}

static int is_stopped(void *unused) {
    (void)unused;
    return trap.sprung;
}

/* Refuses no allocation. */
static bool spring(int size) {
    if (trap.least > 0 && size >= trap.least) {
        trap.least = 0;
        stop();
    }
    return false;
}

/* stop(x) returns x and interrupts the connection. */
static void stop_function(sqlite3_context *context, int count, sqlite3_value **given) {
    (void)count;
    stop();
    sqlite3_result_value(context, given[0]);
}

#define TEXT "hex(randomblob(400000))"
#define LONG_TEXT "hex(randomblob(600000))" /* so long that collect_signatures() starts threads */
/* Of 65,536 inputs and 64 bits, with weights of zero. */
#define MODEL \
    "CAST(x'4E444D31000001000000010040000000' || CAST(zeroblob(16777472) AS TEXT) AS BLOB)"
#define WORDS "replace(hex(randomblob(400000)), 'A', ' ')"
#define MORE_WORDS "replace(hex(randomblob(1000000)), 'A', ' ')"
#define PAIR TEXT ", stop(" TEXT ")"
#define EDGES_TO(most) \
    "WITH RECURSIVE edge(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM edge WHERE a < " most ") "
#define EDGES EDGES_TO("400000")

/*
 * Two texts of 800,000 characters would take half a minute in edit_distance(), the others a moment.
 */
static const struct {
    const char *sql;
    int least; /* the allocation that interrupts, if there is no stop() */
} cases[] = {
    {"SELECT jaccard(" PAIR ")", 0},
    {"SELECT containment(" PAIR ", 2)", 0},
    {"SELECT edit_distance(" PAIR ")", 0},
    {"SELECT edit_distance(" PAIR ", 1000000)", 0},
    {"SELECT edit_similarity(" PAIR ")", 0},
    {"SELECT mark_differences(" WORDS ", stop(" WORDS "))", 0},
    {"SELECT text_a FROM text_differences(" WORDS ", stop(" WORDS "))", 0},
    {"SELECT changes FROM passage_likeness(" WORDS ", stop(" WORDS "))", 0},
    {"SELECT change FROM (SELECT replace(hex(zeroblob(400000)), '00', '0 ') AS many), "
     "text_differences(many, stop(many))",
     0}, /* equal: only reading their words takes time */
    {"SELECT kind FROM duplicate_kind(" WORDS ", stop(" WORDS "), '', '')", 0},
    {"SELECT mark_passage(" WORDS ", stop(" WORDS "))", 0},
    {"SELECT words FROM text_alignment(" WORDS ", stop(" WORDS "))", 0},
    {"SELECT words FROM (SELECT " WORDS " AS many), text_alignment(many, stop(many))", 0},
    {"SELECT neardup_wrap(stop(" MORE_WORDS "))", 0},
    {"SELECT fold_text(stop(" MORE_WORDS "))", 0},
    {"SELECT fold_text(stop(replace(" WORDS ", 'B', char(233))))", 0},
    {"SELECT random_projection(stop(CAST(hex(randomblob(131072)) AS BLOB)), 32768)", 0},
    {"SELECT random_projection(stop(CAST(hex(randomblob(1000)) AS BLOB)), 8000)", 0},
    {"SELECT semantic_model(stop(" MODEL "))", 0},
    {"SELECT semantic_hash(stop(CAST(hex(zeroblob(131072)) AS BLOB)), semantic_model(" MODEL "))",
     0}, /* the vector is made last */
    {"SELECT minhash_match_probability(stop(0.5), 20, 1000, 65536, 'paper')", 0},
    {"SELECT minhash_match_probability(stop(0.5), 1000, 9, 20, 'paper')", 0},
    {"SELECT signature FROM minhash_signatures(stop(" TEXT "), 12, 250, 4)", 0},
    {"SELECT collect_signatures(1, stop(" LONG_TEXT "), 12, 250)", 0},
    {"SELECT collect_signatures(1, stop(" LONG_TEXT "), 12, 250, 4, 1000, 'banded', 1, 3)", 0},
    {"SELECT collect_signatures(1, stop(" LONG_TEXT "), 12, 250, 4, 1000, 'banded', 1, 1)", 0},
    {"SELECT length(word_set(stop(" WORDS ")))", 0},
    {"SELECT text_vector(stop(" MORE_WORDS "), (SELECT word_vectors('a', x'0000803F', 1, "
     "'')))",
     0},
    {EDGES "SELECT word_vectors('w' || iif(a < 350000, a, stop(a)), x'0000803F', 1, "
           "'') FROM edge",
     0},
    {"SELECT length(word_frequencies(stop(" MORE_WORDS ")))", 0},
    {"SELECT length(tfidf_vector(stop(" WORDS "), (SELECT term_weights('a'))))", 0},
    {"SELECT length(document_frequencies(stop(" WORDS ")))", 0},
    {"SELECT term_weights(stop(" WORDS "))", 0},
    {"SELECT kind FROM duplicate_kinds((SELECT collect_pairs(1, 2, " WORDS ", stop(" WORDS
     "), '', '')))",
     0},
    {"SELECT collect_documents(1, stop(" WORDS "))", 0},
    {EDGES "SELECT collect_candidates(a, iif(a < 400000, a / 2, stop(a))) FROM edge", 0},
    {"SELECT a FROM aligned_passages((SELECT collect_documents(column1, " MORE_WORDS
     ") FROM (VALUES (1), (2))), (SELECT collect_candidates(1, stop(2)))) WHERE threads = 1",
     0},
    {EDGES "SELECT collect_buckets(a % 2, 1, iif(a < 400000, a, stop(a))) FROM edge", 0},
    {EDGES "SELECT part FROM bucket_parts((SELECT collect_buckets(1, a / 3, a) FROM edge), "
           "stop(9000))",
     0},
    {EDGES_TO("3000") "SELECT a FROM similar_pairs((SELECT collect_texts(id, printf('%d lies %d "
                      "miles from %d', id, id * id, id * 13), buckets) FROM bucket_texts((SELECT "
                      "collect_buckets(1, 2, a) FROM edge))), stop(3)) WHERE threads = 1",
     0},
    {EDGES_TO("20000") "SELECT a FROM similar_vectors((SELECT collect_vectors(a, "
                       "CAST(printf('%08d', a * a % 99999989) AS BLOB)) FROM edge), stop(0.9999), "
                       "20, 12) WHERE threads = 1",
     0},
    {EDGES_TO("2000000") "SELECT pack_column(iif(a < 2000000, a, stop(0.5))) FROM edge", 0},
    {EDGES "SELECT union_find(a, iif(a < 400000, a / 2, stop(a))) FROM edge", 0},
    {EDGES "SELECT star_clusters(a, iif(a < 400000, a / 2, stop(a))) FROM edge", 0},
    {EDGES "SELECT linked_clusters(a, iif(a < 400000, a / 2, stop(a)), a % 9, -(a % 3 = 1)) FROM "
           "edge",
     0},
    {EDGES "SELECT length(edge_counts(a, iif(a < 400000, a / 2, stop(a)))) FROM edge", 0},
    {"SELECT member FROM union_find_members((SELECT components FROM kept))", 20000000},
};

/* There must be no row: after the first one SQLite would notice by itself. */
static void expect_interrupt(const char *sql, int least, int instructions) {
    sqlite3_stmt *statement;
    trap.least = least;
    trap.instructions = instructions;
    trap.sprung = false;
    if (instructions > 0)
        sqlite3_progress_handler(trap.db, instructions, is_stopped, NULL);
    sqlite3_prepare_v2(trap.db, sql, -1, &statement, NULL);
    int code = sqlite3_step(statement);
    CHECK(code == SQLITE_INTERRUPT, "%s, handler every %d instructions: %d, %s", sql, instructions,
          code, sqlite3_errmsg(trap.db));
    CHECK(trap.least == 0, "%s: asks for no such memory", sql);
    sqlite3_progress_handler(trap.db, 0, NULL, NULL);
    sqlite3_finalize(statement);
    trap.least = 0;
    database_expect(trap.db, "0.5|3",
                    "SELECT jaccard('abcd', 'abcx', 2), edit_distance('kitten', 'sitting')");
}

/* Any number of instructions up to that in docs/figures/limits.md. */
static void test_progress_handlers(void) {
    static const int numbers[] = {1, 8, 100, 1000};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect_interrupt("SELECT edit_distance(" PAIR ")", 0, numbers[i]);
}

/* A host may set limits that the long probe exceeds. */
static void test_short_question(void) {
    int before = sqlite3_limit(trap.db, SQLITE_LIMIT_SQL_LENGTH, 100);
    expect_interrupt("SELECT edit_distance(" PAIR ")", 0, 0);
    sqlite3_limit(trap.db, SQLITE_LIMIT_SQL_LENGTH, before);
}

int main(void) {
    if (!hooked_allocator_install(spring)) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("functions/test_interrupts");
    }
    database_seed(test_seed());
    sqlite3 *db = database_open(NULL);
    trap.db = db;
    sqlite3_create_function(db, "stop", 1, SQLITE_UTF8, NULL, stop_function, NULL, NULL);
    database_run(db, "CREATE TABLE kept AS " EDGES_TO(
                         "1300000") "SELECT union_find(a, a / 2) AS components FROM edge");
    /* By sqlite3_interrupt() and by a handler; in the short form they take turns. */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t by_handler = 0; by_handler < 2; by_handler++)
            if (test_has_turn(i, 2, by_handler))
                expect_interrupt(cases[i].sql, cases[i].least, by_handler ? 1000 : 0);
    test_progress_handlers();
    test_short_question();
    database_expect(db, "0|1300001",
                    "SELECT max(component), count(*) FROM kept, union_find_members(components)");
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    return database_test_end("functions/test_interrupts");
}
