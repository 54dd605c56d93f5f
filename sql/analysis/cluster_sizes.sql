-- cluster_sizes.sql - how large are the clusters, and how much text is in the large ones?
--
--     sqlite3 my.db '.parameter set @most 30' '.read sql/analysis/cluster_sizes.sql'
--
-- Run it in the project's folder. It changes nothing. It reproduces Figure 2 of Weissman et al. 2015
-- and Figure 3 of Ayhan, Bradley, Weissman 2013, with the figures in the text around them. You can
-- set:
--
--   @most   a cluster of more sentences than this counts as large    10
--
-- The bars have a logarithmic scale, as in the papers: ten more characters mean ten times as many
-- clusters. If sizes follow a power law, the bars fall evenly; a bar that stands out is due to a
-- template or to a set of articles that share much. The second table compares your database with what
-- the papers print for the whole English Wikipedia. Weissman et al. call clusters of more than ten
-- sentences large, Ayhan et al. those of more than thirty.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

CREATE TEMP TABLE neardup_settings (most INTEGER);
INSERT INTO temp.neardup_settings SELECT coalesce(@most, 10);
INSERT INTO temp.neardup_whole VALUES ('@most', @most, 2, NULL);

.read sql/analysis/begin.sql

CREATE TEMP TABLE sized AS
SELECT size, count(*) AS clusters, sum(texts) AS texts
  FROM cluster
 GROUP BY size;

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM sized);

SELECT char(10) || 'Clusters by size' || char(10)
       || '    sentences     clusters     share  1         10        100       1,000     10,000    '
       || '100,000'
 WHERE EXISTS (SELECT * FROM sized);
WITH class (least, most) AS (
    VALUES (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 20),
           (21, 50), (51, 100), (101, 200), (201, 500), (501, 1000), (1001, 2000), (2001, 5000),
           (5001, 10000), (10001, 20000), (20001, 50000), (50001, 9e18)
), counted AS (
    SELECT least, most, total(clusters) AS clusters
      FROM class LEFT JOIN sized ON size BETWEEN least AND most
     WHERE least <= (SELECT max(size) FROM sized)
     GROUP BY least
)
SELECT rtrim(printf('  %11s %,12d  %6.2f %%  %.*c',
                    CASE WHEN least = most   THEN least
                         WHEN least <= 20001 THEN printf('%,d-%,d', least, most)
                         ELSE '> 50,000' END,
                    clusters, 100 * clusters / sum(clusters) OVER (),
                    iif(clusters, 1 + round(10 * log10(clusters)), 1),
                    iif(clusters, '#', ' ')))
  FROM counted
 ORDER BY least;

SELECT char(10) || 'In all                                     here     Weissman        Ayhan'
 WHERE EXISTS (SELECT * FROM sized);
WITH whole AS (
    SELECT most, sum(clusters) AS clusters, sum(size * clusters) AS sentences, sum(texts) AS texts,
           max(size) AS largest, total(iif(size <= most, clusters, 0)) AS small,
           total(iif(size > most, size * clusters, 0)) AS in_large
      FROM sized, neardup_settings
), spread AS (
    SELECT count(DISTINCT article_id) AS articles
      FROM member JOIN sentence ON sentence.id = sentence_id
), figure (name, here, weissman, ayhan) AS (
    SELECT 'clusters', printf('%,d', clusters), '1,150,000', '415,936' FROM whole
     UNION ALL
    SELECT printf('  of up to %,d sentences', most), printf('%.2f %%', 100 * small / clusters),
           iif(most = 10, '99 %', ''), iif(most = 30, '99 %', '') FROM whole
     UNION ALL
    SELECT 'sentences in clusters', printf('%,d', sentences), '3,500,000', '1,792,748' FROM whole
     UNION ALL
    SELECT '  in the larger ones', printf('%.2f %%', 100 * in_large / sentences),
           iif(most = 10, '25 %', ''), iif(most = 30, '33 %', '') FROM whole
     UNION ALL
    SELECT 'different texts among them', printf('%,d', texts), '2,360,000', '1,305,359' FROM whole
     UNION ALL
    SELECT 'articles in which they stand', printf('%,d', articles), '1,090,000', '759,297'
      FROM spread
     UNION ALL
    SELECT 'sentences in the largest cluster', printf('%,d', largest), '> 40,000', '28,008'
      FROM whole
)
SELECT rtrim(printf('  %-32s  %11s  %11s  %11s', name, here, weissman, ayhan))
  FROM figure
 WHERE EXISTS (SELECT * FROM sized);

.read sql/analysis/end.sql
