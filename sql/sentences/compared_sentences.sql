-- compared_sentences.sql - which sentences are compared, and why the others are not.
--
-- A part of signatures.sql, which says what the tables are. It reads `setting`, which choose.sql has completed, and
-- `sentence`. Copies are not yet found: first_id is the sentence itself.

.bail on
.read sql/tables/sentence_tables.sql

DELETE FROM main.compared_sentence;
DELETE FROM main.not_compared;

-- A text shorter than a shingle is one shingle; one of nothing but punctuation has none. To read the
-- texts only once, sentences that are too long, or no text, are first stored among the others, with the
-- reason in place of first_id. What is left are the short ones, which can be most.
-- (LIMIT keeps each text from being folded several times.)
INSERT INTO main.compared_sentence
WITH bounds(least, most) AS (
    SELECT iif(shingles_least = 1, 1, shingles_least + shingle - 1), shingles_most + shingle - 1
      FROM setting
), measured(id, length) AS (
    SELECT neardup_progress(id, 'Step 2 of 5, choosing', (SELECT count(*) FROM sentence)),
           iif(block = 'table' AND NOT (SELECT tables FROM setting), NULL,
               length(iif((SELECT fold = '' FROM setting), text,
                          fold_text(text, (SELECT fold FROM setting)))))
      FROM sentence
     LIMIT -1
)
SELECT id, CASE WHEN length BETWEEN (SELECT least FROM bounds) AND (SELECT most FROM bounds) THEN id
                WHEN length IS NULL THEN 'table'
                WHEN length = 0     THEN 'marks'
                ELSE 'longer' END
  FROM measured
 WHERE length >= (SELECT least FROM bounds) OR length = 0 OR length IS NULL;

INSERT INTO main.not_compared
SELECT first_id, count(*) FROM compared_sentence WHERE typeof(first_id) = 'text' GROUP BY first_id
 UNION ALL
SELECT 'shorter', (SELECT count(*) FROM sentence) - (SELECT count(*) FROM compared_sentence);

DELETE FROM main.compared_sentence WHERE typeof(first_id) = 'text';
