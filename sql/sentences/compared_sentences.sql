-- compared_sentences.sql - which sentences are compared.
--
--   temp.folded_sentence    (id, text)   every sentence, with its text after folding, or NULL if it is in a table and these
--                           are left out
--   temp.length_limit       (length_least, length_most)   one row: of how many characters a text is that is compared
--   temp.compared_sentence  (sentence_id, first_id)   the sentences that are compared, with the first that has the same text
--                           after folding, possibly itself. To join on first_id, the table `copy` is faster
--
-- Views, so that nothing is stored twice. They are temporary, since programs without fold_text() could not read them.
-- A script that writes drops all three when it is done.

-- (Each mention of `text` folds it.)
CREATE TEMP VIEW folded_sentence(id, text) AS
SELECT id,
       iif(block = 'table' AND NOT (SELECT tables FROM setting), NULL,
           iif((SELECT fold = '' FROM setting), text, fold_text(text, (SELECT fold FROM setting))))
  FROM sentence;

-- (A text shorter than a shingle is one shingle; one of nothing but punctuation has none.)
CREATE TEMP VIEW length_limit(length_least, length_most) AS
SELECT iif(shingles_least = 1, 1, shingles_least + shingle - 1), shingles_most + shingle - 1
  FROM setting;

CREATE TEMP VIEW compared_sentence(sentence_id, first_id) AS
SELECT id, coalesce(first_id, id)
  FROM folded_sentence LEFT JOIN copy ON sentence_id = id
 WHERE length(text) BETWEEN (SELECT length_least FROM length_limit) AND (SELECT length_most FROM length_limit)
   AND id <= coalesce((SELECT last_id FROM detection), id);
