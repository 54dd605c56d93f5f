-- compare.sql - a part of stage 2: compares the texts of the next parts, adds what it finds to the tables that pairs.sql names,
-- and says whether there are more.
--
-- A pair without an edit distance is less similar than edit_similarity_least. What else was found is asked of the buckets:
-- near misses of texts that resemble few others, and how many texts each text resembles.

-- The pairs of one part are in order, which spares sorting them.
INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM compared_pair
 WHERE in_one_part;

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM compared_pair
 WHERE NOT in_one_part
 ORDER BY a, b;

-- How many texts each text resembles, for pair_evidence.sql: a pattern that many texts follow is a template.
INSERT INTO main.resemblance
SELECT id, texts
  FROM resemblances(kept_collection('buckets'))
 WHERE true
    ON CONFLICT DO UPDATE SET texts = resemblance.texts + excluded.texts;

INSERT INTO main.near_miss
SELECT a, b, jaccard
  FROM near_misses(kept_collection('buckets'));

UPDATE main.detection
   SET texts_in_large_buckets = texts_in_large_buckets + found.texts,
       large_buckets          = large_buckets + found.buckets,
       candidates             = candidates + found.pairs,
       left_out               = left_out + found.missed
  FROM (SELECT total(number) FILTER (WHERE name = 'texts in large buckets') AS texts,
               total(number) FILTER (WHERE name = 'large buckets')          AS buckets,
               total(number) FILTER (WHERE name = 'candidates')             AS pairs,
               total(number) FILTER (WHERE name = 'pairs left out')         AS missed
          FROM collection_counts(kept_collection('buckets'))) AS found;

UPDATE main.stage
   SET done = found.compared, parts = found.whole + 1
  FROM (SELECT total(number) FILTER (WHERE name = 'texts in parts') AS compared,
               total(number) FILTER (WHERE name = 'texts')          AS whole
          FROM collection_counts(kept_collection('buckets'))) AS found
 WHERE name = 'pairs' AND EXISTS (SELECT * FROM next_parts);

SELECT done < parts - 1 FROM main.stage WHERE name = 'pairs';
