-- projections.sql - finds the pairs of texts whose vectors point in nearly the same direction, if `detection`
-- is 'projection' or 'both'.
--
-- Of stage 2. It adds these pairs to `pair`, sets the cosine of those that are there already, and notes in `projection` how much
-- work that was, and in `choice` what was chosen.
--
-- similar_vectors() compares the vectors: texts whose random projections share a band meet in a bucket, and
-- each pair of these is verified by its exact cosine. bands and rows are those with which a pair of
-- cosine_least meets with a probability of 0.965, at the least cost for vectors such as these.
--
--   vectors = 'tfidf'   Each word weighs more, the fewer texts have it: names, numbers and rare words say what
--                       a text is about, so sentences that follow one template are unlike. The order of
--                       words does not count.
--   vectors = 'words'   The mean of word vectors hardly changes with a name, so that all sentences of a
--                       template are alike.

DELETE FROM main.choice
 WHERE name IN ('cosine_least', 'projection_bands', 'projection_rows');

INSERT INTO main.choice
SELECT 'cosine_least', iif(vectors = 'tfidf', 0.85, 0.95),
       iif(vectors = 'tfidf', 'below, most pairs share words, not a statement',
                              'below, most pairs follow one template')
  FROM parameters
 WHERE detection <> 'minhash' AND cosine_least IS NULL;

SELECT neardup_run('settings');

CREATE TEMP TABLE similar_text (a INTEGER, b INTEGER, cosine REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;

-- (Each subquery is evaluated once, and only if it is needed. CROSS JOIN fixes the join order. Bits are compared in
-- much less time than texts, so there may be 15 times as many comparisons; but not of word vectors, of which
-- those that meet are templates and reach cosine_least.)
INSERT INTO temp.similar_text
SELECT a, b, cosine
  FROM setting,
       similar_vectors(keep_collection('vectors', (
                          SELECT collect_vectors(
                                   neardup_progress(id, 'Stage 2 of 4, pairs: vectors',
                                                    (SELECT texts FROM detection)),
                                   CASE vectors
                                   WHEN 'tfidf' THEN
                                       tfidf_vector(text, (SELECT term_weights(text)
                                                             FROM compared_sentence
                                                            CROSS JOIN sentence ON id = sentence_id
                                                            WHERE first_id = sentence_id))
                                   WHEN 'words' THEN
                                       text_vector(text, (SELECT word_vectors(word, vector,
                                                                              coalesce(weight, 1))
                                                            FROM word_vector))
                                   END)
                          FROM setting
                         CROSS JOIN compared_sentence
                         CROSS JOIN sentence ON id = sentence_id
                         WHERE detection <> 'minhash' AND first_id = sentence_id)),
                       coalesce(setting.cosine_least, 1), coalesce(projection_bands, 0),
                       coalesce(projection_rows, 0)) AS found
 WHERE detection <> 'minhash'
   AND found.comparisons_most = iif(setting.vectors = 'tfidf', 15, 1) * setting.comparisons_most
   AND found.neighbours = setting.neighbours
   AND found.representatives = setting.representatives AND found.threads = setting.threads;

INSERT INTO main.projection
SELECT vectors,
       max(number) FILTER (WHERE name = 'vectors in large buckets'),
       max(number) FILTER (WHERE name = 'candidates'),
       max(number) FILTER (WHERE name = 'candidates of small distance'),
       max(number) FILTER (WHERE name = 'large buckets'),
       max(number) FILTER (WHERE name = 'pairs left out'),
       (SELECT count(*) FROM similar_text),
       0
  FROM setting CROSS JOIN collection_counts(kept_collection('vectors'))
 WHERE detection <> 'minhash'
 GROUP BY vectors;

INSERT INTO main.choice
WITH banding(bands, rows) AS (
    SELECT max(number) FILTER (WHERE name = 'bands'), max(number) FILTER (WHERE name = 'rows')
      FROM setting CROSS JOIN collection_counts(kept_collection('vectors'))
     WHERE detection <> 'minhash'
), found(reason) AS (
    SELECT printf('pairs of cosine %.4g are found with a probability of %.4g', cosine_least,
                  projection_match_probability(cosine_least, banding.bands, banding.rows))
      FROM setting, banding
     WHERE detection <> 'minhash'
)
SELECT 'projection_bands', banding.bands, reason
  FROM banding, found, parameters
 WHERE projection_bands IS NULL
 UNION ALL
SELECT 'projection_rows', banding.rows, reason
  FROM banding, found, parameters
 WHERE projection_rows IS NULL;

SELECT keep_collection('vectors');
SELECT neardup_run('settings');

-- (Plus signs keep SQLite from reading all pairs, since it cannot know that projection may have found few.)
UPDATE main.pair
   SET cosine = found.cosine
  FROM similar_text AS found
 WHERE +found.a = pair.a AND +found.b = pair.b;

DELETE FROM temp.similar_text
 WHERE EXISTS (SELECT * FROM pair WHERE pair.a = similar_text.a AND pair.b = similar_text.b);

UPDATE main.projection
   SET added = (SELECT count(*) FROM similar_text);

-- The others have a Jaccard similarity and an edit distance, too, however little they share. Each pair is a
-- bucket of its own, so that it is measured, and nothing else.
INSERT INTO main.pair
WITH bucket_of_pair AS (
    SELECT a AS pair_a, b AS pair_b, a AS id FROM similar_text
     UNION ALL
    SELECT a, b, b FROM similar_text
)
SELECT a, b, jaccard, edit_distance, cosine
  FROM setting
 CROSS JOIN similar_pairs((SELECT collect_texts(id, fold_text(text, fold), buckets)
                             FROM setting
                            CROSS JOIN bucket_texts(keep_collection('measured', (
                                           SELECT collect_buckets(pair_a, pair_b, id) FROM bucket_of_pair)))
                            CROSS JOIN sentence USING (id)),
                          setting.shingle, 0, 0) AS found
 CROSS JOIN similar_text USING (a, b)
 WHERE found.threads = setting.threads AND count_least = 0.4;

-- Without MinHash, the texts that a text resembles are counted among these pairs.
INSERT INTO main.resemblance
SELECT id, texts
  FROM setting CROSS JOIN resemblances(kept_collection('measured'))
 WHERE detection = 'projection';
