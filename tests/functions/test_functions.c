/*
 * test_functions.c - the extension as seen from SQL: tables of queries and their results in the
 * form of database.h. All run on databases in UTF-8 and in both kinds of UTF-16.
 */
#include "../test.h"
#include "database.h"

#include <stdint.h>
#include <stdlib.h> /* setenv */

/* Of two inputs and two bits. */
#define MODEL_BLOB \
    "x'4E444D310000010002000000020000000000803F000080BF000080BF0000803F0000000000000000'"
#define MODEL "semantic_model(" MODEL_BLOB ")"

struct query {
    const char *sql, *answer;
};

/* ---- Values: tests/functions/oracle.py has many more ---- */

#define NO_WEIGHTS                                                                            \
    "error: tfidf_vector(): argument weights must be a result of term_weights() in the same " \
    "statement, made of at least one text"

static const struct query values[] = {
    {"SELECT jaccard('abcd', 'abcx', 2)", "0.5"},
    {"SELECT jaccard('abcde', 'abcdf')", "0.0"}, /* shorter than 12: whole texts */
    {"SELECT jaccard('abcde', 'abcde')", "1.0"},
    {"SELECT jaccard('The quick brown fox', 'The quick brown cat'), "
     "jaccard('The quick brown fox', 'The quick brown cat', 12)",
     "0.454545454545455|0.454545454545455"},
    {"SELECT jaccard('', ''), jaccard('', 'a'), jaccard('a', '')", "1.0|0.0|0.0"},
    {"SELECT jaccard('aaaa', 'aa', 1)", "1.0"}, /* sets, not bags */
    /* The first text stays, which is faster; the third argument and the other text may change. */
    {"WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 900) "
     "SELECT sum(jaccard('lamps 512 and 77', 'lamps ' || (n * n), n / 300 + 2) = "
     "jaccard('lamps ' || (n * n), 'lamps 512 and 77', n / 300 + 2)), "
     "sum(jaccard('512', n || 'x', 2) = 0), sum(containment('512 77', n || ' ', 3) > 0), "
     "sum(jaccard((n / 20) || '', n || '', 1) = jaccard(n || '', (n / 20) || '', 1)) FROM n",
     "900|863|9|900"},
    {"SELECT containment('abc', 'xabcx', 2), containment('xabcx', 'abc', 2)", "1.0|0.5"},
    {"SELECT containment('', ''), containment('', 'a'), containment('a', '')", "1.0|1.0|0.0"},
    {"SELECT jaccard(printf('%.*c', 1024, 'a'), printf('%.*c', 1025, 'a'), 1024)", "1.0"},
    {"SELECT edit_distance('kitten', 'sitting')", "3"},
    {"SELECT edit_distance('kitten', 'sitting', 3), edit_distance('kitten', 'sitting', 2), "
     "edit_distance('kitten', 'sitting', 1), edit_distance('kitten', 'sitting', 0)",
     "3|3|2|1"},
    {"SELECT edit_distance('kitten', 'sitting', 2147483647)", "3"},
    {"SELECT edit_distance('same', 'same', 0), edit_distance('', ''), edit_distance('', 'abc')",
     "0|0|3"},
    {"SELECT edit_similarity('kitten', 'sitting')", "0.571428571428571"},
    {"SELECT edit_similarity('', ''), edit_similarity('', 'a'), edit_similarity('a', 'a')",
     "1.0|0.0|1.0"},
    {"SELECT hex(minhash_sketch('The quick brown fox', 3, 3, 'banded', -2))",
     "4E445331000000000300000003000000FEFFFFFFFFFFFFFFF4B91218F05345143B80E001"},
    {"SELECT minhash_sketch('', 12, 1)", "x'4E4453310000000"
                                         "00C00000001000000"
                                         "0100000000000000FFFFFFFF'"},
    {"SELECT length(minhash_sketch('a')), length(minhash_sketch('a', 12, 20, 'paper'))", "424|184"},
    {"SELECT hex(minhash_sketch('The ferry to Ørsay', 2, 2, 'words', -1))",
     "4E445331050000000200000002000000FFFFFFFFFFFFFFFF0D219E029F98C344"},
    {"SELECT minhash_match_probability(0.5, 2, 1, 2, 'words', 1)", "0.75"},
    {"SELECT minhash_match_probability(0.5, 21, 1, 21, 'words') > 0.9999", "1"},
    {"SELECT minhash_similarity(minhash_sketch('abcdefghijkl', 12, 20, scheme.value), "
     "minhash_sketch('ebcdafghijkl', 12, 20, scheme.value)) "
     "FROM json_each('[\"wikiduper\", \"wikiduper-fixed\", \"wikiduper-report\"]') AS scheme",
     "1.0 / 0.0 / 1.0"},
    {"SELECT round(minhash_match_probability(0.9, 10, 10, 20, 'wikiduper'), 4), "
     "round(minhash_match_probability(0.9, 10, 10, 20, 'wikiduper-fixed'), 4)",
     "0.9081|0.9081"},
    {"SELECT length(minhash_sketch('a', 1, 65536))", "262168"},
    {"SELECT minhash_sketch('a') = minhash_sketch('a', 12, 100, 'banded', 1)", "1"},
    {"SELECT cosine_similarity(x'0000803F', x'000000BF'), cosine_similarity(x'0000803F', "
     "x'0000803F'), cosine_similarity(x'00000000', x'0000803F'), cosine_similarity(NULL, x'01')",
     "-1.0|1.0|NULL|NULL"},
    {"SELECT cosine_similarity(x'4E44563100', x'4E44563100'), cosine_similarity(x'01', NULL)",
     "NULL|NULL"},
    {"SELECT tfidf_vector(NULL, 1), tfidf_vector(NULL, NULL), "
     "tfidf_vector('!', (SELECT term_weights('a'))), document_frequencies(NULL)",
     "NULL|NULL|NULL|NULL"},
    /* Hyperplanes are kept for dense vectors only: more sets than are kept, in turn. */
    {"WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 99), "
     "v(dense, sparse) AS (VALUES (x'0000803F000000C0', "
     "x'4E4456310000000000010000000000803F000000C0'), (x'0000803F00000000000000C0', "
     "x'4E4456310000000000020000000000803F000000C0')), "
     "s(s, t) AS (SELECT substr(random_projection(dense, 90 + n / 2 % 2 * 9, n % 7), 25), "
     "substr(random_projection(sparse, 90 + n / 2 % 2 * 9, n % 7), 25) FROM n CROSS JOIN v) "
     "SELECT count(*), count(DISTINCT s), sum(s = t) FROM s",
     "200|28|200"},
    /* A pointer is NULL once it was in a table, or if another function has made it. */
    {"SELECT tfidf_vector('a', NULL)", NO_WEIGHTS},
    {"SELECT tfidf_vector('a', (SELECT term_weights(NULL)))", NO_WEIGHTS},
    {"SELECT tfidf_vector('a', (SELECT word_vectors('a', x'0000803F', 1, '')))", NO_WEIGHTS},
    {"WITH w AS MATERIALIZED (SELECT term_weights('a') AS weights) "
     "SELECT tfidf_vector('a', weights) FROM w",
     NO_WEIGHTS},
    {"SELECT hex(tfidf_vector('a', (SELECT term_weights('')))), hex(document_frequencies(''))",
     "4E44563100B269253C0000803F|4E44443101000000"},
    {"SELECT minhash_similarity(minhash_sketch('abc'), minhash_sketch('abc'))", "1.0"},
    {"SELECT minhash_similarity(minhash_sketch('abc'), minhash_sketch('abd'))", "0.0"},
    {"SELECT minhash_similarity(minhash_sketch(''), minhash_sketch(''))", "1.0"},
    {"SELECT abs(minhash_similarity(minhash_sketch('abcdefghijklmnopqr', 2, 65536),"
     " minhash_sketch('abcdefghijklmnopqrstuvwxyz', 2, 65536)) - 17/25.0) < 0.01",
     "1"},
    {"SELECT minhash_match_probability(0.5), minhash_match_probability(0.5, 25, 4)",
     "0.800803405216736|0.800803405216736"},
    {"SELECT minhash_match_probability(0), minhash_match_probability(1)", "0.0|1.0"},
    {"SELECT minhash_match_probability(0.5, 1, 1), minhash_match_probability(0.5, 2, 1, 2)",
     "0.5|0.75"},
    {"SELECT minhash_match_probability(0.5, 2, 1, 2, 'paper', 1)", "0.75"}, /* both functions */
    {"SELECT minhash_match_probability(0.5, 2, 1, 2, 'paper'), "
     "minhash_match_probability(0.25, 2, 1, 2, 'paper')",
     "0.75|0.4375"}, /* a curve is prepared once */
    {"SELECT round(minhash_match_probability(0.9, 10, 10, 20, 'paper'), 3) < "
     "round(minhash_match_probability(0.9, 10, 10), 3)",
     "1"},
    {"SELECT fold_text('The Storm \u2014 killed 143 people!'), fold_text('\uFF21\u00C9', 'case'), "
     "fold_text('A\u00C9', 'accents')",
     "the storm killed 143 people|\uFF41\u00E9|AE"},
    {"SELECT fold_text('A 1', ' case,,digits '), fold_text('A 1', 'all digits'), fold_text('', "
     "'all')",
     "a 0|a 0|"},
    {"SELECT fold_text('A\u00C9 \u2014', ''), fold_text('A.', ' , '), fold_text('!?')",
     "A\u00C9 \u2014|A.|"},
    {"SELECT fold_text(NULL), fold_text('a', NULL), fold_text(NULL, 'case')", "NULL|NULL|NULL"},
    {"SELECT text_script('Abc'), text_script('\u0434a\u0434'), text_script('12'), "
     "text_script(''), text_script(NULL)",
     "Latin|Cyrillic|NULL|NULL|NULL"},
    {"SELECT mark_differences('It killed 143 people.', 'It killed about 134 people.')",
     "It killed [|about ][143|134] people."},
    {"SELECT mark_differences('a b', 'a c', '<'), mark_differences('a b', 'a c', '<', ':'), "
     "mark_differences('a b', 'a c', '', '', '')",
     "a <b|c]|a <b:c]|a bc"},
    {"SELECT mark_differences('same', 'same'), mark_differences('', ''), mark_differences('', 'a')",
     "same||[|a]"},
    {"SELECT neardup_progress(column1, 'x', 7), typeof(neardup_progress(column1, 'x')) FROM "
     "(VALUES "
     "(NULL), (9223372036854775807), (-1.5), ('日x'), (x'00FF'), (''), (zeroblob(2)))",
     "NULL|null / 9223372036854775807|integer / -1.5|real / 日x|text / x'00FF'|blob / |text / "
     "x'0000'|blob"},
    {"SELECT length(neardup_progress('a' || char(0) || 'b', 'x')), neardup_progress(1, NULL), "
     "neardup_progress(2, 'x', NULL), neardup_progress(3, NULL, NULL), neardup_progress(4, '', 0)",
     "1|1|2|3|4"},
    {"SELECT neardup_error(NULL), neardup_begin(NULL)", "NULL|NULL"},
    {"SELECT count(*) FROM (VALUES (1), (2)) WHERE column1 > 2 AND neardup_error('no') IS NULL",
     "0"},
    {"SELECT 1 WHERE 0 AND neardup_error('not reached')", ""}, /* a constant call, yet not made */
    {"SELECT neardup_begin('write'); COMMIT; SELECT neardup_begin('read'); ROLLBACK",
     "NULL / NULL"},
    {"SAVEPOINT s; SELECT neardup_begin('lock'); SELECT count(*) FROM pragma_page_count; RELEASE s",
     "NULL / 1"},
    {"SELECT neardup_version()", NEARDUP_VERSION},
    /* two passages side by side: marks, what is left out, paragraphs, wide words, rows */
    {"SELECT mark_passage('It killed 143 people.', 'It killed about 134 people.', 40, 1)",
     " It killed [143]    | It killed [about\n people.            | 134] people."},
    {"SELECT mark_passage('a b c d e f g h i j 1', 'a b c d e f g h i j 2', 40, 0, 2)",
     "\u2026 i j [1]          | \u2026 i j [2]"},
    {"SELECT mark_passage('a' || char(10) || 'b c', 'a' || char(10, 10) || 'b d', 30, 0, 9, 5, "
     "'<', '>', '(', ')')",
     "a             | a\nb <c>         | b (d)"},
    {"SELECT mark_passage('averyveryverylongword', 'a' || char(27) || 'b', 1)",
     "[averyve | [a\uFFFDb]\nryverylo |\nngword]  |"},
    {"SELECT mark_passage('one two three four five', '', 20, 1, 0, 2), mark_passage('one two three "
     "four', '', 20, 1, 0, 2)",
     " [one two |\n three    |\n \u2026 2 more rows| [one two |\n three    |\n four]    |"},
    {"SELECT mark_passage('', ''), mark_passage(NULL, 'a'), mark_passage('a', 'b', 9, 0, 0, 1, "
     "'[', NULL)",
     "|NULL|NULL"},
    /* lines break at white space, later ones are indented; NULL gives NULL */
    {"SELECT neardup_wrap('one two three', 2, 9)", "one two\n  three"},
    {"SELECT neardup_wrap('one two three', 0, 7), neardup_wrap('one two three', 0, 6)",
     "one two\nthree|one\ntwo\nthree"},
    {"SELECT neardup_wrap('  1. one two', 5, 8)", "  1. one\n     two"},
    {"SELECT neardup_wrap('a' || char(10, 9) || 'b  '), neardup_wrap('a  b', 0, 3)", "a b|a\nb"},
    {"SELECT neardup_wrap('  a  b' || char(13, 10, 13, 10) || '    c' || char(9) || 'd ' || "
     "char(10))",
     "  a  b c d"},
    {"SELECT neardup_wrap('  ' || char(10, 10, 9) || '   a'), neardup_wrap(char(9) || 'a')",
     "  a|a"},
    {"SELECT neardup_wrap(''), neardup_wrap(' '), neardup_wrap('a b', 1000, 1) = 'a' || char(10) "
     "|| "
     "printf('%1000s', '') || 'b'",
     "||1"},
    {"SELECT neardup_wrap('see https://example.org/a/b, which sticks out', 0, 10)",
     "see\nhttps://example.org/a/b,\nwhich\nsticks out"},
    {"SELECT neardup_wrap('a\u00A0b c', 0, 2)", "a\u00A0b\nc"},
    /*
     * columns: marks take none, wide characters two; lines break between these, except at
     * punctuation
     */
    {"SELECT neardup_wrap('e\u0301e\u0301 e\u0301', 0, 4)", "e\u0301e\u0301 e\u0301"},
    {"SELECT neardup_wrap('日本語の文', 2, 7)", "日本語\n  の文"},
    {"SELECT neardup_wrap('日本語。「の」文', 0, 6)", "日本\n語。\n「の」\n文"},
    {"SELECT neardup_wrap('日本abc語', 0, 6)", "日本\nabc語"},
    {"SELECT neardup_wrap(NULL), neardup_wrap('a', NULL), neardup_wrap('a', 0, NULL)",
     "NULL|NULL|NULL"},
    /* nothing controls a terminal; without one there are no styles */
    {"SELECT neardup_wrap('a' || char(27) || '[31mb' || char(0x9b, 0x202e, 7, 0) || 'c')",
     "a\uFFFD[31mb\uFFFD\uFFFD\uFFFD\uFFFDc"},
    {"SELECT neardup_wrap('می\u200Cخواهم')", "می\u200Cخواهم"},
    {"SELECT neardup_style('bold'), neardup_style('plain'), neardup_style(NULL)", "||NULL"},
    {"SELECT neardup_debug() LIKE 'neardup " NEARDUP_VERSION "; % minima by %'", "1"},
};

/* ---- Text: code points, whatever the bytes ---- */

static const struct query texts[] = {
    {"SELECT edit_distance('école', 'ecole'), edit_distance('é', 'e' || char(769))", "1|2"},
    {"SELECT edit_distance('日本語', '日本人語'), edit_distance('😀', '😁')", "1|1"},
    {"SELECT jaccard('日本語', '日本人', 2), jaccard('😀😁', '😁😀', 1)", "0.333333333333333|1.0"},
    {"SELECT group_concat(shingle, ' ') FROM shingles('añ😀日', 2)", "añ ñ😀 😀日"},
    {"SELECT count(*) FROM shingles('a' || char(0) || 'b', 1)", "3"},
    {"SELECT count(*) FROM shingles('a' || char(0) || 'b', 1) WHERE unicode(shingle) = 98", "1"},
    {"SELECT edit_distance('a' || char(0) || 'b', 'a' || char(0) || 'c')", "1"},
    {"SELECT jaccard('a' || char(0) || 'b', 'a' || char(0) || 'c')", "0.0"},
    {"SELECT minhash_sketch('a' || char(0) || 'b') = minhash_sketch('a')", "0"},
    /* A lone surrogate, half a code unit, or ill-formed UTF-8, depending on the encoding. */
    {"SELECT jaccard(CAST(x'00D8' AS TEXT), CAST(x'00D8' AS TEXT)), "
     "edit_distance(CAST(x'3DD8FF' AS TEXT), CAST(x'3DD8FF' AS TEXT))",
     "1.0|0"},
    {"SELECT pack_column('é' || char(0) || 'a')",
     "x'4E44413103000000010000000000000000000000000000000400000000000000C3A90061'"},
    {"SELECT max(length(shingle)), count(*) FROM shingles(printf('%.*c', 1100, '日'), 1024)",
     "1024|77"},
};

/* CAST interprets bytes in the encoding of the database; these are UTF-8. */
static const struct query broken_texts[] = {
    {"SELECT hex(shingle) FROM shingles(CAST(x'61FF62' AS TEXT), 1)", "61 / EFBFBD / 62"},
    {"SELECT hex(shingle) FROM shingles(CAST(x'E282' AS TEXT))", "EFBFBD"},
    {"SELECT hex(shingle) FROM shingles(CAST(x'EDA080' AS TEXT), 9)", "EFBFBDEFBFBDEFBFBD"},
    {"SELECT hex(shingle) FROM shingles(CAST(x'610062' AS TEXT), 2)", "6100 / 0062"},
    {"SELECT edit_distance(CAST(x'FF' AS TEXT), char(65533))", "0"},
    {"SELECT jaccard(CAST(x'C0AF' AS TEXT), char(65533, 65533))", "1.0"},
    {"SELECT minhash_sketch(CAST(x'F09F98' AS TEXT)) = minhash_sketch(char(65533))", "1"},
    {"SELECT hex(fold_text(CAST(x'41FF' AS TEXT), '')), hex(fold_text(CAST(x'41FF' AS TEXT), "
     "'case')), hex(fold_text(CAST(x'41FF42' AS TEXT)))",
     "41FF|61EFBFBD|612062"},
    {"SELECT substr(hex(pack_column(CAST(x'61FF62' AS TEXT))), 65), "
     "substr(hex(pack_column(CAST(x'EFBFBDF09F98' AS TEXT))), 65)",
     "61EFBFBD62|EFBFBDEFBFBD"},
    {"SELECT hex(c1), typeof(c1) FROM unpack_columns("
     "x'4E4441310300000001000000000000000000000000000000020000000000000061FF')",
     "61FF|text"},
    {"SELECT minhash_sketch('a', 1, 1, CAST(x'FF' AS TEXT)) IS NULL",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found '�'"},
};

/* ---- Errors that the tables of arguments below do not cover ---- */

#define HOW \
    "'all' or a list of 'case', 'width', 'accents', 'punctuation', 'space', 'digits' and 'notes'"

static const struct query errors[] = {
    {"SELECT jaccard('a')", "error: wrong number of arguments to function jaccard()"},
    {"SELECT edit_similarity('a', 'b', 1)",
     "error: wrong number of arguments to function edit_similarity()"},
    {"SELECT neardup_progress(1)",
     "error: wrong number of arguments to function neardup_progress()"},
    {"SELECT neardup_progress(1, 2)",
     "error: neardup_progress(): argument label must be text, found an integer"},
    {"SELECT neardup_progress(1, x'41')",
     "error: neardup_progress(): argument label must be text, found a blob"},
    {"SELECT neardup_progress(1, 'x', '2')",
     "error: neardup_progress(): argument total must be an integer, found text"},
    {"SELECT neardup_progress(1, 'x', 2.0)",
     "error: neardup_progress(): argument total must be an integer, found a real number"},
    {"SELECT fold_text(1)", "error: fold_text(): argument text must be text, found an integer"},
    {"SELECT fold_text('a', x'61')", "error: fold_text(): argument how must be text, found a blob"},
    {"SELECT fold_text('a', 'case,lower')",
     "error: fold_text(): argument how must be " HOW ", found 'lower'"},
    {"SELECT fold_text('a', 'Case')",
     "error: fold_text(): argument how must be " HOW ", found 'Case'"},
    {"SELECT text_script(1.5)",
     "error: text_script(): argument text must be text, found a real number"},
    {"SELECT neardup_wrap(1)",
     "error: neardup_wrap(): argument text must be text, found an integer"},
    {"SELECT neardup_wrap('a', -1)",
     "error: neardup_wrap(): argument indent must be an integer from 0 to 1000, found -1"},
    {"SELECT neardup_wrap('a', 0, 0)",
     "error: neardup_wrap(): argument width must be an integer from 1 to 1000000, found 0"},
    {"SELECT neardup_style('blue')",
     "error: neardup_style(): argument name must be 'plain', 'bold', 'faint', 'red' or 'green', "
     "found 'blue'"},
    {"SELECT neardup_progress(1, NULL, -1)",
     "error: neardup_progress(): argument total must be an integer from 0 to 9223372036854775807, "
     "found -1"},
    {"SELECT neardup_error('my.db: 日本 is not neardup''s')",
     "error: my.db: 日本 is not neardup's"},
    {"SELECT neardup_error('')", "error: "},
    {"SELECT neardup_error('a' || char(27) || '[2J' || char(10) || 'b' || char(0x202E, 0))",
     "error: a\xEF\xBF\xBD[2J\xEF\xBF\xBD\x62\xEF\xBF\xBD\xEF\xBF\xBD"},
    {"SELECT neardup_style(char(27) || 'c')", "error: neardup_style(): argument name must be "
                                              "'plain', 'bold', 'faint', 'red' or 'green', found "
                                              "'\xEF\xBF\xBD\x63'"},
    {"SELECT neardup_error(1)",
     "error: neardup_error(): argument message must be text, found an integer"},
    {"SELECT neardup_error(x'41')",
     "error: neardup_error(): argument message must be text, found a blob"},
    {"SELECT neardup_begin(1.5)",
     "error: neardup_begin(): argument mode must be text, found a real number"},
    {"SELECT neardup_begin('Write')",
     "error: neardup_begin(): argument mode must be 'read', 'write' or 'lock', found "
     "'Write'"},
    {"SELECT neardup_begin('write' || char(0))",
     "error: neardup_begin(): argument mode must be 'read', 'write' or 'lock', found "
     "'write\xEF\xBF\xBD'"},
    {"SELECT neardup_begin()", "error: wrong number of arguments to function neardup_begin()"},
    {"SELECT neardup_version(1)", "error: wrong number of arguments to function neardup_version()"},
    {"SELECT union_find(1)", "error: wrong number of arguments to function union_find()"},
    {"SELECT * FROM shingles('a', 1, 2)", "error: too many arguments on shingles() - max 2"},
    {"SELECT * FROM shingles", "error: shingles(): argument text is missing"},
    {"SELECT * FROM shingles WHERE length = 3", "error: shingles(): argument text is missing"},
    {"SELECT * FROM shingles WHERE length = 3 OR position = 1",
     "error: shingles(): argument text is missing"},
    {"SELECT * FROM shingles WHERE input_text > 'a'",
     "error: shingles(): argument text is missing"},
    {"SELECT * FROM minhash_signatures", "error: minhash_signatures(): argument text is missing"},
    {"SELECT * FROM union_find_members", "error: union_find_members(): argument blob is missing"},
    {"SELECT minhash_sketch('a', 12, 100, 'bands')",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found 'bands'"},
    {"SELECT minhash_sketch('a', 12, 100, 'Banded')",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found 'Banded'"},
    {"SELECT minhash_sketch('a', 12, 100, '')",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found ''"},
    {"SELECT minhash_sketch('a', 12, 100, 'paper' || char(0))",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found "
     "'paper\xEF\xBF\xBD'"},
    {"SELECT minhash_sketch('a', 12, 100, replace(printf('%.*c', 41, 'x'), 'x', '日'))",
     "error: minhash_sketch(): argument scheme must be 'banded', 'words', 'paper', "
     "'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found "
     "'日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日日'"},
    {"SELECT * FROM minhash_signatures('a', 12, 2, 3, 7)",
     "error: minhash_signatures(): scheme 'banded' uses bands * rows hash functions: argument "
     "hashes must be 2 * 3 = 6, found 7"},
    {"SELECT * FROM minhash_signatures('a', 12, 1024, 65)",
     "error: minhash_signatures(): bands * rows must be at most 65536, found 1024 * 65"},
    {"SELECT count(*) FROM minhash_signatures('a', 12, 1024, 64)", "1024"},
    {"SELECT * FROM minhash_signatures('a', 12, 1, 6, 5, 'words')",
     "error: minhash_signatures(): scheme 'words' uses bands * rows hash functions: argument "
     "hashes must be 1 * 6 = 6, found 5"},
    {"SELECT * FROM minhash_signatures('a', 12, 1, 6, 5, 'paper')",
     "error: minhash_signatures(): scheme 'paper' draws distinct hash functions: argument rows (6) "
     "must be at most hashes (5)"},
    {"SELECT count(*) FROM minhash_signatures('a', 12, 1, 5, 5, 'paper')", "1"},
    {"SELECT count(*) FROM minhash_signatures('a', 12, 1, 6, 5, 'wikiduper')", "1"},
    {"SELECT minhash_match_probability(1.01)",
     "error: minhash_match_probability(): argument jaccard must be a number from 0.0 to 1.0, "
     "found 1.01"},
    {"SELECT minhash_match_probability(-1)",
     "error: minhash_match_probability(): argument jaccard must be a number from 0.0 to 1.0, "
     "found -1.0"},
    {"SELECT minhash_match_probability(9e999)",
     "error: minhash_match_probability(): argument jaccard must be a number from 0.0 to 1.0, "
     "found Inf"},
    {"SELECT minhash_match_probability(0.5, 21, 2, 21, 'paper')",
     "error: minhash_match_probability(): for scheme 'paper' argument bands or hashes must be at "
     "most 20, found bands 21 and hashes 21"},
    {"SELECT minhash_match_probability(0.5, 25, 2, 10, 'paper') > 0", "1"},
    {"SELECT minhash_match_probability(0.5, 21, 2, 22, 'wikiduper-fixed')",
     "error: minhash_match_probability(): for scheme 'wikiduper-fixed' argument bands or hashes "
     "must be at most 20, found bands 21 and hashes 22"},
    {"SELECT minhash_match_probability(0.5, 25, 20, 10, 'wikiduper') > 0", "1"},
    {"SELECT minhash_similarity(minhash_sketch('a', 12, 20, 'wikiduper'), "
     "minhash_sketch('a', 12, 20, 'wikiduper-fixed'))",
     "error: minhash_similarity(): sketches must be made with equal parameters, found scheme "
     "'wikiduper', shingle 12, hashes 20, seed 1123456 and scheme 'wikiduper-fixed', shingle 12, "
     "hashes 20, seed 1123456"},
    {"SELECT minhash_similarity(minhash_sketch('a', 12), minhash_sketch('a', 11, 9, 'paper', -3))",
     "error: minhash_similarity(): sketches must be made with equal parameters, found scheme "
     "'banded', shingle 12, hashes 100, seed 1 and scheme 'paper', shingle 11, hashes 9, seed -3"},
    {"SELECT minhash_similarity(minhash_sketch('a'), x'00')",
     "error: minhash_similarity(): argument t must be a sketch from minhash_sketch(), found "
     "another "
     "blob of length 1"},
    {"SELECT minhash_similarity(x'', x'00')", "error: minhash_similarity(): argument s must be a "
                                              "sketch from minhash_sketch(), found another "
                                              "blob of length 0"},
    {"SELECT minhash_similarity(zeroblob(424), minhash_sketch('a'))",
     "error: minhash_similarity(): argument s must be a sketch from minhash_sketch(), found "
     "another "
     "blob of length 424"},
    {"SELECT * FROM union_find_members(x'')",
     "error: union_find_members(): argument blob must be a result of union_find() or "
     "star_clusters(), found another blob of length 0"},
    {"SELECT * FROM union_find_members(minhash_sketch('a', 1, 1))",
     "error: union_find_members(): argument blob must be a result of union_find() or "
     "star_clusters(), found another blob of length 28"},
    {"SELECT union_find(1, 2) OVER ()", "error: union_find() may not be used as a window function"},
    {"CREATE TABLE x AS SELECT 'abc' AS c; CREATE INDEX i ON x(neardup_version())",
     "error: non-deterministic functions prohibited in index expressions"},
};

/* The largest allowed arguments, for calls that take a while. */
static const struct query limits[] = {
    {"SELECT round(minhash_match_probability(0.5, 20, 1, 65536, 'paper'), 6) > 0.99999", "1"},
    {"SELECT round(minhash_match_probability(0.5, 1024, 1, 20, 'paper'), 6) > 0.99999", "1"},
};

/* ---- Table-valued functions ---- */

/* Counts of 20,000 texts, all of other words. */
#define FOX "'The quick brown fox jumps over the lazy dog near a river'"
#define CAT "'Every cat of our old house sleeps all day'"
#define LONG_FOX                                                                                  \
    "'The quick brown fox jumps over the lazy dog near a river, where it drinks until the moon '" \
    " || 'rises, and then walks home through fields of barley and rye that no other animal has '" \
    " || 'crossed before it in all that summer.'"
#define RARITIES "word_rarities(x'4E44574602000000204E00000000000000000000')"
#define OF_DATABASE                                                                       \
    "duplicate_kind('See 5 lamps lit.', 'See 5 lamps burn.', 'A', 'B', '', '', 0, 'en', " \
    "'{\"partners\":3}', (SELECT word_set('b')), (SELECT word_set('see')), " RARITIES ")"

static const struct query tables[] = {
    {"SELECT * FROM stopword_ngrams('The­ lamp, OF Ｔhe sea; isn''t it?', 3)",
     "1|the of the / 12|of the isn / 15|the isn t / 24|isn t it"},
    {"SELECT position, ngram, input_text, n, input_language FROM stopword_ngrams('to be', 2)",
     "1|to be|to be|2|english"},
    {"SELECT count(*) FROM stopword_ngrams('to be', 3)", "0"},
    {"SELECT ngram FROM stopword_ngrams('Was für ein gegen̈uber', 2, 'german')",
     "was für / für ein"},
    {"SELECT ngram FROM stopword_ngrams('ＥＬＬＥ était à̀ là', 2, 'french')",
     "elle était / était là"},
    {"SELECT count(*) FROM stopword_ngrams('日the本the, 2the the2', 1)", "2"},
    {"SELECT count(*) FROM stopword_ngrams('a' || printf('%.*c', 63, char(0x200B)), 1)", "1"},
    {"SELECT count(*) FROM stopword_ngrams('a' || printf('%.*c', 64, char(0x200B)), 1)", "0"},
    {"SELECT * FROM stopword_ngrams('a', 2, '')",
     "error: stopword_ngrams(): argument language must be one of dutch, english, french, german, "
     "italian, portuguese, russian, spanish, found ''"},
    {"SELECT * FROM shingles('abcd', 3)", "1|abc / 2|bcd"},
    {"SELECT * FROM shingles('abcd', 4)", "1|abcd"},
    {"SELECT * FROM shingles('abcd', 5)", "1|abcd"},
    {"SELECT * FROM shingles('')", ""},
    {"SELECT rowid - min(rowid) OVER (), * FROM shingles('aa', 1)", "0|1|a / 1|2|a"},
    /* SQLite drops a row whose rowid it has seen in another part of an OR. */
    {"SELECT input_text, position, shingle FROM shingles WHERE (input_text = 'abc' AND length = 2) "
     "OR (input_text = 'xyz' AND length = 1)",
     "abc|1|ab / abc|2|bc / xyz|1|x / xyz|2|y / xyz|3|z"},
    {"SELECT position, shingle FROM shingles WHERE (input_text = 'abc' AND length = 12) OR "
     "(input_text = 'abc' AND position = 1)",
     "1|abc"},
    {"SELECT DISTINCT input_text, bands, scheme FROM minhash_signatures WHERE (input_text = 'abc' "
     "AND bands = 2 AND scheme = 'banded') OR (input_text = 'abc' AND bands = 2) OR (input_text = "
     "'abd' AND scheme = 'paper')",
     "abc|2|banded / abd|10|paper"},
    {"SELECT count(*) FROM minhash_signatures WHERE (input_text = 'abc' AND bands = 2 AND scheme = "
     "'banded') OR (input_text = 'abc' AND bands = 2) OR (input_text = 'abd' AND scheme = 'paper')",
     "12"},
    {"SELECT member FROM union_find_members WHERE input_blob = x'4E4443310100"
     "00' OR input_blob = x'4E444331010100' OR (input_blob = x'4E4443310100"
     "00' AND member < 0)",
     "-9223372036854775808 / -9223372036854775807"},
    {"SELECT * FROM shingles('abcd') WHERE length = 3", "1|abc / 2|bcd"},
    {"SELECT * FROM shingles WHERE input_text = 'abcd' AND length = 3", "1|abc / 2|bcd"},
    {"SELECT * FROM shingles WHERE 3 = length AND 'abcd' = input_text", "1|abc / 2|bcd"},
    {"SELECT position, input_text, length FROM shingles('abcd', 4)", "1|abcd|4"},
    {"SELECT input_text, length FROM shingles('abc')", "abc|12"},
    {"SELECT length, count(*) FROM shingles('abcd') WHERE length IN (1, 2, 3) GROUP BY length",
     "1|4 / 2|3 / 3|2"},
    {"SELECT count(*) FROM shingles('abcd') WHERE length = 3 OR length = 4", "3"},
    {"SELECT count(*) FROM shingles('abcd', 2) WHERE position = 1 OR shingle = 'cd'", "2"},
    {"SELECT position FROM shingles('abcd') WHERE length = 3 OR position = 1", "1"},
    {"SELECT count(*) FROM minhash_signatures('abc') WHERE bands = 3 OR bands = 5", "8"},
    {"SELECT count(*) FROM shingles WHERE input_text IN ('ab', 'abc', NULL) AND length = 1", "5"},
    {"SELECT count(*) FROM shingles('abcd', 2) WHERE length = 3", "0"}, /* both must hold */
    {"SELECT count(*) FROM shingles('abcd', 2) WHERE length = 2 AND input_text = 'abcd'", "3"},
    {"SELECT count(*) FROM shingles('abcd', 2) WHERE length > 2", "0"},
    {"SELECT count(*) FROM shingles('abcd', 2) WHERE input_text = 'x'", "0"},
    {"SELECT position FROM shingles('abcde', 2) LIMIT 2 OFFSET 1", "2 / 3"},
    {"SELECT shingle FROM shingles('abcd', 2) ORDER BY position DESC LIMIT 1", "cd"},
    {"SELECT position FROM shingles('abcd', 2) WHERE shingle = 'bc'", "2"},
    {"SELECT position FROM shingles('abcd', 2) ORDER BY rowid DESC", "3 / 2 / 1"},
    {"SELECT count(*) FROM shingles('AB', 1) WHERE input_text = 'ab' COLLATE NOCASE", "2"},
    {"SELECT count(*) FROM minhash_signatures('abcd', 2, 4, 2, 8) WHERE bands IN (4, 5)", "4"},
    {"SELECT (SELECT count(*) FROM shingles('abcd', 2)), EXISTS (SELECT 1 FROM shingles(''))",
     "3|0"},
    {"SELECT band FROM minhash_signatures('abc', 12, 3)", "1 / 2 / 3"},
    {"SELECT count(*), count(DISTINCT signature) FROM minhash_signatures('abc')", "25|25"},
    {"SELECT count(*) FROM minhash_signatures('')", "0"},
    {"SELECT band, signature FROM minhash_signatures('The quick brown fox jumps over the lazy "
     "dog.') WHERE band IN (1, 25)",
     "1|3497179524240714773 / 25|-7111578757753169762"},
    {"SELECT signature FROM minhash_signatures('The quick brown fox jumps over the lazy dog.', "
     "12, 10, 10, 20, 'paper') WHERE band IN (1, 10)",
     "2691332143076903953 / -4252228028306131962"},
    {"SELECT DISTINCT input_text, shingle, bands, rows, hashes, scheme, seed "
     "FROM minhash_signatures('abc')",
     "abc|12|25|4|100|banded|1"},
    {"SELECT DISTINCT shingle, bands, rows, hashes, scheme, seed "
     "FROM minhash_signatures('abc') WHERE scheme = 'paper'",
     "12|10|10|20|paper|1"},
    {"SELECT DISTINCT shingle, bands, rows, hashes, scheme, seed "
     "FROM minhash_signatures('abc') WHERE scheme = 'words'",
     "5|25|4|100|words|1"},
    {"SELECT count(*) FROM minhash_signatures('?!', 5, 2, 1, 2, 'words')", "0"},
    {"SELECT count(*) FROM minhash_signatures('Dante, 1265', 2, 3, 1, 3, 'words') "
     "JOIN minhash_signatures('DANTE – 1265?', 2, 3, 1, 3, 'words') USING (band, signature)",
     "3"},
    {"SELECT DISTINCT shingle, bands, rows, hashes, scheme, seed "
     "FROM minhash_signatures('abc') "
     "WHERE scheme IN ('wikiduper', 'wikiduper-fixed', 'wikiduper-report')",
     "12|10|10|20|wikiduper|1123456 / 12|10|10|20|wikiduper-fixed|1123456 / "
     "12|10|10|20|wikiduper-report|1123456"},
    {"SELECT count(DISTINCT signature) FROM minhash_signatures('abc', 12, 9, 2, 1, 'wikiduper')",
     "1"}, /* signatures do not include the band */
    {"SELECT DISTINCT shingle, bands, rows, hashes, scheme, seed "
     "FROM minhash_signatures('abc', 5, 6, 7, 42, 'banded', -8)",
     "5|6|7|42|banded|-8"},
    {"SELECT DISTINCT hashes FROM minhash_signatures('abc') WHERE rows = 2 AND bands = 3", "6"},
    {"SELECT seed, min(signature) <> 0 FROM minhash_signatures('abc') WHERE seed IN "
     "(-9223372036854775808, 9223372036854775807) GROUP BY seed",
     "-9223372036854775808|1 / 9223372036854775807|1"},
    {"SELECT count(*) FROM minhash_signatures('abc', 3) a JOIN minhash_signatures('abc', 3) b "
     "USING (band, signature)",
     "25"},
    {"SELECT count(*) FROM minhash_signatures('abc', 3) a JOIN minhash_signatures('abd', 3) b "
     "USING (band, signature)",
     "0"},
    {"SELECT * FROM union_find_members(NULL)", ""},
    {"SELECT member, component, typeof(input_blob) FROM union_find_members(x'4E4443310100"
     "00')",
     "-9223372036854775808|-9223372036854775808|blob"},
    {"SELECT * FROM union_find_members(x'4E44433100')", ""},
    {"SELECT * FROM text_alignment(" FOX ", 'Some say: ' || replace(" FOX ", ' the ', ' a ')) "
     "WHERE length_least = 20",
     "1|56|11|54|11|0.916666666666667|12|12"},
    {"SELECT * FROM text_alignment(" FOX ", " FOX ")", ""}, /* too short */
    {"SELECT a_position, a_length = length(" LONG_FOX
     ") - 1, b_position, b_length = a_length, words, "
     "similarity FROM "
     "text_alignment(" LONG_FOX " || '. Then it slept for a year.', 'Rain fell. ' || " LONG_FOX ")",
     "1|1|12|1|41|1.0"},
    {"SELECT seed, seed_words, gap, seeds_least, length_least, similarity_least, measure, "
     "occurrences_most, join_gap, unmatched_cost, shadow_most FROM text_alignment(" FOX ", " FOX
     ", 'skip', 3) WHERE length_least = 9",
     "skip|3|80|5|9|0.6|overlap|8|1000|0.2|0.5"},
    {"SELECT input_a = input_b FROM text_alignment(" FOX ", " FOX ") WHERE gap = 9 AND "
     "length_least = 9 AND seeds_least = 2 AND measure = 'cosine' AND seed IN ('ngrams', 'sorted')",
     "1 / 1"},
    {"SELECT count(*) FROM text_alignment('', '', 'ngrams', 1, 1, 1, 0, 0)", "0"},
    {"SELECT * FROM text_alignment('!', 'a', 'ngrams', 1, 1, 1, 0, 0)", ""},
    {"SELECT * FROM text_alignment('a', 'a', 'ngrams', 1, 1, 1, 0, 0)", "1|1|1|1|1|1.0|1|1"},
    {"SELECT * FROM text_alignment('a', 'b', 'ngrams', 1, 1, 1, 0, 0)", ""},
    /* A text of one word has no seeds, except where it has few. */
    {"SELECT * FROM text_alignment(replace(hex(zeroblob(500)), '00', 'one '), "
     "replace(hex(zeroblob(500)), '00', 'one '))",
     ""},
    {"SELECT * FROM text_alignment('\u65E5\u672C\u8A9E\u306E\u6587\u7AE0', "
     "'\u00AB\u65E5\u672C\u8A9E\u306E\u6587\u7AE0\u00BB', 'ngrams', 2, 9, 3, 2)",
     "1|6|2|6|6|1.0|6|6"},
    /* Passages that changed places are two, or one if they are near each other. */
    {"SELECT a_position, a_length, b_position, b_length FROM text_alignment(" FOX " || '. ' || " CAT
     ", " CAT " || '. ' || " FOX ") WHERE length_least = 20 AND gap = 20 AND join_gap = 0",
     "1|56|44|56 / 59|41|1|41"},
    {"SELECT a_position, a_length, b_position, b_length FROM text_alignment(" FOX " || '. ' || " CAT
     ", " CAT " || '. ' || " FOX ") WHERE length_least = 20 AND gap = 20",
     "1|99|1|99"},
    {"SELECT * FROM text_alignment('a', 'b', 'grams')",
     "error: text_alignment(): argument seed must be 'ngrams', 'sorted' or 'skip', found 'grams'"},
    {"SELECT * FROM text_alignment('a', 'b') WHERE measure = 'dice'",
     "error: text_alignment(): argument measure must be 'overlap', 'cosine' or 'jaccard', found "
     "'dice'"},
    {"SELECT * FROM passage_likeness('It killed 143 men in Rome.', 'It killed 134 men in Pisa.', "
     "'Rome', 'Pisa')",
     "6|6|4|2|2|2|NULL|0.0|0|1|0.0|0|0|1|1|unrelated"},
    {"SELECT ten_grams, names, numbers, names_shared, numbers_shared, values_agree FROM "
     "passage_likeness('the lamp of Rome was lit in 1990 by two men', 'the lamp of Rome was lit in "
     "1990 by two men at night')",
     "0.5|1.0|1.0|1|1|2"},
    {"SELECT title_relation FROM passage_likeness WHERE input_a = 'a' AND input_b = 'b' AND "
     "input_title_a = 'HIV/AIDS in Bolivia' AND input_title_b = 'HIV/AIDS in Peru'",
     "sibling"},
    {"SELECT count(*) FROM passage_likeness('a', NULL)", "0"},
    {"SELECT words_a, words_b, input_title_a, input_language FROM passage_likeness('', '')",
     "0|0||en"},
    {"SELECT * FROM text_differences('It killed 143 people', 'It killed 134 people')",
     "1|equal|NULL|It killed |It killed |1|1 / 2|changed|number|143|134|11|11 / "
     "3|equal|NULL| people| people|14|14"},
    {"SELECT change, type, text_a, text_b, begin_a, begin_b FROM text_differences('Ein \u00C4ra', "
     "'Ein')",
     "equal|NULL|Ein|Ein|1|1 / deleted|name| \u00C4ra||4|4"},
    {"SELECT change, type, text_a FROM text_differences WHERE input_a = 'a' AND input_b = 'a b'",
     "equal|NULL|a / inserted|other|"},
    {"SELECT count(*) FROM text_differences('', '')", "0"},
    {"SELECT DISTINCT type FROM text_differences('not 1 on July 7, 2010 at 10:30, 5 km Rome.', "
     "'a 2 for June 3, 2011 at 10:31, 6 mi Lyon') WHERE change <> 'equal'",
     "negation / number / function word / date / time / name"},
    {"SELECT kind, score > 0.3, reason, type, value_a, value_b, topic FROM "
     "duplicate_kind('The storm killed 143 people.', 'The storm killed 134 people.', 'The Storm', "
     "'The Storm', '', '', 1)",
     "drift|1|Both are from “The Storm”, at two dates; one says 143, the other "
     "134.|number|143|134|0.97"},
    {"SELECT reason, value_a, value_b FROM duplicate_kind('The storm killed 134 people.', "
     "'The storm killed 143 people.', 'The Storm', 'The Storm') WHERE two_dates = 1",
     "Both are from “The Storm”, at two dates; one says 134, the other 143.|134|143"},
    {"SELECT kind, score, reason, type, value_a, value_b, topic, why, features FROM "
     "duplicate_kind('Same  text.', 'Same text.', '', '')",
     "identical|0.0|Both are the same text, except perhaps for white "
     "space.|NULL|NULL|NULL|0.0|NULL|NULL"},
    {"SELECT json_extract(features, '$.related_titles'), json_extract(features, '$.words'), "
     "json_extract(features, '$.same_title') FROM duplicate_kind('The lamp of rock was lit by 3 "
     "men.', 'The lamp of rock was lit by 4 men.', 'Lamp (a)', 'Lamp (b)')",
     "1|9|NULL"},
    {"SELECT json_type(features, '$.distance'), json_type(features, '$.apart') FROM "
     "duplicate_kind('See lamps lit.', 'See all lamps lit.', 'A', 'B')",
     "null|NULL"},
    {"SELECT why LIKE 'one topic _.__:%' FROM duplicate_kind('See 5 lamps lit.', 'See 6 lamps "
     "lit.', 'A', 'A')",
     "1"},
    {"SELECT why LIKE 'conflict _.__:%' FROM duplicate_kind('See 5 lamps lit.', 'See 6 lamps "
     "lit.', 'A', 'A', '', '', 1)",
     "1"},
    {"SELECT type, reason LIKE 'Both are from “Storm”, at two dates; only one says “not”%' FROM "
     "duplicate_kind('The storm was not felt in all of Tolva.', 'The storm was "
     "felt "
     "in all of Tolva.', 'Storm', 'Storm', '', '', 1)",
     "negation|1"},
    {"SELECT kind, reason FROM duplicate_kind('The great storm was felt in Tolva.', "
     "'The large storm was felt in Tolva.', 'Storm', 'Storm', '', '', 1)",
     "copyedit|Both are from “Storm”, at two dates; they differ in wording."},
    {"SELECT type, value_a, value_b FROM duplicate_kind('Anna Lindry lit the lamp.', "
     "'Maria de Quill lit the lamp.', 'Storm', 'Storm', '', '', 1)",
     "name|Lindry|Quill"},
    {"SELECT kind FROM duplicate_kind('It was lit by him once.', 'It was lit by her twice.', 'A', "
     "'B', 'footer', 'footer')",
     "reference"},
    {"SELECT kind <> 'reference' FROM duplicate_kind('It was lit by him once.', 'It was lit by her "
     "twice.', 'A', 'B', 'footer', 'prose')",
     "1"},
    {"SELECT input_a, input_title_b, input_block_a, input_block_b, two_dates, input_language, "
     "evidence, words_a, words_b, rarities FROM duplicate_kind('a', 'b', 'c', 'd', 'e') "
     "WHERE two_dates = 1",
     "a|d|e|prose|1|en||||NULL"},
    {"SELECT json_extract(features, '$.partners'), round(json_extract(features, "
     "'$.rarity_of_number'), "
     "4), json_extract(features, '$.title_found_most'), rarities FROM " OF_DATABASE,
     "3|9.9035|1|NULL"},
    {"SELECT json_type(features, '$.partners') FROM duplicate_kind('See 5 lamps lit.', 'See 5 "
     "lamps "
     "burn.', 'A', 'B', '', '', 0, 'en', '{\"partners\":3}')",
     "NULL"}, /* relations alone are too little */
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE rarities = NULL", "1"},
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE rarities = "
     "(SELECT term_weights('a'))",
     "1"},
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE rarities = 1",
     "error: duplicate_kind(): argument rarities must be made by word_rarities()"},
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE words_a = x'0102030405'",
     "error: duplicate_kind(): argument words_a must be made by word_set()"},
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE words_b = x'01'",
     "error: duplicate_kind(): argument words_b must be made by word_set()"},
    {"SELECT count(*) FROM duplicate_kind('a', 'b', 'c', 'd') WHERE evidence = '{\"words\":1}'",
     "error: duplicate_kind(): argument evidence must be the name of a feature of the database, "
     "found "
     "'words'"},
    {"SELECT a, b, kind, reason FROM duplicate_kinds((SELECT collect_pairs(column1, 9, 'The storm "
     "killed 143 people.', 'The storm killed ' || column1 || ' people.', 'The Storm', 'The Storm') "
     "FROM (VALUES (134), (143), (NULL), (133))))",
     "134|9|template|Both are from “The Storm”; one says 143, the other 134. / "
     "143|9|identical|Both "
     "are the same text, except perhaps for white space. / 133|9|template|Both are from “The "
     "Storm”; one says 143, the other 133."},
    {"SELECT typeof(topic), typeof(why), typeof(conflicts), typeof(own_changed), typeof(features), "
     "typeof(type), typeof(value_a), pairs FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'a b', "
     "column1, 'c', 'd') FROM (VALUES ('a b'), ('a b x y'))))",
     "real|null|null|null|null|null|null|NULL / real|text|real|real|text|null|null|NULL"},
    {"SELECT conflicts, own_changed FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'The lamp of "
     "Rock was lit by 5 men.', 'The lamp of Reef was lit by 6 men.', 'Rock', 'Reef')))",
     "2.0|2.0"},
    {"SELECT count(*) FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd') WHERE "
     "0)) UNION ALL SELECT count(*) FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'a', 'b', "
     "'c', "
     "'d', '', '', 0, NULL)))",
     "0 / 0"},
    {"SELECT count(*) FROM duplicate_kinds((SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd', '', '', "
     "0, 'en', '', x'', x'', NULL, NULL)))",
     "1"},
    {"SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd')", "NULL"},
    {"SELECT * FROM duplicate_kinds(NULL)",
     "error: duplicate_kinds(): argument pairs must be a result of collect_pairs() in the same "
     "statement"},
    {"SELECT * FROM duplicate_kinds", "error: duplicate_kinds(): argument pairs is missing"},
    {"SELECT collect_pairs(1, 2.5, 'a', 'b', 'c', 'd')",
     "error: collect_pairs(): argument b must be an integer, found a real number"},
    {"SELECT collect_pairs(1, 2, 'a', 3, 'c', 'd')",
     "error: collect_pairs(): argument text_b must be text, found an integer"},
    {"SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd', '', '', 0, 'en', '', x'', x'', 1)",
     "error: collect_pairs(): argument rarities must be made by word_rarities()"},
    {"SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd', '', '', 0, 'en', '', x'01')",
     "error: collect_pairs(): argument words_a must be made by word_set()"},
    {"SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd', '', '', 0, 'en', '', x'', x'', NULL, 257)",
     "error: collect_pairs(): argument threads must be an integer from 0 to 256, found 257"},
    {"SELECT collect_pairs(1, 2, 'a', 'b', 'c')",
     "error: wrong number of arguments to function collect_pairs()"},
    {"SELECT kind FROM duplicate_kind('a', 'b', 'c')",
     "error: duplicate_kind(): argument title_b is missing"},
    {"INSERT INTO shingles VALUES (1, 'a')", "error: table shingles may not be modified"},
    {"CREATE VIRTUAL TABLE v USING shingles", "error: no such module: shingles"},
};

/* ---- Joins ---- */

#define TABLE_T                                                                             \
    "CREATE TABLE t(id INTEGER PRIMARY KEY, txt TEXT, n);"                                  \
    "INSERT INTO t VALUES (1, 'abcd', 2), (2, 'bcde', 3), (3, NULL, 1), (4, 'xyz', NULL), " \
    "(5, '', 1);"

static const struct query joins[] = {
    {TABLE_T "SELECT id, shingle FROM t, shingles(txt, n)", "1|ab / 1|bc / 1|cd / 2|bcd / 2|cde"},
    {TABLE_T "SELECT id, shingle FROM shingles(txt, n), t ORDER BY id, position",
     "1|ab / 1|bc / 1|cd / 2|bcd / 2|cde"},
    {TABLE_T "SELECT id, shingle FROM t JOIN shingles ON input_text = txt AND length = n",
     "1|ab / 1|bc / 1|cd / 2|bcd / 2|cde"},
    {TABLE_T "SELECT id, shingle FROM shingles JOIN t ON input_text = txt AND length = n "
             "ORDER BY id, position",
     "1|ab / 1|bc / 1|cd / 2|bcd / 2|cde"},
    {TABLE_T "SELECT id, shingle FROM shingles('abcd') JOIN t ON length = n ORDER BY id, position",
     "1|ab / 1|bc / 1|cd / 2|abc / 2|bcd / 3|a / 3|b / 3|c / 3|d / 5|a / 5|b / 5|c / 5|d"},
    {TABLE_T "SELECT count(*) FROM shingles('abcd', 2) JOIN t ON length = n", "3"},
    {TABLE_T "SELECT id, count(shingle) FROM t LEFT JOIN shingles(txt, n) GROUP BY id",
     "1|3 / 2|2 / 3|0 / 4|0 / 5|0"},
    {TABLE_T "SELECT id, (SELECT count(*) FROM shingles(txt, 1)) FROM t",
     "1|4 / 2|4 / 3|0 / 4|3 / 5|0"},
    {TABLE_T "SELECT x.id, y.id, count(*) FROM t x JOIN t y ON x.id < y.id "
             "JOIN shingles(x.txt, 2) a JOIN shingles(y.txt, 2) b ON a.shingle = b.shingle "
             "GROUP BY 1, 2",
     "1|2|2"},
    /* Each call takes its length from the other, so no join order can supply both. */
    {TABLE_T
     "SELECT count(*) FROM t x JOIN t y JOIN shingles(x.txt, x.n) a "
     "JOIN shingles(y.txt, y.n) b WHERE a.length = b.length + 0 AND b.length = a.length + 0",
     "13"},
    {TABLE_T "SELECT count(*) FROM shingles('abcd', 2) a JOIN shingles('bcd', 2) b "
             "USING (shingle, length)",
     "2"},
    {TABLE_T "SELECT x.id, y.id FROM t x JOIN t y ON x.id < y.id "
             "WHERE jaccard(x.txt, y.txt, 2) >= 0.5",
     "1|2"},
    {TABLE_T "SELECT id, count(*) FROM t JOIN minhash_signatures(txt, n, 3, 1) GROUP BY id",
     "1|3 / 2|3"},
    {TABLE_T "SELECT id, count(*) FROM minhash_signatures JOIN t ON input_text = txt AND shingle = "
             "n GROUP BY id",
     "1|25 / 2|25"},
    {TABLE_T "SELECT x.id, y.id, count(*) = 25 FROM t x, t y, minhash_signatures(x.txt) a, "
             "minhash_signatures(y.txt) b WHERE a.band = b.band AND a.signature = b.signature "
             "AND x.id <= y.id GROUP BY 1, 2",
     "1|1|1 / 2|2|1 / 4|4|1"},
    {TABLE_T "SELECT id, count(*) FROM t JOIN shingles(txt) ON length IN (n, n + 1) "
             "GROUP BY id",
     "1|5 / 2|3"},
    {TABLE_T "SELECT count(*) FROM t JOIN shingles(upper(txt), n) WHERE shingle = 'BC'", "1"},
    {TABLE_T "SELECT id FROM t WHERE 'bcd' IN (SELECT shingle FROM shingles(txt, 3))", "1 / 2"},
};

/* ---- The aggregate ---- */

/* Two similar texts and one that is not. */
#define FERRIES                                                                                    \
    "CREATE TABLE ferry(id INTEGER PRIMARY KEY, txt); INSERT INTO ferry(txt) VALUES "              \
    "('The ferry to Orsay leaves Port Maurel every day at nine and comes back in the evening.'), " \
    "('The ferry to Orsay leaves Port Maurel every day at ten and comes back in the evening.'), "  \
    "('The lamp on Skarn Point was lit for the first time on the third of May in 1878.'); "
#define SHARED "shared_signatures((SELECT collect_signatures(id, txt) FROM ferry)) "
/* The parts of some of them. */
#define PARTS(from, parts)                                                                    \
    "signature_parts((SELECT collect_signatures(id, txt, 12, 25, 4, 100, 'banded', 1, 1, 1, " \
    "zeroblob(16)) FROM " from "), " parts ")"

#define EDGES                     \
    "CREATE TABLE edge(a, b, g);" \
    "INSERT INTO edge VALUES (5, 3, 'x'), (300, 5, 'x'), (-7, -7, 'y'), (8, 1000000, 'y');"

#define EDGES_BLOB "x'4E44433106F9FFFFFFFFFFFFFF7F000A0002010300A4020394823D02'"

static const struct query aggregates[] = {
    /* collections: the same 4 signatures, and a copy of each */
    {FERRIES "SELECT count(*), count(DISTINCT band), min(id), max(id) FROM shared_signatures("
             "(SELECT collect_signatures(id, txt) FROM ferry))",
     "8|4|1|2"},
    {FERRIES "SELECT * FROM shared_signatures((SELECT collect_signatures(id, txt, 12, 25, 4, 100, "
             "'banded', 1, 2, 1) FROM (SELECT id, txt FROM ferry UNION ALL SELECT 9 - id, txt FROM "
             "ferry))) WHERE band = 0",
     "0|1|8 / 0|2|7 / 0|3|6"},
    {FERRIES "SELECT a.band, a.signature FROM shared_signatures((SELECT collect_signatures(id, "
             "txt, 5, 40, 3, 50, 'paper', -9, NULL, NULL) FROM ferry)) AS a EXCEPT SELECT band, "
             "signature FROM ferry, minhash_signatures(txt, 5, 40, 3, 50, 'paper', -9)",
     ""},
    {FERRIES "SELECT count(*) FROM shared_signatures((SELECT collect_signatures(id, txt) FROM "
             "ferry WHERE 0))",
     "0"},
    {FERRIES "SELECT count(*) FROM shared_signatures((SELECT collect_signatures(NULL, txt) FROM "
             "ferry))",
     "0"},
    {FERRIES "SELECT count(*) FROM shared_signatures((SELECT collect_signatures(id, '') FROM "
             "ferry))",
     "0"},
    {FERRIES "SELECT count(*) FROM shared_signatures((SELECT collect_signatures(id, txt) FILTER "
             "(WHERE id <> 2) FROM ferry))",
     "0"},
    {FERRIES "SELECT o.id, count(*), min(s.id), max(s.id) FROM ferry AS o, shared_signatures("
             "(SELECT collect_signatures(ferry.id, txt) FROM ferry WHERE ferry.id >= o.id)) AS s "
             "GROUP BY 1",
     "1|8|1|2"},
    {FERRIES "SELECT collect_signatures(id, txt), collect_signatures(id, NULL) FROM ferry",
     "NULL|NULL"},
    {FERRIES "SELECT count(*), count(signatures) FROM shared_signatures((SELECT "
             "collect_signatures(id, txt) FROM ferry))",
     "8|0"},
    {FERRIES "SELECT id > 2, collect_signatures(id, txt) FROM ferry GROUP BY 1", "0|NULL / 1|NULL"},
    {FERRIES "CREATE TABLE kept AS SELECT collect_signatures(id, txt) AS c FROM ferry; SELECT * "
             "FROM kept, shared_signatures(c)",
     "error: shared_signatures(): argument signatures must be a result of collect_signatures() in "
     "the same statement"},
    {FERRIES "CREATE VIEW v AS SELECT collect_signatures(id, txt) AS c FROM ferry; SELECT * FROM "
             "shared_signatures((SELECT c FROM v))",
     "error: shared_signatures(): argument signatures must be a result of collect_signatures() in "
     "the same statement"},
    {"SELECT * FROM shared_signatures(NULL)",
     "error: shared_signatures(): argument signatures must be a result of collect_signatures() in "
     "the same statement"},
    {"SELECT * FROM shared_signatures((SELECT term_weights('a')))",
     "error: shared_signatures(): argument signatures must be a result of collect_signatures() in "
     "the same statement"},
    {"SELECT * FROM shared_signatures",
     "error: shared_signatures(): argument signatures is missing"},
    {FERRIES "SELECT collect_signatures(id, txt, 12, id) FROM ferry",
     "error: collect_signatures(): the parameters must be the same for all texts, found shingle "
     "12, bands 2, rows 4, hashes 8, scheme 'banded', seed 1 and shingle 12, bands 1, rows 4, "
     "hashes 4, scheme 'banded', seed 1"},
    {"SELECT collect_signatures('a', 'b')",
     "error: collect_signatures(): argument id must be an integer, found text"},
    {"SELECT collect_signatures(1, x'00')",
     "error: collect_signatures(): argument text must be text, found a blob"},
    {"SELECT collect_signatures(1, 'b', 12, 25, 4, 100, 'banded', 1, 257)",
     "error: collect_signatures(): argument threads must be an integer from 0 to 256, found 257"},
    {"SELECT collect_signatures(1, 'b', 12, 25, 4, 100, 'banded', 1, 1, 1048577)",
     "error: collect_signatures(): argument memory must be an integer from 1 to 1048576, found "
     "1048577"},
    {"SELECT collect_signatures(1, 'b', 12, 25, 4, 100, 'banded', 1, 'x')",
     "error: collect_signatures(): argument threads must be an integer, found text"},
    {"SELECT collect_signatures(1, 'b', 12, 2, 3, 7)",
     "error: collect_signatures(): scheme 'banded' uses bands * rows hash functions: argument "
     "hashes must be 2 * 3 = 6, found 7"},
    /* parts of collections */
    {FERRIES "SELECT * FROM " SHARED "EXCEPT SELECT * FROM shared_signatures((SELECT "
             "collect_signature_parts(records) FROM " PARTS("ferry", "9") "))",
     ""},
    {FERRIES
     "SELECT count(*), max(id) FROM shared_signatures((SELECT "
     "collect_signature_parts(records) FROM (SELECT records FROM " PARTS(
         "ferry WHERE id = 1",
         "5") " UNION ALL SELECT NULL UNION ALL SELECT records FROM " PARTS("ferry WHERE id > 1",
                                                                            "5") ")))",
     "8|2"},
    {FERRIES "SELECT sum(n) FROM (SELECT part FROM " PARTS(
         "ferry", "3") " GROUP BY 1) JOIN (SELECT "
                       "p.part, count(*) AS n FROM " PARTS(
                           "ferry", "3") " AS p, shared_signatures((SELECT "
                                         "collect_signature_parts(records) FROM " PARTS(
                                             "ferry", "3") " AS q WHERE q.part = "
                                                           "p.part)) GROUP BY 1) USING (part)",
     "8"},
    {FERRIES "SELECT count(*), sum(a.records = b.records) FROM " PARTS(
         "ferry", "3") " AS a JOIN "
                       "signature_parts((SELECT collect_signature_parts(records) FROM " PARTS(
                           "ferry", "4096") "), 3) AS b USING (part)",
     "3|3"},
    {FERRIES "SELECT DISTINCT signatures, parts FROM " PARTS("ferry", "3") " WHERE part < 3",
     "NULL|3"},
    {FERRIES "SELECT count(*) FROM " PARTS("ferry WHERE 0", "3"), "0"},
    {FERRIES "SELECT count(*) FROM " PARTS("ferry", "NULL"), "0"},
    {"SELECT count(*) FROM shared_signatures((SELECT collect_signature_parts(NULL)))", "0"},
    {"SELECT count(*) FROM shared_signatures((SELECT collect_signature_parts(NULL) WHERE 0))", "0"},
    {"SELECT count(*) FROM signature_parts((SELECT collect_signature_parts(NULL) WHERE 0), 2)",
     "0"},
    {FERRIES "SELECT * FROM signature_parts((SELECT collect_signatures(id, txt) FROM ferry), 3)",
     "error: signature_parts(): collect_signatures() must be given a key"},
    {FERRIES "SELECT * FROM " PARTS("ferry", "4097"),
     "error: signature_parts(): argument parts must be an integer from 1 to 4096, found 4097"},
    {FERRIES "SELECT * FROM " PARTS("ferry", "0"),
     "error: signature_parts(): argument parts must be an integer from 1 to 4096, found 0"},
    {"SELECT * FROM signature_parts(NULL, 1)",
     "error: signature_parts(): argument signatures must be a result of collect_signatures() in "
     "the same statement"},
    {"SELECT collect_signature_parts(x'4E445231')",
     "error: collect_signature_parts(): argument records must be a result of signature_parts(), "
     "found another blob of length 4"},
    {FERRIES "SELECT collect_signature_parts(substr(records, 1, length(records) - 1)) FROM " PARTS(
         "ferry", "1"),
     "error: collect_signature_parts(): argument records must be a result of signature_parts(), "
     "found another blob of length 1590"},
    {"SELECT collect_signature_parts('a')",
     "error: collect_signature_parts(): argument records must be a blob, found text"},
    {FERRIES "SELECT collect_signature_parts(records) FROM (SELECT records FROM " PARTS(
         "ferry", "1") " UNION ALL SELECT records FROM " PARTS("ferry", "2") ")",
     "error: collect_signature_parts(): all blobs must have the same number of parts, found 1 and "
     "2"},
    {FERRIES "SELECT collect_signature_parts(records) FROM (SELECT records FROM " PARTS(
         "ferry", "1") " UNION ALL SELECT records FROM signature_parts((SELECT "
                       "collect_signatures(id, txt, 12, 25, 4, 100, 'banded', 1, 1, 1, "
                       "x'00000000000000000000000000000001') FROM ferry), 1))",
     "error: collect_signature_parts(): all blobs must be made with the same key"},
    {FERRIES "SELECT collect_signature_parts(records) FROM (SELECT records FROM " PARTS(
         "ferry", "1") " UNION ALL SELECT records FROM signature_parts((SELECT "
                       "collect_signatures(id, txt, 12, 5, 4, 20, 'banded', 1, 1, 1, "
                       "zeroblob(16)) FROM ferry), 1))",
     "error: collect_signature_parts(): the parameters must be the same for all blobs, found "
     "shingle 12, bands 5, rows 4, hashes 20, scheme 'banded', seed 1 and shingle 12, bands 25, "
     "rows 4, hashes 100, scheme 'banded', seed 1"},
    {FERRIES "SELECT collect_signatures(id, txt, 12, 25, 4, 100, 'banded', 1, 1, 1, "
             "CASE WHEN id < 3 THEN zeroblob(16) END) FROM ferry",
     "error: collect_signatures(): argument key must be the same for all rows"},
    {FERRIES "SELECT collect_signatures(id, txt, 12, 25, 4, 100, 'banded', 1, 1, 1, "
             "iif(id < 3, zeroblob(16), x'0000000000000000000000000000000F')) FROM ferry",
     "error: collect_signatures(): argument key must be the same for all rows"},
    {"SELECT collect_signatures(1, 'b', 12, 25, 4, 100, 'banded', 1, 1, 1, x'00')",
     "error: collect_signatures(): argument key must be a blob of 16 bytes, found 1"},
    {"SELECT collect_signatures(1, 'b', 12, 25, 4, 100, 'banded', 1, 1, 1, 'key')",
     "error: collect_signatures(): argument key must be a blob, found text"},
    {"SELECT collect_signatures(1)",
     "error: wrong number of arguments to function collect_signatures()"},
    {"SELECT collect_signatures(1, 'b') OVER ()",
     "error: collect_signatures() may not be used as a window function"},
    {"SELECT collect_signatures(DISTINCT 1, 'b')",
     "error: DISTINCT aggregates must have exactly one argument"},
    {"SELECT hex(word_set(column1)) = hex(word_set(lower(column1))), length(word_set(column1)) "
     "FROM (VALUES ('Caf\u00E9 12 a'), ('CAFE, a!'), (NULL))",
     "1|12"},
    {"SELECT word_set('b a') = word_set('A. B?'), word_set('a') = word_set('b')", "1|0"},
    {"SELECT column1, length(word_set(column2)) FROM (VALUES (1, 'a b'), (1, 'b c'), (2, '?')) "
     "GROUP BY 1",
     "1|12 / 2|0"},
    {"SELECT typeof(word_set(1)), length(word_set(1)) WHERE 0", "blob|0"},
    {"SELECT typeof(word_set(NULL)), length(word_set(NULL))", "blob|0"},
    {"SELECT length(word_set('a b') FILTER (WHERE 0)), length(word_set('a b'))", "0|8"},
    {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
     "SELECT length(word_set(i || ' ' || (i / 2))) FROM n",
     "20004"},
    {"SELECT word_set(1)", "error: word_set(): argument text must be text, found an integer"},
    {"SELECT word_set(x'61')", "error: word_set(): argument text must be text, found a blob"},
    {"SELECT word_set(column1) FROM (VALUES ('a'), (1.5))",
     "error: word_set(): argument text must be text, found a real number"},
    {"SELECT word_set()", "error: wrong number of arguments to function word_set()"},
    {"SELECT word_set('a') OVER ()", "error: word_set() may not be used as a window function"},
    {"SELECT length(word_frequencies(column1)), hex(substr(word_frequencies(column1), 1, 20)) "
     "FROM (VALUES ('a b a'), ('c'), (NULL), (''))",
     "37|4E44574602000000030000000000000000000000"},
    {"SELECT hex(word_frequencies('')), hex(word_frequencies('a a'))",
     "4E44574602000000010000000000000000000000|"
     "4E44574602000000010000000000000000000000A9CAF7AB0302"},
    {"SELECT word_frequencies('a b') = word_frequencies('B, A'), word_frequencies('a') = "
     "word_frequencies('a a')",
     "1|0"},
    {"SELECT word_frequencies(1) WHERE 0", "NULL"},
    {"SELECT word_frequencies(NULL)", "NULL"},
    {"SELECT word_frequencies(1)",
     "error: word_frequencies(): argument text must be text, found an integer"},
    {"SELECT word_frequencies(column1) FROM (VALUES ('a'), (x'62'))",
     "error: word_frequencies(): argument text must be text, found a blob"},
    {"SELECT word_frequencies('a', 'b')",
     "error: word_frequencies(): argument threads must be an integer, found text"},
    {"SELECT word_frequencies('a', 257)",
     "error: word_frequencies(): argument threads must be an integer from 0 to 256, found 257"},
    {"SELECT word_frequencies('a', NULL) = word_frequencies('a', 3), word_frequencies(NULL, 3)",
     "1|NULL"},
    {"SELECT word_frequencies('a', 1, 2)",
     "error: wrong number of arguments to function word_frequencies()"},
    {"SELECT word_frequencies('a') OVER ()",
     "error: word_frequencies() may not be used as a window function"},
    {"WITH part(f) AS (SELECT word_frequencies(column1) FROM (VALUES ('a b'), ('c a')) UNION ALL "
     "SELECT "
     "word_frequencies('b')) SELECT merge_word_frequencies(f) = (SELECT word_frequencies(column1) "
     "FROM (VALUES ('b'), ('b a'), ('a c'))) FROM part",
     "1"},
    {"SELECT merge_word_frequencies(f) = f FROM (SELECT word_frequencies('a b a') AS f)", "1"},
    {"SELECT hex(merge_word_frequencies(column1)) FROM (VALUES (NULL), "
     "(x'4E44574602000000010000000000000000000000'), "
     "(x'4E44574602000000010000000000000000000000'))",
     "4E44574602000000020000000000000000000000"},
    {"SELECT merge_word_frequencies(NULL), (SELECT merge_word_frequencies(1) WHERE 0)",
     "NULL|NULL"},
    {"SELECT merge_word_frequencies('a')",
     "error: merge_word_frequencies(): argument frequencies must be a blob, found text"},
    {"SELECT merge_word_frequencies(column1) FROM (VALUES "
     "(x'4E44574602000000010000000000000000000000'), "
     "(x'4E44574602000000010000000000000000000001'))",
     "error: merge_word_frequencies(): argument frequencies must be made by word_frequencies()"},
    {"SELECT merge_word_frequencies()",
     "error: wrong number of arguments to function merge_word_frequencies()"},
    {"SELECT merge_word_frequencies(x'') OVER ()",
     "error: merge_word_frequencies() may not be used as a window function"},
    {"SELECT word_rarities(word_frequencies('a')), typeof(word_rarities(word_frequencies('a')))",
     "NULL|null"},
    {"SELECT word_rarities(NULL), word_rarities(word_frequencies(NULL))", "NULL|NULL"},
    {"SELECT word_rarities('a')",
     "error: word_rarities(): argument frequencies must be a blob, found text"},
    {"SELECT word_rarities(x'')",
     "error: word_rarities(): argument frequencies must be made by word_frequencies()"},
    {"SELECT word_rarities(word_set('a'))",
     "error: word_rarities(): argument frequencies must be made by word_frequencies()"},
    {"SELECT word_rarities(x'4E445746010000000200000001000000204E0000000000000300000002000000')",
     "error: word_rarities(): argument frequencies must be made by word_frequencies()"},
    {"SELECT word_rarities()", "error: wrong number of arguments to function word_rarities()"},
    {"SELECT hex(substr(semantic_hash(x'0000003F0000803F', " MODEL "), 25)), "
     "semantic_hash(zeroblob(8), " MODEL "), semantic_hash(NULL, " MODEL "), "
     "semantic_hash(NULL, NULL), typeof(" MODEL ")",
     "40|NULL|NULL|NULL|null"},
    {"SELECT semantic_hash(x'0000803F', NULL)",
     "error: semantic_hash(): argument model must be a result of semantic_model() in the same "
     "statement, of a model that there is"},
    {"WITH kept AS MATERIALIZED (SELECT " MODEL " AS model) "
     "SELECT semantic_hash(x'0000803F0000803F', model) FROM kept",
     "error: semantic_hash(): argument model must be a result of semantic_model() in the same "
     "statement, of a model that there is"},
    {"SELECT hamming_distance(semantic_hash(x'0000003F0000803F', " MODEL "), "
     "semantic_hash(x'0000803F0000003F', " MODEL "))",
     "2"},
    {"SELECT semantic_hash(x'0000803F', " MODEL ")",
     "error: semantic_hash(): argument vector must have 2 dimensions, as the model's have, found "
     "1"},
    {"SELECT semantic_hash(x'4E44563100', " MODEL ")",
     "error: semantic_hash(): argument vector must be dense, as the model's are, found a sparse "
     "one"},
    {"SELECT semantic_hash(x'0000803F', semantic_model(x'4E444D3101000100010000000100000007000000"
     "0000803F00000000'))",
     "error: semantic_hash(): argument vector must be sparse, as the model's are, found a dense "
     "one"},
    {"SELECT semantic_hash(x'0000803F', x'4E444D31')",
     "error: semantic_hash(): argument model must be a result of semantic_model() in the same "
     "statement, of a model that there is"},
    {"SELECT semantic_hash(x'0000C07F0000803F', " MODEL ")",
     "error: semantic_hash(): argument vector must have finite components, found NaN in dimension "
     "0"},
    {"SELECT semantic_model(x'4E444D31')",
     "error: semantic_model(): argument model must be a semantic model, found another blob of "
     "length 4"},
    {"SELECT semantic_model(x'4E444D31000001000000000001000000')",
     "error: semantic_model(): argument model must have 1 to 65536 inputs, found 0"},
    {"SELECT semantic_model(x'4E444D31000001000100000001800000')",
     "error: semantic_model(): argument model must have layers of 1 to 32768 outputs, found 32769 "
     "in layer 1"},
    {"SELECT semantic_model(x'4E444D3100000200000001000080000001800000')",
     "error: semantic_model(): argument model must have layers of 1 to 32768 outputs, found 32769 "
     "in layer 2"},
    {"SELECT semantic_model(x'4E444D3100000200000001000080000000800000')",
     "error: semantic_model(): argument model must have at most 67108864 weights and biases"},
    {"SELECT semantic_model(x'4E444D310000010001000000010000000000803F')",
     "error: semantic_model(): argument model must have the 24 bytes that its sizes ask for, found "
     "20"},
    {"SELECT semantic_model(x'4E444D310100010002000000010000000900000007000000"
     "0000803F0000803F00000000')",
     "error: semantic_model(): argument model must have ascending dimensions, found 7 after 9"},
    {"SELECT semantic_model(x'4E444D310000010001000000010000000000C07F00000000')",
     "error: semantic_model(): argument model must have finite weights, found NaN at byte 16"},
    {"SELECT semantic_model(x'4E444D310000010001000000010000000000803F000080FF')",
     "error: semantic_model(): argument model must have finite weights, found an infinity at byte "
     "20"},
    {EDGES "SELECT union_find(a, b) FROM edge", EDGES_BLOB},
    {EDGES "SELECT union_find(b, a) FROM (SELECT * FROM edge UNION ALL SELECT * FROM edge "
           "ORDER BY a DESC)",
     EDGES_BLOB},
    {EDGES "SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM edge))",
     "-7|-7 / 3|3 / 5|3 / 8|8 / 300|3 / 1000000|8"},
    {EDGES "SELECT component, count(*) FROM union_find_members((SELECT union_find(a, b) FROM edge))"
           " GROUP BY component",
     "-7|1 / 3|3 / 8|2"},
    {EDGES "SELECT g, member, component FROM (SELECT g, union_find(a, b) AS u FROM edge GROUP BY g)"
           " JOIN union_find_members(u)",
     "x|3|3 / x|5|3 / x|300|3 / y|-7|-7 / y|8|8 / y|1000000|8"},
    {EDGES "SELECT count(*) FROM union_find_members((SELECT union_find(a, b) FROM edge)) m "
           "JOIN edge ON edge.a = m.member",
     "4"},
    {EDGES "SELECT union_find(a, b) FROM edge WHERE a > 1e6", "NULL"},
    {EDGES "SELECT g, union_find(a, b) FROM edge WHERE a > 1e6 GROUP BY g", ""},
    {EDGES "SELECT count(*) FROM union_find_members((SELECT union_find(a, b) FROM edge WHERE 0))",
     "0"},
    {EDGES "SELECT union_find(a, b) FILTER (WHERE g = 'y' AND a = b) FROM edge",
     "x'4E44433101F9FFFFFFFFFFFFFF7F00'"},
    {EDGES "INSERT INTO edge VALUES (NULL, 1, 'z'), (1, NULL, 'z'), (NULL, NULL, 'z');"
           "SELECT union_find(a, b) FROM edge",
     EDGES_BLOB},
    /* A chain, and a star that both functions find. */
    {EDGES "SELECT star_clusters(a, b) = union_find(a, b) FROM edge", "1"},
    {"SELECT member, component FROM union_find_members((SELECT star_clusters(column1, column2) "
     "FROM (VALUES (3, 4), (2, 1), (2, 3), (3, 2), (1, 2), (NULL, 4), (9, 9))))",
     "1|1 / 2|1 / 3|1 / 4|4 / 9|9"},
    {"SELECT star_clusters(column1, column2) FROM (VALUES (NULL, 1))", "NULL"},
    {"SELECT star_clusters(1, 'b')",
     "error: star_clusters(): argument b must be an integer, found text"},
    {"SELECT star_clusters(1, 2) OVER ()",
     "error: star_clusters() may not be used as a window function"},
    {"SELECT edge_counts(column1, column2) FROM (VALUES (3, 4), (2, 1), (2, 3), (3, 2), (NULL, 4), "
     "(9, 9), (-9223372036854775807 - 1, 9223372036854775807))",
     "{\"-9223372036854775808\":1,\"1\":1,\"2\":3,\"3\":3,\"4\":1,\"9\":0,"
     "\"9223372036854775807\":1}"},
    {"SELECT edge_counts(column1, column2) FROM (VALUES (NULL, 1))", "NULL"},
    {"SELECT edge_counts(1, 2) WHERE 0", "NULL"},
    {"SELECT column1 / 2, edge_counts(column1, 0) FROM (VALUES (1), (2), (3)) GROUP BY 1",
     "0|{\"0\":1,\"1\":1} / 1|{\"0\":2,\"2\":1,\"3\":1}"},
    {"SELECT edge_counts(1, 'b')",
     "error: edge_counts(): argument b must be an integer, found text"},
    {"SELECT edge_counts(1, 2) OVER ()",
     "error: edge_counts() may not be used as a window function"},
    {"SELECT pack_column(column1) FROM (VALUES (1), (NULL), (-1))",
     "x'4E44413101010000030000000000000005000000000000000100000000000000"
     "0000000000000000FFFFFFFFFFFFFFFF'"},
    {"SELECT pack_column(1) WHERE 0", "x'4E444131000000000000000000000000'"},
    {"SELECT column1, pack_column(column2) FROM (VALUES (1, NULL), (2, 'a'), (1, NULL)) GROUP BY 1",
     "1|x'4E4441310001000002000000000000000"
     "0' / 2|x'4E4441310300000001000000000000000000000000000000010000000000000061'"},
    {"SELECT row, c1, c2, c3, c4, c5, typeof(c1) || typeof(c2) || typeof(c3) || typeof(c4) FROM "
     "(SELECT pack_column(column1) AS a, pack_column(column2) AS b, pack_column(column3) AS c, "
     "pack_column(column4) AS d FROM (VALUES (9223372036854775807, 0.5, '日本', x'00FF'), "
     "(NULL, NULL, NULL, NULL), (-9223372036854775808, 2, '', x''))), unpack_columns(a, b, c, d)",
     "1|9223372036854775807|0.5|日本|x'00FF'|NULL|integerrealtextblob / "
     "2|NULL|NULL|NULL|NULL|NULL|nullnullnullnull / "
     "3|-9223372036854775808|2.0||x''|NULL|integerrealtextblob"},
    {"SELECT count(*), sum(row), group_concat(c16) FROM (SELECT pack_column(column1) AS p FROM "
     "(VALUES (1), (2), (3))), unpack_columns(p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p)",
     "3|6|1,2,3"},
    {"SELECT c1, c2, c5 FROM unpack_columns((SELECT pack_column(column1) FROM (VALUES (1), (2)))) "
     "WHERE input_column5 = (SELECT pack_column(column1) FROM (VALUES ('a'), ('b')))",
     "1|NULL|a / 2|NULL|b"},
    {"SELECT pack_column(column1) FILTER (WHERE column1 > 1) = (SELECT pack_column(2)), "
     "pack_column(DISTINCT column1) = (SELECT pack_column(column1) FROM (VALUES (1), (2))) FROM "
     "(VALUES (1), (2), (1))",
     "1|1"},
    /* The longest text of several columns, some without rows: it outlives its column. */
    {"SELECT max(c1), count(*) FROM (SELECT pack_column(column1 || printf('%.*c', 99, 'x')) AS p "
     "FROM (VALUES ('a'), ('c'), ('b')) UNION ALL SELECT pack_column(column1) FROM (VALUES ('b'), "
     "('a')) UNION ALL SELECT pack_column(1) WHERE 0), unpack_columns(p)",
     "cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxx"
     "xxxx|5"},
    {"SELECT pack_column(1) OVER ()", "error: pack_column() may not be used as a window function"},
    {"SELECT pack_column(column1) FROM (VALUES (NULL), (x''), (1))",
     "error: pack_column(): a column must have values of one type, found an integer in row 3 after "
     "a blob"},
    {"SELECT pack_column(column1) FROM (VALUES (1.5), (''))",
     "error: pack_column(): a column must have values of one type, found text in row 2 after a "
     "real number"},
    {"SELECT pack_column(column1) FROM (VALUES (1), (9007199254740993), (0.5))",
     "error: pack_column(): an integer among real numbers must be one that a real number equals, "
     "found another before the real number in row 3"},
    {"SELECT pack_column(column1) FROM (VALUES (0.5), (-9007199254740993))",
     "error: pack_column(): an integer among real numbers must be one that a real number equals, "
     "found -9007199254740993 in row 2"},
    {"SELECT * FROM unpack_columns", "error: unpack_columns(): argument column1 is missing"},
    {"SELECT * FROM unpack_columns WHERE input_column2 = (SELECT pack_column(1))",
     "error: unpack_columns(): argument column1 is missing"},
    {"SELECT * FROM unpack_columns((SELECT pack_column(1)), x'00')",
     "error: unpack_columns(): argument column2 must be a column, found another blob of length 1"},
    {"SELECT * FROM unpack_columns(x'4E444131090000000000000000000000')",
     "error: unpack_columns(): argument column1 must have a type from 0 to 6, found 9"},
    {"SELECT * FROM unpack_columns(x'4E44413101000000FFFFFFFFFFFFFFFF')",
     "error: unpack_columns(): argument column1 ends too early: 16 bytes are too few for its "
     "18446744073709551615 rows"},
    {"SELECT * FROM unpack_columns(x'4E4441310000000000000000000000006162')",
     "error: unpack_columns(): argument column1 must end with its last row, found 2 more bytes"},
    {"SELECT * FROM unpack_columns("
     "x'4E44413103000000010000000000000001000000000000000100000000000000' || '')",
     "error: unpack_columns(): argument column1 must be a blob, found text"},
    {"SELECT * FROM unpack_columns("
     "x'4E4441310300000001000000000000000100000000000000010000000000000061')",
     "error: unpack_columns(): argument column1 must have ascending offsets from 0, found others "
     "in "
     "row 1"},
    {"SELECT * FROM unpack_columns((SELECT pack_column(column1) FROM (VALUES (1), (2))), (SELECT "
     "pack_column('a')))",
     "error: unpack_columns(): all columns must have as many rows as the first, which has 2, found "
     "1 in argument column2"},
    {EDGES "SELECT union_find(NULL, NULL), union_find(a, NULL) FROM edge", "NULL|NULL"},
    {EDGES "SELECT union_find(1, 2), union_find(a, b) = (SELECT union_find(b, a) FROM edge) "
           "FROM edge",
     "x'4E4443310281808080808080808001"
     "000101'|1"},
    {"SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM (SELECT "
     "-9223372036854775808 AS a, 9223372036854775807 AS b)))",
     "-9223372036854775808|-9223372036854775808 / 9223372036854775807|-9223372036854775808"},
    {EDGES "INSERT INTO edge VALUES ('6', 1, 'z'); SELECT union_find(a, b) FROM edge",
     "error: union_find(): argument a must be an integer, found text"},
    {EDGES "INSERT INTO edge VALUES (6, 1.5, 'z'); SELECT union_find(a, b) FROM edge",
     "error: union_find(): argument b must be an integer, found a real number"},
    {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
     "SELECT count(*), count(DISTINCT component), max(component) FROM union_find_members("
     "(SELECT union_find(i, i % 100) FROM n))",
     "10001|100|99"},
};

/* ---- Vectors of words: with libstemmer ---- */

#define LAMP                                                                     \
    "WITH lamp(w, x, n) AS (VALUES ('lamp', x'0000803F00000040', 1), ('Light', " \
    "x'000000C000000000',"                                                       \
    " 1), ('light', x'0000803F00000000', 3), ('the', x'0000803F0000803F', 1)) "
#define NO_VOCABULARY                                                                        \
    "error: text_vector(): argument vectors must be a result of word_vectors() in the same " \
    "statement"

static const struct query word_vectors[] = {
    /* The mean: a word counts as often as it occurs; stop words, numbers, unknown ones do not. */
    {LAMP "SELECT hex(text_vector('The 3 lamps!', (SELECT word_vectors(w, x) FROM lamp))), "
          "hex(text_vector('lamp, LIGHT, light', (SELECT word_vectors(w, x) FROM lamp))), "
          "hex(text_vector('lamp light', (SELECT word_vectors(w, x, n) FROM lamp)))",
     "0000803F00000040|00000000ABAA2A3F|0000003FABAA2A3F"},
    {LAMP "SELECT hex(text_vector('the 3 of them', (SELECT word_vectors(w, x) FROM lamp))) = '', "
          "text_vector(NULL, (SELECT word_vectors(w, x) FROM lamp)), "
          "text_vector('', (SELECT word_vectors(w, x) FROM lamp))",
     "1|NULL|NULL"},
    {"SELECT text_vector('lamp', (SELECT word_vectors('lamp', x'0000803F', 0)))", "NULL"},
    {"SELECT text_vector('lamp', (SELECT word_vectors('lamp', NULL))), "
     "text_vector('lamp', (SELECT word_vectors('lamp', x'0000803F') WHERE 0)), "
     "text_vector('lamp', (SELECT word_vectors(NULL, 5)))",
     "NULL|NULL|NULL"},
    {"SELECT word_vectors('a', x'0000803F'), typeof(word_vectors('a', x'0000803F'))", "NULL|null"},
    /* Words with one stem: the mean of the vectors by weight, and the mean of the weights. */
    {"WITH v(w, x, n) AS (VALUES ('connected', x'0000803F', 1), ('Connections', x'0000A040', 3), "
     "('other', x'0000803F', 1), ('pole', x'00000000', 2)) SELECT "
     "hex(text_vector('connecting', (SELECT word_vectors(w, x, n) FROM v))), "
     "hex(text_vector('connecting a pole', (SELECT word_vectors(w, x, n) FROM v))), "
     "hex(text_vector('connecting', (SELECT word_vectors(w, x, n, '') FROM v))) = '', "
     "hex(text_vector('CONNECTED to connections', (SELECT word_vectors(w, x, n, '') FROM v)))",
     "00008040|00000040|1|00008040"},
    /* Accents, width, apostrophes, characters that are words, words that no text can have. */
    {"WITH v(w, x) AS (VALUES ('Café', x'0000803F'), ('山', x'00000040'), ('new york', "
     "x'00008040'), ('1990', x'00008040'), ('c3po', x'00000041'), ('', x'00008040'), ('!', "
     "x'00008040')) SELECT hex(text_vector('ＣＡＦＥ', (SELECT word_vectors(w, x) FROM v))), "
     "hex(text_vector('富士山', (SELECT word_vectors(w, x) FROM v))), "
     "hex(text_vector('new york 1990 1,5 7th', (SELECT word_vectors(w, x) FROM v))) = '', "
     "hex(text_vector('the C3PO’s', (SELECT word_vectors(w, x) FROM v)))",
     "0000803F|00000040|1|00000041"},
    {"SELECT hex(text_vector('Die Häuser', (SELECT word_vectors('Haus', x'0000803F', 1, "
     "'german')))), hex(text_vector('les élèves', (SELECT word_vectors('élève', x'0000803F', 1, "
     "'french')))), hex(text_vector('les eleves', (SELECT word_vectors('élève', x'0000803F', NULL, "
     "'french'))))",
     "0000803F|0000803F|0000803F"},
    /* Several words that weigh nothing make no NaN of a sum. */
    {"SELECT hex(text_vector('lamp tower', (SELECT word_vectors(column1, x'0000803F', column2) "
     "FROM (VALUES ('lamp', 0), ('lamps', 0), ('tower', 1)))))",
     "0000803F"},
    /* Long words are told apart by their last letter; those of more than 255 bytes are none. */
    {"WITH a(a) AS (VALUES (printf('%.*c', 29, 'a'))), "
     "v(w, x) AS (SELECT a || 'b', x'0000803F' FROM a UNION ALL SELECT a || 'c', x'00000040' FROM "
     "a) SELECT hex(text_vector(a || 'b ' || a || 'c ' || a || 'd', "
     "(SELECT word_vectors(w, x, 1, '') FROM v))) FROM a",
     "0000C03F"},
    {"WITH v(w) AS (VALUES (printf('%.*c', 255, 'a')), (printf('%.*c', 256, 'a'))) "
     "SELECT hex(text_vector(w, (SELECT word_vectors(w, x'0000803F', 1, '') FROM v))) FROM v",
     "0000803F / "},
    {"SELECT text_vector('a', NULL)", NO_VOCABULARY},
    {"CREATE TABLE kept AS SELECT word_vectors('lamp', x'0000803F') AS v; SELECT text_vector('a', "
     "v) "
     "FROM kept",
     NO_VOCABULARY},
    {"SELECT text_vector('a', (SELECT term_weights('a')))", NO_VOCABULARY},
    {"SELECT text_vector(1, (SELECT word_vectors('a', x'0000803F')))",
     "error: text_vector(): argument text must be text, found an integer"},
    {"SELECT word_vectors('a', 'b')",
     "error: word_vectors(): argument vector must be a blob, found text"},
    {"SELECT word_vectors('a', x'4E44563100010000000000803F')",
     "error: word_vectors(): argument vector must be dense, found a sparse one"},
    {"SELECT word_vectors('a', x'0000C07F')",
     "error: word_vectors(): argument vector must have finite components, found NaN in dimension "
     "0"},
    {"SELECT word_vectors(column1, column2) FROM (VALUES ('a', x'0000803F'), ('b', zeroblob(8)))",
     "error: word_vectors(): argument vector must have as many dimensions as the first, which has "
     "1, found 2 for the word 'b'"},
    {"SELECT word_vectors('a', x'0000803F', 1, column1) FROM (VALUES ('german'), (''))",
     "error: word_vectors(): argument language must be the same for all words, found 'german' and "
     "''"},
    {"SELECT word_vectors('a', x'0000803F', -0.5)",
     "error: word_vectors(): argument weight must be a number from 0.0 to 1.0e+30, found -0.5"},
    {"SELECT word_vectors('a', x'0000803F') OVER ()",
     "error: word_vectors() may not be used as a window function"},
};

/* ---- In schemas, which accept only innocuous and deterministic functions ---- */

static const struct query schema[] = {
    {"CREATE TABLE s(txt, sketch AS (minhash_sketch(txt, 2, 8)) STORED);"
     "INSERT INTO s VALUES ('abc'), ('abd'), (NULL); SELECT length(sketch) FROM s",
     "56 / 56 / NULL"},
    {"CREATE TABLE s(a, b, d AS (edit_distance(a, b))); INSERT INTO s VALUES ('kitten', 'sitting');"
     "SELECT d FROM s",
     "3"},
    {"CREATE TABLE s(a, b); CREATE INDEX i ON s(jaccard(a, b, 2)); INSERT INTO s VALUES "
     "('abc', 'abc'), ('abc', 'abd'), ('abc', 'xyz');"
     "SELECT b FROM s INDEXED BY i WHERE jaccard(a, b, 2) > 0 ORDER BY jaccard(a, b, 2)",
     "abd / abc"},
    {"CREATE TABLE s(a, b, CHECK (edit_distance(a, b, 2) <= 2));"
     "INSERT INTO s VALUES ('kitten', 'kitteh'); INSERT INTO s VALUES ('kitten', 'sitting')",
     "error: CHECK constraint failed: edit_distance(a, b, 2) <= 2"},
    {"CREATE TABLE s(txt); INSERT INTO s VALUES ('abcd');"
     "CREATE VIEW v AS SELECT shingle FROM s, shingles(txt, 3); SELECT * FROM v",
     "abc / bcd"},
    {"CREATE TABLE s(a, b); INSERT INTO s VALUES (1, 2), (2, 3);"
     "CREATE VIEW v AS SELECT * FROM union_find_members((SELECT union_find(a, b) FROM s));"
     "SELECT * FROM v",
     "1|1 / 2|1 / 3|1"},
    {"CREATE TABLE s(id INTEGER PRIMARY KEY, txt); CREATE TABLE sig(id, band, signature);"
     "CREATE TRIGGER g AFTER INSERT ON s BEGIN INSERT INTO sig SELECT new.id, band, signature "
     "FROM minhash_signatures(new.txt, 2, 4, 1); END;"
     "INSERT INTO s(txt) VALUES ('abc'), (NULL), ('abc');"
     "SELECT x.id, y.id, count(*) FROM sig x JOIN sig y USING (band, signature) "
     "WHERE x.id < y.id GROUP BY 1, 2",
     "1|3|4"},
    {"CREATE TABLE s(a, b); INSERT INTO s VALUES ('abc', 'abd'), ('abc', 'abc');"
     "CREATE INDEX i ON s(a) WHERE containment(a, b, 2) = 1; "
     "SELECT count(*) FROM s INDEXED BY i WHERE containment(a, b, 2) = 1",
     "1"},
    /* a function that draws may be used in SQL and in temporary objects */
    {"CREATE TEMP VIEW v AS SELECT neardup_progress(column1, 'x', 2) AS a FROM (VALUES (1), (2)); "
     "PRAGMA trusted_schema = OFF; SELECT sum(a) FROM v",
     "3"},
    {"CREATE VIEW v AS SELECT neardup_progress(1, 'x') AS a; SELECT a FROM v",
     "error: unsafe use of neardup_progress()"},
    {"CREATE VIEW v AS SELECT neardup_version() AS version, minhash_match_probability(1) AS p; "
     "SELECT version <> '', p FROM v",
     "1|1.0"},
};

static void check_answer(sqlite3 *db, const struct query *query, const char *how) {
    char *answer = database_answer(db, query->sql);
    CHECK(strcmp(answer, query->answer) == 0, "%s:\n  %s\n  expected %s\n  found    %s", how,
          query->sql, query->answer, answer);
    sqlite3_free(answer);
    if (strncmp(query->answer, "error", 5) != 0)
        return;
    answer = database_answer(db, "SELECT jaccard('ab', 'ac', 1), count(*) FROM shingles('abc', 2)");
    CHECK(strcmp(answer, "0.333333333333333|2") == 0, "after the error of %s: %s", query->sql,
          answer);
    sqlite3_free(answer);
}

/* Each query has its own database, in which the schema is not trusted. */
static void check_queries(const struct query *queries, size_t count, const char *encoding) {
    for (size_t i = 0; i < count; i++) {
        sqlite3 *db = database_open(encoding);
        sqlite3_free(database_answer(db, "PRAGMA trusted_schema = OFF"));
        check_answer(db, &queries[i], encoding);
        CHECK(sqlite3_close(db) == SQLITE_OK, "%s leaves something open", queries[i].sql);
    }
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

#define CHECK_QUERIES(queries, encoding) \
    check_queries(queries, sizeof queries / sizeof *queries, encoding)

/* The functions and modules that loading adds, and no others. */
static void test_what_is_added(void) {
    static const char functions[] =
        "SELECT group_concat(name || '/' || narg || iif(flags & 0x800, ' deterministic', '') || "
        "iif(flags & 0x200000, ' innocuous', '') || iif(flags & 0x80000, ' directonly', ''), "
        "', ') FROM (SELECT * FROM pragma_function_list "
        "WHERE name NOT IN (SELECT name FROM old_function) ORDER BY name, narg) "
        "GROUP BY type ORDER BY type";
    static const char added_aggregates[] =
        "collect_buckets/3 deterministic innocuous, "
        "collect_candidates/2 deterministic innocuous, "
        "collect_candidates/3 deterministic innocuous, collect_documents/2 innocuous, "
        "collect_pairs/6 innocuous, collect_pairs/7 innocuous, collect_pairs/8 innocuous, "
        "collect_pairs/9 innocuous, collect_pairs/10 innocuous, collect_pairs/11 innocuous, "
        "collect_pairs/12 innocuous, collect_pairs/13 innocuous, collect_pairs/14 innocuous, "
        "collect_pairs/15 innocuous, collect_signature_parts/1 deterministic innocuous, "
        "collect_signatures/2 deterministic innocuous, "
        "collect_signatures/3 deterministic innocuous, "
        "collect_signatures/4 deterministic innocuous, "
        "collect_signatures/5 deterministic innocuous, "
        "collect_signatures/6 deterministic innocuous, "
        "collect_signatures/7 deterministic innocuous, "
        "collect_signatures/8 deterministic innocuous, "
        "collect_signatures/9 deterministic innocuous, "
        "collect_signatures/10 deterministic innocuous, "
        "collect_signatures/11 deterministic innocuous, "
        "collect_texts/3 deterministic innocuous, collect_texts/4 deterministic innocuous, "
        "collect_vectors/2 deterministic innocuous, "
        "document_frequencies/1 deterministic innocuous, "
        "edge_counts/2 deterministic innocuous, merge_word_frequencies/1 innocuous, "
        "pack_column/1 deterministic innocuous, "
        "star_clusters/2 deterministic innocuous, term_weights/1 deterministic innocuous, "
        "union_find/2 deterministic innocuous, word_frequencies/1 innocuous, "
        "word_frequencies/2 innocuous, word_set/1 innocuous, word_vectors/2 innocuous, "
        "word_vectors/3 innocuous, word_vectors/4 innocuous";
    static const char added_scalars[] =
        "containment/2 deterministic innocuous, containment/3 deterministic innocuous, "
        "cosine_similarity/2 deterministic innocuous, "
        "edit_distance/2 deterministic innocuous, edit_distance/3 deterministic innocuous, "
        "edit_similarity/2 deterministic innocuous, fold_text/1 deterministic innocuous, "
        "fold_text/2 deterministic innocuous, hamming_distance/2 deterministic innocuous, "
        "jaccard/2 deterministic innocuous, jaccard/3 deterministic innocuous, "
        "mark_differences/2 innocuous, mark_differences/3 innocuous, "
        "mark_differences/4 innocuous, mark_differences/5 innocuous, "
        "mark_differences/6 innocuous, mark_passage/2 directonly, mark_passage/3 directonly, "
        "mark_passage/4 directonly, mark_passage/5 directonly, mark_passage/6 directonly, "
        "mark_passage/7 directonly, mark_passage/8 directonly, mark_passage/9 directonly, "
        "mark_passage/10 directonly, mark_passage/11 directonly, mark_passage/12 directonly, "
        "mark_passage/13 directonly, minhash_match_probability/1 deterministic innocuous, "
        "minhash_match_probability/2 deterministic innocuous, "
        "minhash_match_probability/3 deterministic innocuous, "
        "minhash_match_probability/4 deterministic innocuous, "
        "minhash_match_probability/5 deterministic innocuous, "
        "minhash_match_probability/6 deterministic innocuous, "
        "minhash_similarity/2 deterministic innocuous, "
        "minhash_sketch/1 deterministic innocuous, minhash_sketch/2 deterministic innocuous, "
        "minhash_sketch/3 deterministic innocuous, minhash_sketch/4 deterministic innocuous, "
        "minhash_sketch/5 deterministic innocuous, neardup_begin/1 directonly, "
        "neardup_debug/0 innocuous, neardup_error/1 innocuous, "
        "neardup_progress/2 directonly, neardup_progress/3 directonly, "
        "neardup_style/1 directonly, neardup_version/0 innocuous, neardup_wrap/1 directonly, "
        "neardup_wrap/2 directonly, neardup_wrap/3 directonly, "
        "permute_bits/2 deterministic innocuous, permute_bits/3 deterministic innocuous, "
        "projection_match_probability/1 deterministic innocuous, "
        "projection_match_probability/2 deterministic innocuous, "
        "projection_match_probability/3 deterministic innocuous, "
        "projection_similarity/2 deterministic innocuous, "
        "random_projection/1 deterministic innocuous, "
        "random_projection/2 deterministic innocuous, "
        "random_projection/3 deterministic innocuous, "
        "semantic_hash/2 deterministic innocuous, semantic_model/1 deterministic innocuous, "
        "text_script/1 deterministic innocuous, text_vector/2 innocuous, "
        "tfidf_vector/2 deterministic innocuous, word_rarities/1 innocuous";
    sqlite3 *db;
    sqlite3_open(":memory:", &db);
    sqlite3_free(database_answer(db,
                                 "CREATE TABLE old_function AS SELECT * FROM pragma_function_list;"
                                 "CREATE TABLE old_module AS SELECT * FROM pragma_module_list"));
    CHECK(sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    char *added = database_answer(db, functions);
    char *expected = sqlite3_mprintf("%s / %s", added_aggregates, added_scalars);
    CHECK(strcmp(added, expected) == 0, "added are:\n%s", added);
    sqlite3_free(expected);
    sqlite3_free(added);
    added = database_answer(db, "SELECT name FROM pragma_module_list WHERE name NOT LIKE 'pragma%' "
                                "EXCEPT SELECT name FROM old_module ORDER BY name");
    CHECK(strcmp(added, "aligned_passages / bucket_texts / candidate_pairs / duplicate_kind / "
                        "duplicate_kinds / minhash_signatures / neardup / neardup_functions / "
                        "passage_likeness / projection_signatures / "
                        "shared_signatures / shingles / signature_parts / "
                        "similar_pairs / similar_vectors / stopword_ngrams / text_alignment / "
                        "text_differences / "
                        "union_find_members / unpack_columns") == 0,
          "%s", added);
    sqlite3_free(added);
    added = database_answer(db, "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'old%'");
    CHECK(strcmp(added, "0") == 0, "the schema has %s entries", added);
    sqlite3_free(added);
    sqlite3_close(db);
}

/* Loading twice is harmless. It is refused while a statement is running. */
static void test_added_twice(void) {
    sqlite3 *db = database_open(NULL);
    CHECK(sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    char *answer = database_answer(db, "SELECT jaccard('ab', 'ab'), count(*) FROM shingles('abc')");
    CHECK(strcmp(answer, "1.0|1") == 0, "%s", answer);
    sqlite3_free(answer);
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
        "SELECT length(minhash_sketch(hex(zeroblob(1000000)), 12, 1))",
        "SELECT count(*) FROM shingles(hex(zeroblob(1000000)))",
        "SELECT length(mark_differences(hex(zeroblob(1000000)), 'a'))",
        "SELECT length(mark_passage(hex(zeroblob(1000000)), 'a'))",
    };
    for (int i = 0; i < 5; i++) {
        sqlite3 *db = database_open(NULL);
        sqlite3_free(database_answer(db, calls_with_long_text[i]));
        CHECK(sqlite3_memory_used() < 1000000, "%s leaves %lld bytes", calls_with_long_text[i],
              (long long)sqlite3_memory_used());
        sqlite3_close(db);
    }
}

/* What was counted follows the pairs: near misses, texts that others resemble, totals. */
static void test_counts(void) {
#define COMPARED(columns, rule)                                                                  \
    "SELECT " columns " FROM similar_pairs((SELECT collect_texts(id, 'The storm of 192' || id, " \
    "buckets) FROM bucket_texts((SELECT collect_buckets(1, 5, column1) FROM (VALUES (1), (2), "  \
    "(3))))), 3) AS found WHERE threads = 1" rule
#define EMPTY "similar_pairs((SELECT collect_texts(1, 'a', NULL) WHERE 0))"
    static const struct query queries[] = {
        {COMPARED("count(*), count(counted)", ""), "3|0"},
        {COMPARED("count(*), count(counted)", " AND count_least = 0.5 AND near_most = 3"), "3|0"},
        {COMPARED("count(*), count(counted), sum(number)", " AND count_least = 0.5 AND counts = 1"),
         "10|7|9"},
        {COMPARED("count(*), count(counted), sum(number)", " AND counts = 1"), "7|4|3"},
        {COMPARED("counted, a, b, jaccard > 0.5, edit_distance, number",
                  " AND near_most = 2 AND jaccard_least = 1 AND counts = 1 LIMIT 4"),
         "near miss|1|2|1|NULL|NULL / near miss|1|3|1|NULL|NULL / near miss|2|3|1|NULL|NULL / "
         "candidates|NULL|NULL|NULL|NULL|3"},
        {COMPARED("counted, a, b, jaccard, number",
                  " AND counts = 1 AND count_least = 0.5 AND counted = 'resembled'"),
         "resembled|1|NULL|NULL|2 / resembled|2|NULL|NULL|2 / resembled|3|NULL|NULL|2"},
        {COMPARED("counts", " LIMIT 1"), "0"},
        {COMPARED("count(*)", " AND counts = 2"),
         "error: similar_pairs(): argument counts must be an integer from 0 to 1, found 2"},
        {"SELECT counted, a, number FROM " EMPTY " WHERE counts = 1",
         "candidates|NULL|0 / large buckets|NULL|0 / texts in large buckets|NULL|0 / pairs left "
         "out|NULL|0"},
    };
    sqlite3 *db = database_open(NULL);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        check_answer(db, queries + i, "counts");
    sqlite3_close(db);
#undef COMPARED
#undef EMPTY
}

static bool has_stems(void) {
    sqlite3 *db = database_open(NULL);
    char *answer = database_answer(db, "SELECT neardup_debug() LIKE '%stems by libstemmer%'");
    bool has = strcmp(answer, "1") == 0;
    sqlite3_free(answer);
    sqlite3_close(db);
    return has;
}

int main(void) {
    setenv("NO_COLOR", "1", 1); /* the test may run on a terminal */
    static const char *const encodings[] = {"UTF-8", "UTF-16le", "UTF-16be"};
    for (int e = 0; e < 3; e++) {
        CHECK_QUERIES(values, encodings[e]);
        CHECK_QUERIES(texts, encodings[e]);
        CHECK_QUERIES(errors, encodings[e]);
        CHECK_QUERIES(tables, encodings[e]);
        CHECK_QUERIES(joins, encodings[e]);
        CHECK_QUERIES(aggregates, encodings[e]);
        CHECK_QUERIES(schema, encodings[e]);
        if (has_stems())
            CHECK_QUERIES(word_vectors, encodings[e]);
    }
    if (!has_stems())
        test_skip("this build has no libstemmer");
    check_drawing_column();
    CHECK_QUERIES(broken_texts, "UTF-8");
    CHECK_QUERIES(limits, "UTF-8");
    test_what_is_added();
    test_added_twice();
    test_counts();
    test_bound_values();
    test_long_texts_leave_nothing();
    return test_end("functions/test_functions");
}
