-- reuse_templates.sql - turns each cluster of structure reuse into a pattern with slots.
--
-- One passage of the cluster is the model: the one of median length. What at least half of the passages have
-- in the same place belongs to the pattern, and what stands between that is a slot. (template_slots.sql does
-- this for sentences, which are alike enough for what all have.)

-- The passages, the first of each article and cluster, and the article whose passage is the model.
CREATE TEMP TABLE patterned (cluster_id INTEGER, article_id INTEGER, model INTEGER, text TEXT,
                             PRIMARY KEY (cluster_id, article_id)) WITHOUT ROWID;

INSERT INTO temp.patterned
WITH structure_cluster(id) AS MATERIALIZED (
    -- The clusters of three articles or more of which most cases are structure.
    SELECT cluster_id
      FROM clustered_case
     GROUP BY cluster_id
    HAVING 2 * total(kind = 'structure') > count(*)
       AND (SELECT articles FROM reuse_cluster WHERE id = cluster_id) >= 3
), first_passage AS (
    SELECT cluster_id, article_id, min(position) AS position, length
      FROM structure_cluster
      JOIN reuse_member ON cluster_id = structure_cluster.id
     GROUP BY cluster_id, article_id
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY cluster_id ORDER BY length, article_id) AS place,
           count(*) OVER (PARTITION BY cluster_id) AS passages
      FROM first_passage
)
SELECT cluster_id, article_id, max(iif(place = (passages + 1) / 2, article_id, NULL)) OVER of_cluster,
       (SELECT substr(text, position, length) FROM article_text WHERE article_id = ranked.article_id)
  FROM ranked
WINDOW of_cluster AS (PARTITION BY cluster_id);

-- Each passage next to the model, piece by piece: from `begin` in the model to one past the last character, and the
-- text in the passage.
CREATE TEMP TABLE pattern_piece AS
SELECT patterned.cluster_id, patterned.article_id, found.position AS number, begin_a AS begin,
       begin_a + length(text_a) AS end, change = 'equal' AS equal, iif(change = 'equal', text_a, text_b) AS text
  FROM patterned
 CROSS JOIN patterned AS model ON model.cluster_id = patterned.cluster_id
                              AND model.article_id = patterned.model
 CROSS JOIN text_differences(model.text, patterned.text) AS found;

-- The slots, numbered from 1: by how many passages agree with the model from one character to the next.
CREATE TEMP TABLE pattern_slot (cluster_id INTEGER, slot INTEGER, begin INTEGER, end INTEGER,
                                PRIMARY KEY (cluster_id, slot)) WITHOUT ROWID;

INSERT INTO temp.pattern_slot
WITH step AS (
    SELECT cluster_id, at, sum(change) AS change
      FROM (SELECT cluster_id, begin AS at, 1 AS change FROM pattern_piece WHERE equal
             UNION ALL
            SELECT cluster_id, end, -1 FROM pattern_piece WHERE equal)
     GROUP BY cluster_id, at
), stretch AS (
    SELECT cluster_id, at AS begin, lead(at) OVER following AS end,
           sum(change) OVER following AS agreeing
      FROM step
    WINDOW following AS (PARTITION BY cluster_id ORDER BY at)
), differing AS (
    SELECT cluster_id, begin, end,
           begin > ifnull(lag(end) OVER (PARTITION BY cluster_id ORDER BY begin), 0) AS apart
      FROM stretch
      JOIN (SELECT cluster_id, count(*) AS passages FROM patterned GROUP BY cluster_id)
           USING (cluster_id)
     WHERE end IS NOT NULL AND 2 * agreeing < passages
), numbered AS (
    SELECT cluster_id, begin, end,
           sum(apart) OVER (PARTITION BY cluster_id ORDER BY begin ROWS UNBOUNDED PRECEDING) AS slot
      FROM differing
)
SELECT cluster_id, slot, min(begin), max(end)
  FROM numbered
 GROUP BY cluster_id, slot;

-- ---- Patterns, and what fills them ----

-- (Of a text that is not UTF-8, substr() counts other characters than text_differences(). What
-- mark_differences() gives of two equal texts is UTF-8.)
INSERT INTO main.reuse_template
WITH model AS (
    SELECT cluster_id, mark_differences(text, text) AS text,
           (SELECT articles FROM reuse_cluster WHERE id = cluster_id) AS articles
      FROM patterned
     WHERE article_id = model
), literal AS (
    SELECT cluster_id, slot, substr(text, before, begin - before) || '{' || slot || '}' AS text, articles
      FROM (SELECT pattern_slot.*, text, articles,
                   lag(end, 1, 1) OVER (PARTITION BY cluster_id ORDER BY slot) AS before
              FROM pattern_slot JOIN model USING (cluster_id))
     UNION ALL
    SELECT cluster_id, ifnull(slots, 0) + 1, substr(text, ifnull(end, 1)), articles
      FROM model
      LEFT JOIN (SELECT cluster_id, max(slot) AS slots, max(end) AS end
                   FROM pattern_slot GROUP BY cluster_id) USING (cluster_id)
)
SELECT cluster_id, group_concat(text, ''), max(slot) - 1, max(articles)
  FROM (SELECT * FROM literal ORDER BY cluster_id, slot)
 GROUP BY cluster_id;

-- An equal piece may extend beyond the slot on either side. Every article has a row for every slot; a
-- pattern without slots has no rows here.
INSERT INTO main.reuse_slot
WITH part AS (
    SELECT piece.cluster_id, slot, article_id,
           iif(equal, substr(text, max(pattern_slot.begin - piece.begin, 0) + 1,
                             min(pattern_slot.end, piece.end) - max(pattern_slot.begin, piece.begin)),
               text) AS text
      FROM pattern_piece AS piece
     CROSS JOIN pattern_slot ON pattern_slot.cluster_id = piece.cluster_id
                            AND piece.begin < pattern_slot.end
                            AND max(piece.end, piece.begin + 1) > pattern_slot.begin
     ORDER BY piece.cluster_id, slot, article_id, number
)
SELECT cluster_id, slot, article_id, trim(group_concat(text, ''))
  FROM part
 GROUP BY cluster_id, slot, article_id;

-- ---- Articles of the same category without the pattern ----

-- The database has no categories, but titles have shapes: "X (film)", "X, Nebraska", "1966 X", "Canton of X". A shape is a
-- template's category if most articles with the template have it, and most articles that have it have the template.
CREATE TEMP TABLE title_shape (article_id INTEGER, shape TEXT, PRIMARY KEY (article_id, shape)) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.title_shape
WITH RECURSIVE bare AS (
    SELECT id, title, iif(title LIKE '_% (%)', substr(title, 1, instr(title, ' (') - 1), title) AS called
      FROM article
     WHERE titled
), digits(id, title, digit) AS (
    SELECT id, title, 1 FROM bare WHERE title GLOB '*[0-9]*'
     UNION ALL
    SELECT id, replace(title, digit || '', '0'), digit + 1 FROM digits WHERE digit < 10
)
SELECT id, substr(title, instr(title, ' (') + 1) FROM bare WHERE title <> called
 UNION ALL
SELECT id, substr(called, instr(called, ', ')) FROM bare WHERE instr(called, ', ') > 1
 UNION ALL
SELECT id, title FROM digits WHERE digit = 10
 UNION ALL
SELECT id, substr(called, 1, instr(called, ' ') + instr(substr(called, instr(called, ' ') + 1), ' '))
  FROM bare
 WHERE called LIKE '_% _% _%'
 UNION ALL
SELECT id, substr(called, length(rtrim(called, replace(called, ' ', ''))))
  FROM bare
 WHERE called LIKE '_% _%';

CREATE INDEX temp.title_shape_shape ON title_shape(shape);

INSERT INTO main.reuse_missing
WITH shape_articles(shape, articles) AS MATERIALIZED (
    SELECT shape, count(*)
      FROM title_shape
     GROUP BY shape
    HAVING count(*) >= 3
), shaped AS (
    SELECT cluster_id, shape, count(*) AS filling
      FROM patterned
     CROSS JOIN title_shape USING (article_id)
     GROUP BY cluster_id, shape
), category AS (
    SELECT cluster_id, shape,
           row_number() OVER (PARTITION BY cluster_id ORDER BY filling DESC, shape_articles.articles, shape)
               AS place
      FROM shaped
     CROSS JOIN shape_articles USING (shape)
     CROSS JOIN reuse_template ON reuse_template.id = cluster_id
     WHERE 2 * filling > reuse_template.articles AND 2 * filling > shape_articles.articles
)
SELECT cluster_id, titled.article_id
  FROM category
 CROSS JOIN title_shape AS titled USING (shape)
  LEFT JOIN patterned USING (cluster_id, article_id)
 WHERE place = 1 AND patterned.cluster_id IS NULL;
