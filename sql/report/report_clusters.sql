-- report_clusters.sql - which clusters the report shows, the largest first.
--
-- A part of report.sql, after report_pairs.sql. It adds to temp.finding the lists
--
--   templates   clusters of kind template: temp.pattern has what their sentences share, temp.slot_row the
--               values of some sentences in its slots
--   copies      clusters of kind identical: temp.copy_place has some of the articles in which the text stands
--
-- and makes temp.pictured, the clusters that the page draws below a pair, with temp.slot_row of all their texts.

CREATE TEMP TABLE shown_cluster AS
SELECT *
  FROM (SELECT iif(kind = 'template', 'templates', 'copies') AS list, id, size, texts, articles,
               representative,
               row_number() OVER (PARTITION BY kind ORDER BY size DESC, texts DESC, id) AS place
          FROM cluster
         WHERE kind IN ('template', 'identical'))
 WHERE place <= 20000;

INSERT INTO temp.finding
SELECT list, place, 0 FROM shown_cluster;

-- ---- Templates ----------------------------------------------------------------------------------

-- Of each of the 100 largest the representative and seven texts that are similar to it, of others the
-- representative and two, evenly spread. (Any two texts of a cluster may be far apart; these are not.)
CREATE TEMP TABLE templated (
    cluster_id  INTEGER NOT NULL,
    pattern_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

INSERT INTO temp.templated
SELECT id, representative, representative FROM shown_cluster WHERE list = 'templates';

INSERT OR IGNORE INTO temp.templated
SELECT cluster_id, representative, sentence_id
  FROM (SELECT cluster_id, representative, iif(a = representative, b, a) AS sentence_id,
               iif(shown_cluster.place <= 100, 7, 2) AS taken, count(*) OVER whole AS texts,
               row_number() OVER (whole ORDER BY iif(a = representative, b, a)) AS place
          FROM shown_cluster
          JOIN pair_kind ON cluster_id = id
         WHERE list = 'templates' AND representative IN (a, b)
        WINDOW whole AS (PARTITION BY cluster_id))
 WHERE taken * place / texts > taken * (place - 1) / texts;

-- Of pairs with more like them, the clusters of up to 12 texts; for the first 300 of each list.
CREATE TEMP TABLE pictured AS
SELECT list, place, cluster.id AS cluster_id, representative
  FROM shown_pair
  JOIN member  ON sentence_id = a
  JOIN cluster ON cluster.id = cluster_id
 WHERE more > 0 AND texts <= 12 AND place <= 300;

INSERT OR IGNORE INTO temp.templated
SELECT cluster_id, representative, sentence_id
  FROM pictured
  JOIN member USING (cluster_id)
  LEFT JOIN copy USING (sentence_id)
 WHERE first_id IS NULL OR sentence_id = representative;

SELECT neardup_run('template_slots.sql');

CREATE TEMP TABLE slot_row (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    json        TEXT    NOT NULL,               -- the values of the slots, in order
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

INSERT INTO temp.slot_row
SELECT cluster_id, sentence_id, json_group_array(value)
  FROM (SELECT * FROM slot_value ORDER BY cluster_id, sentence_id, slot)
 GROUP BY cluster_id, sentence_id;

CREATE TEMP TABLE pattern AS
SELECT cluster_id, json_group_array(text) AS json
  FROM (SELECT * FROM slot_literal ORDER BY cluster_id, slot)
 GROUP BY cluster_id;
CREATE INDEX temp.pattern_cluster ON pattern(cluster_id);

INSERT OR IGNORE INTO temp.finding_article
SELECT list, place, article_id
  FROM shown_cluster
  JOIN slot_row ON cluster_id = shown_cluster.id
  JOIN sentence ON sentence.id = sentence_id
 WHERE list = 'templates';

INSERT OR IGNORE INTO temp.finding_article
SELECT list, place, article_id
  FROM pictured
  JOIN slot_row USING (cluster_id)
  JOIN sentence ON sentence.id = sentence_id;

-- ---- Copies -------------------------------------------------------------------------------------

CREATE TEMP TABLE copy_place AS
SELECT list, place, article_id
  FROM (SELECT list, place, article_id,
               row_number() OVER (PARTITION BY cluster_id ORDER BY min(sentence_id)) AS number
          FROM shown_cluster
          JOIN member   ON cluster_id = shown_cluster.id
          JOIN sentence ON sentence.id = sentence_id
         WHERE list = 'copies'
         GROUP BY cluster_id, article_id)
 WHERE number <= iif(place <= 100, 6, 3)
 ORDER BY list, place, number;
CREATE INDEX temp.copy_place_place ON copy_place(place);

INSERT INTO temp.finding_article
SELECT list, place, article_id FROM copy_place;
