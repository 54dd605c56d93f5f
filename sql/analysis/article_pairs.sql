-- article_pairs.sql - which articles overlap, in pairs and in chains?
--
--     sqlite3 my.db '.parameter set @shared 5' '.read sql/analysis/article_pairs.sql'
--
-- Run it in the project's folder. It changes nothing. Section 6.2 of Ayhan, Bradley, Weissman 2013
-- with its Figure 4 (the ten pairs of articles that share most) and Table 2 (their titles). What may
-- be set:
--
--   @shared     clusters that two articles must share to be joined in a chain    2
--   @top        so many pairs and chains are listed                             10
--   @articles   see below                                                       50
--
-- It counts the clusters that two articles share; the paper calls that their similarity count, and
-- finds about 6,500 pairs above 50 in the English Wikipedia. A chain is what such pairs lead to. The
-- same is told once more without clusters of kind 'template', since what two villages have in common
-- says nothing about either.
--
-- A template that stands in 40,000 articles makes 800 million pairs. So pairs are looked for in
-- clusters of at most @articles articles; of those that are found there all shared clusters count,
-- the larger ones too. What is missing: pairs that meet in larger clusters alone. The cost is at the
-- most @articles / 2 pairs for each sentence that is in a cluster.

.bail on
DROP TABLE IF EXISTS temp.wanted;
CREATE TEMP TABLE wanted (
    shared   INTEGER NOT NULL CONSTRAINT "@shared must be a whole number, 1 or more"
             CHECK (typeof(shared) = 'integer' AND shared >= 1),
    top      INTEGER NOT NULL CONSTRAINT "@top must be a whole number, 0 or more"
             CHECK (typeof(top) = 'integer' AND top >= 0),
    articles INTEGER NOT NULL CONSTRAINT "@articles must be a whole number, 2 or more"
             CHECK (typeof(articles) = 'integer' AND articles >= 2)
);
INSERT INTO wanted SELECT coalesce(@shared, 2), coalesce(@top, 10), coalesce(@articles, 50);

.read sql/analysis/begin.sql

-- Which article has a part in which cluster, once.
DROP TABLE IF EXISTS temp.presence;
CREATE TEMP TABLE presence (
    cluster_id INTEGER NOT NULL,
    article_id INTEGER NOT NULL,
    template   INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, article_id)
) WITHOUT ROWID;

INSERT INTO presence
SELECT DISTINCT cluster.id, article_id, kind = 'template'
  FROM cluster
  JOIN member   ON cluster_id = cluster.id
  JOIN sentence ON sentence.id = sentence_id
 WHERE articles > 1;

CREATE INDEX temp.presence_article ON presence(article_id);

-- (CROSS JOIN keeps SQLite from reordering: small clusters first, never all of a large one.)
DROP TABLE IF EXISTS temp.article_pair;
CREATE TEMP TABLE article_pair AS
WITH met AS (
    SELECT DISTINCT x.article_id AS a, y.article_id AS b
      FROM wanted
      JOIN cluster            ON cluster.articles BETWEEN 2 AND wanted.articles
     CROSS JOIN presence AS x ON x.cluster_id = cluster.id
     CROSS JOIN presence AS y ON y.cluster_id = cluster.id AND y.article_id > x.article_id
)
SELECT a, b, count(*) AS shared, sum(NOT x.template) AS shared_plain
  FROM met
 CROSS JOIN presence AS x ON x.article_id = a
 CROSS JOIN presence AS y ON y.article_id = b AND y.cluster_id = x.cluster_id
 GROUP BY a, b;

-- Both counts: with templates, and without.
DROP VIEW IF EXISTS temp.overlap;
CREATE TEMP VIEW overlap AS
SELECT 1 AS templates, a, b, shared FROM article_pair
 UNION ALL
SELECT 0, a, b, shared_plain FROM article_pair WHERE shared_plain > 0;

DROP TABLE IF EXISTS temp.chained;
CREATE TEMP TABLE chained AS
WITH joined AS (
    SELECT templates, union_find(a, b) AS components
      FROM overlap
     WHERE overlap.shared >= (SELECT shared FROM wanted)
     GROUP BY templates
)
SELECT templates, component AS chain, member AS article_id
  FROM joined, union_find_members(components);

DROP VIEW IF EXISTS temp.chain;
CREATE TEMP VIEW chain AS
SELECT templates, chain, count(*) AS articles
  FROM chained
 GROUP BY templates, chain;

DROP VIEW IF EXISTS temp.titled;
CREATE TEMP VIEW titled AS
SELECT article.id, iif((SELECT count(*) FROM source) > 1, name || ': ', '') || title AS title
  FROM article LEFT JOIN source ON source.id = source_id;

-- ---- What is printed ----

SELECT char(10) || 'No two articles share a cluster.'
 WHERE NOT EXISTS (SELECT * FROM article_pair);
SELECT printf('%sNot looked for pairs in: %,d clusters of more than %,d articles, %,d the largest.',
              char(10), count(*), wanted.articles, max(cluster.articles))
  FROM wanted JOIN cluster ON cluster.articles > wanted.articles
 GROUP BY wanted.articles;

SELECT char(10) || 'Pairs of articles by the clusters that they share' || char(10)
       || '    clusters         pairs  without templates'
 WHERE EXISTS (SELECT * FROM article_pair);
WITH class (least, most, name) AS (
    VALUES (1, 1, '1'), (2, 2, '2'), (3, 5, '3-5'), (6, 10, '6-10'), (11, 20, '11-20'),
           (21, 50, '21-50'), (51, 100, '51-100'), (101, 9e18, '> 100')
)
SELECT printf('  %10s  %,12d       %,12d', name, total(templates), total(NOT templates))
  FROM class LEFT JOIN overlap ON shared BETWEEN least AND most
 WHERE least <= (SELECT max(shared) FROM article_pair)
 GROUP BY least;

DROP VIEW IF EXISTS temp.listed_pair;
CREATE TEMP VIEW listed_pair AS
SELECT templates, printf('  %,10d  %s  |  %s', shared, x.title, y.title) AS line
  FROM (SELECT *, row_number() OVER (PARTITION BY templates ORDER BY shared DESC, a, b) AS place
          FROM overlap)
  JOIN titled AS x ON x.id = a
  JOIN titled AS y ON y.id = b
 WHERE place <= (SELECT top FROM wanted)
 ORDER BY place;

SELECT char(10) || 'The pairs that share most' || char(10) || '    clusters  articles'
 WHERE EXISTS (SELECT * FROM listed_pair);
SELECT line FROM listed_pair WHERE templates;

SELECT char(10) || 'The same without templates' || char(10) || '    clusters  articles'
 WHERE EXISTS (SELECT * FROM cluster WHERE kind = 'template')
   AND EXISTS (SELECT * FROM listed_pair WHERE NOT templates);
SELECT line
  FROM listed_pair
 WHERE NOT templates AND EXISTS (SELECT * FROM cluster WHERE kind = 'template');

SELECT printf('%sChains of articles: pairs that share at least %,d clusters', char(10), shared)
       || char(10) || '    articles        chains  without templates'
  FROM wanted
 WHERE EXISTS (SELECT * FROM chain);
WITH class (least, most, name) AS (
    VALUES (2, 2, '2'), (3, 3, '3'), (4, 4, '4'), (5, 10, '5-10'), (11, 20, '11-20'),
           (21, 50, '21-50'), (51, 100, '51-100'), (101, 9e18, '> 100')
)
SELECT printf('  %10s  %,12d       %,12d', name, total(templates), total(NOT templates))
  FROM class LEFT JOIN chain ON articles BETWEEN least AND most
 WHERE least <= (SELECT max(articles) FROM chain)
 GROUP BY least;

DROP VIEW IF EXISTS temp.listed_chain;
CREATE TEMP VIEW listed_chain AS
SELECT templates,
       printf('  %,10d  ', articles)
       || (SELECT group_concat(title, '  |  ')
             FROM (SELECT title
                     FROM chained AS c JOIN titled ON titled.id = article_id
                    WHERE c.templates = ranked.templates AND c.chain = ranked.chain
                    ORDER BY article_id
                    LIMIT 5))
       || iif(articles > 5, '  |  …', '') AS line
  FROM (SELECT *, row_number() OVER (PARTITION BY templates ORDER BY articles DESC, chain) AS place
          FROM chain) AS ranked
 WHERE place <= (SELECT top FROM wanted)
 ORDER BY place;

SELECT char(10) || 'The longest chains' || char(10) || '    articles'
 WHERE EXISTS (SELECT * FROM listed_chain);
SELECT line FROM listed_chain WHERE templates;

SELECT char(10) || 'The same without templates' || char(10) || '    articles'
 WHERE EXISTS (SELECT * FROM cluster WHERE kind = 'template')
   AND EXISTS (SELECT * FROM listed_chain WHERE NOT templates);
SELECT line
  FROM listed_chain
 WHERE NOT templates AND EXISTS (SELECT * FROM cluster WHERE kind = 'template');

DROP VIEW listed_chain;
DROP VIEW listed_pair;
DROP VIEW titled;
DROP VIEW chain;
DROP TABLE chained;
DROP VIEW overlap;
DROP TABLE article_pair;
DROP TABLE presence;
DROP TABLE wanted;
DETACH blank;
.bail off
