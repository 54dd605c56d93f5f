-- summary.sql - what was found, for people to read.

.mode list
.separator ''
.headers off

-- How two sentences differ: words that only one of them has, in their order. A word is what stands
-- between spaces, without the punctuation at its ends.
CREATE TEMP VIEW word AS
SELECT sentence.id AS sentence_id, trim(word.value, '.,;:!?()"''') AS word
  FROM sentence, json_each('[' || replace(json_quote(text), ' ', '","') || ']') AS word;

CREATE TEMP VIEW difference AS
SELECT a, b, jaccard, edit_distance,
       (SELECT group_concat(word, ' ') FROM word
         WHERE sentence_id = a AND word NOT IN (SELECT word FROM word WHERE sentence_id = b)) AS only_a,
       (SELECT group_concat(word, ' ') FROM word
         WHERE sentence_id = b AND word NOT IN (SELECT word FROM word WHERE sentence_id = a)) AS only_b
  FROM pair;

CREATE TEMP VIEW place AS                       -- where a sentence stands
SELECT sentence.id, title || iif(section = '', '', ' § ' || section) AS place, text
  FROM sentence JOIN article ON article.id = article_id;

SELECT char(10) || 'What was read';
SELECT printf('  %,9d articles', count(*)) FROM article;
SELECT printf('  %,9d sentences seen', count(*)) FROM sentence;
SELECT printf('  %,9d of them hashed (%d to %d characters)', hashed,
              shingles_least + shingle - 1, shingles_most + shingle - 1)
  FROM detection, parameters;
SELECT printf('  %,9d damaged places in the dump, see the table damage', count(*))
  FROM damage HAVING count(*) > 0;

SELECT char(10) || 'What was found';
SELECT printf('  %,9d different texts, %,d signatures, %,d of them shared', texts, signatures,
              colliding) FROM detection;
SELECT printf('  %,9d candidate pairs', candidates) FROM detection;
SELECT printf('  %,9d verified pairs, %,d of them identical', count(*), total(jaccard = 1))
  FROM pair;
SELECT printf('  %,9d clusters, %,d of them of one text', count(*), total(kind = 'identical'))
  FROM cluster;
SELECT printf('  %,9d sentences in them, in %,d articles', count(*), count(DISTINCT article_id))
  FROM member JOIN sentence ON sentence.id = sentence_id;
SELECT printf('  %9.4f is the recall at Jaccard similarity %.2f, computed; %.4f at 0.7, %.6f at 0.8',
              minhash_match_probability(jaccard_least, bands, rows), jaccard_least,
              minhash_match_probability(0.7, bands, rows),
              minhash_match_probability(0.8, bands, rows))
  FROM parameters;

SELECT char(10) || 'Clusters by size'
 WHERE EXISTS (SELECT * FROM cluster);
WITH class(least, most, label) AS (
    VALUES (2, 2, '2'), (3, 3, '3'), (4, 4, '4'), (5, 10, '5-10'), (11, 100, '11-100'),
           (101, 1000, '101-1000'), (1001, 9e18, '> 1000')
), counted AS (
    SELECT least, label, count(id) AS clusters
      FROM class LEFT JOIN cluster ON size BETWEEN least AND most
     GROUP BY least
)
SELECT printf('  %8s %,8d  ', label, clusters)
       || substr('########################################', 1,
                 (40 * clusters + (SELECT max(clusters) FROM counted) - 1)
                 / (SELECT max(clusters) FROM counted))
  FROM counted
 WHERE (SELECT max(clusters) FROM counted) > 0
   AND least <= (SELECT max(size) FROM cluster)
 ORDER BY least;

SELECT char(10) || 'The largest clusters'
 WHERE EXISTS (SELECT * FROM cluster);
SELECT printf('  %,d sentences, %,d texts, %,d articles: ', size, texts, articles)
       || (SELECT group_concat(title, '; ')
             FROM (SELECT DISTINCT title
                     FROM member
                     JOIN sentence ON sentence.id = sentence_id
                     JOIN article  ON article.id = article_id
                    WHERE cluster_id = cluster.id
                    ORDER BY sentence_id
                    LIMIT 4))
       || iif(articles > 4, '; …', '') || char(10)
       || '      ' || substr(text, 1, 200) || iif(length(text) > 200, '…', '')
  FROM cluster JOIN sentence USING (id)
 WHERE size > 2 OR (SELECT max(size) FROM cluster) = 2
 ORDER BY size DESC, texts DESC, cluster.id
 LIMIT 10;

-- The pairs worth reading first: a pair that is a cluster of its own, in two articles.
CREATE TEMP TABLE close_pair AS
SELECT difference.*, only_a GLOB '*[0-9]*' AND only_b GLOB '*[0-9]*' AS in_number
  FROM difference
  JOIN cluster ON cluster.id = a AND size = 2 AND articles = 2
 WHERE jaccard < 1;

CREATE TEMP VIEW shown AS
SELECT in_number, jaccard, a, b,
       printf('  %.2f  ', jaccard)
       || first.place || ': '
       || coalesce(only_a, iif(only_b IS NULL, 'other punctuation or order', '-')) || char(10)
       || '        ' || second.place || ': ' || ifnull(only_b, '-') || char(10)
       || '      ' || first.text AS text
  FROM close_pair
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b;

SELECT char(10) || 'The closest pairs in which a number differs, and the words that do';
SELECT text FROM shown WHERE in_number ORDER BY jaccard DESC, a, b LIMIT 10;
SELECT '  none' WHERE NOT EXISTS (SELECT * FROM shown WHERE in_number);

SELECT char(10) || 'The closest other pairs that are not identical, and the words that differ';
SELECT text FROM shown WHERE in_number IS NOT TRUE ORDER BY jaccard DESC, a, b LIMIT 10;
SELECT '  none' WHERE NOT EXISTS (SELECT * FROM shown WHERE in_number IS NOT TRUE);

SELECT char(10) || 'Go on in sqlite3 ' || file || ': the tables cluster, member, pair and sentence'
  FROM pragma_database_list WHERE name = 'main';
