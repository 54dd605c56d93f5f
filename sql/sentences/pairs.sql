-- pairs.sql - stage 2: which of the sentences that share a signature are similar.
--
--   pair       a < b, with the exact Jaccard similarity of their shingle sets and their edit
--              distance, both after folding, and the cosine if projections.sql has found it. A
--              sentence of equal text is paired only with the first of its text: n copies make
--              n - 1 pairs, and still one cluster.
--   near_miss  candidates from contradiction_least up to jaccard_least, of texts that resemble few others
--   resemblance  how many texts each text resembles
--   detection  how much work the run was
--
-- The parameter `detection` says whether pairs share shingles, have similar vectors (projections.sql), or either.
--
-- Two sentences in a common bucket are candidates; candidates that pass verification are pairs. A
-- pair of Jaccard similarity s outside large buckets becomes a candidate with the probability in
-- choose.sql. Pairs within large buckets can be missing here, although their sentences are in one
-- cluster; bucket_limit.sql says which buckets are large, and most databases have none.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/begin_stage.sql
.read sql/sentences/settings.sql

DELETE FROM main.stage WHERE name IN ('pairs', 'clusters', 'kinds');
INSERT INTO main.stage (name, basis) VALUES ('pairs', '');
.read sql/sentences/begun_stage.sql
DROP INDEX IF EXISTS main.member_sentence;      -- which says that there are clusters

-- Only signatures.sql chooses what MinHash needs. If somebody sets a parameter and then makes it NULL again, the
-- choice of the last run is gone.
SELECT neardup_error('parameters.' || name || ' is NULL, and the last run chose no value for it. Run '
                     || 'sql/sentences/signatures.sql first, or all of sql/pipeline.sql')
  FROM (SELECT CASE WHEN shingle IS NULL THEN 'shingle'
                    WHEN bands   IS NULL THEN 'bands'
                    WHEN rows    IS NULL THEN 'rows'
                    WHEN fold    IS NULL THEN 'fold'
                    WHEN bucket_most IS NULL THEN 'bucket_most' END AS name
          FROM setting)
 WHERE name IS NOT NULL;

.read sql/sentences/compared_texts.sql
.read sql/sentences/resemblance_limits.sql

DELETE FROM main.pair;

-- Texts are compared in parts that fit in `memory`, most databases in one. Each text takes about eight bytes for each
-- letter, and some for its signatures.
CREATE TEMP VIEW part_limit AS
SELECT max(16, CAST(memory * 1000000 / (250 + 8 * length) AS INTEGER)) AS texts_most,
       max(1, memory / 4) AS memory_of_buckets
  FROM setting,
       (SELECT coalesce(avg(length(text)), 0) AS length
          FROM compared_text
         WHERE id IN (SELECT sentence_id FROM signature LIMIT 1000));

-- bucket_parts() divides the signatures, and similar_pairs() compares the texts of a part that share one, on all
-- processors. In a bucket of more than `bucket_most` texts each text is compared with the next ones in
-- alphabetical order, which begin alike, and with a few representatives of the bucket, which hold the
-- cluster together. Of the second set of bands only the small buckets are used: its large ones hold the
-- same template again.
--
-- A pair without an edit distance is less similar than edit_similarity_least. What was counted follows the pairs of a
-- part, as rows with a name in `counted`: near misses of texts that resemble few others, and how many texts each text
-- resembles. (neardup_progress() returns its first argument and shows progress on a terminal.)
CREATE TEMP TABLE comparison AS
SELECT neardup_progress(a, 'Step 3 of 4, comparing') AS a, b, jaccard, edit_distance, counted, number
  FROM setting
 CROSS JOIN resemblance_limit
 CROSS JOIN part_limit
 CROSS JOIN bucket_parts((SELECT collect_buckets(band, signature, sentence_id, memory_of_buckets)
                            FROM (SELECT * FROM signature ORDER BY band, signature)),
                         part_limit.texts_most, setting.bucket_most, setting.bands) AS part
 CROSS JOIN similar_pairs((SELECT collect_texts(id, fold_text(text, fold), met.buckets, owned)
                             FROM bucket_texts(part.buckets) AS met
                            CROSS JOIN compared_text USING (id)),
                          setting.shingle, setting.jaccard_least, setting.edit_similarity_least,
                          setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                          setting.threads) AS found
 WHERE near_least = contradiction_least AND near_most = resembling_most
   AND count_least = resembling_least AND counts = 1;

CREATE INDEX temp.counted_row ON comparison(counted) WHERE counted IS NOT NULL;

-- The pairs of one part are in order, which spares sorting them.
CREATE TEMP VIEW part_count AS
SELECT count(*) AS parts FROM comparison WHERE counted = 'candidates';

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM comparison
 WHERE counted IS NULL AND edit_distance IS NOT NULL AND (SELECT parts = 1 FROM part_count);

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM comparison
 WHERE counted IS NULL AND edit_distance IS NOT NULL AND (SELECT parts > 1 FROM part_count)
 ORDER BY a, b;

-- How many texts each text resembles, for judge.sql: a pattern that many texts follow is a template.
DELETE FROM main.resemblance;

INSERT INTO main.resemblance
SELECT a, number
  FROM comparison
 WHERE counted = 'resembled'
    ON CONFLICT DO UPDATE SET texts = texts + excluded.texts;

DELETE FROM main.near_miss;

-- Only now is it known how many texts each text resembles.
INSERT INTO main.near_miss
SELECT comparison.a, b, jaccard
  FROM resemblance_limit
 CROSS JOIN comparison
  LEFT JOIN resemblance AS x ON x.sentence_id = comparison.a
  LEFT JOIN resemblance AS y ON y.sentence_id = b
 WHERE counted = 'near miss'
   AND coalesce(x.texts, 0) <= resembling_most AND coalesce(y.texts, 0) <= resembling_most;

-- (signatures.sql has counted the texts.)
REPLACE INTO main.detection (rowid, compared, texts, texts_in_large_buckets, colliding_signatures,
                             large_buckets, candidates, left_out, last_id)
SELECT 1, (SELECT compared FROM detection), (SELECT texts FROM detection),
       sum(number) FILTER (WHERE counted = 'texts in large buckets'),
       (SELECT count(*) FROM signature),
       sum(number) FILTER (WHERE counted = 'large buckets'),
       sum(number) FILTER (WHERE counted = 'candidates'),
       sum(number) FILTER (WHERE counted = 'pairs left out'),
       (SELECT last_id FROM detection)
  FROM comparison
 WHERE counted IS NOT NULL;

DROP VIEW temp.part_count;
DROP TABLE temp.comparison;
DROP VIEW temp.part_limit;
DROP VIEW temp.resemblance_limit;
DROP VIEW temp.compared_text;

.read sql/sentences/projections.sql

INSERT INTO main.pair
SELECT first_id, sentence_id, 1.0, 0, NULL
  FROM copy;

UPDATE main.detection
   SET pairs = (SELECT count(*) FROM pair);

UPDATE main.stage SET done = parts WHERE name = 'pairs';
RELEASE stage;
