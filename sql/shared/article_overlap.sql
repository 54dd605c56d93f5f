-- article_overlap.sql - how many clusters two articles share, and how many of them are no templates.
--
-- Pairs are looked for in clusters of at most @articles articles: at most half as many pairs
-- for each sentence in a cluster. For a pair found there, larger shared clusters count, too.

-- (CROSS JOIN fixes the join order: from the small clusters, never through all of a large one.)
CREATE TEMP TABLE article_pair AS
WITH presence(cluster_id, article_id, template) AS MATERIALIZED (
    SELECT DISTINCT cluster.id, article_id, kind = 'template'
      FROM cluster
      JOIN member   ON cluster_id = cluster.id
      JOIN sentence ON sentence.id = sentence_id
     WHERE articles > 1
), met AS (
    SELECT DISTINCT x.article_id AS a, y.article_id AS b
      FROM (SELECT id FROM cluster WHERE articles BETWEEN 2 AND @articles) AS cluster
     CROSS JOIN presence AS x ON x.cluster_id = cluster.id
     CROSS JOIN presence AS y ON y.cluster_id = cluster.id AND y.article_id > x.article_id
)
SELECT a, b, count(*) AS shared, sum(NOT x.template) AS shared_plain
  FROM met
 CROSS JOIN presence AS x ON x.article_id = a
 CROSS JOIN presence AS y ON y.article_id = b AND y.cluster_id = x.cluster_id
 GROUP BY a, b;
