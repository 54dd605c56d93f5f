-- template_slots.sql - finds what the sentences of a template have in common, and the slots in which they differ.
--
-- temp.templated (cluster_id, pattern_id, sentence_id) has each text to look at, and the text of the cluster with which it is
-- compared, which is among these texts. Put a sentence's values between the literals and you get the sentence back, up to case and
-- white space.

-- Each text next to the pattern of its cluster, piece by piece: from `begin` in the pattern to one past the last
-- character, and the text in the sentence.
CREATE TEMP TABLE piece AS
SELECT cluster_id, sentence_id, differences.position, begin_a AS begin, begin_a + length(text_a) AS end,
       change = 'equal' AS equal, iif(change = 'equal', text_a, text_b) AS text
  FROM templated
  JOIN sentence AS pattern ON pattern.id = pattern_id
  JOIN sentence            ON sentence.id = sentence_id
  JOIN text_differences(pattern.text, sentence.text) AS differences;

-- A slot is where some text differs; differences that touch share a slot.
CREATE TEMP TABLE slot (cluster_id INTEGER, slot INTEGER, begin INTEGER, end INTEGER, PRIMARY KEY (cluster_id, slot)) WITHOUT ROWID;

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

-- What stands before each slot, and after the last. (Of a text that is not UTF-8, substr() counts other characters than text_differences(). What
-- mark_differences() gives of two equal texts is UTF-8.)
CREATE TEMP VIEW slot_literal AS
SELECT cluster_id, slot, substr(text, before, begin - before) AS text
  FROM (SELECT slot.*, mark_differences(text, text) AS text,
               lag(end, 1, 1) OVER (PARTITION BY cluster_id ORDER BY slot) AS before
          FROM slot
          JOIN templated USING (cluster_id)
          JOIN sentence ON sentence.id = pattern_id
         WHERE sentence_id = pattern_id)
 UNION ALL
SELECT cluster_id, max(slot) + 1, substr(mark_differences(text, text), max(end))
  FROM slot
  JOIN templated USING (cluster_id)
  JOIN sentence ON sentence.id = pattern_id
 WHERE sentence_id = pattern_id
 GROUP BY cluster_id;

-- What a sentence has in each slot. An equal piece may extend beyond the slot on either side.
CREATE TEMP VIEW slot_value AS
WITH part AS (
    SELECT cluster_id, sentence_id, slot,
           iif(equal, substr(text, max(slot.begin - piece.begin, 0) + 1,
                             min(slot.end, piece.end) - max(slot.begin, piece.begin)), text) AS text
      FROM slot
      JOIN piece USING (cluster_id)
     WHERE piece.begin <= slot.end AND piece.end >= slot.begin
     ORDER BY cluster_id, sentence_id, slot, position
)
SELECT cluster_id, sentence_id, slot, group_concat(text, '') AS value
  FROM part
 GROUP BY cluster_id, sentence_id, slot;
