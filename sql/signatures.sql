-- signatures.sql - stage 1: the signatures on which sentences collide.
--
--   hashed     every sentence in the window of lengths, with the first sentence of equal text
--   signature  signatures of those first sentences, only where two or more share one
--
-- Identical texts are collapsed before anything is hashed: forty thousand copies of one sentence
-- cost one set of signatures, and a bucket never fills with copies.

DROP TABLE IF EXISTS hashed;
CREATE TABLE hashed (
    sentence_id INTEGER PRIMARY KEY,
    same_as     INTEGER NOT NULL                -- the first sentence with this text, or itself
);

INSERT INTO hashed
SELECT sentence.id, min(sentence.id) OVER (PARTITION BY text)
  FROM sentence, parameters
 WHERE length(text) - shingle + 1 BETWEEN shingles_least AND shingles_most
   AND (block <> 'table' OR tables)
 ORDER BY sentence.id;

-- All signatures, in the order of the index, so that equal ones are neighbours.
CREATE TEMP TABLE every_signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (signature, band, sentence_id)
) WITHOUT ROWID;

INSERT INTO every_signature
SELECT minhash.band, minhash.signature, sentence.id
  FROM parameters, hashed
  JOIN sentence ON sentence.id = hashed.sentence_id
  JOIN minhash_signatures(sentence.text, shingle, bands, rows) AS minhash
 WHERE hashed.same_as = hashed.sentence_id
 ORDER BY minhash.signature, minhash.band, sentence.id;

DROP TABLE IF EXISTS signature;
CREATE TABLE signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;

INSERT INTO signature
SELECT band, signature, sentence_id
  FROM (SELECT band, signature
          FROM every_signature
         GROUP BY signature, band
        HAVING count(*) > 1)
  JOIN every_signature USING (band, signature);

DROP TABLE every_signature;
