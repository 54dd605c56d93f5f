-- indexed.sql - tells the live index sentence_index of the sentences that came since it was last told.
-- There must be an index, and a transaction.

INSERT INTO main.sentence_index(sentence_index)
SELECT 'rebuild' WHERE NOT EXISTS (SELECT * FROM main.indexed);

INSERT INTO main.sentence_index(rowid, text)
SELECT sentence.id, text
  FROM main.indexed CROSS JOIN main.sentence ON sentence.id > sentence_id
 ORDER BY sentence.id;

-- (It never falls: the index may still have what somebody has removed.)
INSERT INTO main.indexed (id, sentence_id)
SELECT 1, ifnull(max(id), 0) FROM main.sentence WHERE true
    ON CONFLICT DO UPDATE SET sentence_id = max(sentence_id, excluded.sentence_id);
