/*
 * test_collections.c - what aggregates have collected, and the functions that read it: their rows
 * are those of the functions that take one row at a time, whatever the number of threads. Threads
 * run when there is enough to do, and none is left when a statement ends: at its end, reset after
 * some rows, interrupted, or after an error. Cursors may outlive the value that they read.
 */
#include "../core/random_input.h"
#include "database.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Threads --------------------------------------------------------------------------------- */

static int of_the_sanitizer; /* its own threads */
static int most_threads;     /* seen since it was set to 0 */

/* The threads of this process; 0 if the system does not tell. */
static int count_threads(void) {
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    if (!folder)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - of_the_sanitizer;
}

/* A thread that was joined may still be listed for a moment. */
static bool is_alone(void) {
    for (int i = 0; i < 2000 && count_threads() > 1; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return count_threads() <= 1;
}

/*
 * see(x) returns x. It looks at every 16th row, since the system takes longer to tell than a row.
 */
static void see_function(sqlite3_context *context, int count, sqlite3_value **given) {
    static unsigned rows;
    (void)count;
    int threads = rows++ % 16 == 0 ? count_threads() : 0;
    if (threads > most_threads)
        most_threads = threads;
    sqlite3_result_value(context, given[0]);
}

/* stop(x) returns x and interrupts the connection. */
static void stop_function(sqlite3_context *context, int count, sqlite3_value **given) {
    (void)count;
    sqlite3_interrupt(sqlite3_context_db_handle(context));
    sqlite3_result_value(context, given[0]);
}

static void *do_nothing(void *nothing) {
    return nothing;
}

/* Called first. A sanitizer may start its thread with the first of the program's. */
static void begin_counting(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, do_nothing, NULL) == 0)
        pthread_join(thread, NULL);
    if (!is_alone())
        of_the_sanitizer = count_threads() - 1;
    if (count_threads() == 0)
        test_skip("this system does not tell the number of threads");
}

/* ---- Questions ------------------------------------------------------------------------------- */

static sqlite3 *db;

#define expect(...) database_expect(db, __VA_ARGS__)

/* Table found has the rows of another, in this order, and is dropped. */
static void expect_same(const char *table) {
    expect("1|0",
           "SELECT (SELECT count(*) FROM found) = (SELECT count(*) FROM %s), (SELECT count(*) FROM "
           "(SELECT rowid, * FROM found EXCEPT SELECT rowid, * FROM %s)); DROP TABLE found",
           table, table);
}

static void open_with_numbers(void) {
    db = database_open(NULL);
    sqlite3_create_function(db, "see", 1, SQLITE_UTF8, NULL, see_function, NULL, NULL);
    sqlite3_create_function(db, "stop", 1, SQLITE_UTF8, NULL, stop_function, NULL, NULL);
    expect("", "CREATE TABLE number(n INTEGER PRIMARY KEY); WITH RECURSIVE n(n) AS (SELECT 1 UNION "
               "ALL SELECT n + 1 FROM n WHERE n < 30000) INSERT INTO number SELECT n FROM n");
}

/* Runs to the first error, the end, or after some rows. */
static int run(const char *sql, int rows, sqlite3_stmt **statement) {
    int code = sqlite3_prepare_v2(db, sql, -1, statement, NULL);
    CHECK(code == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
    code = SQLITE_ROW;
    for (int i = 0; code == SQLITE_ROW && (rows < 0 || i < rows); i++)
        code = sqlite3_step(*statement);
    return code;
}

/* ---- Pairs of sentences ---------------------------------------------------------------------- */

/* Pairs of many kinds, with all that may be known of them. */
#define PAIRS                                                                                \
    "CREATE TABLE pair AS WITH known(n, i, k) AS (SELECT n, n %% 7, n / 7 %% 5 FROM number " \
    "WHERE n < 1200) SELECT n AS a, (n * 7919) %% 1201 AS b, CASE k WHEN 0 THEN 'The storm " \
    "of 1921 drowned ' || n || ' people near Sennet.' WHEN 1 THEN 'Anna Lindry' || i || ' "  \
    "lit the lamp of Rock ' || n || ' in May.' WHEN 2 THEN 'Smith, J. (' || (1900 + i) || "  \
    "'). Lamps. Retrieved ' || i || ' May.' WHEN 3 THEN i || ' ' || n ELSE 'Λάμπα ' "   \
    "|| n || ' ανάβει' END AS text_a, CASE k WHEN 0 THEN 'The storm of 1921 drowned "  \
    "' || (n + i) || ' people near  Sennet.' WHEN 1 THEN 'Anna Lindry' || (i / 2) || ' lit " \
    "the lamp of Rock ' || n || ', in May.' WHEN 2 THEN 'Smith, J. (' || (1901 + i) || '). " \
    "Lamps. Retrieved 3 May.' WHEN 3 THEN i || ' ' || i ELSE 'Λάμπα ' || i || ' "       \
    "δεν ανάβει' END AS text_b, iif(i = 6, '', 'Rock ' || n) AS title_a, iif(i = "  \
    "6, '', 'Rock ' || (n + i %% 2)) AS title_b, iif(i = 5, 'footer', 'prose') AS block_a, " \
    "iif(k = 2, 'footer', 'list') AS block_b, i = 4 AND k > 1 AS two_dates, iif(k = 4, "     \
    "'el', 'en') AS language, iif(i = 3, '', json_object('partners', k, 'apart', i / 7.0, "  \
    "'same_article', i = 2)) AS evidence, (SELECT word_set(t) FROM (SELECT 'rock storm ' "   \
    "|| n AS t)) AS words_a, (SELECT word_set(t) FROM (SELECT 'sennet ' || k AS t)) AS "     \
    "words_b FROM known; CREATE TABLE frequency AS SELECT word_frequencies('The storm of "   \
    "Rock ' || n) AS counts FROM number"
#define KIND "kind, score, reason, type, value_a, value_b, topic, why, features"
#define ARGUMENTS                                                                    \
    "text_a, text_b, title_a, title_b, block_a, block_b, pair.two_dates, language, " \
    "pair.evidence, pair.words_a, pair.words_b"
#define RARITIES "(SELECT word_rarities(counts) FROM frequency)"

/* What duplicate_kind() says of each pair: with rarities, which count; without; both in turn. */
static void test_kinds(void) {
    static const char *const rarities[] = {RARITIES, "NULL",
                                           "iif(pair.rowid / 10 % 2, " RARITIES ", NULL)"};
    static const char *const kinds[] = {"drift",    "other",    "reference",
                                        "copyedit", "template", "identical"};
    expect("", PAIRS);
    for (int r = 0; r < 3; r++) {
        expect("",
               "CREATE TABLE expected AS SELECT pair.a, pair.b, " KIND " FROM pair, "
               "duplicate_kind(" ARGUMENTS ", %s) ORDER BY pair.rowid",
               rarities[r]);
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            expect("1", "SELECT count(*) > 0 FROM expected WHERE kind = '%s'", kinds[i]);
        for (int threads = 1; threads < 6; threads += threads < 2 ? 1 : 3) {
            expect("",
                   "CREATE TABLE found AS SELECT a, b, " KIND " FROM duplicate_kinds((SELECT "
                   "collect_pairs(a, b, " ARGUMENTS ", %s, %d) FROM pair))",
                   rarities[r], threads);
            expect_same("expected");
        }
        expect("", "DROP TABLE expected");
    }
    /* the columns that duplicate_kind() has among its features */
    expect("0.0|0.0|1|1",
           "SELECT total(conflicts IS NOT iif(features IS NULL, NULL, coalesce(features ->> "
           "'$.conflicts', 0))), total(coalesce(own_changed, 0) IS NOT coalesce(features ->> "
           "'$.own_changed', 0)), total(conflicts) > 100, total(own_changed) > 100 FROM "
           "duplicate_kinds((SELECT collect_pairs(a, b, text_a, text_b, title_a, title_b) FROM "
           "pair))");
}

/* ---- Vectors --------------------------------------------------------------------------------- */

enum { vectors = 3000, dimensions = 24 };

/* Families of vectors that differ a little, with ids that descend. */
static void fill_vectors(void) {
    static float values[vectors][dimensions];
    sqlite3_stmt *insert;
    expect("", "CREATE TABLE embedding(id INTEGER, vector BLOB); BEGIN");
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
    expect("", "COMMIT");
}

#define VECTORS "(SELECT collect_vectors(id, vector) FROM embedding)"
#define SIMILAR "similar_vectors(" VECTORS ", 0.8, 60, 9)"
#define KEPT "similar_vectors(keep_collection('vectors', " VECTORS "), 0.8, 60, 9)"
#define COUNTED(columns) \
    "SELECT " columns " FROM collection_counts(kept_collection('vectors')) WHERE name"

/* The pairs are those that oracle.py computes of fewer vectors; threads do not show. */
static void test_vectors(void) {
    expect("", "CREATE TABLE expected AS SELECT a, b, cosine FROM " SIMILAR);
    for (int threads = 1; threads < 4; threads++) {
        expect("", "CREATE TABLE found AS SELECT a, b, cosine FROM " SIMILAR " WHERE threads = %d",
               threads);
        expect_same("expected");
    }
    expect("1 / 1",
           "SELECT count(*) > 1000 FROM similar_vectors(keep_collection('vectors', " VECTORS "), "
           "0.8); SELECT projection_match_probability(0.8, b.number, r.number) >= 0.965 FROM "
           "collection_counts(kept_collection('vectors')) AS b, "
           "collection_counts(kept_collection('vectors')) AS r WHERE b.name = 'bands' AND r.name = "
           "'rows'");
    expect("1", "SELECT (SELECT count(*) FROM similar_vectors(" VECTORS ", 0.8, 0, 0)) = count(*) "
                "FROM similar_vectors(" VECTORS ", 0.8)");
    expect("1", "SELECT count(*) > 1000 FROM " KEPT);
    expect(
        "candidates, candidates of small distance, large buckets, vectors in large buckets, pairs "
        "left out, bands, rows, bucket_most",
        COUNTED("group_concat(name, ', ')") " IS NOT NULL");
    expect("60 / 9", COUNTED("number") " IN ('bands', 'rows')");
    expect("1", COUNTED("number >= (SELECT count(*) FROM expected)") " LIKE '%%distance'");
    expect("1", "SELECT count(*) > 1000 FROM " KEPT " WHERE bucket_most = 2");
    expect("1", COUNTED("min(number > 0)") " IN ('large buckets', 'vectors in large buckets', "
                                           "'pairs left out')");
    expect("", "DROP TABLE expected");
}

/* ---- Passages -------------------------------------------------------------------------------- */

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

static sqlite3_int64 random_document(void) {
    return (sqlite3_int64)(1 + random_below(documents)) * 5000000000 - 7;
}

/* Rows of documents, whole documents, and candidates, some of which repeat or are turned round. */
static void fill_documents(void) {
    expect("", "CREATE TABLE part(id INTEGER PRIMARY KEY, document INTEGER, text TEXT);"
               "CREATE TABLE candidate(a INTEGER, b INTEGER, score REAL); BEGIN");
    for (int i = 0; i < documents * rows_each; i++) {
        sqlite3_str *text = sqlite3_str_new(db);
        append_words(text);
        expect("", "INSERT INTO part(document, text) VALUES (%lld, '%z')",
               (documents - i / rows_each) * 5000000000LL - 7, sqlite3_str_finish(text));
    }
    for (int i = 0; i < candidates; i++)
        expect("", "INSERT INTO candidate VALUES (%lld, %lld, %u / 64.0)", random_document(),
               random_document(), (unsigned)random_below(64));
    expect("",
           "COMMIT; CREATE TABLE whole AS SELECT document AS id, group_concat(text, ' ') AS text "
           "FROM (SELECT * FROM part ORDER BY id) GROUP BY document;"
           "CREATE TABLE once AS SELECT a, b, max(score) AS score FROM (SELECT iif(turned, b, a) "
           "AS a, iif(turned, a, b) AS b, score FROM (SELECT *, a > b AND EXISTS (SELECT 1 FROM "
           "candidate AS o WHERE o.a = c.b AND o.b = c.a) AS turned FROM candidate AS c)) "
           "WHERE a <> b GROUP BY a, b");
}

#define COLLECTED                                            \
    "(SELECT collect_documents(document, text) FROM part), " \
    "keep_collection('pairs', (SELECT collect_candidates(a, b, score) FROM candidate))"
#define ALIGNED "aligned_passages(" COLLECTED ")"
#define PASSAGE "a_position, a_length, b_position, b_length, words, similarity, a_words, b_words"
#define SKIPS "'skip', 3, 300, 8, 50, 0.7, 'cosine', 30, 200, 0.5, 0.3"

/* The rows of each pair are those of text_alignment(), in order, on any number of threads. */
static void test_passages(void) {
    static const char *const options[] = {
        "'ngrams'", "'sorted', 4, 80, 3, 100, 0.3, 'jaccard', 2, 0, 0, 1", SKIPS};
    for (int i = 0; i < 3; i++) {
        expect("",
               "DROP TABLE IF EXISTS expected; CREATE TABLE expected AS SELECT once.a, "
               "once.b, " PASSAGE
               " FROM once JOIN whole AS p ON p.id = once.a JOIN whole AS q ON q.id = once.b "
               "CROSS JOIN text_alignment(p.text, q.text, %s) ORDER BY once.a, once.b, "
               "a_position, b_position",
               options[i]);
        expect("1", "SELECT count(*) > 300 FROM expected");
        for (int threads = 1; threads <= 8; threads += threads < 3 ? 1 : 5) {
            expect("",
                   "CREATE TABLE found AS SELECT a, b, " PASSAGE " FROM aligned_passages(" COLLECTED
                   ", %s) WHERE threads = %d",
                   options[i], threads);
            expect_same("expected");
        }
    }
    expect("1|1", "SELECT count(*) > 100, min(found.words > 0 AND length(substr(text, a_position, "
                  "a_length)) = a_length) FROM " ALIGNED " AS found JOIN whole ON id = a");
}

#define CUT "aligned_passages(" COLLECTED ", " SKIPS ", 0.25, 7) WHERE threads = 3"
#define OF_ONE(scores, rest)                                                                       \
    "aligned_passages((SELECT collect_documents(column1, column2 || replace(hex(zeroblob(60)), "   \
    "'00', ' o')) FROM (VALUES (1, 'a b c d'), (2, 'e'), (3, 'f'), (4, 'a b c d'), (5, 'a b c d')" \
    ")), keep_collection('pairs', (SELECT collect_candidates(1, column1, column2) FROM "           \
    "(VALUES " scores "))), 'ngrams', 2, 99, 1, 5, 0.1) WHERE misses_most = " rest
#define PAIR_COUNTS "collection_counts(kept_collection('pairs'))"

/* What is cut by score and rank, as SQL has it; then by misses. */
static void test_cuts(void) {
    expect("", "CREATE TABLE found AS SELECT a, b, " PASSAGE " FROM " CUT
               "; CREATE TABLE least AS SELECT e.* FROM expected AS e JOIN (SELECT a, b, score, "
               "row_number() OVER (PARTITION BY a ORDER BY score DESC, b) AS rank FROM once) USING "
               "(a, b) WHERE score >= 0.25 AND rank <= 7 ORDER BY a, b, a_position, b_position");
    expect("1", "SELECT count(*) > 100 FROM least");
    expect_same("least");
    expect("1", "SELECT sum(number) = (SELECT count(*) FROM once) FROM " PAIR_COUNTS " WHERE name "
                "IN ('pairs aligned', 'pairs below score_least', 'pairs beyond rank_most')");
    expect("4 / 5", "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)", "3"));
    expect("5", "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)", "2"));
    expect("4 / 5", "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.7), (4, 0.8), (5, 1)", "2"));
    expect("5", "SELECT b FROM " OF_ONE("(2, 0.9), (3, 0.8), (4, 0.7), (5, 1)", "1"));
    expect(
        "candidates 4, pairs aligned 2, pairs with passages 1, misses 1, passages 1, pairs below "
        "score_least 0, pairs beyond rank_most 0, pairs after misses_most 2",
        "SELECT group_concat(name || ' ' || number, ', ') FROM " PAIR_COUNTS);
}

/* ---- Ends of statements ---------------------------------------------------------------------- */

/* Three threads, and little to do for each row. */
#define SIGN(text) "collect_signatures(n, " text ", 3, 5, 1, 5, 'banded', 1, 3)"
#define WORDS "'lamp ' || (n % 20000)"
#define SHARED(from) "shared_signatures((SELECT " SIGN(WORDS) " FROM number " from "))"
#define COLLECT(text)           \
    "collect_pairs(n, 0, " text \
    ", 'It has 6 lamps.', 'A', 'A', '', '', 0, 'en', '', x'', x'', NULL, 3)"
#define LAMPS "'It has ' || n || ' lamps.'"
#define KINDS(from) "duplicate_kinds((SELECT " COLLECT(LAMPS) " FROM number WHERE n < " from "))"
#define ERROR "abs(-9223372036854775807 - 1)"

static const struct {
    const char *sql;
    int code;
} ends[] = {
    {"SELECT count(*) FROM " SHARED(""), SQLITE_DONE},
    {"SELECT iif(id < 900, see(id), stop(id)) FROM " SHARED("") " LIMIT -1", SQLITE_INTERRUPT},
    {"SELECT iif(id < 900, id, " ERROR ") FROM " SHARED(""), SQLITE_ERROR},
    {"SELECT * FROM duplicate_kinds((SELECT " COLLECT("see(" LAMPS
                                                      ")") " FROM number WHERE n < 9000))",
     SQLITE_DONE},
    {"SELECT count(*) FROM " KINDS("9000"), SQLITE_DONE},
    {"SELECT " COLLECT(LAMPS) ", " COLLECT("see('l' || n)") " FROM number WHERE n < 9000",
     SQLITE_DONE},
    {"SELECT " COLLECT("iif(n < 8000, see('lamp'), stop('lamp'))") " FROM number WHERE n < 9000",
     SQLITE_INTERRUPT},
    {"SELECT " COLLECT("iif(n < 8000, see('lamp'), " ERROR ")") " FROM number WHERE n < 9000",
     SQLITE_ERROR},
    {"SELECT " COLLECT("iif(n < 8000, see('lamp'), x'00')") " FROM number WHERE n < 9000",
     SQLITE_ERROR},
    {"SELECT iif(a < 900, see(a), stop(a)) FROM " KINDS("9000"), SQLITE_INTERRUPT},
    {"SELECT iif(a < 900, a, " ERROR ") FROM " KINDS("9000"), SQLITE_ERROR},
    {"SELECT count(see(a)) FROM " SIMILAR " WHERE threads = 3", SQLITE_DONE},
    {"SELECT iif(a < 900, see(a), stop(a)) FROM " SIMILAR " WHERE threads = 3", SQLITE_INTERRUPT},
    {"SELECT iif(a < 900, a, " ERROR ") FROM " SIMILAR " WHERE threads = 3", SQLITE_ERROR},
    {"SELECT count(see(a)) FROM " ALIGNED " WHERE threads = 3", SQLITE_DONE},
    {"SELECT iif(a < 300000000000, see(a), stop(a)) FROM " ALIGNED " WHERE threads = 3",
     SQLITE_INTERRUPT},
    {"SELECT iif(a < 300000000000, a, " ERROR ") FROM " ALIGNED " WHERE threads = 3", SQLITE_ERROR},
};

static void test_ends(void) {
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        sqlite3_stmt *statement;
        most_threads = 0;
        int code = run(ends[i].sql, -1, &statement);
        CHECK(code == ends[i].code, "%s: %d, %s", ends[i].sql, code, sqlite3_errmsg(db));
        CHECK(most_threads == 0 || most_threads > 1, "%s: threads were needed", ends[i].sql);
        if (code == SQLITE_DONE)
            CHECK(is_alone(), "%s: threads at the end of the rows", ends[i].sql);
        sqlite3_finalize(statement);
        CHECK(is_alone(), "%s: threads are left", ends[i].sql);
    }
}

/* Queries that have threads after some rows: they are reset, begin again, and are interrupted. */
static void test_resets(void) {
    static const struct {
        const char *sql;
        int rows[5];
    } queries[] = {{"SELECT * FROM " SHARED(""), {1, 2, 12000, 20000}},
                   {"SELECT * FROM " KINDS("9000"), {1, 64, 65, 8999}},
                   {"SELECT * FROM " SIMILAR " WHERE threads = 3", {5}},
                   {"SELECT * FROM " ALIGNED " WHERE threads = 3", {5}}};
    for (size_t i = 0; i < 5 * sizeof queries / sizeof *queries; i++) {
        int rows = queries[i / 5].rows[i % 5];
        if (rows == 0)
            continue;
        sqlite3_stmt *statement;
        int code = run(queries[i / 5].sql, rows, &statement);
        CHECK(code == SQLITE_ROW && count_threads() != 1, "%d rows, %d threads", rows,
              count_threads());
        sqlite3_reset(statement);
        CHECK(is_alone(), "reset after %d rows", rows);
        CHECK(sqlite3_step(statement) == SQLITE_ROW, "%s", sqlite3_errmsg(db));
        sqlite3_interrupt(db);
        for (code = SQLITE_ROW; code == SQLITE_ROW;)
            code = sqlite3_step(statement);
        CHECK(code == SQLITE_INTERRUPT, "%d", code);
        CHECK(sqlite3_finalize(statement) == SQLITE_INTERRUPT && is_alone(), "interrupted");
    }
}

/* A new value replaces the old one while a cursor is not at its end: three rows of 1. */
static void test_left_early(void) {
#define THREE "(VALUES (1), (2), (3)) AS o"
#define OTHER_SHARED SHARED("WHERE n <> o.column1")
#define OTHER_KINDS(most) KINDS(most " AND n <> o.column1")
    static const char *const queries[] = {
        "SELECT (SELECT id > 0 FROM " OTHER_SHARED " LIMIT 1 OFFSET 5) FROM " THREE,
        "SELECT 1 FROM " THREE " WHERE EXISTS (SELECT 1 FROM " OTHER_SHARED ")",
        "SELECT 1 FROM " THREE " WHERE 7 IN (SELECT id FROM " OTHER_SHARED
        " WHERE band = 1) IS NOT NULL",
        "SELECT DISTINCT 1 FROM " THREE ", " OTHER_SHARED " UNION ALL SELECT 1 UNION ALL SELECT 1",
        "SELECT sum(x.id = y.id) > 0 FROM " THREE ", " OTHER_SHARED " AS x, " OTHER_SHARED
        " AS y WHERE "
        "x.band = 1 AND y.band = 1 AND x.id = 9 AND y.id = x.id GROUP BY o.column1",
        "SELECT (SELECT a > 0 FROM " OTHER_KINDS("500") " LIMIT 1 OFFSET 200) FROM " THREE,
        "SELECT 1 FROM " THREE " WHERE EXISTS (SELECT 1 FROM " OTHER_KINDS("500") ")",
        "SELECT sum(x.a = y.a) > 0 FROM " THREE
        ", " OTHER_KINDS("99") " AS x, " OTHER_KINDS("99") " AS y "
                                                           "GROUP BY o.column1",
        "SELECT (SELECT a > 0 FROM similar_vectors((SELECT collect_vectors(id, vector) FROM "
        "embedding "
        "WHERE id <> o.column1), 0.8, 60, 9) WHERE threads = 3 LIMIT 1 OFFSET 5) FROM " THREE,
        "SELECT (SELECT a > 0 FROM aligned_passages((SELECT collect_documents(document, text) FROM "
        "part), (SELECT collect_candidates(a, b, score) FROM candidate WHERE a <> o.column1)) "
        "WHERE "
        "threads = 3 LIMIT 1 OFFSET 5) FROM " THREE,
    };
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        expect("1 / 1 / 1", "%s", queries[i]);
        CHECK(is_alone(), "%s", queries[i]);
    }
}

/* Few rows need no threads, so that a million groups do not start a million. */
static void test_few_rows(void) {
    most_threads = 0;
    expect("2999 / 1", "%s",
           "SELECT count(*) FROM (SELECT n, " SIGN(
               "see('lamp')") " FROM number "
                              "WHERE n < 3000 GROUP BY n); SELECT count(see(id)) >= 0 FROM " SHARED(
                                  "WHERE n < 3000"));
    expect("899 / 59",
           "SELECT count(*) FROM (SELECT n, " COLLECT(
               "see('lamp')") " FROM number WHERE "
                              "n < 900 GROUP BY n); SELECT count(see(a)) FROM " KINDS("60"));
    CHECK(most_threads <= 1, "%d threads", most_threads);
}

/* A group that an interrupt ended, and that nobody reads, does not end the next statement. */
static void test_interrupt_is_over(void) {
#define MANY                                                                                    \
    "(SELECT group_concat('w' || abs(random() % 5000), ' ') FROM number AS x WHERE x.n < 1500 " \
    "AND number.n > 0)"
    sqlite3_stmt *statement;
    int code = run("SELECT collect_pairs(n, 0, iif(n = 14, stop(" MANY "), " MANY "), " MANY
                   ", '', '', '', '', 0, 'en', '', x'', x'', NULL, 1) FROM number",
                   -1, &statement);
    CHECK(code == SQLITE_INTERRUPT, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    expect("1", "SELECT length(word_frequencies('lamp')) > 0");
}

/*
 * In this mode SQLite's allocator serves one thread only, and sqlite3_threadsafe() does not say so.
 * It is chosen before SQLite is used first, so this runs in a process of its own. Returns its exit
 * status.
 */
static int test_single_thread(void) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) != SQLITE_OK)
            _exit(0);
        open_with_numbers();
        char *answer =
            database_answer(db, "SELECT count(see(id)) > 0 FROM shared_signatures((SELECT "
                                "" SIGN("see(" WORDS ")") " FROM number))");
        _exit(strcmp(answer, "1") == 0 && most_threads <= 1 ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int main(void) {
    begin_counting();
    CHECK(test_single_thread() == 0, "threads in single-thread mode");
    open_with_numbers();
    random_state = 77;
    fill_vectors();
    random_state = 61;
    fill_documents();
    RUN_TESTS(test_kinds, test_vectors, test_passages, test_cuts, test_ends, test_resets,
              test_left_early, test_few_rows, test_interrupt_is_over);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
    return database_test_end("functions/test_collections");
}
