-- sample_clusters.sql - draws clusters at random, for people to read and label.
--
-- Weissman et al. 2015 and Ayhan, Bradley, Weissman 2013 made their Tables 1 this way; this draw can be repeated. With @by_kind it
-- draws as many of each kind as possible, so that rare kinds occur often enough to be judged. It fills two tables and changes
-- nothing else:
--
--   sample   the clusters in reading order, each with what a reader needs: its distinct texts, at most
--            six, and where they occur. Refilled each time.
--   label    the readers' labels; kept. A label belongs to a cluster of a certain number of sentences
--            and texts: if the pipeline later gives the id to another cluster, it does not count.
--
-- Clusters are drawn in the order of a hash of their ids. So a seed draws the same clusters on every
-- machine, and a larger sample begins with the smaller one, whose labels remain valid. `weight` is
-- the number of clusters of the database that a cluster of the sample represents.
--
-- Next, put what readers say into `label`; agreement.sql then shows how well `cluster.kind` agrees. This is for the papers' tables,
-- which count clusters, not pairs: to measure what neardup finds, draw pairs by `neardup review --sample`.

CREATE TEMP TABLE drawn AS
WITH hashed_cluster AS (
    SELECT cluster.*, hash.signature AS hash
      FROM cluster, minhash_signatures(CAST(cluster.id AS TEXT), 64, 1, 1) AS hash
     WHERE hash.seed = @seed
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY kind ORDER BY hash, id) AS rank
      FROM hashed_cluster
), placed AS (
    SELECT *, row_number() OVER (ORDER BY iif(@by_kind, rank, 0), hash, id) AS place
      FROM ranked
)
SELECT id AS cluster_id, place, kind, size, texts
  FROM placed
 WHERE place <= @clusters;

INSERT INTO main.sample
WITH place AS (
    SELECT sentence.id,
           iif((SELECT count(*) FROM source_name) > 1, source_name.name || ': ', '') || article_name.name
           || iif(section = '', '', ' § ' || section) AS place
      FROM sentence
      JOIN article      ON article.id = article_id
      JOIN article_name ON article_name.id = article.id
      LEFT JOIN source_name ON source_name.id = source_id
), occurrence AS (
    SELECT *,
           row_number() OVER (PARTITION BY first_id ORDER BY sentence_id) AS copy,
           count(*)     OVER (PARTITION BY first_id) AS copies
      FROM (SELECT cluster_id, drawn.texts, coalesce(first_id, sentence_id) AS first_id, sentence_id
              FROM drawn
              JOIN member USING (cluster_id)
              LEFT JOIN copy USING (sentence_id))
), different_text AS (
    SELECT cluster_id, texts, first_id, copies,
           row_number() OVER (PARTITION BY cluster_id ORDER BY first_id) - 1 AS number
      FROM occurrence
     WHERE copy = 1
), excerpt AS MATERIALIZED (
    -- The texts of each cluster, and where they occur: three places of each text, and the number of
    -- others. Of more than six texts six are taken, evenly spread over the order of the dump. (neardup_wrap()
    -- replaces what could control a terminal.)
    SELECT different_text.cluster_id, number,
           neardup_wrap('  ' || (SELECT group_concat(place, '; ')
                                   FROM occurrence JOIN place ON place.id = sentence_id
                                  WHERE occurrence.first_id = different_text.first_id AND copy <= 3)
                        || iif(copies > 3, printf('; and %,d more', copies - 3), ''), 2, 1000000)
           || char(10) || neardup_wrap('    ' || text, 4, 1000000) AS reading
      FROM different_text JOIN sentence ON sentence.id = first_id
     WHERE texts <= 6 OR number = 0 OR 6 * number / texts > 6 * (number - 1) / texts
), stratum AS (
    SELECT iif(@by_kind, kind, '') AS name, count(*) AS clusters
      FROM cluster
     GROUP BY name
), weighed AS (
    SELECT drawn.*, 1.0 * clusters / count(*) OVER (PARTITION BY name) AS weight
      FROM drawn JOIN stratum ON name = iif(@by_kind, kind, '')
)
SELECT cluster_id, place, weight, size, texts,
       (SELECT group_concat(reading, char(10))
          FROM (SELECT reading
                  FROM excerpt
                 WHERE excerpt.cluster_id = weighed.cluster_id
                 ORDER BY number))
       || iif(texts > 6, printf('%s  … and %,d other %s', char(10), texts - 6,
                                 iif(texts = 7, 'text', 'texts')), '')
  FROM weighed
 ORDER BY place;

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);
SELECT printf('%sDrawn %,d of %,d clusters, with seed %d', char(10), count(*),
              (SELECT count(*) FROM cluster), @seed) || char(10) || char(10)
       || '  kind             clusters     drawn  one stands for'
  FROM drawn
 GROUP BY NULL;
SELECT printf('  %-!12s %,12d  %,8d  %,14.2f', kind,
              (SELECT count(*) FROM cluster WHERE cluster.kind = drawn.kind), count(*), avg(weight))
  FROM drawn
  JOIN sample USING (cluster_id)
  LEFT JOIN known_kind USING (kind)
 GROUP BY kind
 ORDER BY known_kind.place IS NULL, known_kind.place, kind;
