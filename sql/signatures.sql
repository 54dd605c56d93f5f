-- signatures.sql - stage 1: which sentences share a signature.
--
--   choice, setting    with what parameters: see choose.sql
--   compared_sentence  every sentence within the length limits, with the first sentence of equal text
--   signature          the signatures of those first sentences, only where at least two share one.
--                      The texts that share a signature form a bucket.
--
-- Equal texts are merged before hashing: forty thousand copies of one sentence cost one set of
-- signatures, and copies never fill a bucket.
--
-- fold_text() evens out what does not count, such as capitals; texts that it makes equal are equal here.
-- neardup_progress() returns its first argument, and on a terminal shows how far a statement has
-- come.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/require_tables.sql

SAVEPOINT stage;
.read sql/guard_again.sql
.read sql/choose.sql

CREATE TABLE IF NOT EXISTS main.compared_sentence (
    sentence_id INTEGER PRIMARY KEY,
    first_id    INTEGER NOT NULL                -- the first sentence with this text, possibly itself
);
DELETE FROM main.compared_sentence;

-- A text shorter than a shingle is one shingle; one of nothing but punctuation has none. (LIMIT keeps each
-- text from being folded twice.)
INSERT INTO main.compared_sentence
SELECT id, id
  FROM setting,
       (SELECT sentence.id,
               neardup_progress(length(fold_text(text, fold)), 'Step 2 of 7, choosing',
                                (SELECT count(*) FROM sentence)) AS length
          FROM setting, sentence
         WHERE block <> 'table' OR tables
         ORDER BY sentence.id
         LIMIT -1)
 WHERE max(length - shingle + 1, length > 0) BETWEEN shingles_least AND shingles_most;

CREATE TEMP VIEW compared_text AS
SELECT id, fold_text(text, fold) AS text, (SELECT count(*) FROM compared_sentence) AS sentences
  FROM setting, compared_sentence JOIN sentence ON id = sentence_id;

-- Sorting all texts would take longer than hashing them. Equal texts have equal signatures, so a
-- filter over one signature of each text tells which may occur twice, and only those are sorted.
UPDATE main.compared_sentence
   SET first_id = first
  FROM (SELECT compared_text.id, min(compared_text.id) OVER (PARTITION BY text) AS first
          FROM setting, compared_text
          JOIN minhash_signatures(text, setting.shingle, 1, 4) AS made
         WHERE made.filter = (SELECT minhash_filter(neardup_progress(text, 'Step 3 of 7, equal texts', sentences),
                                                    sentences, shingle, 1, 4)
                                FROM setting, compared_text)) AS equal
 WHERE sentence_id = equal.id AND first < sentence_id;

DROP VIEW temp.compared_text;

CREATE TABLE IF NOT EXISTS main.signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;
DELETE FROM main.signature;

CREATE TEMP VIEW distinct_text AS
SELECT id, fold_text(text, fold) AS text,
       (SELECT count(*) FROM compared_sentence WHERE first_id = sentence_id) AS texts
  FROM setting, compared_sentence JOIN sentence ON id = sentence_id
 WHERE first_id = sentence_id;

-- Most signatures occur once, and sorting a signature costs ten times what computing it does. So each
-- text is hashed twice: first into a filter of one byte per signature that finds the recurring ones,
-- then to store those. Less than one in a hundred passes the filter without recurring; these are
-- deleted below.
INSERT INTO main.signature
SELECT made.band, made.signature, distinct_text.id
  FROM setting, distinct_text
  JOIN minhash_signatures(neardup_progress(text, 'Step 5 of 7, signatures', texts),
                          setting.shingle, setting.bands, setting.rows) AS made
 WHERE made.filter = (SELECT minhash_filter(neardup_progress(text, 'Step 4 of 7, signatures', texts),
                                            texts, shingle, bands, rows)
                        FROM setting, distinct_text)
 ORDER BY 1, 2, 3;

.read sql/bucket_limit.sql
.read sql/settings.sql

-- A bucket of more than `bucket_most` texts holds what the sentences of one template have in common,
-- and pairs.sql does not compare all its texts. To find their pairs nevertheless, these texts get a
-- second set of bands with another seed: two texts that share more than the template meet in a small
-- bucket of one set or the other.
CREATE TEMP TABLE large_bucket_text AS
WITH large AS (
    SELECT band, signature
      FROM signature
     GROUP BY band, signature
    HAVING count(*) > (SELECT bucket_most FROM setting)
)
SELECT id, fold_text(text, fold) AS text
  FROM setting, sentence
 WHERE id IN (SELECT sentence_id FROM large CROSS JOIN signature USING (band, signature));

INSERT INTO main.signature
SELECT setting.bands + made.band, made.signature, large_bucket_text.id
  FROM setting, large_bucket_text
  JOIN minhash_signatures(text, setting.shingle, setting.bands, setting.rows) AS made
 WHERE made.seed = 2
   AND made.filter = (SELECT minhash_filter(text, (SELECT count(*) FROM large_bucket_text), shingle,
                                            bands, rows, bands * rows, 'banded', 2)
                        FROM setting, large_bucket_text)
 ORDER BY 1, 2, 3;

DROP TABLE temp.large_bucket_text;

DELETE FROM main.signature
 WHERE (band, signature) IN (SELECT band, signature
                               FROM signature
                              GROUP BY band, signature
                             HAVING count(*) = 1);

DROP VIEW temp.distinct_text;

RELEASE stage;
