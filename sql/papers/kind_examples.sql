-- kind_examples.sql - an example of each kind.
--
-- It shows what Figure 3 of Weissman et al. 2015 shows: for each kind two sentences of a cluster, as one with what differs
-- in brackets, and their articles. It takes a typical one: of the clusters of a kind, each with its likeliest
-- contradiction, that in the middle by score, and by Jaccard similarity where scores are equal. Clusters of one article
-- count only if there is no other, and drift with a score below shown_least only if nothing has more.

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

WITH candidate AS (
    SELECT cluster.kind, articles < 2 OR (cluster.kind = 'drift' AND pair_kind.score < shown_least) AS aside,
           pair_kind.score, jaccard, a, b,
           row_number() OVER (PARTITION BY cluster_id ORDER BY pair_kind.score DESC, a, b) AS number
      FROM parameters, pair_kind
      JOIN cluster ON cluster.id = cluster_id AND cluster.kind = pair_kind.kind
      JOIN pair USING (a, b)
     UNION ALL
    SELECT kind, articles < 2, 0, 1, first_id, sentence_id, row_number() OVER (PARTITION BY cluster_id ORDER BY sentence_id)
      FROM copy JOIN member USING (sentence_id) JOIN cluster ON cluster.id = cluster_id
     WHERE kind = 'identical'
), ordered AS (
    SELECT kind, aside, a, b, row_number() OVER (PARTITION BY kind, aside ORDER BY score, jaccard, a, b) AS number,
           count(*) OVER (PARTITION BY kind, aside) AS candidates
      FROM candidate
     WHERE number = 1
), example AS (
    SELECT kind, a, b, row_number() OVER (PARTITION BY kind ORDER BY aside) AS number
      FROM ordered
     WHERE number = (candidates + 1) / 2
)
SELECT iif(row_number() OVER (ORDER BY place IS NULL, place, kind) = 1,
           char(10) || 'An example of each kind (Weissman et al. 2015, Figure 3)' || char(10), '')
       || '  ' || kind || char(10)
       || neardup_wrap('    ' || mark_differences(x.text, y.text), 4) || char(10)
       || neardup_wrap('    ' || p.name || '  |  ' || q.name, 4)
  FROM example
  JOIN sentence AS x     ON x.id = a
  JOIN sentence AS y     ON y.id = b
  JOIN article_name AS p ON p.id = x.article_id
  JOIN article_name AS q ON q.id = y.article_id
  LEFT JOIN known_kind USING (kind)
 WHERE number = 1
 ORDER BY place IS NULL, place, kind;
