-- summary.sql - what was found, for people to read.

.mode list

-- Where a sentence stands: article and section, and the source where there are several.
DROP VIEW IF EXISTS temp.place;
CREATE TEMP VIEW place AS
SELECT sentence.id,
       iif((SELECT count(*) FROM source) > 1, name || ': ', '') || title
       || iif(section = '', '', ' § ' || section) AS place,
       substr(text, 1, 400) || iif(length(text) > 400, '…', '') AS text
  FROM sentence
  JOIN article ON article.id = article_id
  JOIN source  ON source.id = source_id;

-- Words are what stands between spaces, without the punctuation at its ends.
DROP VIEW IF EXISTS temp.word;
CREATE TEMP VIEW word AS
SELECT sentence.id AS sentence_id, word.key AS position,
       trim(word.value, '.,;:!?()"''') AS word
  FROM sentence, json_each('[' || replace(json_quote(text), ' ', '","') || ']') AS word;

-- The numbers in a sentence, one space between them: "July 4, 1,300 km" has '4 1300'. What is no
-- digit becomes a space, and the three replacements fold runs of spaces.
DROP VIEW IF EXISTS temp.numbers;
CREATE TEMP VIEW numbers AS
SELECT id AS sentence_id,
       (SELECT replace(replace(replace(trim(group_concat(iif(shingle GLOB '[0-9]', shingle, ' '), '')),
                                       ' ', '<>'), '><', ''), '<>', ' ')
          FROM shingles(replace(text, ',', ''), 1)) AS numbers
  FROM sentence;

SELECT char(10) || 'What was read';
SELECT printf('  %,9d articles of %s', articles, name)
       || iif(damaged, printf('; damaged places: %,d, see the table damage', damaged), '')
       || iif(id IN (SELECT source_id FROM checkpoint),
              '; interrupted: the same neardup-load command goes on',
              iif(finished_at IS NULL AND pages > 0, '; interrupted', ''))
  FROM source;
SELECT printf('  %,9d sentences', count(*)) FROM sentence;
SELECT printf('  %,9d of them hashed: those of %d to %d characters', hashed,
              shingles_least + shingle - 1, shingles_most + shingle - 1)
  FROM detection, parameters;

SELECT char(10) || 'What was found';
SELECT printf('  %,9d different texts', texts) FROM detection;
SELECT printf('  %,9d signatures, of which %,d are shared by several texts', (texts + crowded) * bands,
              colliding)
  FROM detection, parameters;
SELECT printf('  %,9d buckets of more than %,d texts: thinned, %,d texts compared with some of them',
              thinned, bucket_most, crowded)
  FROM detection, parameters
 WHERE thinned;
SELECT printf('  %,9d candidate pairs: texts that share a signature', candidates) FROM detection;
SELECT printf('  %,9d verified pairs, %,d of them identical', count(*), total(jaccard = 1))
  FROM pair;
SELECT printf('  %,9d clusters, %,d of them of one text', count(*), total(kind = 'identical'))
  FROM cluster;
SELECT printf('  %,9d sentences in them, in %,d articles', count(*), count(DISTINCT article_id))
  FROM member JOIN sentence ON sentence.id = sentence_id;
SELECT printf('  Of all pairs with a Jaccard similarity of %.2f it finds %.1f %%, of those with 0.7 '
              || '%.1f %%, with 0.8 %.4f %%.', jaccard_least,
              100 * minhash_match_probability(jaccard_least, bands, rows),
              100 * minhash_match_probability(0.7, bands, rows),
              100 * minhash_match_probability(0.8, bands, rows))
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
SELECT printf('  sentences: %,d, different texts: %,d, articles: %,d', size, texts, articles)
       || char(10) || '      '
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

-- Of each cluster the pair that is closest without being identical, and of those the 1,000 closest:
-- what is shown below is chosen among them. A number differs where both sentences have equally many
-- numbers, and not the same.
DROP TABLE IF EXISTS temp.close_pair;
CREATE TEMP TABLE close_pair AS
WITH closest AS MATERIALIZED (
    SELECT a, b, max(jaccard) AS jaccard, size
      FROM pair
      JOIN member  ON sentence_id = a
      JOIN cluster ON cluster.id = cluster_id AND texts > 1
     WHERE jaccard < 1
     GROUP BY cluster_id
     ORDER BY 3 DESC, 1
     LIMIT 1000
), counted AS MATERIALIZED (
    SELECT closest.*, first.numbers AS numbers_a, second.numbers AS numbers_b
      FROM closest
      JOIN numbers AS first  ON first.sentence_id = a
      JOIN numbers AS second ON second.sentence_id = b
)
SELECT a, b, jaccard, size,
       numbers_a <> numbers_b AND numbers_a <> '' AND numbers_b <> ''
       AND length(numbers_a) - length(replace(numbers_a, ' ', ''))
         = length(numbers_b) - length(replace(numbers_b, ' ', '')) AS in_number
  FROM counted;

-- The words that only one of the two has, in their order; the whole sentence is no such word.
DROP VIEW IF EXISTS temp.difference;
CREATE TEMP VIEW difference AS
SELECT close_pair.*,
       (SELECT nullif(trim(group_concat(word, ' ')), '')
          FROM (SELECT word FROM word WHERE sentence_id = a ORDER BY position)
         WHERE word NOT IN (SELECT word FROM word WHERE sentence_id = b)
           AND length(word) <= 60) AS only_a,
       (SELECT nullif(trim(group_concat(word, ' ')), '')
          FROM (SELECT word FROM word WHERE sentence_id = b ORDER BY position)
         WHERE word NOT IN (SELECT word FROM word WHERE sentence_id = a)
           AND length(word) <= 60) AS only_b
  FROM close_pair;

DROP VIEW IF EXISTS temp.shown;
CREATE TEMP VIEW shown AS
SELECT in_number, size, jaccard, a, b,
       printf('  %.2f  ', jaccard) || first.place || char(10)
       || '          ' || first.text || char(10)
       || '        ' || second.place || char(10)
       || '          ' || second.text
       || iif(only_a IS NULL AND only_b IS NULL, '',
              char(10) || '        ' || ifnull(only_a, '(nothing)') || '  <>  '
              || ifnull(only_b, '(nothing)')) AS text
  FROM difference
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b;

SELECT char(10) || 'One thing, two values? The closest pairs in which a number differs'
       || char(10) || '(one pair of a cluster, and clusters of at most four sentences: larger ones are'
       || ' templates as a rule)';
SELECT text FROM shown WHERE in_number AND size <= 4 ORDER BY jaccard DESC, a, b LIMIT 10;
SELECT '  none' WHERE NOT EXISTS (SELECT * FROM close_pair WHERE in_number AND size <= 4);

SELECT char(10) || 'The closest other pairs that are not identical (one pair of a cluster)';
SELECT text FROM shown WHERE NOT (in_number AND size <= 4) ORDER BY jaccard DESC, a, b LIMIT 10;
SELECT '  none' WHERE NOT EXISTS (SELECT * FROM close_pair WHERE NOT (in_number AND size <= 4));

SELECT char(10) || 'Go on in sqlite3 ' || file || ': the tables cluster, member, pair and sentence'
  FROM pragma_database_list WHERE name = 'main';
