-- pairs.sql - stage 2: which of the sentences that share a signature are similar.
--
--   pair       a < b, with the exact Jaccard similarity of their shingle sets and their edit
--              distance, both after folding. A sentence of equal text is paired only with the
--              first of its text: n copies make n - 1 pairs, and still one cluster. From large
--              buckets `pair` holds enough pairs to connect their clusters, not all.
--   near_miss  the 20 candidates that are closest below jaccard_least
--   resemblance  how many texts each text resembles
--   detection  how much work the run was
--
-- Two sentences in a common bucket are candidates; candidates that pass verification are pairs. A
-- pair of Jaccard similarity s outside large buckets becomes a candidate with the probability in
-- choose.sql. Pairs within large buckets can be missing here, although their sentences are in one
-- cluster.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/require_tables.sql

SAVEPOINT stage;
.read sql/guard_again.sql
.read sql/settings.sql

-- Only signatures.sql chooses. What was chosen is gone once a parameter was set, and then became NULL.
SELECT neardup_error('parameters.' || name || ' is NULL, and the last run chose no value for it. Run '
                     || 'sql/signatures.sql first, or all of sql/pipeline.sql')
  FROM (SELECT CASE WHEN shingle IS NULL THEN 'shingle'
                    WHEN bands   IS NULL THEN 'bands'
                    WHEN rows    IS NULL THEN 'rows'
                    WHEN fold    IS NULL THEN 'fold' END AS name
          FROM setting)
 WHERE name IS NOT NULL;

CREATE TABLE IF NOT EXISTS main.pair (
    a             INTEGER NOT NULL,
    b             INTEGER NOT NULL,
    jaccard       REAL    NOT NULL,
    edit_distance INTEGER NOT NULL,             -- in characters
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DELETE FROM main.pair;

-- n texts make n * (n - 1) / 2 pairs. In a bucket of more than `bucket_most` texts each text is
-- compared with the next ones in alphabetical order, which begin alike, and with a few
-- representatives of the bucket, which hold the cluster together. Of the second set of bands only
-- the small buckets are used: its large ones are the same template again.
CREATE TEMP TABLE large_bucket (
    band      INTEGER NOT NULL,
    signature INTEGER NOT NULL,
    PRIMARY KEY (band, signature)
) WITHOUT ROWID;

INSERT INTO temp.large_bucket
SELECT band, signature
  FROM signature
 GROUP BY band, signature
HAVING count(*) > (SELECT bucket_most FROM setting);

-- The texts are sorted once rather than in each of their buckets. (CROSS JOIN fixes the join order:
-- the few large buckets come first.)
CREATE TEMP TABLE text_order (
    sentence_id INTEGER PRIMARY KEY,
    rank        INTEGER NOT NULL
);

INSERT INTO temp.text_order
SELECT id, row_number() OVER (ORDER BY fold_text(text, fold))
  FROM setting, sentence
 WHERE id IN (SELECT sentence_id
                FROM setting, large_bucket
               CROSS JOIN signature USING (band, signature)
               WHERE band <= bands);

CREATE TEMP TABLE bucket_place (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    place       INTEGER NOT NULL,               -- of the text in its bucket, from 1
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, place)
) WITHOUT ROWID;

INSERT INTO temp.bucket_place
SELECT band, signature, row_number() OVER (PARTITION BY band, signature ORDER BY rank), sentence_id
  FROM setting, large_bucket
 CROSS JOIN signature USING (band, signature)
 CROSS JOIN text_order  USING (sentence_id)
 WHERE band <= bands;

CREATE TEMP TABLE candidate (
    a INTEGER NOT NULL,
    b INTEGER NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.candidate
SELECT x.sentence_id, y.sentence_id
  FROM signature AS x
  JOIN signature AS y ON y.band = x.band
                     AND y.signature = x.signature
                     AND y.sentence_id > x.sentence_id
 WHERE NOT EXISTS (SELECT *
                     FROM large_bucket
                    WHERE large_bucket.band = x.band AND large_bucket.signature = x.signature);

INSERT OR IGNORE INTO temp.candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM bucket_place AS x
  JOIN bucket_place AS y ON y.band = x.band
                 AND y.signature = x.signature
                 AND y.place > x.place
                 AND y.place <= x.place + (SELECT neighbours FROM setting);

INSERT OR IGNORE INTO temp.candidate
SELECT min(x.sentence_id, y.sentence_id), max(x.sentence_id, y.sentence_id)
  FROM large_bucket
 CROSS JOIN bucket_place AS x ON x.band = large_bucket.band
                      AND x.signature = large_bucket.signature
                      AND x.place <= (SELECT representatives FROM setting)
 CROSS JOIN bucket_place AS y ON y.band = x.band
                      AND y.signature = x.signature
                      AND y.place > x.place;

-- The cheaper measure comes first; the edit distance is computed only for candidates that pass it,
-- and only up to the limit. (neardup_progress() returns its first argument and shows progress on a
-- terminal.)
CREATE TEMP TABLE similar AS
WITH compared AS MATERIALIZED (
    SELECT a, b,
           jaccard(fold_text(first.text, fold), fold_text(second.text, fold),
                   neardup_progress(shingle, 'Step 6 of 7, comparing',
                                    (SELECT count(*) FROM candidate))) AS jaccard
      FROM setting, candidate
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
)
SELECT a, b, jaccard
  FROM setting, compared
 WHERE jaccard >= min(jaccard_least - 0.2, 0.4);

INSERT INTO main.pair
WITH alike AS (
    SELECT a, b, jaccard, edit_similarity_least,
           fold_text(first.text, fold) AS first, fold_text(second.text, fold) AS second
      FROM setting, similar
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
     WHERE jaccard >= jaccard_least
), limited AS MATERIALIZED (
    SELECT a, b, jaccard, first, second,
           CAST((1 - edit_similarity_least) * max(length(first), length(second)) AS INTEGER) AS most
      FROM alike
), measured AS MATERIALIZED (
    SELECT a, b, jaccard, most, edit_distance(first, second, most) AS edit_distance
      FROM limited
)
SELECT a, b, jaccard, edit_distance
  FROM measured
 WHERE edit_distance <= most;

-- For the summary of a database in which little is found.
CREATE TABLE IF NOT EXISTS main.near_miss (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,
    jaccard REAL    NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DELETE FROM main.near_miss;

INSERT INTO main.near_miss
SELECT a, b, jaccard
  FROM similar, setting
 WHERE jaccard < jaccard_least
 ORDER BY jaccard DESC, a, b
 LIMIT 20;

-- How many texts each text resembles, for judge.sql: a pattern that many texts follow is a template.
.read sql/resemblance.sql
DELETE FROM main.resemblance;

INSERT INTO main.resemblance
SELECT sentence_id, count(*)
  FROM (SELECT a AS sentence_id FROM similar WHERE jaccard >= 0.4
        UNION ALL
        SELECT b FROM similar WHERE jaccard >= 0.4)
 GROUP BY sentence_id;

DROP TABLE temp.similar;

INSERT INTO main.pair
SELECT first_id, sentence_id, 1.0, 0
  FROM compared_sentence
 WHERE first_id < sentence_id;

CREATE TABLE IF NOT EXISTS main.detection (
    compared               INTEGER,             -- sentences within the length limits
    texts                  INTEGER,             -- distinct texts among them
    texts_in_large_buckets INTEGER,             -- these have a second set of bands
    colliding_signatures   INTEGER,             -- rows of `signature`
    large_buckets          INTEGER,             -- buckets of more than `bucket_most` texts
    candidates             INTEGER,             -- pairs of distinct texts that were compared
    pairs                  INTEGER              -- rows of `pair`
);
DELETE FROM main.detection;

INSERT INTO main.detection
SELECT (SELECT count(*) FROM compared_sentence),
       (SELECT count(*) FROM compared_sentence WHERE first_id = sentence_id),
       (SELECT count(*) FROM text_order),
       (SELECT count(*) FROM signature),
       (SELECT count(*) FROM large_bucket),
       (SELECT count(*) FROM candidate),
       (SELECT count(*) FROM pair);

DROP TABLE temp.candidate;
DROP TABLE temp.bucket_place;
DROP TABLE temp.text_order;
DROP TABLE temp.large_bucket;

RELEASE stage;
