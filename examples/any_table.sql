-- any_table.sql - near-duplicates in a table of your own.
--
--     sqlite3 < examples/any_table.sql
--
-- For a whole table, `neardup` does more: docs/guide/your-own-texts.md. But the functions need
-- no neardup database. This example runs in memory and writes to no database of yours. For your own texts,
-- attach a database read-only instead of creating `mine`:
--
--     ATTACH 'file:shop.db?mode=ro' AS mine;
--
-- fold_text(body) in the place of body would make the kettles 1 and 6 the same, and the lamps.

.load build/neardup
.mode list

ATTACH ':memory:' AS mine;
CREATE TABLE mine.review (id INTEGER PRIMARY KEY, body TEXT);
INSERT INTO mine.review (body) VALUES
    ('The kettle boils in two minutes and the handle stays cool. I would buy it again.'),
    ('A fine lamp, but the cord is far too short for any room of mine.'),
    ('The kettle boils in four minutes and the handle stays cool. I would buy it again.'),
    ('A fine lamp but the cord is far too short for any room of mine!'),
    ('Arrived broken, and nobody answers the telephone.'),
    ('The kettle boils in two minutes, and the handle stays cool: I would buy it again.');

-- Texts that share a signature are candidates. Short texts need short shingles: 5 characters here.
CREATE TEMP TABLE signature AS
SELECT id, made.signature
  FROM mine.review JOIN minhash_signatures(body, 5) AS made;

-- Candidates that are similar enough are pairs.
SELECT DISTINCT a.id, b.id, printf('%.2f', jaccard(x.body, y.body, 5))
  FROM signature   AS a
  JOIN signature   AS b ON b.signature = a.signature AND b.id > a.id
  JOIN mine.review AS x ON x.id = a.id
  JOIN mine.review AS y ON y.id = b.id
 WHERE jaccard(x.body, y.body, 5) >= 0.6
 ORDER BY a.id, b.id;
