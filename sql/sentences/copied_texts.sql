-- copied_texts.sql - the texts that pairs.sql compares in several parts: temp.copied_text (id, text, owned), folded.
--
-- A part of pairs.sql. Each part compares texts from all over the database, and its neighbours compare some of them again.
-- In a file larger than memory nearly each of them would wait for the disk, so they are copied first, in order. One part
-- reads its texts in order itself, and then the table stays empty: a text shares about ten signatures, so one part is likely
-- if there are fewer than eight for each text that fits in it.

DROP TABLE IF EXISTS temp.copied_text;
CREATE TEMP TABLE copied_text (
    id    INTEGER PRIMARY KEY,
    text  TEXT    NOT NULL,
    owned INTEGER NOT NULL
);

INSERT INTO temp.copied_text
SELECT id, fold_text(text, fold), owned
  FROM (SELECT union_find(sentence_id, sentence_id) AS ids
          FROM detection
         CROSS JOIN part_limit
         CROSS JOIN signature
         WHERE colliding_signatures > 8 * texts_most) AS shared
 CROSS JOIN setting
 CROSS JOIN union_find_members(shared.ids)
 CROSS JOIN compared_text ON id = neardup_progress(member, 'Step 3 of 4, reading');
