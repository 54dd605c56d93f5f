-- reuse_templates.sql - turns each cluster of structure reuse into a pattern with slots.
--
-- A part of reuse_kinds.sql, after reuse_judge.sql. It fills reuse_template, reuse_slot and reuse_missing.
--
-- One passage of the cluster is the model: the one that most others meet. What at least half of the
-- passages have in the same place belongs to the pattern, and what stands between that is a slot.
-- (template_slots.sql does this for sentences, which are alike enough for what all have.)

-- The passages of one article that overlap are one place.
CREATE TEMP TABLE reused_place (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    end        INTEGER NOT NULL,
    cases      INTEGER NOT NULL
);

CREATE TEMP TABLE reused_side (
    reuse_id INTEGER NOT NULL,
    side     INTEGER NOT NULL,                  -- 0: of a, 1: of b
    place_id INTEGER NOT NULL,
    PRIMARY KEY (reuse_id, side)
) WITHOUT ROWID;

INSERT INTO temp.reused_side
WITH passage_side AS (
    SELECT id, 0 AS side, a AS article_id, a_position AS position, a_position + a_length AS end
      FROM reuse WHERE kind = 'structure'
     UNION ALL
    SELECT id, 1, b, b_position, b_position + b_length FROM reuse WHERE kind = 'structure'
), apart AS (
    SELECT id, side, article_id, position,
           position >= ifnull(max(end) OVER (PARTITION BY article_id ORDER BY position, end
                                             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apart
      FROM passage_side
)
SELECT id, side, sum(apart) OVER (ORDER BY article_id, position, NOT apart, id, side
                                  ROWS UNBOUNDED PRECEDING)
  FROM apart;

INSERT INTO temp.reused_place
SELECT place_id, article_id, min(position), max(position + length), count(*)
  FROM (SELECT place_id, iif(side, b, a) AS article_id, iif(side, b_position, a_position) AS position,
               iif(side, b_length, a_length) AS length
          FROM reused_side JOIN reuse ON reuse.id = reuse_id)
 GROUP BY place_id;

-- Places that cases connect follow one pattern, if they are in three articles or more.
CREATE TEMP TABLE patterned (
    template_id INTEGER NOT NULL,               -- the place of the model
    place_id    INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    PRIMARY KEY (template_id, place_id)
) WITHOUT ROWID;

INSERT INTO temp.patterned
WITH joined AS (
    SELECT union_find(x.place_id, y.place_id) AS places
      FROM reused_side AS x
      JOIN reused_side AS y ON y.reuse_id = x.reuse_id AND y.side = 1
     WHERE x.side = 0
), ranked AS (
    SELECT component, id, article_id, position, end,
           first_value(id) OVER (PARTITION BY component ORDER BY cases DESC, end - position, id) AS model,
           row_number() OVER (PARTITION BY component, article_id ORDER BY cases DESC, id) AS place_of_article
      FROM joined, union_find_members(places)
      JOIN reused_place ON id = member
), counted AS (
    SELECT *, count(*) OVER (PARTITION BY component) AS articles
      FROM ranked
     WHERE place_of_article = 1
)
SELECT model, id, substr(text, position, end - position)
  FROM counted
  JOIN article_text USING (article_id)
 WHERE articles >= 3;

-- Each passage next to the model, piece by piece.
CREATE TEMP TABLE pattern_piece (
    template_id INTEGER NOT NULL,
    place_id    INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    begin       INTEGER NOT NULL,               -- first character, in the model
    end         INTEGER NOT NULL,               -- one past the last character
    equal       INTEGER NOT NULL,
    text        TEXT    NOT NULL                -- in the passage
);

INSERT INTO temp.pattern_piece
SELECT patterned.template_id, patterned.place_id, found.position, begin_a, begin_a + length(text_a),
       change = 'equal', iif(change = 'equal', text_a, text_b)
  FROM patterned
  JOIN patterned AS model ON model.template_id = patterned.template_id
                         AND model.place_id = patterned.template_id
  JOIN text_differences(model.text, patterned.text) AS found;

-- How many passages agree with the model from one character to the next.
CREATE TEMP TABLE pattern_slot (
    template_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,               -- from 1
    begin       INTEGER NOT NULL,
    end         INTEGER NOT NULL,
    PRIMARY KEY (template_id, slot)
) WITHOUT ROWID;

INSERT INTO temp.pattern_slot
WITH step AS (
    SELECT template_id, at, sum(change) AS change
      FROM (SELECT template_id, begin AS at, 1 AS change FROM pattern_piece WHERE equal
             UNION ALL
            SELECT template_id, end, -1 FROM pattern_piece WHERE equal)
     GROUP BY template_id, at
), stretch AS (
    SELECT template_id, at AS begin, lead(at) OVER following AS end,
           sum(change) OVER following AS agreeing
      FROM step
    WINDOW following AS (PARTITION BY template_id ORDER BY at)
), differing AS (
    SELECT template_id, begin, end,
           begin > ifnull(lag(end) OVER (PARTITION BY template_id ORDER BY begin), 0) AS apart
      FROM stretch
      JOIN (SELECT template_id, count(*) AS passages FROM patterned GROUP BY template_id)
           USING (template_id)
     WHERE end IS NOT NULL AND 2 * agreeing < passages
), numbered AS (
    SELECT template_id, begin, end,
           sum(apart) OVER (PARTITION BY template_id ORDER BY begin ROWS UNBOUNDED PRECEDING) AS slot
      FROM differing
)
SELECT template_id, slot, min(begin), max(end)
  FROM numbered
 GROUP BY template_id, slot;

-- ---- The tables ----

CREATE TABLE IF NOT EXISTS main.reuse_template (
    id       INTEGER PRIMARY KEY,
    text     TEXT    NOT NULL,                  -- the pattern, with numbered slots in braces
    slots    INTEGER NOT NULL,
    articles INTEGER NOT NULL                   -- that fill them
);
DELETE FROM main.reuse_template;

-- (Of a text that is not UTF-8, substr() counts other characters than text_differences(). What
-- mark_differences() gives of two equal texts is UTF-8.)
INSERT INTO main.reuse_template
WITH model AS (
    SELECT template_id, mark_differences(text, text) AS text,
           (SELECT count(*) FROM patterned AS other WHERE other.template_id = patterned.template_id)
               AS articles
      FROM patterned
     WHERE place_id = template_id
), literal AS (
    SELECT template_id, slot, substr(text, before, begin - before) || '{' || slot || '}' AS text, articles
      FROM (SELECT pattern_slot.*, text, articles,
                   lag(end, 1, 1) OVER (PARTITION BY template_id ORDER BY slot) AS before
              FROM pattern_slot JOIN model USING (template_id))
     UNION ALL
    SELECT template_id, ifnull(slots, 0) + 1, substr(text, ifnull(end, 1)), articles
      FROM model
      LEFT JOIN (SELECT template_id, max(slot) AS slots, max(end) AS end
                   FROM pattern_slot GROUP BY template_id) USING (template_id)
)
SELECT template_id, group_concat(text, ''), max(slot) - 1, max(articles)
  FROM (SELECT * FROM literal ORDER BY template_id, slot)
 GROUP BY template_id;

CREATE TABLE IF NOT EXISTS main.reuse_slot (
    template_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    PRIMARY KEY (template_id, slot, article_id)
) WITHOUT ROWID;
DELETE FROM main.reuse_slot;

-- An equal piece may extend beyond the slot on either side. Every article has a row for every slot; a
-- pattern without slots has no rows here.
INSERT INTO main.reuse_slot
WITH part AS (
    SELECT pattern_slot.template_id, slot, place_id,
           iif(equal, substr(text, max(pattern_slot.begin - piece.begin, 0) + 1,
                             min(pattern_slot.end, piece.end) - max(pattern_slot.begin, piece.begin)),
               text) AS text
      FROM pattern_slot
      JOIN pattern_piece AS piece USING (template_id)
     WHERE piece.begin < pattern_slot.end
       AND (piece.end > pattern_slot.begin
            OR (piece.begin = piece.end AND piece.begin >= pattern_slot.begin))
     ORDER BY pattern_slot.template_id, slot, place_id, number
)
SELECT template_id, slot, article_id, trim(group_concat(text, ''))
  FROM part
  JOIN reused_place ON reused_place.id = place_id
 GROUP BY template_id, slot, place_id;

-- ---- Articles of the same category without the pattern ----

-- The database has no categories, but titles have shapes: "X (film)", "X, Nebraska", "1966 X", "Canton of
-- X". A shape is a template's category if most articles with the template have it, and most articles that
-- have it have the template.
CREATE TABLE IF NOT EXISTS main.reuse_missing (
    template_id INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    PRIMARY KEY (template_id, article_id)
) WITHOUT ROWID;
DELETE FROM main.reuse_missing;

CREATE TEMP TABLE title_shape (
    article_id INTEGER NOT NULL,
    shape      TEXT    NOT NULL,
    PRIMARY KEY (shape, article_id)
) WITHOUT ROWID;

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

CREATE TEMP TABLE shape_articles AS
SELECT shape, count(*) AS articles
  FROM title_shape
 GROUP BY shape
HAVING count(*) >= 3;

INSERT INTO main.reuse_missing
WITH filled AS (
    SELECT DISTINCT template_id, article_id
      FROM patterned JOIN reused_place ON reused_place.id = place_id
), shaped AS (
    SELECT template_id, shape, count(*) AS filling
      FROM filled
      JOIN (SELECT article_id, shape FROM title_shape
             WHERE article_id IN (SELECT article_id FROM reused_place)) USING (article_id)
     GROUP BY template_id, shape
), category AS (
    SELECT template_id, shape,
           row_number() OVER (PARTITION BY template_id ORDER BY filling DESC, shape_articles.articles, shape)
               AS place
      FROM shaped
      JOIN shape_articles USING (shape)
      JOIN reuse_template ON reuse_template.id = template_id
     WHERE 2 * filling > reuse_template.articles AND 2 * filling > shape_articles.articles
)
SELECT template_id, article_id
  FROM category
  JOIN title_shape USING (shape)
 WHERE place = 1 AND (template_id, article_id) NOT IN (SELECT template_id, article_id FROM filled);

DROP TABLE temp.shape_articles;
DROP TABLE temp.title_shape;
DROP TABLE temp.pattern_slot;
DROP TABLE temp.pattern_piece;
DROP TABLE temp.patterned;
DROP TABLE temp.reused_side;
DROP TABLE temp.reused_place;
