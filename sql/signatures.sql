-- signatures.sql - stage 1: the signatures on which sentences collide.
--
--   compared_sentence  every sentence in the window of lengths, with the first sentence of equal text
--   signature  signatures of those first sentences, only where two or more share one. All texts that
--              share one are called a bucket.
--
-- Identical texts are collapsed before anything is hashed: forty thousand copies of one sentence
-- cost one set of signatures, and a bucket never fills with copies.
--
-- neardup_progress() gives back what it is given, and shows on a terminal how far a statement is.

DROP TABLE IF EXISTS compared_sentence;
CREATE TABLE compared_sentence (
    sentence_id INTEGER PRIMARY KEY,
    first_id     INTEGER NOT NULL                -- the first sentence with this text, or itself
);

INSERT INTO compared_sentence
SELECT sentence.id, sentence.id
  FROM sentence, parameters
 WHERE neardup_progress(length(text), 'Step 2 of 7, choosing', (SELECT count(*) FROM sentence))
       - shingle + 1 BETWEEN shingles_least AND shingles_most
   AND (block <> 'table' OR tables)
 ORDER BY sentence.id;

DROP VIEW IF EXISTS temp.hashed_sentence;
CREATE TEMP VIEW hashed_sentence AS
SELECT id, text, (SELECT count(*) FROM compared_sentence) AS sentences
  FROM compared_sentence JOIN sentence ON id = sentence_id;

-- Sorting all texts would take longer than hashing them. Equal texts have equal signatures: so one
-- signature of each goes through a filter that knows those that come again, and only the few texts
-- behind them are sorted.
UPDATE compared_sentence
   SET first_id = first
  FROM (SELECT hashed_sentence.id, min(hashed_sentence.id) OVER (PARTITION BY text) AS first
          FROM parameters, hashed_sentence
          JOIN minhash_signatures(text, parameters.shingle, 1, 4) AS made
         WHERE made.filter = (SELECT minhash_filter(neardup_progress(text, 'Step 3 of 7, equal texts', sentences),
                                                    sentences, shingle, 1, 4)
                                FROM parameters, hashed_sentence)) AS equal
 WHERE sentence_id = equal.id AND first < sentence_id;

DROP VIEW hashed_sentence;

DROP TABLE IF EXISTS signature;
CREATE TABLE signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;

DROP VIEW IF EXISTS temp.distinct_sentence;
CREATE TEMP VIEW distinct_sentence AS
SELECT id, text, (SELECT count(*) FROM compared_sentence WHERE first_id = sentence_id) AS texts
  FROM compared_sentence JOIN sentence ON id = sentence_id
 WHERE first_id = sentence_id;

-- Most signatures occur once, and sorting costs ten times what hashing does. So every text is hashed
-- twice: the first time for a filter of a byte for each signature, which knows those that come again;
-- the second time for the signatures that it lets through. Fewer than one in a hundred of those comes
-- once all the same, and goes afterwards.
INSERT INTO signature
SELECT made.band, made.signature, distinct_sentence.id
  FROM parameters, distinct_sentence
  JOIN minhash_signatures(neardup_progress(text, 'Step 5 of 7, signatures', texts),
                          parameters.shingle, parameters.bands, parameters.rows) AS made
 WHERE made.filter = (SELECT minhash_filter(neardup_progress(text, 'Step 4 of 7, signatures', texts),
                                            texts, shingle, bands, rows)
                        FROM parameters, distinct_sentence)
 ORDER BY 1, 2, 3;

-- Buckets of more than `bucket_most` texts hold what one template has in common; pairs.sql will not
-- compare all their texts. So that no pair is lost by that, these texts get a second set of bands,
-- with another seed: a pair that is alike in more than the template meets in the small buckets of
-- the one or the other.
DROP TABLE IF EXISTS temp.large_bucket_sentence;
CREATE TEMP TABLE large_bucket_sentence AS
WITH crowd AS (
    SELECT band, signature
      FROM signature
     GROUP BY band, signature
    HAVING count(*) > (SELECT bucket_most FROM parameters)
)
SELECT id, text
  FROM sentence
 WHERE id IN (SELECT sentence_id FROM crowd CROSS JOIN signature USING (band, signature));

INSERT INTO signature
SELECT parameters.bands + made.band, made.signature, large_bucket_sentence.id
  FROM parameters, large_bucket_sentence
  JOIN minhash_signatures(text, parameters.shingle, parameters.bands, parameters.rows) AS made
 WHERE made.seed = 2
   AND made.filter = (SELECT minhash_filter(text, (SELECT count(*) FROM large_bucket_sentence), shingle,
                                            bands, rows, bands * rows, 'banded', 2)
                        FROM parameters, large_bucket_sentence)
 ORDER BY 1, 2, 3;

DROP TABLE large_bucket_sentence;

DELETE FROM signature
 WHERE (band, signature) IN (SELECT band, signature
                               FROM signature
                              GROUP BY band, signature
                             HAVING count(*) = 1);

DROP VIEW distinct_sentence;
