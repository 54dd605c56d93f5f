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

DROP TABLE IF EXISTS signature;
CREATE TABLE signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;

DROP VIEW IF EXISTS temp.distinct_sentence;
CREATE TEMP VIEW distinct_sentence AS
SELECT id, text
  FROM hashed JOIN sentence ON id = sentence_id
 WHERE same_as = sentence_id;

-- Most signatures occur once, and sorting costs ten times what hashing does. So every text is hashed
-- twice: the first time for a filter of a byte for each signature, which knows those that come again;
-- the second time for the signatures that it lets through. Fewer than one in a hundred of those comes
-- once all the same, and goes afterwards.
INSERT INTO signature
SELECT made.band, made.signature, distinct_sentence.id
  FROM parameters, distinct_sentence
  JOIN minhash_signatures(text, parameters.shingle, parameters.bands, parameters.rows) AS made
 WHERE made.filter = (SELECT minhash_filter(text, (SELECT count(*) FROM hashed), shingle, bands, rows)
                        FROM parameters, distinct_sentence)
 ORDER BY 1, 2, 3;

DELETE FROM signature
 WHERE (band, signature) IN (SELECT band, signature
                               FROM signature
                              GROUP BY band, signature
                             HAVING count(*) = 1);

DROP VIEW distinct_sentence;
