-- shared_citations.sql - do articles that share sentences also share citations?
--
-- Ayhan, Bradley, Weissman 2013 ask this in section 6.1. A citation is a sentence under a heading such as References, or
-- one of a cluster of kind 'reference'. Two articles share what is in one cluster. Clusters in more than 50 articles say
-- nothing of two of them and are left out, and so are templates.

WITH standing AS MATERIALIZED (
    SELECT DISTINCT cluster_id, article_id, block = 'footer' OR kind = 'reference' AS cited
      FROM cluster
      JOIN member   ON cluster_id = cluster.id
      JOIN sentence ON sentence.id = sentence_id
     WHERE articles BETWEEN 2 AND 50 AND kind <> 'template'
), sharing AS (
    SELECT x.article_id AS a, y.article_id AS b, total(NOT cited) > 0 AS sentences, total(cited) > 0 AS citations
      FROM standing AS x JOIN standing AS y USING (cluster_id, cited)
     WHERE x.article_id < y.article_id
     GROUP BY x.article_id, y.article_id
)
SELECT char(10) || 'Pairs of articles that share sentences, and citations (Ayhan, Bradley, Weissman 2013, section 6.1)' || char(10)
       || printf('  %,d share sentences of the text, %,d of them citations, too%s.', total(sentences),
                 total(sentences AND citations),
                 iif(total(sentences) = 0, '', printf(': %.1f %%', 100 * total(sentences AND citations) / total(sentences))))
       || char(10)
       || printf('  %,d share citations, %,d of them sentences of the text, too%s.', total(citations),
                 total(sentences AND citations),
                 iif(total(citations) = 0, '', printf(': %.1f %%', 100 * total(sentences AND citations) / total(citations))))
       || char(10)
       || printf('  Of all pairs of articles, %.2g %% share citations.',
                 100 * total(citations) / max((SELECT count(*) * (count(*) - 1) / 2.0 FROM article), 1))
  FROM sharing;
SELECT '  There are no citations: the texts that were loaded have no sections such as References.'
 WHERE NOT EXISTS (SELECT * FROM sentence WHERE block = 'footer')
   AND NOT EXISTS (SELECT * FROM cluster WHERE kind = 'reference');
