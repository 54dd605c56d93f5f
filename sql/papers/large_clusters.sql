-- large_clusters.sql - what is in the large clusters, and which articles have templates.
--
-- Weissman et al. 2015 say of clusters of more than ten sentences that they often mix several phenomena, and that template
-- sentences stand in stubs and are made by bots in many cases; and that articles with few edits contradict more.
--
-- Their program knows a stub by a template of its wikitext, which is not kept here: it has at most @stub sentences. Bots are
-- contributors whose name ends in "bot"; only histories have contributors (neardup load --history).

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

SELECT char(10) || 'Clusters of more than ten sentences (Weissman et al. 2015, Experimental Results)' || char(10)
       || printf('  %-52s %,8d', 'in all', count(*)) || char(10)
       || printf('  %-52s %,8d  %5.1f %%', 'of one text', total(texts = 1), 100 * avg(texts = 1)) || char(10)
       || printf('  %-52s %,8d  %5.1f %%', 'less than half of the texts different',
                 total(texts > 1 AND 2 * texts < size), 100 * avg(texts > 1 AND 2 * texts < size)) || char(10)
       || printf('  %-52s %,8d  %5.1f %%', 'all texts different', total(texts = size), 100 * avg(texts = size)) || char(10)
       || printf('  %-52s %,8d  %5.1f %%', 'several groups that say the same, or kinds of pairs', total(mixed),
                 100 * avg(mixed))
  FROM cluster
 WHERE size > 10
 GROUP BY NULL;

SELECT char(10) || printf('Sentences in stubs, articles of up to %,d sentences (Weissman et al. 2015)', @stub) || char(10)
       || printf('  %-20s %12s %12s', 'kind of cluster', 'sentences', 'in stubs')
 WHERE EXISTS (SELECT * FROM cluster);
WITH article_size AS MATERIALIZED (
    SELECT article_id, count(*) AS sentences FROM sentence GROUP BY article_id
)
SELECT printf('  %-20s %,12d %10.1f %%', kind, count(*), 100 * avg(sentences <= @stub))
  FROM (SELECT kind, article_id, sentences
          FROM cluster
          JOIN member   ON cluster_id = cluster.id
          JOIN sentence ON sentence.id = sentence_id
          JOIN article_size USING (article_id)
         UNION ALL
        SELECT 'all sentences', article_id, sentences FROM sentence JOIN article_size USING (article_id))
  LEFT JOIN known_kind USING (kind)
 WHERE EXISTS (SELECT * FROM cluster)
 GROUP BY kind
 ORDER BY kind = 'all sentences', place IS NULL, place, kind;

SELECT char(10) || 'Bots: no history is loaded (neardup load --history DUMP DB).'
 WHERE NOT EXISTS (SELECT * FROM revision);
SELECT char(10) || printf('%-32s %10s %14s %10s', 'Edits and bots (Weissman et al.)', 'articles', 'revisions each', 'by bots')
 WHERE EXISTS (SELECT * FROM revision);
WITH told(article_id, kind) AS (
    SELECT DISTINCT article_id, kind
      FROM cluster
      JOIN member   ON cluster_id = cluster.id
      JOIN sentence ON sentence.id = sentence_id
     WHERE kind IN ('template', 'drift')
     UNION ALL
    SELECT id, 'all' FROM article
)
SELECT printf('  %-30s %,10d %14.1f %8.1f %%',
              CASE kind WHEN 'template' THEN 'with sentences of templates' WHEN 'drift' THEN 'with factual drift'
                        ELSE 'all articles' END,
              count(DISTINCT article_id), 1.0 * count(*) / count(DISTINCT article_id), 100 * avg(contributor LIKE '%bot'))
  FROM told JOIN revision USING (article_id)
 GROUP BY kind
 ORDER BY kind = 'all', kind DESC;
