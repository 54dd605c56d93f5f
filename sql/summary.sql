-- summary.sql - what was found, for people to read.

.mode list
.separator ''
.headers off

-- How two sentences differ: words (between spaces) that only one of them has, in their order.
CREATE TEMP VIEW word AS
SELECT sentence.id AS sentence_id, word.key AS position, word.value AS word
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
SELECT printf('  %9.4f of the pairs of Jaccard similarity %.1f share a signature, %.4f at 0.8, '
              || 'all but %.0e at 0.9',
              minhash_match_probability(jaccard_least, bands, rows), jaccard_least,
              minhash_match_probability(0.8, bands, rows),
              1 - minhash_match_probability(0.9, bands, rows))
  FROM parameters;

SELECT char(10) || 'Clusters by size';
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

SELECT char(10) || 'The largest clusters';
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
 ORDER BY size DESC, texts DESC, cluster.id
 LIMIT 10;

SELECT char(10) || 'A number differs: the closest pairs that say one thing of two values' || char(10)
       || '(clusters of two in different articles)';
WITH close AS MATERIALIZED (
    SELECT difference.*
      FROM difference
      JOIN cluster ON cluster.id = a AND size = 2 AND articles = 2
     WHERE jaccard < 1
)
SELECT printf('  %.2f  ', jaccard) || first.place || ': ' || only_a || char(10)
       || '        ' || second.place || ': ' || only_b || char(10)
       || '      ' || first.text
  FROM close
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b
 WHERE only_a GLOB '*[0-9]*' AND only_b GLOB '*[0-9]*'
 ORDER BY jaccard DESC, a, b
 LIMIT 10;

SELECT char(10) || 'The closest pairs that are not identical';
SELECT printf('  %.2f  ', jaccard) || first.place || ': ' || ifnull(only_a, '-') || char(10)
       || '        ' || second.place || ': ' || ifnull(only_b, '-') || char(10)
       || '      ' || first.text
  FROM (SELECT * FROM pair WHERE jaccard < 1 ORDER BY jaccard DESC, a, b LIMIT 10)
  JOIN difference USING (a, b, jaccard)
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b
 ORDER BY jaccard DESC, a, b;

SELECT char(10) || 'Go on from here: SELECT * FROM cluster, member, pair, sentence, article ... in sqlite3.';
