-- signatures.sql - stage 1: which sentences share a signature.
--
--   choice, setting    with what parameters: see choose.sql
--   compared_sentence  every sentence within the length limits, with the first sentence of equal text
--   signature          the signatures of those first sentences, only where at least two share one.
--                      The texts that share a signature form a bucket.
--
-- Of equal texts only the first has signatures, so copies never fill a bucket.
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

-- A text shorter than a shingle is one shingle; one of nothing but punctuation has none.
INSERT INTO main.compared_sentence
SELECT sentence.id, sentence.id
  FROM setting, sentence
 WHERE (block <> 'table' OR tables)
   AND neardup_progress(length(iif(fold = '', text, fold_text(text, fold))), 'Step 2 of 5, choosing',
                        (SELECT count(*) FROM sentence))
       BETWEEN iif(shingles_least = 1, 1, shingles_least + shingle - 1) AND shingles_most + shingle - 1;

CREATE TABLE IF NOT EXISTS main.signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;
DELETE FROM main.signature;

-- Band 0 tells of which text a text is a copy.
CREATE TEMP VIEW compared_text AS
SELECT id, fold_text(text, fold) AS text
  FROM setting, compared_sentence JOIN sentence ON id = sentence_id;

INSERT INTO main.signature
SELECT band, signature, id
  FROM shared_signatures((SELECT collect_signatures(
                                     id, neardup_progress(text, 'Step 3 of 5, signatures', sentences),
                                     shingle, bands, rows, bands * rows, 'banded', 1, threads, memory)
                            FROM setting, compared_text,
                                 (SELECT count(*) AS sentences FROM compared_sentence)));

DROP VIEW temp.compared_text;

UPDATE main.compared_sentence
   SET first_id = signature
  FROM signature
 WHERE band = 0 AND signature.sentence_id = compared_sentence.sentence_id;

DELETE FROM main.signature WHERE band = 0;

.read sql/bucket_limit.sql
.read sql/settings.sql

-- A bucket of more than `bucket_most` texts holds what the sentences of one template have in common,
-- and pairs.sql does not compare all its texts. To find their pairs nevertheless, these texts get a
-- second set of bands with another seed: two texts that share more than the template meet in a small
-- bucket of one set or the other.
CREATE TEMP VIEW large_bucket_text AS
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
SELECT bands + band, signature, id
  FROM setting,
       shared_signatures((SELECT collect_signatures(id, text, shingle, bands, rows, bands * rows,
                                                    'banded', 2, threads, memory)
                            FROM setting, large_bucket_text));

DROP VIEW temp.large_bucket_text;

RELEASE stage;
