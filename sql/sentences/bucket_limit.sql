-- bucket_limit.sql - chooses `bucket_most`, if that is NULL: up to how many texts a bucket is compared as a whole.
--
-- Of stage 1, after the first set of bands is stored: temp.bucket_size says how many buckets have how many texts. n texts
-- make n * (n - 1) / 2 pairs, so a few large buckets would cost more than all others. Buckets are compared
-- wholly, the smaller ones first, for as long as they take no more than `comparisons_most` comparisons
-- for each compared text on average: all buckets of one size, or none. Up to 30 texts are always
-- compared. A database of fewer than 10,000 texts has the comparisons of 10,000, one of more than a million
-- those of a million: templates grow with a database, and n texts of one would cost n * n.

INSERT INTO main.choice
WITH size(texts, comparisons) AS (
    SELECT texts, sum(buckets * texts * (texts - 1) / 2) OVER (ORDER BY texts) FROM bucket_size
), affordable(comparisons) AS (
    SELECT comparisons_most * min(max(texts, 10000), 1000000)
      FROM setting, detection
), wanted(texts, largest) AS (
    SELECT max(30, coalesce(max(texts) FILTER (WHERE size.comparisons <= affordable.comparisons), 0)),
           coalesce(max(texts), 0)
      FROM affordable LEFT JOIN size
)
SELECT 'bucket_most', wanted.texts,
       iif(largest <= wanted.texts, 'all texts that share a signature are compared',
           printf('larger buckets would take more than %,d comparisons',
                  CAST(affordable.comparisons AS INTEGER)))
  FROM parameters, affordable, wanted
 WHERE bucket_most IS NULL;
