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

DELETE FROM main.pair;

-- similar_pairs() reads the signatures and the texts that share one, and compares these on all
-- processors. In a bucket of more than `bucket_most` texts each text is compared with the next ones in
-- alphabetical order, which begin alike, and with a few representatives of the bucket, which hold the
-- cluster together. Of the second set of bands only the small buckets are used: its large ones hold the
-- same template again.
--
-- A pair without an edit distance is less similar than edit_similarity_least. What was counted follows the pairs, as
-- rows with a name in `counted`: near misses of texts that resemble few others, and how many texts each text resembles.
-- (neardup_progress() returns its first argument and shows progress on a terminal.)
CREATE TEMP TABLE comparison AS
SELECT neardup_progress(a, 'Step 3 of 4, comparing') AS a, b, jaccard, edit_distance, counted, number
  FROM setting,
       resemblance_limit,
       similar_pairs((SELECT collect_texts(id, fold_text(text, fold), buckets, owned)
                        FROM setting
                       CROSS JOIN bucket_texts((SELECT collect_buckets(band, signature, sentence_id)
                                                  FROM signature))
                       CROSS JOIN compared_text USING (id)),
                     setting.shingle, setting.jaccard_least, setting.edit_similarity_least,
                     setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                     setting.threads) AS found
 WHERE near_least = contradiction_least AND near_most = resembling_most
   AND count_least = resembling_least AND counts = 1;

CREATE INDEX temp.counted_row ON comparison(counted) WHERE counted IS NOT NULL;

INSERT INTO main.pair
SELECT a, b, jaccard, edit_distance, NULL
  FROM comparison
 WHERE counted IS NULL AND edit_distance IS NOT NULL;

DELETE FROM main.near_miss;

INSERT INTO main.near_miss
SELECT a, b, jaccard
  FROM comparison
 WHERE counted = 'near miss';

-- How many texts each text resembles, for judge.sql: a pattern that many texts follow is a template.
DELETE FROM main.resemblance;

INSERT INTO main.resemblance
SELECT a, number
  FROM comparison
 WHERE counted = 'resembled';

-- (signatures.sql has counted the texts.)
REPLACE INTO main.detection (rowid, compared, texts, texts_in_large_buckets, colliding_signatures,
                             large_buckets, candidates, left_out)
SELECT 1, (SELECT compared FROM detection), (SELECT texts FROM detection),
       max(number) FILTER (WHERE counted = 'texts in large buckets'),
       (SELECT count(*) FROM signature),
       max(number) FILTER (WHERE counted = 'large buckets'),
       max(number) FILTER (WHERE counted = 'candidates'),
       max(number) FILTER (WHERE counted = 'pairs left out')
  FROM comparison
 WHERE counted IS NOT NULL;

DROP TABLE temp.comparison;
DROP VIEW temp.resemblance_limit;
DROP VIEW temp.compared_text;

.read sql/sentences/projections.sql

INSERT INTO main.pair
SELECT first_id, sentence_id, 1.0, 0, NULL
  FROM copy;

UPDATE main.detection
   SET pairs = (SELECT count(*) FROM pair);

RELEASE stage;
