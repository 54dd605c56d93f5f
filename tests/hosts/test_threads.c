/*
 * test_threads.c - connections share nothing: threads with a connection each, which call all
 * functions at the same time, get the same answers as a single one.
 */
#include "../functions/database.h"

#include <pthread.h>

enum { threads = 4, rounds = 40 };

/* %d is the round, so that parameters and with them families of hash functions change. */
static const char *const queries[] = {
    "SELECT jaccard(printf('%%.*c', 50 + %d, 'ab'), 'The quick brown fox', 1 + %d %% 5)",
    "SELECT containment('quick brown', 'The quick brown fox ' || %d, 1 + %d %% 5)",
    "SELECT edit_distance(hex(zeroblob(%d)), hex(zeroblob(2 * %d)))",
    "SELECT edit_similarity('kitten' || %d, 'sitting' || (2 * %d))",
    "SELECT hex(random_projection(CAST(printf('%%8d', 3 * %d) AS BLOB), 90, %d %% 7))",
    "SELECT hamming_distance(permute_bits(random_projection(x'0000803F', 300), %d), "
    "permute_bits(random_projection(x'000080BF', 300), %d))",
    "SELECT sum(signature) || projection_match_probability(%d / 100.0) FROM "
    "projection_signatures(random_projection(x'0000803F', 300), 3, 1 + %d)",
    "SELECT minhash_match_probability(0.01 * %d, 5, 2, 10, 'paper', %d %% 4)",
    "SELECT hex(tfidf_vector('The quick brown fox ' || %d, (SELECT term_weights('fox ' || %d))))",
    "SELECT group_concat(shingle) FROM shingles('The quick brown fox ' || %d, 1 + %d %% 9)",
    "SELECT group_concat(signature) FROM minhash_signatures('The quick brown fox ' || %d, 5) "
    "WHERE seed = %d %% 3 AND scheme = 'paper'",
    "SELECT count(*) || ' ' || sum(s.id) FROM shared_signatures((SELECT collect_signatures("
    "a.position * 128 + b.position, (a.position %% 40) || 'lamp', 1 + %d %% 3, 2, 1, 2, 'banded', "
    "%d, 3) FROM "
    "shingles(hex(zeroblob(32)), 1) AS a, shingles(hex(zeroblob(50)), 1) AS b)) AS s",
    "SELECT group_concat(a || ' ' || b || ' ' || jaccard) FROM similar_pairs((SELECT collect_texts("
    "id, hex(id * id * %d), buckets) FROM bucket_texts((SELECT collect_buckets(position %% 3, 1, "
    "position) FROM shingles('abcdefghijklmnop', 1)))), 1 + %d %% 3, 0.3) WHERE threads = 2",
    "SELECT count(*) || (SELECT group_concat(id || ' ' || texts) FROM "
    "resemblances(kept_collection('b'))) || ifnull((SELECT group_concat(a || ' ' || b) FROM "
    "near_misses(kept_collection('b'))), '') FROM similar_pairs((SELECT collect_texts(id, hex(id * "
    "id * %d), buckets) FROM bucket_texts(keep_collection('b', (SELECT collect_buckets(position %% "
    "3, 1, position) FROM shingles('abcdefghijklmnop', 1))))), 1 + %d %% 3, 0.3) WHERE threads = 2 "
    "AND count_least = 0.2 AND near_most = 3",
    "SELECT group_concat(b || kind || round(score, 9) || why) FROM duplicate_kinds((SELECT "
    "collect_pairs(1, position, shingle || ' lit ' || %d || ' lamps', shingle || ' lit ' || "
    "(position %% 9) || ' lamps', 'A', 'A') FROM shingles(hex(zeroblob(99)), 1 + %d %% 5)))",
    "SELECT hex(substr(word_frequencies(printf('%%.*c', 100000 + %d, shingle) || (%d %% 4)), 1, "
    "999)) "
    "FROM shingles('abcdef', 2)",
    "SELECT hex(text_vector('w' || %d || ' w' || (%d %% 9) || ' lamps', (SELECT word_vectors("
    "'w' || position, CAST(printf('%%04d', position) AS BLOB), 1, '') FROM "
    "shingles(hex(zeroblob(32)), 1))))",
    "SELECT group_concat(a || ' ' || b || ' ' || cosine) FROM similar_vectors((SELECT "
    "collect_vectors(position, CAST(printf('%%04d%%04d', position, position * %d) AS BLOB)) FROM "
    "shingles(hex(zeroblob(32)), 1)), 0.9, 3, 1 + %d %% 9) WHERE threads = 2",
    "SELECT group_concat(a || ' ' || b || ' ' || a_position || ' ' || similarity) FROM "
    "aligned_passages((SELECT collect_documents(position, 'One two three four five ' || (position "
    "* "
    "%d) || ' six seven') FROM shingles('abcdefghijklmnop', 1)), (SELECT collect_candidates("
    "a.position, b.position) FROM shingles('abcdef', 1) a, shingles('abcdefghij', 1) b), 'ngrams', "
    "2 + %d %% 3, 80, 1, 9) WHERE threads = 2",
    "SELECT group_concat(member || ' ' || component) FROM union_find_members((SELECT "
    "union_find(a.position * %d, b.position * (%d %% 7)) FROM shingles('abcdef', 1) a, "
    "shingles('abcdef', 1) b))",
};

enum { query_count = sizeof queries / sizeof *queries };

static char *answers[rounds][query_count]; /* of a single connection */

static char *ask(sqlite3 *db, int round, int query) {
    char sql[600];
    snprintf(sql, sizeof sql, queries[query], round, round);
    return database_answer(db, sql);
}

static void *run(void *result) {
    unsigned long *wrong = result;
    sqlite3 *db = database_open(NULL);
    for (int round = 0; round < rounds; round++) {
        for (int query = 0; query < query_count; query++) {
            char *answer = ask(db, round, query);
            *wrong += strcmp(answer, answers[round][query]) != 0;
            sqlite3_free(answer);
        }
    }
    *wrong += sqlite3_close(db) != SQLITE_OK;
    return NULL;
}

int main(void) {
    pthread_t thread[threads];
    unsigned long wrong[threads] = {0};
    sqlite3 *db = database_open(NULL);
    for (int round = 0; round < rounds; round++) {
        for (int query = 0; query < query_count; query++) {
            answers[round][query] = ask(db, round, query);
            CHECK(strncmp(answers[round][query], "error", 5) != 0, "%s", answers[round][query]);
        }
    }
    sqlite3_close(db);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, run, &wrong[i]) != 0)
            abort();
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        CHECK(wrong[i] == 0, "thread %d got %lu other answers", i, wrong[i]);
    }
    for (int round = 0; round < rounds; round++)
        for (int query = 0; query < query_count; query++)
            sqlite3_free(answers[round][query]);
    return test_end("hosts/test_threads");
}
