-- begin_pairs.sql - empties the tables that stage 2 fills.

DROP INDEX IF EXISTS main.member_sentence;      -- which says that there are clusters

DELETE FROM main.pair;
DELETE FROM main.resemblance;
DELETE FROM main.near_miss;

-- (signatures.sql has counted the texts.)
REPLACE INTO main.detection (rowid, compared, texts, texts_in_large_buckets, colliding_signatures,
                             large_buckets, candidates, left_out, last_id)
SELECT 1, (SELECT compared FROM detection), (SELECT texts FROM detection), 0, (SELECT count(*) FROM signature), 0, 0, 0,
       (SELECT last_id FROM detection);
