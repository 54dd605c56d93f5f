-- compare.sql - compares the texts of the next parts, and adds what it finds to the tables of pairs.sql: a part of it.
--
-- bucket_parts() divides the signatures, and similar_pairs() compares the texts of a part that share one, on all
-- processors. In a bucket of more than `bucket_most` texts each text is compared with the next ones in
-- alphabetical order, which begin alike, and with a few representatives of the bucket, which hold the
-- cluster together. Of the second set of bands only the small buckets are used: its large ones hold the
-- same template again.
--
-- A pair without an edit distance is less similar than edit_similarity_least. What was counted follows the pairs of a
-- part, as rows with a name in `counted`: near misses of texts that resemble few others, and how many texts each text
-- resembles. (neardup_progress() returns its first argument and shows progress on a terminal.)

.bail on
.read sql/shared/require_tables.sql

-- What follows takes about as long for a text as 71 comparisons do, and there were 20 to 60 of these for each text in
-- what was measured: `following` is that work in parts, for the time that is left.
CREATE TEMP VIEW next_parts AS
SELECT done + 1 AS first, min(parts - 1, done + max(4, (parts + 2) / 4)) AS last, parts - 1 AS parts,
       (parts - 1) * 71 * texts / max(iif(done > 0, candidates * (parts - 1) / done, 40 * texts), 1) AS following
  FROM stage, detection
 WHERE name = 'pairs' AND done < parts - 1;

CREATE TEMP TABLE comparison AS
SELECT iif(next_parts.parts = 1, neardup_progress(a, 'Step 3 of 4, comparing'), a) AS a, b, jaccard, edit_distance, counted, number
  FROM next_parts
 CROSS JOIN setting
 CROSS JOIN resemblance_limit
 CROSS JOIN part_limit
 CROSS JOIN bucket_parts((SELECT collect_buckets(band, signature, sentence_id, memory_of_buckets)
                            FROM (SELECT * FROM signature ORDER BY band, signature)),
                         part_limit.texts_most, setting.bucket_most, setting.bands, next_parts.first,
                         next_parts.last) AS part
 CROSS JOIN similar_pairs((SELECT collect_texts(id, fold_text(text, fold), met.buckets, owned)
                             FROM bucket_texts(part.buckets) AS met
                            CROSS JOIN compared_text USING (id)),
                          setting.shingle, setting.jaccard_least, setting.edit_similarity_least,
                          setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                          setting.threads) AS found
 WHERE (next_parts.parts = 1
        OR neardup_progress(part.part, 'Step 3 of 4, comparing in parts', next_parts.parts, next_parts.first - 1,
                            next_parts.following))
   AND near_least = contradiction_least AND near_most = resembling_most
   AND count_least = resembling_least AND counts = 1;

CREATE INDEX temp.counted_row ON comparison(counted) WHERE counted IS NOT NULL;

-- The pairs of one part are in order, which spares sorting them.
INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM comparison
 WHERE counted IS NULL AND edit_distance IS NOT NULL AND (SELECT first = last FROM next_parts);

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM comparison
 WHERE counted IS NULL AND edit_distance IS NOT NULL AND (SELECT first < last FROM next_parts)
 ORDER BY a, b;

-- How many texts each text resembles, for judge.sql: a pattern that many texts follow is a template.
INSERT INTO main.resemblance
SELECT a, number
  FROM comparison
 WHERE counted = 'resembled'
    ON CONFLICT DO UPDATE SET texts = texts + excluded.texts;

INSERT INTO main.near_miss
SELECT a, b, jaccard
  FROM comparison
 WHERE counted = 'near miss';

UPDATE main.detection
   SET texts_in_large_buckets = texts_in_large_buckets + found.texts,
       large_buckets          = large_buckets + found.buckets,
       candidates             = candidates + found.pairs,
       left_out               = left_out + found.missed
  FROM (SELECT total(number) FILTER (WHERE counted = 'texts in large buckets') AS texts,
               total(number) FILTER (WHERE counted = 'large buckets')          AS buckets,
               total(number) FILTER (WHERE counted = 'candidates')             AS pairs,
               total(number) FILTER (WHERE counted = 'pairs left out')         AS missed
          FROM comparison
         WHERE counted IS NOT NULL) AS found;

UPDATE main.stage
   SET done = (SELECT last FROM next_parts)
 WHERE name = 'pairs' AND EXISTS (SELECT * FROM next_parts);

DROP TABLE temp.comparison;
DROP VIEW temp.next_parts;
