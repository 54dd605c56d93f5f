-- summary.sql - what was found, for people to read.

.mode list

-- Where a sentence stands: article and section, and the source where there are several.
DROP VIEW IF EXISTS temp.place;
CREATE TEMP VIEW place AS
SELECT sentence.id,
       iif((SELECT count(*) FROM source) > 1, name || ': ', '') || title
       || iif(section = '', '', ' § ' || section) AS place,
       text
  FROM sentence
  JOIN article ON article.id = article_id
  JOIN source  ON source.id = source_id;

SELECT char(10) || 'What was read';
SELECT printf('  %,9d articles of %s', articles, name)
       || iif(damaged, printf('; damaged places: %,d, see the table damage', damaged), '')
       || iif(id IN (SELECT source_id FROM checkpoint),
              '; interrupted: the same neardup-load command goes on',
              iif(finished_at IS NULL AND pages > 0, '; interrupted', ''))
  FROM source;
SELECT printf('  %,9d sentences', count(*)) FROM sentence;
SELECT printf('  %,9d of them compared: those of %d to %d characters', compared,
              shingles_least + shingle - 1, shingles_most + shingle - 1)
  FROM detection, parameters;

SELECT char(10) || 'What was found';
SELECT printf('  %,9d different texts', texts) FROM detection;
SELECT printf('  %,9d signatures, of which %,d are shared by several texts',
              (texts + texts_in_large_buckets) * bands, colliding_signatures)
  FROM detection, parameters;
SELECT printf('  %,9d buckets of more than %,d texts: %,d texts compared with some of them',
              large_buckets, bucket_most, texts_in_large_buckets)
  FROM detection, parameters
 WHERE large_buckets;
SELECT printf('  %,9d candidate pairs: texts that share a signature', candidates) FROM detection;
SELECT printf('  %,9d verified pairs, %,d of them identical', count(*), total(jaccard = 1))
  FROM pair;
SELECT printf('  %,9d clusters, %,d of them of one text', count(*), total(texts = 1))
  FROM cluster;
SELECT printf('  %,9d sentences in them, in %,d articles', count(*), count(DISTINCT article_id))
  FROM member JOIN sentence ON sentence.id = sentence_id;
SELECT printf('  Of all pairs with a Jaccard similarity of %.2f it finds %.1f %%, of those with 0.7 '
              || '%.1f %%, with 0.8 %.4f %%.', jaccard_least,
              100 * minhash_match_probability(jaccard_least, bands, rows),
              100 * minhash_match_probability(0.7, bands, rows),
              100 * minhash_match_probability(0.8, bands, rows))
  FROM parameters;

SELECT char(10) || 'Clusters by kind                               clusters  sentences'
 WHERE EXISTS (SELECT * FROM cluster);
WITH named(kind, place, meaning) AS (
    VALUES ('identical', 1, 'one text'),
           ('template',  2, 'one pattern, different subjects'),
           ('copyedit',  3, 'one thing, other words'),
           ('drift',     4, 'one thing, other facts'),
           ('reference', 5, 'a work that is cited'),
           ('other',     6, 'lists, fragments')
)
SELECT printf('  %-10s %-33s %,10d %,10d', kind, meaning, count(*), sum(size))
  FROM cluster JOIN named USING (kind)
 GROUP BY kind
 ORDER BY place;

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

-- Of each cluster the pair with the highest score, and of those the best, with what differs in
-- brackets.
SELECT char(10) || 'What may contradict, best first';
WITH best AS MATERIALIZED (
    SELECT a, b, max(score) AS score, reason
      FROM pair_kind
     WHERE kind = 'drift'
     GROUP BY cluster_id
     ORDER BY 3 DESC, a
     LIMIT 15
)
SELECT printf('  %.2f  ', score) || reason || char(10)
       || '        ' || first.place || char(10)
       || '        ' || second.place || char(10)
       || '          ' || mark_differences(first.text, second.text)
  FROM best
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b
 ORDER BY score DESC, a;
SELECT '  nothing' WHERE NOT EXISTS (SELECT * FROM pair_kind WHERE kind = 'drift');

SELECT char(10) || 'What was reworded, closest first'
 WHERE EXISTS (SELECT * FROM pair_kind WHERE kind = 'copyedit');
WITH closest AS MATERIALIZED (
    SELECT a, b, max(jaccard) AS jaccard
      FROM pair_kind JOIN pair USING (a, b)
     WHERE kind = 'copyedit'
     GROUP BY cluster_id
     ORDER BY 3 DESC, a
     LIMIT 5
)
SELECT printf('  %.2f  ', jaccard) || first.place || char(10)
       || '        ' || second.place || char(10)
       || '          ' || mark_differences(first.text, second.text)
  FROM closest
  JOIN place AS first  ON first.id = a
  JOIN place AS second ON second.id = b
 ORDER BY jaccard DESC, a;

DROP VIEW place;

SELECT char(10) || 'Go on in sqlite3 ' || file || ': the tables cluster, member, pair and sentence,'
       || char(10) || 'the view contradiction'
  FROM pragma_database_list WHERE name = 'main';
