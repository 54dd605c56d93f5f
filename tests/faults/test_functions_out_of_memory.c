/*
 * test_functions_out_of_memory.c - SQL whose first allocation fails, then its second, and so on,
 * once and from then on, counting all of SQLite's own: the answer is "out of memory" or the right
 * one, and in the end all memory is back.
 */
#include "../functions/database.h"
#include "../test.h"

/* SQLite's own allocator, and when it fails next. */
static sqlite3_mem_methods methods;
static struct {
    long countdown; /* calls until one fails; 0 for none */
    bool for_good;
    bool failed;
} fault;

static unsigned long injected; /* faults so far */

static bool fails_now(void) {
    if (fault.failed && fault.for_good)
        return true;
    if (fault.countdown == 0 || --fault.countdown > 0)
        return false;
    fault.failed = true;
    return true;
}

static void *faulty_malloc(int size) {
    return fails_now() ? NULL : methods.xMalloc(size);
}

static void *faulty_realloc(void *memory, int size) {
    return fails_now() ? NULL : methods.xRealloc(memory, size);
}

static bool install(void) {
    sqlite3_mem_methods faulty;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &methods) != SQLITE_OK)
        return false;
    faulty = methods;
    faulty.xMalloc = faulty_malloc;
    faulty.xRealloc = faulty_realloc;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty) == SQLITE_OK;
}

#define LONG_A "'The quick brown fox jumps over the lazy dog, a hundred times or more.'"
#define LONG_B "'The quick brown dog jumps over the lazy fox, one hundred times and more.'"

/* Each gives one row at the most. */
static const char *const queries[] = {
    "SELECT jaccard(" LONG_A ", " LONG_B ", 3)",
    "SELECT containment(" LONG_A ", " LONG_B ", 3)",
    "SELECT edit_distance(" LONG_A ", " LONG_B ")",
    "SELECT edit_similarity(" LONG_A ", " LONG_B ")",
    "SELECT minhash_sketch(" LONG_A ", 3, 2)",
    "SELECT minhash_sketch(" LONG_A ", 3, 2, 'paper')",
    "SELECT minhash_similarity(minhash_sketch(" LONG_A ", 3), minhash_sketch(" LONG_B ", 3))",
    "SELECT minhash_match_probability(0.5, 3, 2, 4, 'paper'), minhash_match_probability(0.5)",
    "SELECT position, shingle, input_text, length FROM shingles('abc', 3)",
    "SELECT max(signature), scheme FROM minhash_signatures(" LONG_A ")",
    "SELECT sum(band) FROM minhash_signatures(" LONG_A ") WHERE scheme = 'paper'",
    "SELECT sum(band) FROM minhash_signatures(" LONG_A ") WHERE scheme = 'wikiduper'",
    "SELECT count(*) FROM minhash_signatures(" LONG_A ", 3) WHERE filter = (SELECT minhash_filter("
    "column1, 0, 3) FROM (VALUES (" LONG_A "), (" LONG_B ")))",
    "SELECT count(*) FROM minhash_signatures('a') WHERE filter = (SELECT minhash_filter('a', 1) "
    "WHERE 0)",
    "SELECT sum(member), max(component) FROM union_find_members("
    "(SELECT union_find(position, position / 3) FROM shingles(" LONG_A ", 1)))",
    "SELECT sum(member), max(component) FROM union_find_members("
    "(SELECT star_clusters(position, position / 3) FROM shingles(" LONG_A ", 1)))",
    "SELECT mark_differences(" LONG_A ", " LONG_B ", '<', ';', '>')",
    "SELECT change, type, text_a, text_b, begin_a, begin_b, input_a, input_b FROM "
    "text_differences(" LONG_A ", " LONG_B ") WHERE position = 2",
    "SELECT kind, score, reason, type, value_a, value_b, topic, features, input_section_a, several "
    "FROM "
    "duplicate_kind('He killed 143 people.', 'He killed 134 people.', 'A (b)', 'A (c)')",
    "SELECT reason FROM duplicate_kind(" LONG_A ", " LONG_B ", 'Fox', 'Fox', '', '', 1)",
    "SELECT length(neardup_debug()) > 9, neardup_version()",
    "SELECT sum(neardup_progress(position, 'counting', 50)) FROM shingles(" LONG_A ", 1)",
    "SELECT neardup_progress(" LONG_A ", 'x'), neardup_progress(1, 'y', 'z')",
    "SELECT jaccard('a', 'b', 0)",
    "SELECT minhash_similarity(x'00', x'01')",
    "SELECT minhash_similarity(minhash_sketch('a', 3), minhash_sketch('a', 4))",
    "SELECT * FROM shingles('a', 0)",
    "SELECT * FROM shingles",
    "SELECT * FROM union_find_members(x'00')",
    "SELECT union_find(1, 'b')",
};

static void fail_at(long call, bool for_good) {
    fault.countdown = call;
    fault.for_good = for_good;
    fault.failed = false;
}

/* Whether a call has failed since fail_at(); from now on none does. */
static bool failed(void) {
    bool has_failed = fault.failed;
    injected += has_failed;
    fail_at(0, false);
    return has_failed;
}

/* Runs `sql` with its n-th allocation failing; NULL where it ran out of memory. */
static char *answer_or_null(sqlite3 *db, const char *sql, long n, bool for_good, bool *done) {
    sqlite3_stmt *statement = NULL;
    fail_at(n, for_good);
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    *done = !failed();
    sqlite3_str *answer = sqlite3_str_new(db);
    if (code == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(statement); column++) {
            sqlite3_str_appendall(answer, column > 0 ? "|" : "");
            answer_value(answer, statement, column);
        }
    } else if (code != SQLITE_DONE) {
        sqlite3_str_appendf(answer, "error: %s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
    char *text = sqlite3_str_finish(answer);
    if (code != SQLITE_NOMEM)
        return text ? text : sqlite3_mprintf("");
    sqlite3_free(text);
    return NULL;
}

static void test_query(const char *sql, bool for_good) {
    sqlite3 *db = database_open(NULL);
    char *right = database_answer(db, sql);
    unsigned long refused = 0, wrong = 0;
    bool done = false;
    long n = 1;
    for (; !done && n < 5000; n++) {
        char *answer = answer_or_null(db, sql, n, for_good, &done);
        refused += answer == NULL;
        wrong += answer && strcmp(answer, right) != 0;
        sqlite3_free(answer);
        answer = database_answer(db, sql); /* the connection can go on */
        wrong += strcmp(answer, right) != 0;
        sqlite3_free(answer);
    }
    sqlite3_free(right);
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s leaves something open", sql);
    CHECK(wrong == 0 && refused > 0 && done, "%s: %lu of %ld answers are wrong", sql, wrong, n);
}

static void test_loading(bool for_good) {
    unsigned long wrong = 0, refused = 0;
    bool done = false;
    for (long n = 1; !done && n < 5000; n++) {
        sqlite3 *db;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK)
            abort();
        fail_at(n, for_good);
        int code = sqlite3_neardup_init(db, NULL, NULL);
        done = !failed();
        refused += code == SQLITE_NOMEM;
        wrong += code != SQLITE_OK && code != SQLITE_NOMEM;
        wrong += sqlite3_close(db) != SQLITE_OK;
    }
    CHECK(wrong == 0 && refused > 0 && done, "%lu codes other than SQLITE_NOMEM", wrong);
}

int main(void) {
    if (!install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("faults/test_functions_out_of_memory");
    }
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        test_query(queries[i], false);
        test_query(queries[i], true);
    }
    test_loading(false);
    test_loading(true);
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    test_figure(injected, "faults injected into SQL functions: out of memory");
    return test_end("faults/test_functions_out_of_memory");
}
