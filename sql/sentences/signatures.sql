-- signatures.sql - stage 1: which sentences share a signature.
--
--   choice, setting    with what parameters: see choose.sql
--   compared_sentence  every sentence within the length limits, with the first sentence of equal text
--   not_compared       how many other sentences there are, and why they are left out
--   signature          the signatures of those first sentences, only where at least two share one.
--                      The texts that share a signature form a bucket.
--
-- Of equal texts only the first has signatures, so copies never fill a bucket. If only projection detects
-- pairs, the copies are all that is wanted.
--
-- fold_text() evens out what does not count, such as capitals; texts that it makes equal are equal here.
-- neardup_progress() returns its first argument, and on a terminal shows how far a statement has
-- come.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/begin_stage.sql
.read sql/sentences/choose.sql

.read sql/sentences/compared_sentences.sql

DELETE FROM main.signature;

-- Band 0 tells of which text a text is a copy.
INSERT INTO main.signature
SELECT band, signature, id
  FROM setting,
       shared_signatures((SELECT collect_signatures(
                                     neardup_progress(id, 'Step 3 of 5, signatures',
                                                      (SELECT count(*) FROM compared_sentence)),
                                     iif((SELECT fold = '' FROM setting), text, fold_text(text, fold)),
                                     shingle, iif(minhash, bands, 1), iif(minhash, rows, 1),
                                     iif(minhash, bands * rows, 1), 'banded', 1, threads, memory)
                            FROM (SELECT *, detection <> 'projection' AS minhash FROM setting)
                           CROSS JOIN compared_sentence
                           CROSS JOIN sentence ON id = sentence_id))
 WHERE band = 0 OR detection <> 'projection';

UPDATE main.compared_sentence
   SET first_id = signature
  FROM signature
 WHERE band = 0 AND signature.sentence_id = compared_sentence.sentence_id;

DELETE FROM main.signature WHERE band = 0;

.read sql/sentences/bucket_sizes.sql
.read sql/sentences/bucket_limit.sql
.read sql/sentences/settings.sql

-- A bucket of more than `bucket_most` texts holds what the sentences of one template have in common,
-- and pairs.sql does not compare all its texts. To find their pairs nevertheless, these texts get a
-- second set of bands with another seed: two texts that share more than the template meet in a small
-- bucket of one set or the other.
CREATE TEMP VIEW large_bucket_text AS
WITH large AS (
    SELECT band, signature
      FROM signature
     WHERE EXISTS (SELECT * FROM setting JOIN bucket_size ON texts > bucket_most)
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
DROP TABLE temp.bucket_size;
DROP TABLE temp.text_count;

RELEASE stage;
