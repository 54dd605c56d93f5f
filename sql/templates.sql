-- templates.sql - the patterns of template clusters, and what stands in their slots: text as a table.
--
--     sqlite3 my.db < sql/templates.sql
--
-- Run it in the project's folder after the pipeline. It makes
--
--   template        one row for each cluster of kind 'template': its pattern, with numbered slots in
--                   braces: "{1} is a village in {2} with {3} inhabitants."
--   template_value  what each sentence of it has in each slot
--
-- and prints the largest. A pattern with the values of a sentence in its slots is that sentence, but
-- for case and white space. Whatever differs between the representative and any other sentence of the
-- cluster is a slot, so that nothing is lost.

.bail on
.timeout 10000
.load build/neardup

PRAGMA temp.cache_size = -65536;

BEGIN IMMEDIATE;

-- Every sentence beside the representative of its cluster, piece by piece. Copies have the pieces of
-- the first sentence of their text.
DROP TABLE IF EXISTS temp.piece;
CREATE TEMP TABLE piece (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    begin       INTEGER NOT NULL,               -- in the text of the representative
    end         INTEGER NOT NULL,               -- behind its last character
    equal       INTEGER NOT NULL,
    text        TEXT    NOT NULL                -- of the sentence
);

INSERT INTO piece
SELECT cluster.id, sentence_id, differences.position, begin_a, begin_a + length(text_a),
       change = 'equal', iif(change = 'equal', text_a, text_b)
  FROM cluster
  JOIN sentence AS pattern ON pattern.id = representative
  JOIN member ON cluster_id = cluster.id
  JOIN compared_sentence USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id
  JOIN text_differences(pattern.text, sentence.text) AS differences
 WHERE kind = 'template' AND first_id = sentence_id;

-- What differs anywhere, where it touches taken together.
DROP TABLE IF EXISTS temp.slot;
CREATE TEMP TABLE slot (
    cluster_id INTEGER NOT NULL,
    slot       INTEGER NOT NULL,                -- from 1
    begin      INTEGER NOT NULL,
    end        INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, slot)
) WITHOUT ROWID;

INSERT INTO slot
WITH changed AS (
    SELECT DISTINCT cluster_id, begin, end FROM piece WHERE NOT equal
), apart AS (
    SELECT cluster_id, begin, end,
           begin > ifnull(max(end) OVER (PARTITION BY cluster_id ORDER BY begin, end
                                         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apart
      FROM changed
), numbered AS (
    SELECT cluster_id, begin, end,
           sum(apart) OVER (PARTITION BY cluster_id ORDER BY begin, end
                            ROWS UNBOUNDED PRECEDING) AS slot
      FROM apart
)
SELECT cluster_id, slot, min(begin), max(end)
  FROM numbered
 GROUP BY cluster_id, slot;

DROP TABLE IF EXISTS template;
CREATE TABLE template (
    cluster_id INTEGER PRIMARY KEY,
    slots      INTEGER NOT NULL,
    pattern    TEXT    NOT NULL
);

-- The text of the representative from slot to slot.
INSERT INTO template
SELECT cluster_id, max(slot), group_concat(part, '') || substr(text, max(end))
  FROM (SELECT cluster_id, slot, end, text,
               substr(text, before, begin - before) || '{' || slot || '}' AS part
          FROM (SELECT slot.*, text, lag(end, 1, 1) OVER (PARTITION BY cluster_id ORDER BY slot) AS before
                  FROM slot
                  JOIN cluster  ON cluster.id = cluster_id
                  JOIN sentence ON sentence.id = representative)
         ORDER BY cluster_id, slot)
 GROUP BY cluster_id;

DROP TABLE IF EXISTS template_value;
CREATE TABLE template_value (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    value       TEXT    NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id, slot)
) WITHOUT ROWID;

-- A piece that is equal may stick out of the slot on either side.
INSERT INTO template_value
WITH part AS (
    SELECT cluster_id, sentence_id, slot,
           iif(equal, substr(text, max(slot.begin - piece.begin, 0) + 1,
                             min(slot.end, piece.end) - max(slot.begin, piece.begin)), text) AS text
      FROM slot
      JOIN piece USING (cluster_id)
     WHERE piece.begin <= slot.end AND piece.end >= slot.begin
     ORDER BY cluster_id, sentence_id, slot, position
), of_text AS (
    SELECT cluster_id, sentence_id, slot, group_concat(text, '') AS value
      FROM part
     GROUP BY cluster_id, sentence_id, slot
)
SELECT cluster_id, compared_sentence.sentence_id, slot, value
  FROM of_text
  JOIN compared_sentence ON first_id = of_text.sentence_id;

DROP TABLE slot;
DROP TABLE piece;
COMMIT;

.mode list
SELECT char(10) || 'The largest templates'
 WHERE EXISTS (SELECT * FROM template);
SELECT 'No cluster is a template; has the pipeline been run?'
 WHERE NOT EXISTS (SELECT * FROM template);
SELECT printf('  %,d sentences, cluster %d', size, cluster_id) || char(10) || '      ' || pattern
       || (SELECT group_concat(char(10) || '        ' || line, '')
             FROM (SELECT substr(group_concat(value, ' | '), 1, 100) AS line
                     FROM template_value AS v
                    WHERE v.cluster_id = template.cluster_id
                    GROUP BY sentence_id
                    ORDER BY sentence_id
                    LIMIT 4))
       || iif(size > 4, char(10) || '        …', '')
  FROM template JOIN cluster ON cluster.id = cluster_id
 ORDER BY size DESC, cluster_id
 LIMIT 5;

.bail off
