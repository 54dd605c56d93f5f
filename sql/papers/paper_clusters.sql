-- paper_clusters.sql - the clusters that the papers' settings find among the sentences of this database.
--
-- A part of replay.sql and of the report, after published.sql. It makes, for each preset that @presets names,
--
--   temp.compared_here (preset, sentences)                             how many sentences are within the limits of length
--   temp.shared_here  (preset, band, signature, id)                    what shared_signatures() gives for each preset
--   temp.met_here     (preset, id, first, place, band, signature)      the sentences that share a signature, copies included
--   temp.member_here  (preset, cluster_id, sentence_id)                which are connected
--   temp.link_here    (first, id, links)                               the pairs of Meng and Zheng
--   temp.sized_by     (name, size, clusters)                           for power_law.sql; 'meng' are their clusters, and
--                     'neardup' those of the pipeline

-- (The program of Meng and Zheng makes the signatures of 'wikiduper'.)
SELECT keep_collection(name, (SELECT collect_signatures(
                                         neardup_progress(sentence.id, preset.name), text, shingle, bands, rows, hashes,
                                         scheme, iif(scheme = 'paper', 1, 1123456), 0, 256, NULL,
                                         shingles_least + shingle - 1, shingles_most + shingle - 1)
                                FROM sentence
                               WHERE block <> 'table'))
  FROM preset
 WHERE instr(@presets, name) AND name <> 'meng';

CREATE TEMP TABLE compared_here AS
SELECT preset.name AS preset, number AS sentences
  FROM preset CROSS JOIN collection_counts(kept_collection(preset.name)) AS counted
 WHERE instr(@presets, preset.name) AND preset.name <> 'meng' AND counted.name = 'texts';

CREATE TEMP TABLE shared_here AS
SELECT name AS preset, band, signature, id
  FROM preset CROSS JOIN shared_signatures(kept_collection(name))
 WHERE instr(@presets, name) AND name <> 'meng';

CREATE INDEX temp.shared_here_id ON shared_here(preset, id);

-- Copies, and how many of their signatures no other text has: there they meet among themselves, which counts as band 0.
CREATE TEMP TABLE copy_here AS
SELECT name AS preset, first_id, copied.id,
       10 - (SELECT count(*) FROM shared_here WHERE preset = name AND shared_here.id = first_id) AS alone
  FROM preset CROSS JOIN signature_copies(kept_collection(name)) AS copied
 WHERE instr(@presets, name) AND name <> 'meng';

SELECT keep_collection(name) FROM preset;

CREATE TEMP TABLE met_here AS
WITH met(preset, band, signature, id) AS (
    SELECT preset, band, signature, id FROM shared_here
     UNION ALL
    SELECT copy_here.preset, band, signature, copy_here.id
      FROM copy_here
      JOIN shared_here ON shared_here.preset = copy_here.preset AND shared_here.id = first_id
     UNION ALL
    SELECT preset, 0, first_id, id FROM copy_here WHERE alone > 0
     UNION
    SELECT preset, 0, first_id, first_id FROM copy_here WHERE alone > 0
)
SELECT preset, id, first_value(id) OVER bucket AS first, row_number() OVER bucket AS place, band, signature
  FROM met
WINDOW bucket AS (PARTITION BY preset, band, signature ORDER BY id);

-- The program of 2013 forgets the others.
DELETE FROM temp.met_here WHERE preset = 'ayhan' AND place > 20;

CREATE TEMP TABLE member_here AS
SELECT preset, component AS cluster_id, member AS sentence_id
  FROM (SELECT preset, union_find(first, id) AS components FROM met_here GROUP BY preset),
       union_find_members(components);

-- Meng and Zheng pair each sentence of a bucket with its first, for each signature anew; a sentence and its partners, repeated
-- ones included, are what they call a cluster. A copy has ten such links, to the first sentence of its text or to earlier ones.
CREATE TEMP TABLE link_here AS
SELECT first, id, count(*) AS links
  FROM (SELECT first, id FROM met_here WHERE preset = 'wikiduper' AND band > 0 AND place > 1
         UNION ALL
        SELECT first_id, copy_here.id
          FROM copy_here JOIN json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]') ON value <= alone
         WHERE preset = 'wikiduper')
 GROUP BY first, id;

CREATE TEMP TABLE sized_by AS
SELECT name, size, count(*) AS clusters
  FROM (SELECT preset AS name, count(*) AS size FROM member_here GROUP BY preset, cluster_id
         UNION ALL
        SELECT 'meng', sum(links) + 1
          FROM (SELECT id, links FROM link_here UNION ALL SELECT first, links FROM link_here)
         GROUP BY id
         UNION ALL
        SELECT 'neardup', size FROM cluster)
 GROUP BY name, size;
