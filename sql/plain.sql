-- plain.sql - the pipeline in plain SQL, as the papers describe it.
--
--     sqlite3 my.db '.read sql/plain.sql'
--
-- Run it in the project's folder, after the pipeline. It finds everything again, with the settings of that run,
-- and compares what it finds with the tables `signature`, `pair` and `member`, row by row. It changes nothing.
--
-- These are the methods of Weissman et al. 2015: section 2 has the signatures and their collisions, and the
-- clusters, section 3 the edit distance. The pipeline does the same on all processors and in a bounded time: here, a
-- template of n sentences costs n * n comparisons. It differs where its settings say so: in large buckets
-- it compares some pairs only (bucket_limit.sql), `detection` may add pairs by projection, and `clusters` may
-- be stars.

-- Sentences within the length limits, each with the first one of equal text.
CREATE TEMP TABLE compared AS
WITH folded AS MATERIALIZED (
    SELECT id, fold_text(text, fold) AS text
      FROM setting CROSS JOIN sentence
     WHERE tables OR block <> 'table'
)
SELECT id, min(id) OVER (PARTITION BY text) AS first_id, text
  FROM setting CROSS JOIN folded
 WHERE length(text) BETWEEN iif(shingles_least = 1, 1, shingles_least + shingle - 1)
                        AND shingles_most + shingle - 1;
CREATE UNIQUE INDEX temp.compared_id ON compared(id);

-- The signatures of each text.
CREATE TEMP TABLE signed AS
SELECT band, signature, id
  FROM setting CROSS JOIN compared
 CROSS JOIN minhash_signatures(text, setting.shingle, setting.bands, setting.rows, setting.hashes,
                               setting.scheme, setting.seed)
 WHERE id = first_id;
CREATE INDEX temp.signed_alike ON signed(band, signature, id);

-- Two texts that share a signature are candidates; those that are similar are a pair. So are copies.
CREATE TEMP TABLE similar AS
WITH candidate AS MATERIALIZED (
    SELECT DISTINCT x.id AS a, y.id AS b
      FROM signed AS x JOIN signed AS y USING (band, signature)
     WHERE x.id < y.id
), measured AS (
    SELECT a, b, jaccard(x.text, y.text, shingle) AS jaccard, edit_distance(x.text, y.text) AS edit_distance,
           max(length(x.text), length(y.text)) AS longest
      FROM setting CROSS JOIN candidate
     CROSS JOIN compared AS x ON x.id = a
     CROSS JOIN compared AS y ON y.id = b
)
SELECT a, b, jaccard, edit_distance
  FROM setting CROSS JOIN measured
 WHERE jaccard >= jaccard_least AND edit_distance <= (1 - edit_similarity_least) * longest
 UNION ALL
SELECT first_id, id, 1.0, 0 FROM compared WHERE first_id < id;

-- Pairs that are connected form a cluster.
CREATE TEMP TABLE clustered AS
SELECT component AS cluster_id, member AS sentence_id
  FROM union_find_members((SELECT union_find(a, b) FROM similar));

CREATE TEMP VIEW shared_signature AS
SELECT band, signature, id
  FROM (SELECT *, count(*) OVER (PARTITION BY band, signature) AS texts FROM signed)
 WHERE texts > 1;

SELECT char(10) || 'Found in plain SQL, and by the pipeline';
WITH found(what, here, there, only_here, only_there) AS (
    SELECT 'shared signatures', (SELECT count(*) FROM shared_signature),
           (SELECT count(*) FROM signature JOIN setting ON band <= bands),
           (SELECT count(*) FROM (SELECT * FROM shared_signature EXCEPT SELECT * FROM signature)),
           (SELECT count(*) FROM (SELECT signature.* FROM signature JOIN setting ON band <= bands
                                  EXCEPT SELECT * FROM shared_signature))
     UNION ALL
    SELECT 'pairs', (SELECT count(*) FROM similar), (SELECT count(*) FROM pair),
           (SELECT count(*) FROM (SELECT * FROM similar EXCEPT SELECT a, b, jaccard, edit_distance FROM pair)),
           (SELECT count(*) FROM (SELECT a, b, jaccard, edit_distance FROM pair EXCEPT SELECT * FROM similar))
     UNION ALL
    SELECT 'members of clusters', (SELECT count(*) FROM clustered), (SELECT count(*) FROM member),
           (SELECT count(*) FROM (SELECT * FROM clustered EXCEPT SELECT * FROM member)),
           (SELECT count(*) FROM (SELECT * FROM member EXCEPT SELECT * FROM clustered))
)
SELECT printf('  %-20s %,12d  %,12d  ', what, here, there)
       || iif(only_here + only_there = 0, 'equal',
              printf('%,d only in plain SQL, %,d only by the pipeline', only_here, only_there))
  FROM found;
