-- paper_clusters.sql - the clusters that the papers' settings find among the sentences of this database.
--
-- A part of replay.sql and of the report, after published.sql. It makes, for each preset that @presets names,
--
--   temp.compared_here (preset, sentences)                             how many sentences are within the limits of length
--   temp.met_here     (preset, id, first, place, band, signature, times)   the sentences that share a signature, copies
--                     included; those of one text meet among themselves in band 0, as often as it has signatures of its own
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

-- (The program of 2013 forgets all but twenty sentences of a bucket.)
CREATE TEMP TABLE met_here AS
WITH chosen(preset) AS (
    SELECT name FROM preset WHERE instr(@presets, name) AND name <> 'meng'
), shared_here AS MATERIALIZED (
    SELECT preset, band, signature, id FROM chosen CROSS JOIN shared_signatures(kept_collection(preset))
), copy_here AS MATERIALIZED (
    SELECT preset, first_id, copied.id,
           10 - (SELECT count(*)
                   FROM shared_here
                  WHERE shared_here.preset = chosen.preset AND shared_here.id = first_id) AS alone
      FROM chosen CROSS JOIN signature_copies(kept_collection(preset)) AS copied
), met(preset, band, signature, id, times) AS (
    SELECT preset, band, signature, id, 1 FROM shared_here
     UNION ALL
    SELECT copy_here.preset, band, signature, copy_here.id, 1
      FROM copy_here
      JOIN shared_here ON shared_here.preset = copy_here.preset AND shared_here.id = first_id
     UNION ALL
    SELECT preset, 0, first_id, id, alone FROM copy_here WHERE alone > 0
     UNION
    SELECT preset, 0, first_id, first_id, alone FROM copy_here WHERE alone > 0
)
SELECT *
  FROM (SELECT preset, id, first_value(id) OVER bucket AS first, row_number() OVER bucket AS place, band, signature, times
          FROM met
        WINDOW bucket AS (PARTITION BY preset, band, signature ORDER BY id))
 WHERE preset <> 'ayhan' OR place <= 20;

SELECT keep_collection(name) FROM preset;

CREATE TEMP TABLE member_here AS
SELECT preset, component AS cluster_id, member AS sentence_id
  FROM (SELECT preset, union_find(first, id) AS components FROM met_here GROUP BY preset),
       union_find_members(components);

-- Meng and Zheng pair each sentence of a bucket with its first, for each signature anew; a sentence and its partners, repeated
-- ones included, are what they call a cluster. A copy has ten such links, to the first sentence of its text or to earlier ones.
CREATE TEMP TABLE link_here AS
SELECT first, id, sum(times) AS links
  FROM met_here
 WHERE preset = 'wikiduper' AND place > 1
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
