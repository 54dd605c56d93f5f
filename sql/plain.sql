-- plain.sql - finds near-duplicate sentences by joins on signature collisions: the pipeline of the papers, in plain SQL.
--
--     sqlite3 my.db < sql/plain.sql
--
-- Run it in the project's folder, on a database that `neardup load` has made. It fills the tables `pair`, `member` and `cluster`
-- with the rows that the pipeline finds. That does the same on all processors, compares large templates in a bounded time, where
-- n sentences cost n * n comparisons here, and goes on to judge what it has found.
--
-- The methods are those of Weissman, Ayhan, Bradley, Lin 2015: section 2 has signatures, their collisions and clusters, section 3
-- the edit distance.

.bail on
.load build/neardup

SELECT neardup_run('empty');
BEGIN IMMEDIATE;

-- The choice of the papers for sentences: shingles of 12 characters, sentences of 75 to 600 shingles; and 25 signatures of four
-- minhashes each, which two sentences of Jaccard similarity 0.6 share with a probability of 0.969.
CREATE TEMP VIEW chosen(fold, shingle, shortest, longest, bands, rows, jaccard_least, edit_similarity_least) AS
VALUES ('', 12, 86, 611, 25, 4, 0.6, 0.5);

-- Sentences within these limits; of equal ones, the first stands for all.
CREATE TEMP TABLE compared AS
SELECT id, min(id) OVER (PARTITION BY text) AS first_id, text
  FROM (SELECT id, fold_text(text, fold) AS text FROM chosen CROSS JOIN sentence WHERE block <> 'table')
 CROSS JOIN chosen
 WHERE length(text) BETWEEN shortest AND longest;

CREATE TEMP TABLE signed AS
SELECT band, signature, id, text
  FROM chosen
 CROSS JOIN compared
 CROSS JOIN minhash_signatures(text, chosen.shingle, chosen.bands, chosen.rows)
 WHERE id = first_id;

-- Two sentences that share a signature are candidates; those that are similar are a pair. So are copies.
INSERT INTO pair (a, b, jaccard, edit_distance)
WITH candidate AS MATERIALIZED (
    SELECT DISTINCT x.id AS a, y.id AS b
      FROM signed AS x JOIN signed AS y USING (band, signature)
     WHERE x.id < y.id
)
SELECT a, b, jaccard(x.text, y.text, shingle) AS jaccard, edit_distance(x.text, y.text)
  FROM chosen
 CROSS JOIN candidate
 CROSS JOIN compared AS x ON x.id = a
 CROSS JOIN compared AS y ON y.id = b
 WHERE jaccard >= jaccard_least AND edit_similarity(x.text, y.text) >= edit_similarity_least
 UNION ALL
SELECT first_id, id, 1.0, 0 FROM compared WHERE first_id < id;

-- Pairs that are connected form a cluster.
INSERT INTO member
SELECT component, member
  FROM union_find_members((SELECT union_find(a, b) FROM pair));

INSERT INTO cluster (id, size, texts, articles, representative)
SELECT cluster_id, count(*), count(DISTINCT first_id), count(DISTINCT article_id), min(sentence_id)
  FROM member
  JOIN compared ON compared.id = sentence_id
  JOIN sentence ON sentence.id = sentence_id
 GROUP BY cluster_id;

COMMIT;

SELECT printf('%,d pairs, %,d clusters of %,d sentences', (SELECT count(*) FROM pair), count(*), total(size)) FROM cluster;
SELECT printf('%5d  %s', size, substr(text, 1, 90)) FROM cluster JOIN sentence USING (id) ORDER BY size DESC, id LIMIT 10;
