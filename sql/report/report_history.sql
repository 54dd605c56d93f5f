-- report_history.sql - which lineages the report shows: who copied a text from whom, and which copies are stale.
--
-- A part of report.sql, after report_reuse.sql. It adds to temp.finding the list
--
--   lineages   those with stale copies first, the newest change first, then those with most copies, 1,000 at most; of
--              lineages in the same articles one
--
-- and makes temp.lineage_row, the articles of each in the order of the tree, 20 at most. sql/history.sql may not have run:
-- then the tables of the database `absent` are found, which are empty.

SELECT neardup_run('lineage_trees.sql');

CREATE TEMP TABLE shown_lineage AS
WITH changed AS (
    SELECT lineage_id, max(time) AS time
      FROM value_change JOIN (SELECT DISTINCT change_id FROM stale_copy) ON change_id = value_change.id
     GROUP BY lineage_id
), ranked AS (
    SELECT lineage.id, wordings, lineage.articles, copies, changed.time,
           row_number() OVER alike AS number, count(*) OVER (PARTITION BY shape.articles) - 1 AS more
      FROM lineage
      JOIN lineage_shape AS shape ON shape.lineage_id = lineage.id
      LEFT JOIN changed ON changed.lineage_id = lineage.id
     WHERE copies > 0
    WINDOW alike AS (PARTITION BY shape.articles ORDER BY changed.time DESC, copies DESC, lineage.id)
)
SELECT row_number() OVER (ORDER BY time IS NULL, time DESC, copies DESC, id) AS place, id, wordings, articles, more,
       count(*) OVER () AS lineages
  FROM ranked
 WHERE number = 1 OR time IS NOT NULL
 ORDER BY place
 LIMIT 1000;

CREATE TEMP TABLE lineage_row AS
SELECT * FROM lineage_tree WHERE number <= 20;
CREATE INDEX temp.lineage_row_place ON lineage_row(place, number);

INSERT INTO temp.finding
SELECT 'lineages', place, 0 FROM shown_lineage;

INSERT OR IGNORE INTO temp.finding_article
SELECT 'lineages', place, article_id FROM lineage_row
 UNION ALL
SELECT 'lineages', place, stale_copy.article_id
  FROM shown_lineage JOIN value_change ON lineage_id = shown_lineage.id JOIN stale_copy ON change_id = value_change.id
 UNION ALL
SELECT 'lineages', place, value_change.article_id
  FROM shown_lineage JOIN value_change ON lineage_id = shown_lineage.id JOIN stale_copy ON change_id = value_change.id;
