-- templates.sql - turns each template cluster into a table: its pattern, and the values in its slots.
--
--     sqlite3 my.db < sql/templates.sql
--
-- Run it in the project's folder after the pipeline. It fills
--
--   template        one row for each cluster of kind 'template': its pattern, with numbered slots in
--                   braces, such as "{1} is a village in {2} with {3} inhabitants."
--   template_value  the value of each slot in each sentence
--
-- and prints the largest. Put a sentence's values into the slots and you get the sentence back, up to
-- case and white space: whatever differs between the representative and any other sentence of the
-- cluster is a slot.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/connect.sql
.read sql/require_clusters.sql

.read sql/begin_writing.sql
PRAGMA temp.cache_size = -65536;

-- Each text next to the representative of its cluster, piece by piece.
CREATE TEMP TABLE piece (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    begin       INTEGER NOT NULL,               -- first character, in the representative
    end         INTEGER NOT NULL,               -- one past the last character
    equal       INTEGER NOT NULL,
    text        TEXT    NOT NULL                -- in the sentence
);

INSERT INTO temp.piece
SELECT cluster.id, sentence_id, differences.position, begin_a, begin_a + length(text_a),
       change = 'equal', iif(change = 'equal', text_a, text_b)
  FROM cluster
  JOIN sentence AS pattern ON pattern.id = representative
  JOIN member ON cluster_id = cluster.id
  JOIN compared_sentence USING (sentence_id)
  JOIN sentence ON sentence.id = sentence_id
  JOIN text_differences(pattern.text, sentence.text) AS differences
 WHERE kind = 'template' AND first_id = sentence_id;

-- A slot is where some text differs; differences that touch share a slot.
CREATE TEMP TABLE slot (
    cluster_id INTEGER NOT NULL,
    slot       INTEGER NOT NULL,                -- from 1
    begin      INTEGER NOT NULL,
    end        INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, slot)
) WITHOUT ROWID;

INSERT INTO temp.slot
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

CREATE TABLE IF NOT EXISTS main.template (
    cluster_id INTEGER PRIMARY KEY,
    slots      INTEGER NOT NULL,
    pattern    TEXT    NOT NULL
);
DELETE FROM main.template;

-- The representative's text, with the slots in place of what differs.
INSERT INTO main.template
SELECT cluster_id, max(slot), group_concat(part, '') || substr(text, max(end))
  FROM (SELECT cluster_id, slot, end, text,
               substr(text, before, begin - before) || '{' || slot || '}' AS part
          FROM (SELECT slot.*, text, lag(end, 1, 1) OVER (PARTITION BY cluster_id ORDER BY slot) AS before
                  FROM slot
                  JOIN cluster  ON cluster.id = cluster_id
                  JOIN sentence ON sentence.id = representative)
         ORDER BY cluster_id, slot)
 GROUP BY cluster_id;

CREATE TABLE IF NOT EXISTS main.template_value (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    value       TEXT    NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id, slot)
) WITHOUT ROWID;
DELETE FROM main.template_value;

-- An equal piece may extend beyond the slot on either side. Copies have the values of the first
-- sentence of their text.
INSERT INTO main.template_value
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

DROP TABLE temp.slot;
DROP TABLE temp.piece;
COMMIT;

.mode list
SELECT char(10) || 'The largest templates'
 WHERE EXISTS (SELECT * FROM template);
SELECT 'No cluster is a template.'
 WHERE NOT EXISTS (SELECT * FROM template);
SELECT printf('  %,d sentences, cluster %d', size, cluster_id)
       || char(10) || neardup_wrap('      ' || pattern, 6)
       || (SELECT group_concat(char(10) || neardup_wrap('        ' || line, 10), '')
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
