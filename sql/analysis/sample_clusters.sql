-- sample_clusters.sql - draws clusters at random, for people to read and label.
--
--     sqlite3 my.db '.parameter set @clusters 200' '.read sql/analysis/sample_clusters.sql'
--
-- Run it in the project's folder. It is how Weissman et al. 2015 and Ayhan, Bradley, Weissman 2013
-- came to their Tables 1, with the difference that the draw can be repeated. What may be set:
--
--   @clusters   so many are drawn                                                      100
--   @seed       another one gives another sample                                         1
--   @by_kind    1: as many of each kind as there are of any, so that rare kinds are        0
--               seen often enough to judge them
--
-- It makes two tables, and nothing else of the database changes:
--
--   sample   the clusters, in the order in which they are to be read, each with what a reader needs:
--            its different texts, six at the most, and where they stand. Made anew each time.
--   label    what readers say; kept. A label is of a cluster of so many sentences and texts: where
--            the pipeline later finds another cluster under this id, it does not count.
--
-- Clusters are drawn in the order of a hash of their ids. So the same seed draws the same ones on
-- every machine, and a larger sample begins with the smaller one, whose labels stay good. `weight`
-- tells how many clusters of the database one of the sample stands for.
--
-- Then: label_clusters.sh to label in the terminal, or sample_to_csv.sql and csv_to_labels.sql to
-- do it in a spreadsheet; agreement.sql to see how well `cluster.kind` agrees with the reader.

.bail on
DROP TABLE IF EXISTS temp.wanted;
CREATE TEMP TABLE wanted (
    clusters INTEGER NOT NULL CONSTRAINT "@clusters must be a whole number, 1 or more"
             CHECK (typeof(clusters) = 'integer' AND clusters >= 1),
    seed     INTEGER NOT NULL CONSTRAINT "@seed must be a whole number"
             CHECK (typeof(seed) = 'integer'),
    by_kind  INTEGER NOT NULL CONSTRAINT "@by_kind must be 0 or 1"
             CHECK (by_kind IN (0, 1))
);
INSERT INTO wanted SELECT coalesce(@clusters, 100), coalesce(@seed, 1), coalesce(@by_kind, 0);

.read sql/analysis/begin.sql

DROP VIEW IF EXISTS temp.place;
CREATE TEMP VIEW place AS
SELECT sentence.id,
       iif((SELECT count(*) FROM source) > 1, name || ': ', '') || title
       || iif(section = '', '', ' § ' || section) AS place
  FROM sentence
  JOIN article ON article.id = article_id
  LEFT JOIN source ON source.id = source_id;

DROP TABLE IF EXISTS temp.drawn;
CREATE TEMP TABLE drawn AS
WITH hashed_id AS (
    SELECT cluster.*, hash.signature AS hash
      FROM wanted, cluster, minhash_signatures(CAST(cluster.id AS TEXT), 64, 1, 1) AS hash
     WHERE hash.seed = wanted.seed
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY kind ORDER BY hash, id) AS rank
      FROM hashed_id
), placed AS (
    SELECT *, row_number() OVER (ORDER BY iif(by_kind, rank, 0), hash, id) AS place
      FROM ranked, wanted
)
SELECT id AS cluster_id, place, kind, size, texts
  FROM placed
 WHERE place <= clusters;

-- The texts of each, and where they stand: three places of each, the rest as a number. Of many texts
-- six are taken, evenly spread over the order of the dump.
DROP TABLE IF EXISTS temp.excerpt;
CREATE TEMP TABLE excerpt AS
WITH standing AS (
    SELECT cluster_id, drawn.texts, first_id, sentence_id,
           row_number() OVER (PARTITION BY first_id ORDER BY sentence_id) AS copy,
           count(*)     OVER (PARTITION BY first_id) AS copies
      FROM drawn
      JOIN member USING (cluster_id)
      JOIN compared_sentence USING (sentence_id)
), different_text AS (
    SELECT cluster_id, texts, first_id, copies,
           row_number() OVER (PARTITION BY cluster_id ORDER BY first_id) - 1 AS number
      FROM standing
     WHERE copy = 1
)
SELECT different_text.cluster_id, number,
       '  ' || (SELECT group_concat(place, '; ')
                  FROM standing JOIN place ON place.id = sentence_id
                 WHERE standing.first_id = different_text.first_id AND copy <= 3)
       || iif(copies > 3, printf('; and %,d more', copies - 3), '') || char(10)
       || '    ' || text AS reading
  FROM different_text JOIN sentence ON sentence.id = first_id
 WHERE texts <= 6 OR number = 0 OR 6 * number / texts > 6 * (number - 1) / texts;

BEGIN IMMEDIATE;

DROP TABLE IF EXISTS main.sample;
CREATE TABLE main.sample (
    cluster_id INTEGER PRIMARY KEY,
    place      INTEGER NOT NULL,                -- in the order of reading, from 1
    weight     REAL    NOT NULL,                -- clusters of the database that it stands for
    size       INTEGER NOT NULL,                -- sentences, as in cluster
    texts      INTEGER NOT NULL,                -- different texts among them, likewise
    reading    TEXT    NOT NULL                 -- what a reader is shown
);

CREATE TABLE IF NOT EXISTS main.label (
    cluster_id  INTEGER NOT NULL,
    size        INTEGER NOT NULL,               -- of the cluster that was labelled,
    texts       INTEGER NOT NULL,               -- so that another with this id is not taken for it
    reader      TEXT    NOT NULL CHECK (reader NOT IN ('', 'automatic')),
    kind        TEXT    NOT NULL CHECK (kind IN ('identical', 'template', 'copyedit', 'drift',
                                                 'reference', 'other', 'mixed')),
    labelled_at TEXT    NOT NULL DEFAULT (datetime()),      -- UTC
    PRIMARY KEY (cluster_id, size, texts, reader)
) WITHOUT ROWID;

INSERT INTO main.sample
WITH stratum AS (
    SELECT iif(by_kind, kind, '') AS name, count(*) AS clusters
      FROM cluster, wanted
     GROUP BY name
), weighed AS (
    SELECT drawn.*, 1.0 * clusters / count(*) OVER (PARTITION BY name) AS weight
      FROM drawn, (SELECT by_kind FROM wanted)
      JOIN stratum ON name = iif(by_kind, kind, '')
)
SELECT cluster_id, place, weight, size, texts,
       (SELECT group_concat(reading, char(10))
          FROM (SELECT reading
                  FROM excerpt
                 WHERE excerpt.cluster_id = weighed.cluster_id
                 ORDER BY number))
       || iif(texts > 6, printf('%s  … and %,d other texts', char(10), texts - 6), '')
  FROM weighed
 ORDER BY place;

COMMIT;

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);
SELECT printf('%sDrawn %,d of %,d clusters, with seed %d', char(10), count(*),
              (SELECT count(*) FROM cluster), seed) || char(10) || char(10)
       || '  kind             clusters     drawn  one stands for'
  FROM drawn, wanted
 GROUP BY seed;
SELECT printf('  %-!12s %,12d  %,8d  %,14.2f', kind,
              (SELECT count(*) FROM cluster WHERE cluster.kind = drawn.kind), count(*), avg(weight))
  FROM drawn
  JOIN sample USING (cluster_id)
  LEFT JOIN known_kind USING (kind)
 GROUP BY kind
 ORDER BY known_kind.place IS NULL, known_kind.place, kind;
SELECT char(10) || 'To label them:  sh sql/analysis/label_clusters.sh DATABASE READER'
 WHERE EXISTS (SELECT * FROM drawn);

DROP TABLE excerpt;
DROP TABLE drawn;
DROP VIEW place;
DROP TABLE wanted;
DETACH blank;
.bail off
