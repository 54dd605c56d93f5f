-- kind_distribution.sql - what kinds of clusters are there, and how many of each?
--
-- It reproduces Table 1 of Weissman et al. 2015 and Table 1 of Ayhan, Bradley, Weissman 2013 from `cluster.kind`, for all
-- clusters instead of a sample. An article counts for each of its kinds.
--
-- Next to it stands what the papers' authors found by hand, in 2,094 of 1.15 million clusters and in 824 of 415,936. Their
-- search misses more of the less similar pairs, so a larger share of theirs is identical. "Other" and "not similar" in the
-- second paper are `other` here. The first paper prints 2.9 % for its 103 other clusters; they are 4.9 %. Below stands how
-- much drift there may be, with what is missed.

SELECT neardup_run('published.sql');
SELECT neardup_run('contradiction_estimate.sql');

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

WITH found AS MATERIALIZED (
    SELECT kind, count(DISTINCT cluster.id) AS clusters, count(*) AS sentences, count(DISTINCT article_id) AS articles
      FROM cluster
      JOIN member   ON cluster_id = cluster.id
      JOIN sentence ON sentence.id = sentence_id
     GROUP BY kind
), by_hand (kind, weissman, ayhan) AS (
    SELECT iif(name = 'not similar', 'other', name), total(number) FILTER (WHERE paper = 'weissman'),
           total(number) FILTER (WHERE paper = 'ayhan')
      FROM published
     WHERE part = 'kinds' AND paper IN ('weissman', 'ayhan')
     GROUP BY 1
), line(number, place, kind, text) AS (
    SELECT 0, NULL, '', printf('%sKinds of %,d clusters', char(10), sum(clusters)) || char(10)
                        || '                                                                    ---- by hand ----' || char(10)
                        || printf('  kind             clusters  %21s  %17s  Weissman    Ayhan', sentence || 's', article || 's')
      FROM found, noun
     GROUP BY NULL
     UNION ALL
    SELECT 1, place, kind,
           printf('  %-!12s %,12d  %5.1f %%  %,12d  %5.1f %%  %,9d', kind, clusters,
                  100.0 * clusters / sum(clusters) OVER (),
                  sentences, 100.0 * sentences / sum(sentences) OVER (), articles)
           || iif(weissman IS NULL, '',
                  printf('   %5.1f %%  %5.1f %%', 100.0 * weissman / sum(weissman) OVER (),
                         100.0 * ayhan / sum(ayhan) OVER ()))
      FROM (SELECT kind FROM by_hand UNION SELECT kind FROM found)
      LEFT JOIN found      USING (kind)
      LEFT JOIN by_hand    USING (kind)
      LEFT JOIN known_kind USING (kind)
     WHERE EXISTS (SELECT * FROM found)
)
SELECT text FROM line ORDER BY number, place IS NULL, place, kind;

SELECT char(10) || neardup_wrap('  By hand: the shares of clusters that the authors of two papers found among sentences of '
                                || 'Wikipedia (Weissman et al. 2015; Ayhan, Bradley, Weissman 2013).', 2)
 WHERE EXISTS (SELECT * FROM cluster);
SELECT char(10) || neardup_wrap('  ' || words, 2)
  FROM drift_said
 WHERE EXISTS (SELECT * FROM cluster);
