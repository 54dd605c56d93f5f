-- bucket_sizes.sql - counts the texts of each bucket, for bucket_limit.sql.
--
-- A part of signatures.sql. It makes temp.bucket_size (texts, buckets): how many buckets have how many texts.

CREATE TEMP TABLE bucket_size AS
SELECT texts, count(*) AS buckets
  FROM (SELECT count(*) AS texts FROM signature GROUP BY band, signature)
 GROUP BY texts;
