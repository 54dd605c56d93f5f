-- cluster_sizes.sql - how large are the clusters?
--
-- It reproduces Figure 2 of Weissman et al. 2015 and Figure 3 of Ayhan, Bradley, Weissman 2013, and fits a power law
-- (power_law.sql), which says how many clusters of a size there should be, from the size on for which it was fitted.
--
-- The bars have a logarithmic scale, as in the papers. If sizes follow a power law, the bars fall evenly; a bar that stands out
-- is due to a template or to a set of articles that share much. So do Ayhan et al. explain unusually many clusters of 25 to 65
-- sentences.

CREATE TEMP TABLE sized_by AS
SELECT 'neardup' AS name, size, count(*) AS clusters
  FROM cluster
 GROUP BY size;

SELECT neardup_run('power_law.sql');

CREATE TEMP TABLE class (least INTEGER, most INTEGER);
INSERT INTO temp.class
VALUES (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 20),
       (21, 50), (51, 100), (101, 200), (201, 500), (501, 1000), (1001, 2000), (2001, 5000),
       (5001, 10000), (10001, 20000), (20001, 50000), (50001, 1000000000), (25, 65);

INSERT INTO temp.zeta_wanted
SELECT alpha, power_law.least FROM power_law
 UNION
SELECT alpha, class.least FROM power_law, class
 UNION
SELECT alpha, most + 1 FROM power_law, class;

CREATE TEMP TABLE counted AS
WITH expected(least, most, clusters) AS (
    SELECT class.least, most, power_law.clusters * (first.value - last.value) / whole.value
      FROM power_law
      JOIN class              ON class.least >= power_law.least
      JOIN zeta AS first      ON first.least = class.least
      JOIN zeta AS last       ON last.least = most + 1
      JOIN zeta AS whole      ON whole.least = power_law.least
     WHERE power_law.alpha < 8
)
SELECT class.least, class.most, total(sized_by.clusters) AS clusters, expected.clusters AS expected
  FROM class
  LEFT JOIN sized_by ON size BETWEEN class.least AND class.most
  LEFT JOIN expected ON expected.least = class.least AND expected.most = class.most
 WHERE class.least <= (SELECT max(size) FROM sized_by)
 GROUP BY class.least, class.most;

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

SELECT char(10) || 'Clusters by size' || char(10)
       || '    sentences     clusters     share  by the law  1         10        100       1,000     10,000    '
       || '100,000'
 WHERE EXISTS (SELECT * FROM cluster);
SELECT rtrim(printf('  %11s %,12d  %6.2f %%  %10s  %.*c',
                    CASE WHEN least = most   THEN least
                         WHEN least <= 20001 THEN printf('%,d-%,d', least, most)
                         ELSE '> 50,000' END,
                    clusters, 100 * clusters / sum(clusters) OVER (),
                    CASE WHEN expected < 10 THEN printf('%.1f', expected)
                         WHEN expected >= 10 THEN printf('%,d', CAST(expected AS INTEGER)) ELSE '' END,
                    iif(clusters, 1 + round(10 * log10(clusters)), 1),
                    iif(clusters, '#', ' ')))
  FROM counted
 WHERE (least, most) <> (25, 65)
 ORDER BY least;

SELECT char(10) || neardup_wrap(printf('  From %,d sentences on, sizes follow a power law with the exponent %.2f: %,d '
                                       || 'clusters, greatest difference of the distribution functions %.3f.',
                                       least, alpha, clusters, distance), 2)
  FROM power_law
 WHERE alpha < 8;
SELECT neardup_wrap(printf('  %,d clusters have 25 to 65 sentences; by the law it would be ', clusters)
                    || iif(expected < 10, printf('%.1f.', expected), printf('%,d.', CAST(expected AS INTEGER))), 2)
  FROM counted
 WHERE (least, most) = (25, 65) AND expected IS NOT NULL;
