-- report_reuse.sql - which cases of text reuse the report shows, and which passages that many articles share.
--
-- A part of report.sql, after report_clusters.sql. It adds to temp.finding the lists
--
--   reuse     cases: copied passages that have diverged, contradictions first, the longest other copies, and the
--             longest cases of structure, 3,000 at most: temp.shown_reuse has what is shown
--   shared    clusters of passages that share one text, the largest first, 1,000 at most: temp.shown_passage
--             has the first passage of each and temp.passage_place some of the articles in which it stands
--
--   lineages  those with stale copies first, the newest change first, then those with most copies, 1,000 at most; of
--             lineages in the same articles one. temp.lineage_row has the articles of each in the order of the tree, 20 at
--             most
--
-- and makes temp.reuse_figure, one row: what Table 1 of the third paper has of text reuse. sql/reuse.sql may not
-- have run: then the tables of the database `absent` are found, which are empty.

-- Each third one is of the next sort, as long as there are any, so that a page that is full has some of all.
CREATE TEMP TABLE shown_reuse AS
WITH judged AS (
    SELECT reuse.*, coalesce(diverged.score, 0) AS score, diverged.reason AS conflict
      FROM reuse
      LEFT JOIN (SELECT reuse_id, score, reason,
                        row_number() OVER (PARTITION BY reuse_id ORDER BY score DESC, a_sentence, b_sentence) AS number
                   FROM reuse_divergence) AS diverged ON reuse_id = reuse.id AND number = 1
), sorted AS (
    SELECT *, CASE WHEN score > 0 THEN 1 WHEN kind IS 'content' THEN 2 ELSE 3 END AS sort FROM judged
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY sort ORDER BY score DESC, words DESC, id) AS number FROM sorted
)
SELECT row_number() OVER (ORDER BY number, sort) AS place, *
  FROM ranked
 WHERE number <= 3000
 ORDER BY number, sort
 LIMIT 3000;

CREATE TEMP VIEW shown_case AS SELECT id AS reuse_id FROM shown_reuse;

INSERT INTO temp.finding
SELECT 'reuse', place, 0 FROM shown_reuse;

INSERT OR IGNORE INTO temp.finding_article
SELECT 'reuse', place, a FROM shown_reuse
 UNION ALL
SELECT 'reuse', place, b FROM shown_reuse;

CREATE TEMP TABLE shown_passage AS
SELECT row_number() OVER (ORDER BY articles DESC, passages DESC, id) AS place, id, passages, articles
  FROM reuse_cluster
 WHERE articles > 2
 ORDER BY place
 LIMIT 1000;

CREATE TEMP TABLE passage_place AS
SELECT place, number, article_id, iif(number = 1, substr(text, position, length), '') AS text
  FROM (SELECT shown_passage.place, article_id, position, length,
               row_number() OVER (PARTITION BY cluster_id ORDER BY article_id, position) AS number
          FROM shown_passage JOIN reuse_member ON cluster_id = id
         GROUP BY cluster_id, article_id)
  JOIN article_text USING (article_id)
 WHERE number <= 6
 ORDER BY place, number;
CREATE INDEX temp.passage_place_place ON passage_place(place);

INSERT INTO temp.finding
SELECT 'shared', place, 0 FROM shown_passage;

INSERT OR IGNORE INTO temp.finding_article
SELECT 'shared', place, article_id FROM passage_place;

CREATE TEMP TABLE reuse_figure AS
SELECT json_object('cases', cases, 'structure', structure, 'content', content, 'articles', articles,
                   'conflicts', (SELECT count(DISTINCT reuse_id) FROM reuse_divergence WHERE score >= 0.5),
                   'clusters', (SELECT count(*) FROM reuse_cluster),
                   'least', least, 'mean', mean, 'most', most) AS json
  FROM (SELECT count(*) AS cases, count(*) FILTER (WHERE kind = 'structure') AS structure,
               count(*) FILTER (WHERE kind = 'content') AS content
          FROM reuse),
       (SELECT count(*) AS articles FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
       (SELECT min(words) AS least, round(avg(words), 1) AS mean, max(words) AS most
          FROM (SELECT a_words AS words FROM reuse UNION ALL SELECT b_words FROM reuse));

-- ---- Lineages: who copied a text from whom, and which copies are stale ----------------------------

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
