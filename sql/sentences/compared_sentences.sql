-- compared_sentences.sql - which sentences are compared.
--
--   temp.folded_sentence    (id, text, length_least, length_most)   every sentence, with its text after folding, or NULL if
--                           it is in a table and these are left out; and the limits of length within which it is compared
--   temp.compared_sentence  (sentence_id, first_id)   the sentences that are compared, with the first that has the same text
--                           after folding, possibly itself. To join on first_id, the table `copy` is faster
--
-- Views, so that nothing is stored twice. They are temporary, since programs without fold_text() could not read them.
-- A script that writes drops both when it is done.

-- (Each mention of `text` folds it.)
CREATE TEMP VIEW folded_sentence(id, text, length_least, length_most) AS
SELECT id,
       iif(block = 'table' AND NOT (SELECT tables FROM setting), NULL,
           iif((SELECT fold = '' FROM setting), text, fold_text(text, (SELECT fold FROM setting)))),
       -- A text shorter than a shingle is one shingle; one of nothing but punctuation has none.
       (SELECT iif(shingles_least = 1, 1, shingles_least + shingle - 1) FROM setting),
       (SELECT shingles_most + shingle - 1 FROM setting)
  FROM sentence;

CREATE TEMP VIEW compared_sentence(sentence_id, first_id) AS
SELECT id, coalesce(first_id, id)
  FROM folded_sentence LEFT JOIN copy ON sentence_id = id
 WHERE length(text) BETWEEN length_least AND length_most
   AND id <= coalesce((SELECT last_id FROM detection), id);
