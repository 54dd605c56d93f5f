/*
 * test_functions_out_of_memory.c - SQL whose first allocation fails, then its second, and so on,
 * once and from then on, counting SQLite's own. The answer must be "out of memory" or the right
 * one, and in the end all memory must be freed.
 *
 * The queries must name every function, column and scheme; a test checks that they do.
 */
#include "../functions/database.h"
#include "answers.h"
#include "failing_allocator.h"

#include <ctype.h>
#include <limits.h>

static unsigned long long injected; /* faults so far */

#define LONG_A "'The quick brown fox jumps over the lazy dog, a hundred times or more.'"
#define LONG_B "'The quick brown dog jumps over the lazy fox, one hundred times and more.'"
#define GREEK "'Το 1857 ιδρύθηκε το πανεπιστήμιο', 'Το 1847 ιδρύθηκε ένα πανεπιστήμιο'"
#define NUMBERS \
    "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1500) "
/* Two components, and one in one of seven dimensions. */
#define VECTOR "CAST(printf('%08d', n * n * 7919 % 99999989) AS BLOB)"
#define SPARSE "CAST(x'4E44563100' || printf('%04d%04d', n % 7, n) AS BLOB)"
/* Of 20,000 texts, which are enough. */
#define RARITIES "word_rarities(x'4E44574602000000204E00000000000000000000')"
#define LAMPS                                                                                     \
    "(SELECT word_vectors(column1, column2, column3) FROM (VALUES ('lamp', x'0000803F00000040', " \
    "1), "                                                                                        \
    "('Lamps', x'0000004000000040', 0.5), ('the', x'0000803F0000803F', 1), ('light', "            \
    "x'000080BF00000000', 2)))"
/* Twelve texts in two buckets, of which one is large; and what is made of them. */
#define SIGNED                                                                                  \
    "WITH RECURSIVE signed(band, signature, id) AS (SELECT 1, 5, 1 UNION ALL SELECT 1 + (id > " \
    "4), "                                                                                      \
    "5, id + 1 FROM signed WHERE id < 12) "
#define BUCKETS "(SELECT collect_buckets(band, signature, id) FROM signed)"
#define COLLECTED                                                                              \
    "(SELECT collect_texts(id, printf('%cThe storm of 1921 drowned %d people', 250 + id % 9, " \
    "id), "                                                                                    \
    "buckets) FROM bucket_texts(" BUCKETS "))"
#define PARTS(from, parts)                                                                      \
    "signature_parts((SELECT collect_signatures(n, 'lamp ' || n / 3, 3, 4, 1, 4, 'banded', 1, " \
    "1, 1, zeroblob(16)) FROM " from "), " parts ")"
/* Of two inputs and two bits; then one of two layers for sparse vectors. */
#define MODEL                                                                           \
    "semantic_model(x'4E444D310000010002000000020000000000803F000080BF000080BF0000803F" \
    "0000000000000000')"
#define SPARSE_MODEL                                                            \
    "semantic_model(x'4E444D31010002000100000001000000010000000700000000000040" \
    "00000000000080BF00000000')"

static const char *const queries[] = {
    /* Scalar functions. */
    "SELECT jaccard(" LONG_A ", " LONG_B ", 3), jaccard(" GREEK ")",
    "SELECT containment(" LONG_A ", " LONG_B ", 3), containment(" GREEK ", 1)",
    NUMBERS "SELECT total(jaccard('500 lamps, 5001', n || ' lamps', 4)) FROM number WHERE n > 1480",
    "SELECT edit_distance(" LONG_A ", " LONG_B "), edit_distance(" GREEK ", 3)",
    "SELECT edit_similarity(" LONG_A ", " LONG_B "), edit_similarity('', NULL)",
    "SELECT fold_text(" LONG_A
    "), fold_text('\u00C9\u0301\uFDFA', 'width case'), fold_text('a', '')",
    "SELECT text_script(" LONG_A "), text_script('日本')",
    "SELECT minhash_match_probability(0.5, 3, 2, 4, 'paper'), minhash_match_probability(0.5)",
    "SELECT minhash_match_probability(0.5, 3, 2, 9, 'wikiduper', 1)",
    "SELECT hex(semantic_hash(x'0000803F00000040', " MODEL ")), semantic_hash(zeroblob(8), " MODEL
    "), hex(semantic_hash(x'4E4456310007000000000000BF', " SPARSE_MODEL ")), semantic_model(NULL)",
    "SELECT hex(random_projection(x'0000803F000000C0', 40)), hex(random_projection(x'0000803F', 9, "
    "7)), random_projection(zeroblob(8)), hex(random_projection(x'4E4456310007000000000000BF', 9))",
    "SELECT hamming_distance(random_projection(x'0000803F', 99), random_projection(x'0000007F', "
    "99)) IS NULL",
    "SELECT hex(permute_bits(random_projection(x'0000803F', 40), 2)), "
    "hex(permute_bits(random_projection(x'0000803F', 40), 2, 5)), "
    "projection_match_probability(0.5)",
    "SELECT mark_differences(" LONG_A ", " LONG_B ", '<', ';', '>'), mark_differences(" GREEK ")",
    "SELECT mark_differences(" GREEK ", '', '', '', 'ru')",
    "SELECT mark_passage(" LONG_A ", " LONG_B
    ", 40, 2, 3, 8, '<del>', '</del>', '<ins>', '</ins>', '<', '>')",
    "SELECT mark_passage('It was a long way home. So be it.', 'So be it. It was a long way home.')",
    "SELECT length(neardup_debug()) > 9, neardup_version(), neardup_language('de-AT')",
    "SELECT neardup_wrap(" LONG_A ", 2, 20), neardup_wrap(" LONG_A "), neardup_style('bold')",
    "SELECT neardup_run(NULL)", /* the pipeline's tests have the rest */
    "SELECT owner, name, type, usual, wanted, stage, value, meaning FROM neardup_parameters()",
    "SELECT length(neardup_schema()), length(neardup_script('views.sql'))",
    "SELECT neardup_progress(" LONG_A ", 'x'), neardup_progress(1, NULL, NULL, 2, 3)",
    "SELECT rows_fingerprint(" LONG_A ", x'00', 1, 1.5, NULL)",
    "SELECT sum(neardup_progress(position, 'counting', 50)) FROM shingles(" LONG_A ", 1)",

    /* Table-valued functions: all rows, all columns, several at a time. */
    "SELECT position, shingle, input_text, length FROM shingles(" GREEK ")",
    "SELECT rowid, * FROM shingles(" LONG_A ") WHERE length IN (3, 70)",
    "SELECT rowid, position, ngram, input_text, n, input_language FROM stopword_ngrams('Über THE "
    "Àlps, and in ' || " LONG_A ", 2) WHERE input_language IN ('english', 'french')",
    "SELECT * FROM stopword_ngrams('für und ＧＥＧＥＮ über ' || " GREEK ", 3, 'german')",
    "SELECT band, signature, input_text, shingle, bands, rows, hashes, scheme, seed "
    "FROM minhash_signatures(" LONG_A ", 3, 2, 2)",
    "SELECT band, signature, input_text, shingle, bands, rows, hashes, scheme, seed "
    "FROM minhash_signatures(" LONG_A ") WHERE shingle = 3 AND bands = 2 AND rows = 3 AND "
    "hashes = 9 AND scheme = 'paper' AND seed = -1",
    "SELECT * FROM minhash_signatures(" LONG_A ", 3, 4, 2, 9, 'wikiduper')",
    "SELECT * FROM minhash_signatures(" LONG_A ", 3, 4, 2, 9, 'wikiduper-fixed')",
    "SELECT * FROM minhash_signatures(" LONG_A ", 3, 4, 2, 9, 'wikiduper-report')",
    "SELECT * FROM minhash_signatures(" LONG_A ", 3, 4, 2, 8, 'words')",
    "SELECT x.signature, y.band FROM minhash_signatures(" LONG_A ", 3) AS x JOIN "
    "minhash_signatures(" LONG_B ", 3) AS y USING (signature) ORDER BY 1",
    "SELECT s.shingle, band, t.shingle FROM shingles('abcde', 4) AS s, "
    "minhash_signatures(s.shingle, 2, 2, 1) AS m, shingles(s.shingle || m.signature, 20) AS t",
    "SELECT band, signature, input_signature, bands, rows FROM "
    "projection_signatures(random_projection(x'0000803F', 40), 4)",
    "SELECT change, type, text_a, text_b, position, begin_a, begin_b, input_a, input_b, "
    "input_language FROM text_differences(" LONG_A ", " LONG_B ")",
    "SELECT a_position, a_length, b_position, b_length, words, similarity, a_words, b_words, "
    "input_a, input_b, seed, seed_words, gap, seeds_least, length_least, similarity_least, "
    "measure, occurrences_most, join_gap, unmatched_cost, shadow_most FROM "
    "text_alignment(" LONG_A ", " LONG_B ", 'skip', 2, 80, 2, 4)",
    "SELECT * FROM text_alignment(" GREEK ", 'ngrams', 1, 9, 1, 1, 0, 'cosine', 8, 0, 0, 1)",
    "SELECT change, type, text_a, text_b FROM text_differences(" GREEK ")",
    "SELECT moved_a, moved_b FROM text_differences('It was a long way home. So be it.', 'So be it. "
    "It was "
    "a long way home.')",
    "SELECT words_a, words_b, equal_words, longest_run, changes, exchanges, ten_grams, names, "
    "names_shared, names_exchanged, numbers, numbers_shared, values_agree, values_differ, "
    "titles_exchanged, title_relation, input_a, input_b, input_title_a, input_title_b, "
    "input_language FROM passage_likeness(" LONG_A ", " LONG_B ", 'Fox', 'Dog')",
    "SELECT * FROM passage_likeness(" GREEK ", 'Κέρκυρα', 'Αθήνα', 'el')",
    "SELECT change, type, text_a, text_b, input_language FROM text_differences('Es hat zweihundert "
    "Türme', 'Es hat 201 Türme', 'de')",
    "SELECT * FROM duplicate_kind('橋は1990年に完成しなかった', '橋は1991年に完成した', '橋', "
    "'橋', "
    "'', '', 1, 'ja')",
    "SELECT kind, score, reason, type, value_a, value_b, topic, why, features, input_a, input_b, "
    "input_title_a, input_title_b, input_block_a, input_block_b, two_dates, input_language FROM "
    "duplicate_kind('He killed 143 people.', 'He killed 134 people.', 'A (b)', 'A (c)')",
    "SELECT *, evidence, words_a, words_b, rarities, learnt FROM duplicate_kind('It has 5 lamps.', "
    "'It has 6 lamps.', 'A b', 'A c', '', '', 0, 'en', '{\"partners\": 4, \"apart\": null}', "
    "(SELECT word_set('b')), (SELECT word_set('c d')), " RARITIES ", '{\"topic bias\": 0.5}')",
    NUMBERS
    "SELECT learn_kinds(iif(n % 3, 'pattern', 'contradiction'), n % 10, n % 2, 'It has ' || "
    "n || ' lamps.', 'It has 6 lamps.', 'A', 'B') FROM number WHERE n < 60",
    "SELECT * FROM duplicate_kind('Ann Bell left Rome.', 'Ann Bold left Rome.', 'Ann', 'Ann', "
    "'footer', '', 0, 'de')",
    "SELECT reason FROM duplicate_kind(" LONG_A ", " LONG_B ", 'Fox', 'Fox', '', '', 1)",
    "SELECT * FROM duplicate_kind(" GREEK ", 'Κέρκυρα', 'Αθήνα')",
    "SELECT a, b, kind, score, reason, type, value_a, value_b, topic, why, conflicts, own_changed, "
    "features, pairs FROM duplicate_kinds((SELECT collect_pairs(7, 9, 'It has 5 lamps.', 'It has 6 "
    "lamps.', column1, 'A c', '', '', 0, 'en', '{\"partners\": 4, \"apart\": null}', (SELECT "
    "word_set('b')), (SELECT word_set('c d')), " RARITIES ", 1) FROM (VALUES ('A b'), ('A c'))))",
    NUMBERS "SELECT count(*), sum(a + b), sum(length(reason) + length(why)) FROM duplicate_kinds(("
            "SELECT collect_pairs(n, 0, 'It has ' || n || ' lamps.', 'It has 6 lamps.', 'A', "
            "'B', '', '', 0, 'en', '', x'', x'', iif(n > 70, NULL, " RARITIES "), 3) FROM number "
            "WHERE n < 200))", /* on threads */
    NUMBERS "SELECT n % 9, collect_pairs(n, n, 'a', 'b', '', '') FROM number WHERE n > 1470 GROUP "
            "BY 1",
    "SELECT count(*) FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'a', 'b', 'c', NULL)))",
    "SELECT member, component, length(input_blob) FROM union_find_members("
    "(SELECT union_find(position, position / 3) FROM shingles(" LONG_A ", 1)))",

    /* Aggregates: long ones, and many at a time. */
    NUMBERS "SELECT count(*), sum(component) FROM union_find_members("
            "(SELECT union_find(n * 7 % 1501, n * 11 % 1501 / 5) FROM number))",
    NUMBERS "SELECT count(*), sum(component) FROM union_find_members("
            "(SELECT star_clusters(n, n / 2) FROM number))",
    NUMBERS "SELECT count(*), sum(component) FROM union_find_members((SELECT "
            "linked_clusters(n * 7 % 1501, n * 11 % 1501 / 5, n % 9, (n % 50 = 7) - (n % 9 = 3)) "
            "FROM number))",
    NUMBERS "SELECT count(*), max(component) FROM union_find_members((SELECT "
            "union_find(printf('%90d', n), printf('%90d', n * 7 % 1501)) FROM number))",
    NUMBERS "SELECT n % 60, union_find(printf('%300d', n), 'x' || n) FROM number WHERE n > 1300 "
            "GROUP BY 1",
    NUMBERS "SELECT length(edge_counts(n, n / 2)) FROM number",
    NUMBERS "SELECT length(pack_column(n)), hex(pack_column(nullif(n % 9, 0))), "
            "length(pack_column(printf('%d', n))), length(pack_column(CAST(n AS BLOB))), "
            "length(pack_column(iif(n < 1000, n, 0.5))), pack_column(CAST(x'61FF' AS TEXT)) "
            "FROM number",
    NUMBERS "SELECT n % 60, length(pack_column(n)) FROM number WHERE n > 900 GROUP BY 1",
    NUMBERS "SELECT count(*), sum(row), sum(c1), sum(length(c2)), count(c3), "
            "sum(length(input_column2)) FROM unpack_columns((SELECT pack_column(n) FROM number), "
            "(SELECT pack_column('lamp ' || n) FROM number))",
    "SELECT rowid, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, "
    "input_column1, input_column2, input_column3, input_column4, input_column5, input_column6, "
    "input_column7, input_column8, input_column9, input_column10, input_column11, input_column12, "
    "input_column13, input_column14, input_column15, input_column16 FROM "
    "unpack_columns((SELECT pack_column('a')), (SELECT pack_column(1)))",
    "SELECT pack_column(1) WHERE 0",
    NUMBERS "SELECT n % 60, union_find(n, n - 60), star_clusters(n, n - 60), "
            "linked_clusters(n, n - 60, 1, n % 5 - 3) FROM number WHERE n > 900 GROUP BY 1",
    NUMBERS "SELECT count(*), sum(band), sum(id), count(signatures) FROM shared_signatures((SELECT "
            "collect_signatures(n, 'lamp ' || (n / 3), 3, 4, 1, 4, 'banded', 1, 1, 1, NULL, 7, 8) "
            "FROM number))",
    NUMBERS "SELECT count(*), sum(id), sum(first_id), count(signatures) FROM signature_copies(("
            "SELECT collect_signatures(n, 'lamp ' || (n / 3), 3, 4, 1, 4, 'banded', 1, 1) FROM "
            "number))",
    NUMBERS
    "SELECT count(*), sum(signature % 999) FROM shared_signatures((SELECT "
    "collect_signatures(n, 'lamp ' || (n % 100), 3, 4, 1, 4, 'wikiduper', 1, 3) FROM (SELECT "
    "n FROM number UNION ALL SELECT n + 1500 FROM number UNION ALL SELECT n + 3000 FROM "
    "number)))", /* on threads */
    NUMBERS "SELECT n % 20, collect_signatures(n, 'lamp') FROM number WHERE n > 1400 GROUP BY 1",
    "SELECT count(*) FROM shared_signatures((SELECT collect_signatures(1, NULL)))",
    NUMBERS
    "SELECT count(*), sum(band), sum(id) FROM shared_signatures((SELECT "
    "collect_signature_parts(records) FROM " PARTS("number WHERE n < 9", "2") " WHERE part < 2))",
    NUMBERS "SELECT part, hex(records), signatures, parts FROM " PARTS("number WHERE n < 9", "2"),
    "SELECT union_find(1, NULL), star_clusters(NULL, 2), edge_counts(NULL, 2)",
    SIGNED "SELECT id, buckets, input_buckets FROM bucket_texts(" BUCKETS ")",
    SIGNED "SELECT part, texts, buckets, earlier, owned, whole, input_buckets, texts_most, "
           "bucket_most, bands, skipped, share FROM bucket_parts(" BUCKETS ", 5, 3, 9)",
    "WITH RECURSIVE stored(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM stored WHERE n < 70000) "
    "SELECT part, count(*) FROM bucket_parts((SELECT collect_buckets(n / 9000, n / 2, "
    "n % 997, 1) FROM stored), 500) AS part CROSS JOIN bucket_texts(part.buckets) GROUP BY part",
    SIGNED "SELECT a, b, buckets, bucket_most, neighbours, representatives, bands FROM "
           "candidate_pairs(" BUCKETS ", 6, 1, 1, 3)",
    NUMBERS "SELECT count(*), sum(a), sum(b) FROM candidate_pairs((SELECT collect_buckets(n % 7, "
            "n * 7919 % 97, n * 31 % 120) FROM number))",
    SIGNED "SELECT a, b, jaccard, edit_distance, compared, texts, shingle, jaccard_least, "
           "edit_similarity_least, bucket_most, neighbours, representatives, bands, threads, "
           "near_least, near_most, count_least FROM similar_pairs(" COLLECTED
           ") WHERE threads = 1 AND "
           "bucket_most = 6 AND jaccard_least = 0.7 AND near_most = 3 AND count_least = 0.5",
    SIGNED "SELECT rowid, * FROM similar_pairs(" COLLECTED ", 5, 0.2, 0.1) WHERE threads = 1",
    "SELECT function, kind, stability, results, position, argument, type, presence, least, most, "
    "usual, words FROM neardup_functions() WHERE function IN ('text_alignment', 'neardup_debug')",
    "SELECT message, parameter, reason FROM neardup_last_error()",
    SIGNED "SELECT count(*), (SELECT sum(texts) FROM resemblances(kept_collection('n'))), "
           "(SELECT sum(jaccard) FROM near_misses(kept_collection('n'))), (SELECT sum(number) FROM "
           "collection_counts(kept_collection('n'))) FROM (SELECT max(a) FROM bucket_parts("
           "keep_collection('n', " BUCKETS "), 16) AS part CROSS JOIN similar_pairs((SELECT "
           "collect_texts(id, 'The storm of ' || id % 3, met.buckets) FROM "
           "bucket_texts(part.buckets) AS met)) WHERE threads = 1 AND jaccard_least = 0.7 AND "
           "near_most = 3 AND count_least = 0.5)",
    NUMBERS "SELECT keep_collection('n' || n % 3, (SELECT collect_buckets(1, 2, 3))), "
            "keep_collection('n' || (n - 1) % 3) FROM number WHERE n < 30",
    "SELECT name, number, collection FROM collection_counts((SELECT collect_buckets(1, 2, 3)))",
    "SELECT a, b, jaccard, buckets FROM near_misses((SELECT collect_buckets(1, 2, 3)))",
    "SELECT id, texts, buckets FROM resemblances((SELECT collect_buckets(1, 2, 3)))",
    "SELECT * FROM similar_pairs((SELECT collect_texts(1, 'a', NULL) WHERE 0), 12, 0.6, 0.5, 9, 2, "
    "2, 9, 0, 0.4, 3, 0.5)",
    SIGNED
    "SELECT a, b, jaccard FROM similar_pairs((SELECT collect_texts(id, 'The storm of ' || id "
    "% 3, buckets, id % 2) FROM bucket_texts(" BUCKETS ")), 3, 0.2) WHERE threads = 1",
    NUMBERS "SELECT a, b, cosine, vectors, cosine_least, bands, rows, seed, comparisons_most, "
            "bucket_most, neighbours, representatives, threads FROM similar_vectors((SELECT "
            "collect_vectors(900 - n, " VECTOR
            ") FROM number WHERE n < 100), 0.9) WHERE threads = 1",
    NUMBERS "SELECT count(*), (SELECT sum(number) FROM collection_counts(kept_collection('v'))) "
            "FROM similar_vectors(keep_collection('v', (SELECT collect_vectors(n, " SPARSE
            ") FROM number WHERE n < 200)), 0.5, 3, 2, 5) WHERE threads = 1 AND bucket_most = 5",
    NUMBERS "SELECT count(*), sum(a) FROM similar_vectors((SELECT collect_vectors(n, " VECTOR
            ") FROM number WHERE n < 1100), 0.99, 2, 16) WHERE threads = 3", /* on threads */
    NUMBERS "SELECT a, b, a_position, a_length, b_position, b_length, words, similarity, a_words, "
            "b_words, documents, candidates, seed, seed_words, gap, seeds_least, length_least, "
            "similarity_least, measure, occurrences_most, join_gap, unmatched_cost, shadow_most, "
            "score_least, rank_most, misses_most, threads "
            "FROM aligned_passages((SELECT collect_documents(99 - n / 2, " LONG_A
            " || n) FROM number WHERE n < 24), (SELECT collect_candidates(99 - n / 5, 99 - n % 12, "
            "n) FROM number WHERE n < 60), 'skip', 3, 80, 2, 20) WHERE threads = 1 AND rank_most = "
            "3",
    NUMBERS
    "SELECT count(*), (SELECT sum(number) FROM collection_counts(kept_collection('c'))) "
    "FROM aligned_passages((SELECT collect_documents(n, " LONG_A
    ") FROM number WHERE n < 40), keep_collection('c', (SELECT collect_candidates(n, n + 1) "
    "FROM number WHERE n < 39)), 'ngrams', 2, 80, 2, 20) WHERE threads = 3",
    NUMBERS "SELECT length(word_set(n || ' ' || (n / 2))) FROM number",
    NUMBERS "SELECT n % 60, hex(word_set('of ' || n)) FROM number GROUP BY 1",
    "SELECT length(word_frequencies(column1)) FROM (VALUES (" LONG_A "), (" LONG_B "), (NULL))",
    "SELECT share, ended, value1, value2, value3, value4, value5, value6, value7, value8, value9, "
    "value10, value11, value12, query, first, last, step, threads, parameters "
    "FROM in_parallel('SELECT @first, @last, @a, x''62'', 5, 6, 7, 8, 9, 10, 11, ''l'' FROM "
    "bucket_texts(@shared)', 1, 30, 10, 2, '{\"a\": \"x\"}', (SELECT collect_buckets(1, 2, value) "
    "FROM json_each('[1, 2]')))",
    "SELECT a, b, jaccard FROM similar_pairs((SELECT collection FROM in_parallel('SELECT "
    "collect_texts(id, ''a lamp'' || id, @shared) FROM bucket_texts(@shared, @first, @last)', 1, "
    "3, 1, 2, NULL, (SELECT collect_buckets(1, 2, value) FROM json_each('[1, 2, 3]'))) WHERE "
    "ended))",
    "SELECT count(*) FROM shared_signatures((SELECT collection FROM in_parallel('SELECT "
    "collect_signatures(@first, ''abcd'' || @last / 30, 2, 3, 2)', 1, 30, 10) WHERE ended))",
    "SELECT word_rarities(word_frequencies(" LONG_A ")), word_rarities(NULL)",
    NUMBERS
    "SELECT hex(merge_word_frequencies(f)) FROM (SELECT word_frequencies('of ' || n) AS f FROM "
    "number GROUP BY n % 9)",
    "SELECT cosine_similarity(x'0000803F', x'0000803F'), cosine_similarity(zeroblob(400), "
    "zeroblob(400))",
    "SELECT cosine_similarity(v, v) FROM (SELECT tfidf_vector(" LONG_A
    ", (SELECT term_weights(column1) FROM (VALUES (" LONG_A "), (" LONG_B ")))) AS v)",
    NUMBERS "SELECT length(document_frequencies(n || ' ' || n * n)) FROM number WHERE n < 90",
    NUMBERS
    "SELECT length(document_frequencies(x)) FROM (SELECT document_frequencies('of ' || n) AS x "
    "FROM number WHERE n < 30 GROUP BY n % 3)",
    "SELECT term_weights(NULL), document_frequencies(NULL), tfidf_vector(NULL, 1)",
    "SELECT hex(text_vector('The lamps, lamp and 3 ' || column1, " LAMPS
    ")) FROM (VALUES ('lights'), "
    "('Ümlaut'), (NULL), ('none of them'))",
    "SELECT hex(text_vector('Üb die Lampen', (SELECT word_vectors(column1, x'0000803F00000040', 1, "
    "'german') FROM (VALUES ('LAMPE'), ('lampen'), ('der'), (NULL), ('übe')))))",
    NUMBERS
    "SELECT n % 60, word_vectors('w' || n, zeroblob(8)) FROM number WHERE n > 1400 GROUP BY 1",
    NUMBERS "SELECT hex(text_vector('w1499 w7', (SELECT word_vectors('w' || n, zeroblob(8)) FROM "
            "number)))",
    "SELECT hex(text_vector('lamp', (SELECT word_vectors('lamp', NULL))))",
    "SELECT hex(word_set(NULL)), word_frequencies(NULL), merge_word_frequencies(NULL), "
    "length(word_set('é')) WHERE 1",

    /*
     * Errors: a wrong type of each kind, a value out of range, arguments that do not fit together.
     */
    "SELECT jaccard(" LONG_A ", 1)",
    "SELECT jaccard('a', x'61')",
    "SELECT jaccard('a', 'b', 0)",
    "SELECT containment('a', 'b', 'c')",
    "SELECT edit_distance('a', 'b', -1)",
    "SELECT edit_similarity(1.5, 'b')",
    "SELECT fold_text('a', 'case,lower')",
    "SELECT text_script(1)",
    "SELECT minhash_match_probability(0.5, 3, 2, 6, " LONG_A ")",
    "SELECT minhash_match_probability(0.5, 3, 2, 6, 'banded', 1.5)",
    "SELECT random_projection(x'0000803F', 0)",
    "SELECT random_projection(x'0000C07F')",
    "SELECT hamming_distance(x'00', 1)",
    "SELECT hamming_distance(random_projection(x'0000803F', 9), random_projection(x'0000803F', 8))",
    "SELECT permute_bits(permute_bits(random_projection(x'0000803F', 9), 1), 1)",
    "SELECT projection_match_probability(0.5, 9000, 9)",
    "SELECT * FROM projection_signatures(random_projection(x'0000803F', 9), 5, 2)",
    "SELECT minhash_match_probability('a')",
    "SELECT minhash_match_probability(1.5)",
    "SELECT minhash_match_probability(0.5, 999, 9, 999, 'paper')",
    "SELECT collect_signatures('a', 'b')",
    "SELECT collect_signatures(1, 'abc', column1) FROM (VALUES (1), (2))",
    "SELECT * FROM shared_signatures(1)",
    "SELECT collect_signatures(1, 'a', 3, 1, 1, 1, 'banded', 1, 1, 1, x'00')",
    "SELECT collect_signatures(1, 'a', 3, 1, 1, 1, 'banded', 1, 1, 1, column1) FROM (VALUES "
    "(zeroblob(16)), (NULL))",
    "SELECT * FROM signature_parts((SELECT collect_signatures(1, 'a')), 2)",
    "SELECT collect_signature_parts(x'4E445231')",
    "SELECT collect_signature_parts(substr(records, 1, 70)) FROM " PARTS("(SELECT 1 AS n)", "1"),
    "SELECT collect_signature_parts(records) FROM (SELECT records FROM " PARTS(
        "(SELECT 1 AS n)", "1") " UNION ALL SELECT records FROM " PARTS("(SELECT 1 AS n)", "2") ")",
    "SELECT union_find(1, 'b')",
    "SELECT union_find('a', 2)",
    "SELECT word_set(1)",
    "SELECT word_frequencies(x'61')",
    "SELECT collect_pairs(1, 2, 'a', 'b', 'c', 4)",
    "SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd', '', '', 0, 'en', '{\"partner\": 1}')",
    "SELECT * FROM duplicate_kinds(1)",
    "SELECT word_vectors(1, x'0000803F')",
    "SELECT word_vectors('a', x'00')",
    "SELECT word_vectors('a', x'0000803F', -1)",
    "SELECT word_vectors('a', x'0000803F', 1, 'klingon')",
    "SELECT word_vectors('a', x'0000803F', 1, column1) FROM (VALUES (''), ('german'))",
    "SELECT word_vectors('a', column1) FROM (VALUES (x'0000803F'), (zeroblob(8)))",
    "SELECT word_vectors('a', x'4E44563100')",
    "SELECT text_vector('a', 1)",
    "SELECT text_vector(1, " LAMPS ")",
    "SELECT merge_word_frequencies(1)",
    "SELECT merge_word_frequencies(x'61')",
    "SELECT word_rarities('a')",
    "SELECT semantic_model(x'4E444D31')",
    "SELECT semantic_hash(x'0000803F', " MODEL ")",
    "SELECT semantic_hash(x'4E44563100', " MODEL ")",
    "SELECT semantic_hash(x'0000803F', 1)",
    "SELECT word_rarities(x'61')",
    "SELECT cosine_similarity('a', x'00')",
    "SELECT cosine_similarity(x'0000807F', x'0000C07F')",
    "SELECT cosine_similarity(x'4E4456310007000000070000000000803F0000803F', x'')",
    "SELECT cosine_similarity(x'00000000', x'0000000000000000')",
    "SELECT document_frequencies(1)",
    "SELECT term_weights(x'61')",
    "SELECT tfidf_vector('a', 'b')",
    "SELECT tfidf_vector(1, (SELECT term_weights('a')))",
    "SELECT star_clusters(1.5, 2)",
    "SELECT linked_clusters(1, 2, 'a')",
    "SELECT edge_counts(1.5, 2)",
    "SELECT mark_differences('a', 1)",
    "SELECT mark_differences('a', 'b', 1)",
    "SELECT mark_passage('a', 'b', -1)",
    "SELECT mark_passage('a', 'b', 0, 0, 0, 1, '[', 1)",
    "SELECT neardup_progress(1, 'y', 'z')",
    "SELECT neardup_progress(1, 2)",
    "SELECT neardup_wrap('a', 1, 0)",
    "SELECT neardup_style('blue')",
    "SELECT neardup_error('a' || char(26085))",
    "SELECT neardup_error('must be one', 'a' || char(26085), 'b' || char(26085))",
    "SELECT neardup_error(1)",
    "SELECT neardup_run('neither')",
    "SELECT * FROM shingles('a', 0)",
    "SELECT * FROM stopword_ngrams('a', 1, 'klingon')",
    "SELECT * FROM shingles",
    "SELECT * FROM minhash_signatures('a', 3, 2, 3, 2, 'paper')",
    "SELECT * FROM minhash_signatures('a', 3, 1024, 1024)",
    "SELECT * FROM minhash_signatures('a', 3, 2, 3, 5)",
    "SELECT * FROM text_alignment('a', 1)",
    "SELECT * FROM text_alignment('a', 'b', 'c')",
    "SELECT * FROM text_alignment('a', 'b') WHERE gap = 0",
    "SELECT * FROM text_differences('a', 1)",
    "SELECT * FROM passage_likeness('a', 'b', 1)",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 4)",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 'd', '', '', 2)",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 'd') WHERE evidence = '{\"partners\": 1,}'",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 'd') WHERE evidence = '{\"partner\": 1}'",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 'd') WHERE words_b = x'01'",
    "SELECT * FROM duplicate_kind('a', 'b', 'c', 'd') WHERE rarities = 1",
    "SELECT collect_buckets(1, 2, 'c')",
    "SELECT * FROM bucket_parts((SELECT collect_buckets(1, 2, 3)), 0)",
    "SELECT collect_texts(1, 'a', NULL)",
    "SELECT collect_texts(1, 'a', (SELECT collect_buckets(1, 2, 3))) FROM (VALUES (1), (2))",
    "SELECT collect_texts(1, 'a', (SELECT collect_buckets(1, 2, 3)), 2)",
    SIGNED "SELECT collect_texts(5, 'a', buckets) FROM bucket_texts(" BUCKETS ")",
    "SELECT * FROM bucket_texts(1)",
    "SELECT * FROM candidate_pairs(1)",
    "SELECT * FROM candidate_pairs((SELECT collect_buckets(1, 2, 3)), 0)",
    "SELECT * FROM similar_pairs(1)",
    SIGNED
    "SELECT * FROM similar_pairs((SELECT collect_texts(id, 'a', buckets) FROM bucket_texts(" BUCKETS
    ") WHERE id <> 7))",
    "SELECT * FROM similar_pairs((SELECT collect_texts(1, 'a', NULL) WHERE 0), 12, 1.5)",
    "SELECT collect_vectors(1, 'a')",
    "SELECT collect_vectors(5, column1) FROM (VALUES (x'0000803F'), (x'00000040'))",
    "SELECT collect_vectors(column1, column2) FROM (VALUES (1, x'0000803F'), (2, "
    "x'0000803F0000803F'))",
    "SELECT * FROM similar_vectors(1)",
    "SELECT * FROM similar_vectors((SELECT collect_vectors(1, x'0000803F')), 2)",
    "SELECT * FROM similar_vectors((SELECT collect_vectors(1, x'0000803F')), 0.9, 1024, 64)",
    "SELECT collect_documents(1, 2)",
    "SELECT collect_documents(column1, 'a') FROM (VALUES (1), (2), (1))",
    "SELECT collect_candidates(1, 'a')",
    "SELECT * FROM aligned_passages(1, 2)",
    "SELECT * FROM aligned_passages((SELECT collect_documents(1, 'a')), (SELECT "
    "collect_candidates(1, 2)))",
    "SELECT * FROM aligned_passages((SELECT collect_documents(1, 'a')), (SELECT "
    "collect_candidates(1, 2)), 'none')",
    "SELECT * FROM union_find_members(x'00')",
    "SELECT * FROM unpack_columns(x'00')",
    "SELECT * FROM unpack_columns(1)",
    "SELECT * FROM unpack_columns(x'4E444131010000000100000000000000')",
    "SELECT * FROM unpack_columns((SELECT pack_column(1)), (SELECT pack_column(1) WHERE 0))",
    "SELECT pack_column(column1) FROM (VALUES (1), ('a'))",
    "SELECT pack_column(column1) FROM (VALUES (0.5), (9007199254740993))",
    "SELECT * FROM union_find_members(1)",
};

enum { query_count = sizeof queries / sizeof *queries };

/* Each allocation of these fails: few are those of a worker that judges the first group. */
static const char *const starts[] = {
    NUMBERS "SELECT collect_pairs(n, n, 'a', 'b', '', '', '', '', 0, 'en', '', x'', x'', NULL, 2) "
            "FROM number WHERE n < 66",
    NUMBERS "SELECT collect_pairs(n, n, 'a', 'b', '', '', '', '', 0, 'en', '', x'', x'', NULL, 1) "
            "FROM number WHERE n < 66",
};
enum { start_count = sizeof starts / sizeof *starts };

/* ---- Whether nothing is missing among the queries ---- */

static bool is_word_at(const char *sql, const char *place, size_t length) {
    bool begins = place == sql || !(isalnum((unsigned char)place[-1]) || place[-1] == '_');
    return begins && !isalnum((unsigned char)place[length]) && place[length] != '_';
}

static bool has_word(const char *sql, const char *word) {
    for (const char *place = sql; (place = strstr(place, word)) != NULL; place++)
        if (is_word_at(sql, place, strlen(word)))
            return true;
    return false;
}

/* Some query has both. */
static bool is_asked(const char *name, const char *column) {
    for (size_t i = 0; i < query_count; i++)
        if (has_word(queries[i], name) && (!column || has_word(queries[i], column)))
            return true;
    return false;
}

/* Names that the extension adds to a connection, and the columns of its tables. */
static void test_names(void) {
    static const char all_names[] =
        "SELECT name FROM pragma_function_list UNION SELECT name FROM pragma_module_list "
        "WHERE name NOT LIKE 'pragma%' AND name <> 'neardup'"; /* test_live_index_faults.c */
    sqlite3 *db;
    sqlite3_stmt *names;
    int count = 0;
    char *sql = sqlite3_mprintf("CREATE TEMP TABLE known AS %s", all_names);
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "no connection");
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    CHECK(sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK, "no extension");
    sqlite3_free(sql);
    sql = sqlite3_mprintf("SELECT added.name, info.name FROM (%s EXCEPT SELECT name FROM known) AS "
                          "added LEFT JOIN pragma_table_xinfo(added.name) AS info",
                          all_names);
    CHECK(sqlite3_prepare_v2(db, sql, -1, &names, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    for (; sqlite3_step(names) == SQLITE_ROW; count++) {
        const char *name = (const char *)sqlite3_column_text(names, 0);
        const char *column = (const char *)sqlite3_column_text(names, 1);
        CHECK(is_asked(name, column), "no query asks for %s, %s", name, column ? column : "");
    }
    CHECK(count > 50, "only %d names and columns were added", count);
    sqlite3_finalize(names);
    sqlite3_free(sql);
    sqlite3_close(db);
}

/* The names of schemes are those quoted in the message that refuses any other. */
static void test_schemes(void) {
    sqlite3 *db = database_open(NULL);
    char *message = database_answer(db, "SELECT minhash_match_probability(0, 1, 1, 1, '?')");
    int count = 0;
    for (char *name = strtok(message, "'"); name; name = strtok(NULL, "'"), count++) {
        char *next = strtok(NULL, "'");
        if (next && strcmp(next, "?") != 0)
            CHECK(is_asked(next, NULL), "no query has the scheme %s", next);
    }
    CHECK(count > 5, "only %d schemes", count);
    sqlite3_free(message);
    sqlite3_close(db);
}

/* ---- Faults ---- */

/* The whole answer of `sql`, with its error if it ends with one; to be freed. */
static char *answer_to(sqlite3 *db, const char *sql, int *code) {
    char *output;
    FILE *out = open_output(&output);
    *code = run_script(db, sql, out);
    if (*code != SQLITE_OK)
        fprintf(out, "error: %s", sqlite3_errmsg(db));
    fclose(out);
    return output;
}

/* The stride that gives each query about this many faults. */
static long stride_for(long calls) {
    return calls / (test_is_long() ? 1500 : 4) + 1;
}

static void test_query(sqlite3 *db, const char *sql, bool for_good, bool each) {
    int code;
    allocation_fail_at(LONG_MAX, false);
    char *right = answer_to(db, sql, &code);
    long stride = each ? 1 : stride_for(LONG_MAX - allocation_fault.countdown);
    allocation_fail_at(0, false);
    unsigned long refused = 0, wrong = 0;
    bool failed = true;
    long n = 1;
    for (; failed; n += stride) {
        allocation_fail_at(n, for_good);
        char *answer = answer_to(db, sql, &code);
        failed = allocation_failed();
        injected += failed;
        refused += code == SQLITE_NOMEM;
        wrong += code == SQLITE_NOMEM ? !failed : strcmp(answer, right) != 0;
        free(answer);
        if (test_is_long() || !failed || n % 4 == 1) { /* the connection still works */
            answer = answer_to(db, sql, &code);
            wrong += strcmp(answer, right) != 0;
            free(answer);
        }
    }
    free(right);
    CHECK(wrong == 0 && refused > 0, "%s: %lu of %ld answers are wrong", sql, wrong, n);
}

static void test_queries(const char *encoding) {
    sqlite3 *db = database_open(encoding);
    /* In the short form each query is tried in one encoding and in one way, which take turns. */
    for (size_t i = 0; i < query_count; i++)
        for (size_t for_good = 0; for_good < 2; for_good++)
            if (test_has_turn(i, 4, (encoding ? 2 : 0) + for_good))
                test_query(db, queries[i], for_good, false);
    for (size_t i = 0; i < start_count && (test_is_long() || !encoding); i++) {
        test_query(db, starts[i], false, true);
        test_query(db, starts[i], true, true);
    }
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
}

/* Of an error for which there is not enough memory, neardup_last_error() tells all or nothing. */
static void test_last_error(void) {
    sqlite3 *db = database_open(NULL);
    bool failed = true;
    for (long n = 1; failed; n++) {
        allocation_fail_at(n, false);
        database_run(db, "SELECT neardup_error('must be one', 'number', 2)");
        failed = allocation_failed();
        injected += failed;
        char *answer = database_answer(db, "SELECT * FROM neardup_last_error()");
        CHECK(!*answer ||
                  strcmp(answer, "@number must be one, found 2|number|must be one, found 2") == 0,
              "allocation %ld: %s", n, answer);
        sqlite3_free(answer);
    }
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is still open");
}

static int load_linked(sqlite3 *db) {
    return sqlite3_neardup_init(db, NULL, NULL);
}

/* SQLite turns the extension's code into SQLITE_ERROR, and keeps its message. */
static int load_module(sqlite3 *db) {
    char *message = NULL;
    int code = sqlite3_load_extension(db, "build/neardup", NULL, &message);
    if (code == SQLITE_ERROR && (!message || strstr(message, sqlite3_errstr(SQLITE_NOMEM))))
        code = SQLITE_NOMEM;
    sqlite3_free(message);
    return code;
}

/* Loads the extension, and loads it again over itself; what was loaded still works. */
static void test_loading(int (*load)(sqlite3 *db), bool twice, bool for_good) {
    unsigned long wrong = 0, refused = 0;
    bool failed = true;
    for (long n = 1; failed && n < 5000; n += test_is_long() ? 1 : 1 + n / 16) {
        sqlite3 *db;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
            sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) != SQLITE_OK ||
            (twice && load(db) != SQLITE_OK))
            abort();
        allocation_fail_at(n, for_good);
        int code = load(db);
        failed = allocation_failed();
        injected += failed;
        refused += code == SQLITE_NOMEM;
        wrong += code != SQLITE_OK && code != SQLITE_NOMEM;
        char *answer = database_answer(db, "SELECT jaccard('abcd', 'abcx', 2)");
        wrong += (twice || code == SQLITE_OK) && strcmp(answer, "0.5") != 0;
        sqlite3_free(answer);
        wrong += sqlite3_close(db) != SQLITE_OK;
    }
    CHECK(wrong == 0 && refused > 0 && !failed, "%lu codes other than SQLITE_NOMEM", wrong);
}

/* A statement that still has rows, and its connection, are closed when no memory is left. */
static void test_closing(int (*load)(sqlite3 *db), const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) != SQLITE_OK)
        abort();
    CHECK(load(db) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    int code = sqlite3_step(statement);
    allocation_fail_at(1, true);
    sqlite3_finalize(statement);
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s, which said %d: something is open", sql, code);
    injected += allocation_failed();
}

static void test_life(int (*load)(sqlite3 *db)) {
    for (int i = 0; i < 4; i++)
        test_loading(load, i & 1, i & 2);
    for (size_t i = 0; i < query_count; i++)
        test_closing(load, queries[i]);
}

int main(void) {
    if (!failing_allocator_install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("faults/test_functions_out_of_memory");
    }
    test_names();
    test_schemes();
    test_queries(NULL);
    test_queries("UTF-16le");
    test_last_error();
    test_life(load_linked);
    test_life(load_module);
    test_figure(injected, "faults injected into SQL functions: out of memory");
    return database_test_end("faults/test_functions_out_of_memory");
}
