-- pairs.sql - stage 2: sentences that share a signature are candidates; those that are alike in
-- truth are pairs.
--
--   pair       a < b, with the exact Jaccard similarity of their shingle sets and their edit
--              distance. Sentences of equal text are paired with the first of them only:
--              n copies make n - 1 pairs, and hold together as one cluster all the same. Of large
--              buckets enough pairs for their clusters are here, not all.

DROP TABLE IF EXISTS pair;
CREATE TABLE pair (
    a             INTEGER NOT NULL,
    b             INTEGER NOT NULL,
    jaccard       REAL    NOT NULL,
    edit_distance INTEGER NOT NULL,             -- in characters
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- n texts make n * (n - 1) / 2 pairs. In a bucket of more than `bucket_most` texts each is compared
-- with its next neighbours in the order of the alphabet, where those stand that begin alike, and with
-- a few representatives of the bucket, so that what is alike hangs together all the same. The second
-- set of bands is for the small buckets in it alone: its large ones hold the same template again.
DROP TABLE IF EXISTS temp.thinned;
CREATE TEMP TABLE thinned (
    band      INTEGER NOT NULL,
    signature INTEGER NOT NULL,
    PRIMARY KEY (band, signature)
) WITHOUT ROWID;

INSERT INTO thinned
SELECT band, signature
  FROM signature
 GROUP BY band, signature
HAVING count(*) > (SELECT bucket_most FROM parameters);

-- The texts of those buckets, each in its place. Texts are sorted once, not in each bucket. (CROSS
-- JOIN keeps SQLite from reordering: few buckets first.)
DROP TABLE IF EXISTS temp.alphabet;
CREATE TEMP TABLE alphabet (
    sentence_id INTEGER PRIMARY KEY,
    rank        INTEGER NOT NULL
);

INSERT INTO alphabet
SELECT id, row_number() OVER (ORDER BY text)
  FROM sentence
 WHERE id IN (SELECT sentence_id
                FROM parameters, thinned
               CROSS JOIN signature USING (band, signature)
               WHERE band <= bands);

DROP TABLE IF EXISTS temp.ranked;
CREATE TEMP TABLE ranked (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    place       INTEGER NOT NULL,               -- in its bucket, from 1
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, place)
) WITHOUT ROWID;

INSERT INTO ranked
SELECT band, signature, row_number() OVER (PARTITION BY band, signature ORDER BY rank), sentence_id
  FROM parameters, thinned
 CROSS JOIN signature USING (band, signature)
 CROSS JOIN alphabet  USING (sentence_id)
 WHERE band <= bands;

DROP TABLE IF EXISTS temp.candidate;
CREATE TEMP TABLE candidate (
    a INTEGER NOT NULL,
    b INTEGER NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT OR IGNORE INTO candidate
SELECT x.sentence_id, y.sentence_id
  FROM signature AS x
  JOIN signature AS y ON y.band = x.band
                     AND y.signature = x.signature
                     AND y.sentence_id > x.sentence_id
 WHERE NOT EXISTS (SELECT *
                     FROM thinned
                    WHERE thinned.band = x.band AND thinned.signature = x.signature);

INSERT OR IGNORE INTO candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM ranked AS x
  JOIN ranked AS y ON y.band = x.band
                 AND y.signature = x.signature
                 AND y.place > x.place
                 AND y.place <= x.place + (SELECT neighbours FROM parameters);

INSERT OR IGNORE INTO candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM thinned
 CROSS JOIN ranked AS x ON x.band = thinned.band
                      AND x.signature = thinned.signature
                      AND x.place <= (SELECT representatives FROM parameters)
 CROSS JOIN ranked AS y ON y.band = x.band
                      AND y.signature = x.signature
                      AND y.place > x.place;

-- The cheaper measure first; the edit distance only of those that pass, and only as far as it may
-- go. (neardup_progress() gives back what it is given, and shows on a terminal how far it is.)
INSERT INTO pair
WITH compared AS MATERIALIZED (
    SELECT a, b,
           jaccard(first.text, second.text,
                   neardup_progress(shingle, 'Comparing candidates',
                                    (SELECT count(*) FROM candidate))) AS jaccard
      FROM parameters, candidate
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
), alike AS (
    SELECT a, b, jaccard, first.text AS first, second.text AS second,
           CAST((1 - edit_similarity_least) * max(length(first.text), length(second.text))
                AS INTEGER) AS most
      FROM parameters, compared
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
     WHERE jaccard >= jaccard_least
), measured AS MATERIALIZED (
    SELECT a, b, jaccard, most, edit_distance(first, second, most) AS edit_distance
      FROM alike
)
SELECT a, b, jaccard, edit_distance
  FROM measured
 WHERE edit_distance <= most;

INSERT INTO pair
SELECT same_as, sentence_id, 1.0, 0
  FROM hashed
 WHERE same_as < sentence_id;

-- How much work that was, for the summary.
DROP TABLE IF EXISTS detection;
CREATE TABLE detection AS
SELECT (SELECT count(*) FROM hashed)                                AS hashed,
       (SELECT count(*) FROM hashed WHERE same_as = sentence_id)    AS texts,
       (SELECT count(*) FROM alphabet)                              AS crowded,
       (SELECT count(*) FROM signature)                             AS colliding,
       (SELECT count(*) FROM thinned)                               AS thinned,
       (SELECT count(*) FROM candidate)                             AS candidates,
       (SELECT count(*) FROM pair)                                  AS pairs;

DROP TABLE candidate;
DROP TABLE ranked;
DROP TABLE alphabet;
DROP TABLE thinned;
