-- pairs.sql - stage 2: sentences that share a signature are candidates; those that are alike in
-- truth are pairs.
--
--   pair       a < b, with the exact Jaccard similarity of their shingle sets and their edit
--              distance. Sentences of equal text are paired with the first of them only:
--              n copies make n - 1 pairs, and hold together as one cluster all the same.

DROP TABLE IF EXISTS pair;
CREATE TABLE pair (
    a             INTEGER NOT NULL,
    b             INTEGER NOT NULL,
    jaccard       REAL    NOT NULL,
    edit_distance INTEGER NOT NULL,             -- in characters
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

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
                     AND y.sentence_id > x.sentence_id;

-- The cheaper measure first; the edit distance only of those that pass, and only as far as it may
-- go.
INSERT INTO pair
WITH compared AS MATERIALIZED (
    SELECT a, b, jaccard(first.text, second.text, shingle) AS jaccard
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
SELECT (SELECT count(*) FROM hashed)                                  AS hashed,
       (SELECT count(*) FROM hashed WHERE same_as = sentence_id)      AS texts,
       (SELECT count(*) FROM hashed WHERE same_as = sentence_id) * bands AS signatures,
       (SELECT count(*) FROM signature)                               AS colliding,
       (SELECT count(*) FROM candidate)                               AS candidates,
       (SELECT count(*) FROM pair)                                    AS pairs
  FROM parameters;

DROP TABLE candidate;
