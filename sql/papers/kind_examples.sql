-- kind_examples.sql - an example of each kind.
--
--     sqlite3 my.db '.read sql/papers/kind_examples.sql'
--
-- Run it in the project's folder, after the pipeline. It changes nothing. It shows what Figure 3 of Weissman et al. 2015
-- shows: for each kind two sentences of a cluster, as one with what differs in brackets, and their articles. Of the
-- clusters of a kind it takes that with the highest score, of equal ones that with fewest sentences, of two articles if
-- there is one.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql
.read sql/analysis/begin.sql
.read sql/shared/article_names.sql

CREATE TEMP TABLE example AS
SELECT kind, a, b,
       row_number() OVER (PARTITION BY kind ORDER BY score DESC, articles < 2, size, a, b) AS place
  FROM (SELECT cluster.kind, articles, size, pair_kind.score, a, b
          FROM pair_kind JOIN cluster ON cluster.id = cluster_id AND cluster.kind = pair_kind.kind
         UNION ALL
        SELECT kind, articles, size, 0, first_id, sentence_id
          FROM copy JOIN member USING (sentence_id) JOIN cluster ON cluster.id = cluster_id
         WHERE kind = 'identical');

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

SELECT char(10) || 'An example of each kind (Weissman et al. 2015, Figure 3)'
 WHERE EXISTS (SELECT * FROM example);
SELECT '  ' || kind || char(10)
       || neardup_wrap('    ' || mark_differences(x.text, y.text), 4) || char(10)
       || neardup_wrap('    ' || p.name || '  |  ' || q.name, 4)
  FROM example
  JOIN sentence AS x     ON x.id = a
  JOIN sentence AS y     ON y.id = b
  JOIN article_name AS p ON p.id = x.article_id
  JOIN article_name AS q ON q.id = y.article_id
  LEFT JOIN known_kind USING (kind)
 WHERE example.place = 1
 ORDER BY known_kind.place IS NULL, known_kind.place, kind;

.read sql/analysis/end.sql
