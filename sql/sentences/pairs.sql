-- pairs.sql - stage 2: which of the sentences that share a signature are similar.
--
-- A sentence of equal text is paired only with the first of its text: n copies make n - 1 pairs, and still one cluster. The
-- parameter `detection` says whether pairs share shingles, have similar vectors (projections.sql), or either.
--
-- Two sentences in a common bucket are candidates; candidates that pass verification are pairs. A
-- pair of Jaccard similarity s outside large buckets becomes a candidate with the probability in
-- choose.sql. Pairs within large buckets can be missing here, although their sentences are in one
-- cluster; bucket_limit.sql says which buckets are large, and most databases have none.

-- Only signatures.sql chooses what MinHash needs. If somebody sets a parameter and then makes it NULL again, the
-- choice of the last run is gone.
SELECT neardup_error('parameters.' || name || ' is NULL, and the last run chose no value for it. Run '
                     || 'the stage signatures first')
  FROM (SELECT CASE WHEN shingle IS NULL THEN 'shingle'
                    WHEN bands   IS NULL THEN 'bands'
                    WHEN rows    IS NULL THEN 'rows'
                    WHEN fold    IS NULL THEN 'fold'
                    WHEN bucket_most IS NULL THEN 'bucket_most' END AS name
          FROM setting)
 WHERE name IS NOT NULL;

-- Texts are compared in parts that fit in `memory`, most databases in one. Each text takes about eight bytes for each
-- letter, and some for its signatures.
CREATE TEMP VIEW part_limit AS
SELECT max(16, CAST(memory * 1000000 / (250 + 8 * length) AS INTEGER)) AS texts_most,
       max(1, memory / 4) AS memory_of_buckets
  FROM setting,
       (SELECT coalesce(avg(length(text)), 0) AS length
          FROM compared_text
         WHERE id IN (SELECT sentence_id FROM signature LIMIT 1000));

-- Each part compares texts from all over the database, and its neighbours compare some of them again. In a file larger than
-- memory nearly each of them would wait for the disk, so they are copied first, in order. One part reads its texts in order
-- itself, and then the table stays empty: a text shares about ten signatures, so one part is likely if there are fewer than
-- eight for each text that fits in it.
CREATE TEMP TABLE copied_text (id INTEGER PRIMARY KEY, text TEXT, owned INTEGER);

INSERT INTO temp.copied_text
SELECT id, text, owned
  FROM (SELECT union_find(sentence_id, sentence_id) AS ids
          FROM detection
         CROSS JOIN part_limit
         CROSS JOIN signature
         WHERE colliding_signatures > 8 * texts_most) AS shared
 CROSS JOIN union_find_members(shared.ids)
 CROSS JOIN compared_text ON id = neardup_progress(member, 'Stage 2 of 4, pairs: reading');

SELECT keep_collection('buckets', (SELECT collect_buckets(band, signature, sentence_id, memory_of_buckets)
                                     FROM (SELECT * FROM signature ORDER BY band, signature)))
  FROM part_limit;

-- The stage is divided by texts: `done` of them were compared with those of greater ids; one more stands for what pairs.sql
-- does then. (Until the first part was compared, it is not known how many there are. A share is more than a third, so that
-- three are the whole.)
CREATE TEMP VIEW next_parts AS
SELECT done, CASE WHEN done * 3 < parts - 1 OR parts = 1 THEN 0.34 WHEN done * 3 < (parts - 1) * 2 THEN 0.67 ELSE 1 END
       AS share, texts, candidates
  FROM stage, detection
 WHERE name = 'pairs' AND (parts = 1 OR done < parts - 1);

-- bucket_parts() divides the signatures, and similar_pairs() compares the texts of a part that share one, on all
-- processors; temp.copied_text has these texts if there are many. In a bucket of more than `bucket_most` texts each
-- text is compared with the next ones in alphabetical order, which begin alike, and with a few representatives of
-- the bucket, which hold the cluster together. Of the second set of bands only the small buckets are used: its
-- large ones hold the same template again. (neardup_progress() returns its first argument and shows progress on a terminal.)
--
-- (What follows takes about as long for a text as 71 comparisons do, of which there are 20 to 60 for each text. To say for
-- every pair how far it has come would take a tenth of the time.)
CREATE TEMP VIEW compared_pair(a, b, jaccard, edit_distance, in_one_part) AS
SELECT iif(compared % 64 <> 0, a,
           neardup_progress(a, 'Stage 2 of 4, pairs: comparing', whole, earlier + compared * part.owned / part.texts,
                            iif(next_parts.done > 0,
                                CAST(71.0 * next_parts.texts * next_parts.done / (candidates + 1) AS INTEGER),
                                71 * whole / 40))),
       b, jaccard, edit_distance,
       (SELECT number <= part_limit.texts_most FROM collection_counts(kept_collection('buckets')) WHERE name = 'texts')
  FROM next_parts
 CROSS JOIN setting
 CROSS JOIN judging_limit
 CROSS JOIN part_limit
 CROSS JOIN bucket_parts(kept_collection('buckets'), part_limit.texts_most, setting.bucket_most, setting.bands,
                         next_parts.done, next_parts.share) AS part
 CROSS JOIN in_parallel('
       SELECT collect_texts(id, fold_text(text, @fold), buckets, owned)
         FROM bucket_texts(@shared, @first, @last) CROSS JOIN '
       || iif(EXISTS (SELECT * FROM copied_text), 'copied_text', 'compared_text') || ' USING (id)',
       1, part.texts, 0, setting.threads, json_object('fold', fold), part.buckets) AS read
 CROSS JOIN similar_pairs(read.collection,
                          setting.shingle, setting.jaccard_least, setting.edit_similarity_least,
                          setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                          setting.threads, contradiction_least, resembling_most, resembling_least) AS found
 WHERE read.ended AND edit_distance IS NOT NULL;
