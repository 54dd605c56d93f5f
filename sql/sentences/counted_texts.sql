-- counted_texts.sql - which texts are copies, and how many are compared or left out.
--
-- A part of signatures.sql, which says what the tables are. It takes from `signature` what is no signature: band 0 tells
-- of which text a text is a copy, and band -1 how many texts shared_signatures() has counted. temp.sentence_count tells
-- how many sentences there are; what is not counted has no text, since it is in a table.

DELETE FROM main.copy;

INSERT INTO main.copy
SELECT sentence_id, signature
  FROM signature
 WHERE band = 0
 ORDER BY sentence_id;

DELETE FROM main.not_compared;

INSERT INTO main.not_compared
WITH counted(name, texts) AS (
    SELECT signature, sentence_id FROM signature WHERE band = -1
), other(reason, sentences) AS (
    SELECT iif(name = 'empty', 'marks', name), texts FROM counted WHERE name <> 'texts'
     UNION ALL
    SELECT 'table', sentences - (SELECT sum(texts) FROM counted) FROM sentence_count
)
SELECT reason, sentences FROM other WHERE sentences > 0 OR reason = 'shorter';

DELETE FROM main.detection;

INSERT INTO main.detection (compared, texts, last_id)
SELECT sentence_id, sentence_id - (SELECT count(*) FROM copy), (SELECT max(id) FROM sentence)
  FROM signature
 WHERE band = -1 AND signature = 'texts';

DELETE FROM main.signature WHERE band <= 0;
