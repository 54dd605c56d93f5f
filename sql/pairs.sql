-- pairs.sql - stage 2: sentences that share a signature are candidates; those that are alike in
-- truth are pairs.
--
--   pair       a < b, with the exact Jaccard similarity of their shingle sets and their edit
--              distance. Sentences of equal text are paired with the first of them only:
--              n copies make n - 1 pairs, and hold together as one cluster all the same. Of large
--              buckets enough pairs for their clusters are here, not all.
--   near_miss  the 20 candidates that are closest below jaccard_least

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
DROP TABLE IF EXISTS temp.large_bucket;
CREATE TEMP TABLE large_bucket (
    band      INTEGER NOT NULL,
    signature INTEGER NOT NULL,
    PRIMARY KEY (band, signature)
) WITHOUT ROWID;

INSERT INTO large_bucket
SELECT band, signature
  FROM signature
 GROUP BY band, signature
HAVING count(*) > (SELECT bucket_most FROM parameters);

-- The texts of those buckets, each in its place. Texts are sorted once, not in each bucket. (CROSS
-- JOIN keeps SQLite from reordering: few buckets first.)
DROP TABLE IF EXISTS temp.text_order;
CREATE TEMP TABLE text_order (
    sentence_id INTEGER PRIMARY KEY,
    rank        INTEGER NOT NULL
);

INSERT INTO text_order
SELECT id, row_number() OVER (ORDER BY text)
  FROM sentence
 WHERE id IN (SELECT sentence_id
                FROM parameters, large_bucket
               CROSS JOIN signature USING (band, signature)
               WHERE band <= bands);

DROP TABLE IF EXISTS temp.bucket_place;
CREATE TEMP TABLE bucket_place (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    place       INTEGER NOT NULL,               -- in its bucket, from 1
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, place)
) WITHOUT ROWID;

INSERT INTO bucket_place
SELECT band, signature, row_number() OVER (PARTITION BY band, signature ORDER BY rank), sentence_id
  FROM parameters, large_bucket
 CROSS JOIN signature USING (band, signature)
 CROSS JOIN text_order  USING (sentence_id)
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
                     FROM large_bucket
                    WHERE large_bucket.band = x.band AND large_bucket.signature = x.signature);

INSERT OR IGNORE INTO candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM bucket_place AS x
  JOIN bucket_place AS y ON y.band = x.band
                 AND y.signature = x.signature
                 AND y.place > x.place
                 AND y.place <= x.place + (SELECT neighbours FROM parameters);

INSERT OR IGNORE INTO candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM large_bucket
 CROSS JOIN bucket_place AS x ON x.band = large_bucket.band
                      AND x.signature = large_bucket.signature
                      AND x.place <= (SELECT representatives FROM parameters)
 CROSS JOIN bucket_place AS y ON y.band = x.band
                      AND y.signature = x.signature
                      AND y.place > x.place;

-- The cheaper measure first; the edit distance only of those that pass, and only as far as it may
-- go. (neardup_progress() returns its first argument, and shows on a terminal how far it is.)
DROP TABLE IF EXISTS temp.similar;
CREATE TEMP TABLE similar AS
WITH compared AS MATERIALIZED (
    SELECT a, b,
           jaccard(first.text, second.text,
                   neardup_progress(shingle, 'Step 6 of 7, comparing',
                                    (SELECT count(*) FROM candidate))) AS jaccard
      FROM parameters, candidate
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
)
SELECT a, b, jaccard
  FROM parameters, compared
 WHERE jaccard >= jaccard_least - 0.2;

INSERT INTO pair
WITH alike AS (
    SELECT a, b, jaccard, first.text AS first, second.text AS second,
           CAST((1 - edit_similarity_least) * max(length(first.text), length(second.text))
                AS INTEGER) AS most
      FROM parameters, similar
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

-- For the summary of a database in which little is found.
DROP TABLE IF EXISTS near_miss;
CREATE TABLE near_miss (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,
    jaccard REAL    NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT INTO near_miss
SELECT a, b, jaccard
  FROM similar, parameters
 WHERE jaccard < jaccard_least
 ORDER BY jaccard DESC, a, b
 LIMIT 20;

DROP TABLE similar;

INSERT INTO pair
SELECT first_id, sentence_id, 1.0, 0
  FROM compared_sentence
 WHERE first_id < sentence_id;

-- How much work that was, for the summary.
DROP TABLE IF EXISTS detection;
CREATE TABLE detection AS
SELECT (SELECT count(*) FROM compared_sentence) AS compared,
       (SELECT count(*) FROM compared_sentence WHERE first_id = sentence_id) AS texts,
       (SELECT count(*) FROM text_order) AS texts_in_large_buckets,
       (SELECT count(*) FROM signature) AS colliding_signatures,
       (SELECT count(*) FROM large_bucket) AS large_buckets,
       (SELECT count(*) FROM candidate) AS candidates,
       (SELECT count(*) FROM pair) AS pairs;

DROP TABLE candidate;
DROP TABLE bucket_place;
DROP TABLE text_order;
DROP TABLE large_bucket;
