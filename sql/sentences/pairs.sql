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

-- Texts are compared in parts that fit in `memory`, most databases in one. Each text takes about eight bytes for each
-- letter, and some for its signatures.
DROP VIEW IF EXISTS temp.part_limit;
CREATE TEMP VIEW part_limit AS
SELECT max(16, CAST(memory * 1000000 / (250 + 8 * length) AS INTEGER)) AS texts_most,
       max(1, memory / 4) AS memory_of_buckets
  FROM setting,
       (SELECT coalesce(avg(length(text)), 0) AS length
          FROM compared_text
         WHERE id IN (SELECT sentence_id FROM signature LIMIT 1000));

-- Each reading compares a third of the texts, or a whole part; what it has found is kept, whatever comes then. (Collecting
-- the signatures again takes a tenth of the time of comparing.)
.read sql/sentences/begin_pairs.sql
.read sql/sentences/copied_texts.sql
.read sql/sentences/compare.sql
.read sql/shared/keep_stage.sql
.read sql/sentences/compare.sql
.read sql/shared/keep_stage.sql
.read sql/sentences/compare.sql

-- Between two parts nobody has the lock.
SELECT neardup_error('another run has begun anew on this database, and goes on alone')
 WHERE NOT EXISTS (SELECT * FROM stage WHERE name = 'pairs' AND done = parts - 1);

-- Only now is it known how many texts each text resembles.
DELETE FROM main.near_miss
 WHERE coalesce((SELECT texts FROM resemblance WHERE sentence_id = a), 0) > (SELECT resembling_most FROM resemblance_limit)
    OR coalesce((SELECT texts FROM resemblance WHERE sentence_id = b), 0) > (SELECT resembling_most FROM resemblance_limit);

DROP TABLE temp.copied_text;
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
