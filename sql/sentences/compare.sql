-- compare.sql - a part of stage 2: compares the texts of the next parts, adds what it finds to the tables that pairs.sql names,
-- and says whether there are more.
--
-- bucket_parts() divides the signatures, and similar_pairs() compares the texts of a part that share one, on all
-- processors; temp.copied_text has these texts if there are many. In a bucket of more than `bucket_most` texts each
-- text is compared with the next ones in alphabetical order, which begin alike, and with a few representatives of
-- the bucket, which hold the cluster together. Of the second set of bands only the small buckets are used: its
-- large ones hold the same template again.
--
-- The pairs of a part come packed, 16,384 in a row, which costs less than a row for each. One without an edit distance is
-- less similar than edit_similarity_least. What was counted follows, as rows with a name in `counted`: near misses of texts
-- that resemble few others, and how many texts each text resembles. (neardup_progress() returns its first argument and shows
-- progress on a terminal.)

-- The stage is divided by texts: `done` of them were compared with those of greater ids; one more stands for what pairs.sql
-- does then. (Until the first part was compared, it is not known how many there are. A share is more than a third, so that
-- three are the whole.)
CREATE TEMP VIEW next_parts AS
SELECT done, CASE WHEN done * 3 < parts - 1 OR parts = 1 THEN 0.34 WHEN done * 3 < (parts - 1) * 2 THEN 0.67 ELSE 1 END
       AS share, texts, candidates
  FROM stage, detection
 WHERE name = 'pairs' AND (parts = 1 OR done < parts - 1);

-- (What follows takes about as long for a text as 71 comparisons do, of which there are 20 to 60 for each text.)
CREATE TEMP TABLE comparison AS
SELECT iif(counted IS NULL,
           neardup_progress(a, 'Step 3 of 4, comparing', whole, earlier + number * part.owned / part.texts,
                            iif(next_parts.done > 0,
                                CAST(71.0 * next_parts.texts * next_parts.done / (candidates + 1) AS INTEGER),
                                71 * whole / 40)),
           a) AS a, b, jaccard, edit_distance, counted, number, earlier + part.owned AS done, whole
  FROM next_parts
 CROSS JOIN setting
 CROSS JOIN resemblance_limit
 CROSS JOIN part_limit
 CROSS JOIN bucket_parts((SELECT collect_buckets(band, signature, sentence_id, memory_of_buckets)
                            FROM (SELECT * FROM signature ORDER BY band, signature)),
                         part_limit.texts_most, setting.bucket_most, setting.bands, next_parts.done,
                         next_parts.share) AS part
 CROSS JOIN similar_pairs((SELECT collect_texts(
                                     met.id,
                                     coalesce(copied.text, (SELECT fold_text(text, fold) FROM compared_text WHERE id = met.id)),
                                     met.buckets,
                                     coalesce(copied.owned, (SELECT owned FROM compared_text WHERE id = met.id)))
                             FROM bucket_texts(part.buckets) AS met
                             LEFT JOIN copied_text AS copied USING (id)),
                          setting.shingle, setting.jaccard_least, setting.edit_similarity_least,
                          setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                          setting.threads) AS found
 WHERE near_least = contradiction_least AND near_most = resembling_most
   AND count_least = resembling_least AND counts = 1 AND packed = 16384;

-- The pairs of one part are in order, which spares sorting them.
CREATE TEMP VIEW part_count AS
SELECT count(*) AS parts, max(done) AS done, max(whole) AS whole FROM comparison WHERE counted = 'candidates';

CREATE TEMP VIEW compared_pair(a, b, jaccard, edit_distance) AS
SELECT c1, c2, c3, c4
  FROM comparison CROSS JOIN unpack_columns(a, b, jaccard, edit_distance)
 WHERE counted IS NULL AND c4 IS NOT NULL;

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM compared_pair
 WHERE (SELECT parts = 1 FROM part_count);

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM compared_pair
 WHERE (SELECT parts > 1 FROM part_count)
 ORDER BY a, b;

-- How many texts each text resembles, for pair_evidence.sql: a pattern that many texts follow is a template.
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
   SET done = found.done, parts = found.whole + 1
  FROM part_count AS found
 WHERE name = 'pairs' AND found.parts > 0;

SELECT done < parts - 1 FROM main.stage WHERE name = 'pairs';
