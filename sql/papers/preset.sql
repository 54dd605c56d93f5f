-- preset.sql - sets the parameters to those of a paper.
--
-- published.sql lists them. All other parameters get their defaults; 'default' sets only defaults.

SELECT neardup_error('must be one of default, ' || group_concat(name, ', ') || ', alshomary', 'preset', ifnull(@preset, ''))
  FROM (SELECT name FROM preset ORDER BY name)
 GROUP BY NULL
HAVING max(name = @preset) IS NOT 1 AND ifnull(@preset, '') NOT IN ('default', 'alshomary');

REPLACE INTO main.parameters (id) VALUES (1);
REPLACE INTO main.reuse_parameters (id) VALUES (1);

-- A pair is what shares a signature, however unlike: there is no second pass.
REPLACE INTO main.parameters (id, scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most, fold,
                              jaccard_least, edit_similarity_least)
SELECT 1, scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most, '', 0, 0
  FROM preset
 WHERE name = @preset;

-- Alshomary et al. 2019: the alignment of footnote 2, in characters, since 200 words would leave a twentieth of the cases of
-- PAN-13; and candidates ranked by tf-idf, down to 0.025 or to 250 misses in a row.
REPLACE INTO main.reuse_parameters (id, seed, seed_words, gap, seeds_least, length_least, similarity_least, measure,
                                    occurrences_most, join_gap, unmatched_cost, shadow_most, ranking, score_least, misses_most)
SELECT 1, 'ngrams', 3, 150, 5, 200, 0.5, 'cosine', 64, 0, 0, 1, 'tfidf', 0.025, 250
 WHERE @preset = 'alshomary';
