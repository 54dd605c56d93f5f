-- bucket_sizes.sql - counts the texts of each bucket, for bucket_limit.sql.
--
-- A part of signatures.sql. It makes
--
--   temp.bucket_size  (texts, buckets)    how many buckets have how many texts
--   temp.text_count   (texts)             how many distinct texts are compared

CREATE TEMP TABLE bucket_size AS
SELECT texts, count(*) AS buckets
  FROM (SELECT count(*) AS texts FROM signature GROUP BY band, signature)
 GROUP BY texts;

CREATE TEMP TABLE text_count AS
SELECT count(*) AS texts
  FROM compared_sentence
 WHERE first_id = sentence_id;
