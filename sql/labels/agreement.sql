-- agreement.sql - how well does the automatic kind agree with a reader, and one reader with another?
--
-- It needs a sample (sample_clusters.sql) that somebody has labelled. The labels of @reader count as right, or those of the
-- reader with most; @other is another reader or 'automatic', `cluster.kind`. Cohen's kappa of two careful readers is 0.7 to 0.9.
--
-- If the sample was drawn by kind, each cluster is weighted by the number of clusters it represents,
-- so the shares are those of the whole database; the matrix counts the clusters that were read. A
-- label is left out if the pipeline no longer finds its cluster, or finds it with other sentences.

-- Every two judges of the same cluster, in both orders, and the kind that each gives to it.
CREATE TEMP TABLE compared AS
WITH opinion AS MATERIALIZED (
    SELECT cluster_id, reader AS judge, kind, place, weight
      FROM sample JOIN label USING (cluster_id, size, texts)
     UNION ALL
    SELECT cluster_id, 'automatic', kind, place, weight
      FROM sample JOIN cluster ON cluster.id = cluster_id
                              AND cluster.size = sample.size
                              AND cluster.texts = sample.texts
)
SELECT x.judge AS reader, y.judge AS other, cluster_id, x.place, x.weight, x.kind AS said, y.kind AS found
  FROM opinion AS x JOIN opinion AS y USING (cluster_id)
 WHERE x.judge <> y.judge;

-- For each kind, how many clusters one judge, the other, and both give it to: weighted, then
-- counted. All figures follow from these.
CREATE TEMP TABLE tally AS
SELECT reader, other, kind, place, total(weight * said) AS said, total(weight * found) AS found,
       total(weight * both) AS both, sum(said) AS said_count, sum(found) AS found_count, sum(both) AS both_count
  FROM (SELECT reader, other, said AS kind, weight, 1 AS said, 0 AS found, said = found AS both
          FROM compared
         UNION ALL
        SELECT reader, other, found, weight, 0, 1, 0
          FROM compared)
  LEFT JOIN (SELECT kind, place FROM known_kind) USING (kind)
 GROUP BY reader, other, kind;

-- The two whose comparison is printed in full.
CREATE TEMP TABLE chosen AS
SELECT reader, other
  FROM compared
 WHERE reader = coalesce(@reader, reader) AND (@reader IS NOT NULL OR reader <> 'automatic')
   AND other = coalesce(@other, 'automatic')
 GROUP BY reader, other
 ORDER BY count(*) DESC, reader
 LIMIT 1;

-- ---- What is printed ----

SELECT char(10) || 'There are no labels. Draw a sample with the job sample_clusters, and fill the table label.'
 WHERE NOT EXISTS (SELECT * FROM compared);
SELECT char(10) || printf('Labels left out: %,d. Their clusters are not in the sample, or have '
                          || 'changed since.', count(*))
  FROM label
 WHERE (cluster_id, reader) NOT IN (SELECT cluster_id, reader FROM compared WHERE other = 'automatic')
 GROUP BY NULL;

SELECT char(10) || 'Agreement' || char(10) || char(10)
       || printf('  %-16s %-16s %9s  %8s %8s %9s', 'reader', 'against', 'clusters', 'agree', 'kappa',
                 'macro-F1')
 WHERE EXISTS (SELECT * FROM compared);
WITH share AS (
    SELECT reader, other, sum(both) / sum(said) AS agree,
           sum(said * found) / (sum(said) * sum(found)) AS by_chance,
           avg(2 * both / (said + found)) AS macro_f1
      FROM tally
     GROUP BY reader, other
)
SELECT printf('  %-!16s %-!16s %,9d  %6.1f %% %8s %9.3f', reader, other, count(*), 100 * agree,
              iif(by_chance < 1, printf('%.3f', (agree - by_chance) / (1 - by_chance)), '-'),
              macro_f1)
  FROM share JOIN compared USING (reader, other)
 WHERE reader <> 'automatic' AND (other = 'automatic' OR reader < other)
 GROUP BY reader, other
 ORDER BY other <> 'automatic', reader, other;

SELECT char(10) || 'No cluster was labelled by both of them.'
 WHERE EXISTS (SELECT * FROM compared) AND NOT EXISTS (SELECT * FROM chosen);
SELECT printf('%sWhat %s says (rows) and what %s says (columns)', char(10), reader, other)
       || printf('%s%s  %-12s', char(10), char(10), '')
       || (SELECT group_concat(printf('%!11s', kind), '')
             FROM (SELECT kind FROM tally JOIN chosen USING (reader, other) ORDER BY place IS NULL, place, kind))
  FROM chosen;
SELECT printf('  %-!12s', kind) || group_concat(printf('%,11d', clusters), '')
  FROM (SELECT y.kind, y.place, count(cluster_id) AS clusters
          FROM chosen
          JOIN tally AS y USING (reader, other)
          JOIN tally AS x USING (reader, other)
          LEFT JOIN compared ON compared.reader = chosen.reader AND compared.other = chosen.other
                            AND compared.said = y.kind AND compared.found = x.kind
         GROUP BY y.kind, x.kind
         ORDER BY x.place IS NULL, x.place, x.kind)
 GROUP BY kind
 ORDER BY place IS NULL, place, kind;

SELECT printf('%s  %-12s %11s %11s %11s  %9s  %8s %8s', char(10), 'kind', substr(reader, 1, 11),
              substr(other, 1, 11), 'both', 'precision', 'recall', 'F1')
  FROM chosen;
SELECT printf('  %-!12s %,11d %,11d %,11d', kind, said_count, found_count, both_count)
       || printf('  %9s  %8s %8.3f',
                 iif(found > 0, printf('%.1f %%', 100 * both / found), '-'),
                 iif(said > 0, printf('%.1f %%', 100 * both / said), '-'),
                 2 * both / (said + found))
  FROM chosen JOIN tally USING (reader, other)
 ORDER BY place IS NULL, place, kind;

SELECT rtrim(printf('%sWhere they disagree%s%s  %10s  %-12s %-12s', char(10), char(10), char(10),
                    'cluster', reader, other))
  FROM chosen JOIN compared USING (reader, other)
 WHERE said <> found AND @top > 0
 GROUP BY reader;
SELECT neardup_wrap(printf('  %10d  %-12s %-!12s  %s', cluster_id, said, found,
                           substr(text, 1, 60) || iif(length(text) > 60, '…', '')), 2, 1000000)
  FROM chosen
  JOIN compared USING (reader, other)
  JOIN sentence ON sentence.id = cluster_id
 WHERE said <> found
 ORDER BY compared.place
 LIMIT @top;
