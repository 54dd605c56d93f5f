-- article_pairs.sql - which articles overlap, in pairs and in chains?
--
-- It reproduces section 6.2 of Ayhan, Bradley, Weissman 2013 with its Figure 4 (the ten pairs of articles that share most)
-- and Table 2 (their titles).
--
-- It counts the clusters that two articles share. The paper counts the sentences that share a signature
-- and finds about 6,500 pairs with more than 50 in the English Wikipedia. A chain is a set of articles that
-- pairs with @shared clusters or more connect. Everything is shown a second time without clusters of kind 'template', because
-- what two villages have in common says nothing about either.
--
-- A template that occurs in 40,000 articles makes 800 million pairs. So pairs are looked for only in
-- clusters of at most @articles articles (article_overlap.sql), and those that meet only in larger ones are missing.

SELECT neardup_run('article_overlap.sql');

CREATE TEMP TABLE chained AS
WITH joined AS (
    SELECT 1 AS templates, union_find(a, b) AS components FROM article_pair WHERE shared >= @shared
     UNION ALL
    SELECT 0, union_find(a, b) FROM article_pair WHERE shared_plain >= @shared
)
SELECT templates, component AS chain, member AS article_id, count(*) OVER (PARTITION BY templates, component) AS articles
  FROM joined, union_find_members(components);

CREATE TEMP VIEW titled AS
SELECT article.id,
       neardup_wrap(iif((SELECT count(*) FROM source_name) > 1, source_name.name || ': ', '')
                    || article_name.name, 0, 1000000) AS title
  FROM article JOIN article_name USING (id) LEFT JOIN source_name ON source_name.id = source_id;

-- ---- What is printed ----

SELECT char(10) || 'No two articles share a cluster.'
 WHERE NOT EXISTS (SELECT * FROM article_pair);
SELECT printf('%sClusters of more than %,d articles are left out: %,d, the largest of %,d.',
              char(10), @articles, count(*), max(articles))
  FROM cluster
 WHERE articles > @articles
 GROUP BY NULL;

SELECT char(10)
       || printf('%,d pairs of articles share more than 50 clusters; Ayhan et al. found about 6,500 in 4.1 million articles.',
                 total(shared > 50))
  FROM article_pair
 GROUP BY NULL
HAVING count(*) > 0;
SELECT char(10) || 'Pairs of articles by the clusters that they share' || char(10)
       || '    clusters         pairs  without templates'
 WHERE EXISTS (SELECT * FROM article_pair);
WITH class (least, most, name) AS (
    VALUES (1, 1, '1'), (2, 2, '2'), (3, 5, '3-5'), (6, 10, '6-10'), (11, 20, '11-20'),
           (21, 50, '21-50'), (51, 100, '51-100'), (101, 9e18, '> 100')
)
SELECT printf('  %10s  %,12d       %,12d', name, total(shared BETWEEN least AND most), total(shared_plain BETWEEN least AND most))
  FROM class, article_pair
 WHERE least <= (SELECT max(shared) FROM article_pair)
 GROUP BY least;

-- What is listed: each list, with templates and without, below its heading.
WITH list(templates, heading) AS (
    VALUES (1, 'The pairs that share most'), (0, 'The same without templates')
), ranked AS (
    SELECT 1 AS templates, a, b, shared, row_number() OVER (ORDER BY shared DESC, a, b) AS place FROM article_pair
     UNION ALL
    SELECT 0, a, b, shared_plain, row_number() OVER (ORDER BY shared_plain DESC, a, b) FROM article_pair WHERE shared_plain > 0
)
SELECT iif(place = 1, char(10) || heading || char(10) || '    clusters  articles' || char(10), '')
       || printf('  %,10d  %s  |  %s', shared, x.title, y.title)
  FROM list
  JOIN ranked USING (templates)
  JOIN titled AS x ON x.id = a
  JOIN titled AS y ON y.id = b
 WHERE place <= @top AND (templates OR EXISTS (SELECT * FROM cluster WHERE kind = 'template'))
 ORDER BY templates DESC, place;

SELECT printf('%sChains of articles: pairs that share at least %,d clusters', char(10), @shared)
       || char(10) || '    articles        chains  without templates'
 WHERE EXISTS (SELECT * FROM chained);
WITH chain AS (
    SELECT DISTINCT templates, chain, articles FROM chained
), class (least, most, name) AS (
    VALUES (2, 2, '2'), (3, 3, '3'), (4, 4, '4'), (5, 10, '5-10'), (11, 20, '11-20'),
           (21, 50, '21-50'), (51, 100, '51-100'), (101, 9e18, '> 100')
)
SELECT printf('  %10s  %,12d       %,12d', name, total(templates), total(NOT templates))
  FROM class LEFT JOIN chain ON articles BETWEEN least AND most
 WHERE least <= (SELECT max(articles) FROM chain)
 GROUP BY least;

WITH list(templates, heading) AS (
    VALUES (1, 'The longest chains'), (0, 'The same without templates')
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY templates ORDER BY articles DESC, chain) AS place
      FROM (SELECT DISTINCT templates, chain, articles FROM chained)
)
SELECT iif(place = 1, char(10) || heading || char(10) || '    articles' || char(10), '')
       || printf('  %,10d  ', articles)
       || (SELECT group_concat(title, '  |  ')
             FROM (SELECT title
                     FROM chained AS c JOIN titled ON titled.id = article_id
                    WHERE c.templates = ranked.templates AND c.chain = ranked.chain
                    ORDER BY article_id
                    LIMIT 5))
       || iif(articles > 5, '  |  …', '')
  FROM list JOIN ranked USING (templates)
 WHERE place <= @top AND (templates OR EXISTS (SELECT * FROM cluster WHERE kind = 'template'))
 ORDER BY templates DESC, place;
