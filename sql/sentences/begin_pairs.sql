-- begin_pairs.sql - empties the tables that pairs.sql fills, and counts the parts of its work: the last is what is left
-- to do when all are compared.
--
-- A part of pairs.sql. It is left out where an interrupted run goes on: see go_on.sql.

.bail on
.read sql/shared/require_tables.sql

DELETE FROM main.stage WHERE name IN ('pairs', 'clusters', 'kinds');
INSERT INTO main.stage (name, basis) VALUES ('pairs', '');
.read sql/sentences/begun_stage.sql
DROP INDEX IF EXISTS main.member_sentence;      -- which says that there are clusters

DELETE FROM main.pair;
DELETE FROM main.resemblance;
DELETE FROM main.near_miss;

-- (signatures.sql has counted the texts.)
REPLACE INTO main.detection (rowid, compared, texts, texts_in_large_buckets, colliding_signatures,
                             large_buckets, candidates, left_out, last_id)
SELECT 1, (SELECT compared FROM detection), (SELECT texts FROM detection), 0, (SELECT count(*) FROM signature), 0, 0, 0,
       (SELECT last_id FROM detection);

-- (No text is without a signature, so that few signatures are one part.)
UPDATE main.stage
   SET parts = 1 + iif((SELECT colliding_signatures <= texts_most FROM detection, part_limit), 1,
                       (SELECT max(part)
                          FROM setting
                         CROSS JOIN part_limit
                         CROSS JOIN bucket_parts((SELECT collect_buckets(band, signature, sentence_id, memory_of_buckets)
                                                    FROM (SELECT * FROM signature ORDER BY band, signature)),
                                                 part_limit.texts_most, setting.bucket_most, setting.bands)))
 WHERE name = 'pairs';
