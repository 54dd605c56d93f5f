-- report_findings.sql - which findings the report shows, and their order in each list.
--
-- A part of the job report. Of each list there are the first 20,000 at most: a page has no room for more. It makes
--
--   temp.shown_pair     contradictions   the best pair of each cluster in the view contradiction, as the summary has them
--                       changes          such pairs from one article at two dates
--                       reworded         the closest pair of each cluster that says the same in other words, or is a
--                                        citation or a list
--   temp.shown_cluster  templates        clusters of kind template: temp.slot_row has the values of some sentences in its
--                                        slots, temp.slot_literal what stands between them
--                       copies           clusters of kind identical: temp.copy_place has some of the articles in which the
--                                        text stands
--   temp.pictured       the clusters that the page draws below a pair: temp.slot_row has all their texts
--   temp.shown_case     reuse            copied passages that have diverged, contradictions first, the longest other copies,
--                                        and the longest cases of structure, 3,000 at most
--   temp.shown_passage  shared           clusters of passages that share one text, the largest first, 1,000 at most:
--                                        temp.passage_place has some of the articles in which they stand
--   temp.shown_lineage  lineages         those with stale copies first, the newest change first, then those with most copies,
--                                        1,000 at most; of lineages in the same articles one. temp.lineage_row has the
--                                        articles of each in the order of the tree, 20 at most
--
-- The jobs for text reuse and histories may not have run: then their tables are empty.

-- @url is an address with {id}, {title} or both in it: the page's number in its wiki or the row's key, and the title. Before the
-- first of them it must name its host, so that no text of an article does. The page encodes what it puts in.
SELECT neardup_error('must be an address that begins with http:// or https:// and a host, and has {id} or {title} after it, '
                     || 'such as https://en.wikipedia.org/?curid={id}', 'url', @url)
  FROM (SELECT replace(replace(@url, '{id}', ''), '{title}', '') AS bare,
               substr(@url, 1, max(instr(@url, '{'), 1) - 1) AS start)
 WHERE NOT ((lower(start) GLOB 'http://[^/?#]*/*' OR lower(start) GLOB 'https://[^/?#]*/*') AND bare <> @url
            AND bare NOT GLOB '*[{}\' || char(1) || '- ' || char(127) || ']*');

-- ---- Pairs --------------------------------------------------------------------------------------

-- Of two dates and contradictions the score is that of the pair, otherwise Jaccard; `more` such pairs are in the cluster. What
-- differs only in punctuation or capitals comes last, of those the summary looks at, too.
CREATE TEMP TABLE shown_pair AS
WITH closest AS (
    SELECT a, b, 'copyedit' AS kind, jaccard, reason, more FROM rewording
     UNION ALL
    SELECT a, b, kind, jaccard, reason, more
      FROM (SELECT a, b, kind, jaccard, reason, count(*) OVER (PARTITION BY cluster_id, kind) - 1 AS more,
                   row_number() OVER (PARTITION BY cluster_id, kind ORDER BY jaccard DESC, a, b) AS number
              FROM pair_kind JOIN pair USING (a, b)
             WHERE kind IN ('reference', 'other')
               AND (@judged OR NOT EXISTS (SELECT *
                                             FROM settled
                                            WHERE settled.a = pair_kind.a AND settled.b = pair_kind.b)))
     WHERE number = 1
     ORDER BY jaccard DESC, a
     LIMIT 20000
)
SELECT iif(two_dates, 'changes', 'contradictions') AS list, place, is_shown AS likely, a, b, kind, score, type, reason, more
  FROM finding_pair
 UNION ALL
SELECT 'reworded', row_number() OVER (ORDER BY same_words, jaccard DESC, a, b), 0, a, b, kind, jaccard, NULL, reason, more
  FROM closest JOIN wording USING (a, b);

-- ---- Templates and copies -----------------------------------------------------------------------

-- `shaped` are the verdicts that have shaped a cluster: duplicate (Ann), no duplicate (Ann,Bo; refused)
CREATE TEMP TABLE shown_cluster AS
WITH said(cluster_id, words) AS (
    SELECT cluster_id, printf('%s (%s%s)', verdict, group_concat(DISTINCT judge), iif(honoured, '', '; refused'))
      FROM cluster_link CROSS JOIN member ON sentence_id IN (a, b)
     GROUP BY cluster_id, verdict, honoured
), shape(id, shaped) AS (
    SELECT cluster_id, group_concat(words, ', ') FROM said GROUP BY cluster_id
)
SELECT *
  FROM (SELECT iif(kind = 'template', 'templates', 'copies') AS list, id, size, texts, articles,
               representative,
               row_number() OVER (PARTITION BY kind ORDER BY size DESC, texts DESC, id) AS place
          FROM cluster
         WHERE kind IN ('template', 'identical'))
  LEFT JOIN shape USING (id)
 WHERE place <= 20000;

-- Of pairs with more like them, the clusters of up to 12 texts; for the first 300 of each list.
CREATE TEMP TABLE pictured AS
SELECT list, place, cluster.id AS cluster_id, representative
  FROM shown_pair
  JOIN member  ON sentence_id = a
  JOIN cluster ON cluster.id = cluster_id
 WHERE more > 0 AND texts <= 12 AND place <= 300;

-- Of each of the 100 largest templates the representative and seven texts that are similar to it, of others the representative
-- and two, evenly spread. (Any two texts of a cluster may be far apart; these are not.) Of the pictured ones all.
CREATE TEMP TABLE templated AS
SELECT id AS cluster_id, representative AS pattern_id, representative AS sentence_id FROM shown_cluster WHERE list = 'templates'
 UNION
SELECT cluster_id, representative, sentence_id
  FROM (SELECT cluster_id, representative, iif(a = representative, b, a) AS sentence_id,
               iif(shown_cluster.place <= 100, 7, 2) AS taken, count(*) OVER whole AS texts,
               row_number() OVER (whole ORDER BY iif(a = representative, b, a)) AS place
          FROM shown_cluster
          JOIN pair_kind ON cluster_id = id
         WHERE list = 'templates' AND representative IN (a, b)
        WINDOW whole AS (PARTITION BY cluster_id))
 WHERE taken * place / texts > taken * (place - 1) / texts
 UNION
SELECT cluster_id, representative, sentence_id
  FROM pictured
  JOIN member USING (cluster_id)
  LEFT JOIN copy USING (sentence_id)
 WHERE first_id IS NULL OR sentence_id = representative;

SELECT neardup_run('template_slots.sql');

-- The values of the slots, in order, as JSON.
CREATE TEMP TABLE slot_row AS
SELECT cluster_id, sentence_id, json_group_array(value) AS json
  FROM (SELECT * FROM slot_value ORDER BY cluster_id, sentence_id, slot)
 GROUP BY cluster_id, sentence_id;
CREATE INDEX temp.slot_row_cluster ON slot_row(cluster_id, sentence_id);

CREATE TEMP TABLE copy_place AS
SELECT place, article_id
  FROM (SELECT place, article_id,
               row_number() OVER (PARTITION BY cluster_id ORDER BY min(sentence_id)) AS number
          FROM shown_cluster
          JOIN member   ON cluster_id = shown_cluster.id
          JOIN sentence ON sentence.id = sentence_id
         WHERE list = 'copies'
         GROUP BY cluster_id, article_id)
 WHERE number <= iif(place <= 100, 6, 3)
 ORDER BY place, number;
CREATE INDEX temp.copy_place_place ON copy_place(place);

-- ---- Text reuse ---------------------------------------------------------------------------------

-- Each third one is of the next sort, as long as there are any, so that a page that is full has some of all.
CREATE TEMP TABLE shown_case AS
WITH judged AS (
    SELECT reuse.*, coalesce(diverged.score, 0) AS score, diverged.reason AS conflict
      FROM reuse
      LEFT JOIN (SELECT reuse_id, score, reason,
                        row_number() OVER (PARTITION BY reuse_id ORDER BY score DESC, a_sentence, b_sentence) AS number
                   FROM reuse_divergence
                  WHERE @judged OR NOT EXISTS (SELECT * FROM settled WHERE a = a_sentence AND b = b_sentence)) AS diverged
           ON reuse_id = reuse.id AND number = 1
), sorted AS (
    SELECT *, CASE WHEN score > 0 THEN 1 WHEN kind IS 'content' THEN 2 ELSE 3 END AS sort FROM judged
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY sort ORDER BY score DESC, words DESC, id) AS number FROM sorted
)
SELECT row_number() OVER (ORDER BY number, sort) AS place, id AS reuse_id, *
  FROM ranked
 WHERE number <= 3000
 ORDER BY number, sort
 LIMIT 3000;

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

-- ---- Lineages: who copied a text from whom, and which copies are stale ----------------------------

SELECT neardup_run('lineage_trees.sql');

CREATE TEMP TABLE shown_lineage AS
WITH changed AS (
    SELECT lineage_id, max(time) AS time
      FROM value_change JOIN (SELECT DISTINCT change_id FROM open_stale_copy) ON change_id = value_change.id
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
