-- preset.sql - sets the parameters to those of a paper.
--
--     SELECT neardup_run('preset', '{"preset": "weissman"}');
--
-- published.sql says which there are. All other parameters get their defaults; 'default' is nothing but these.

SELECT neardup_error('must be one of default, ' || group_concat(name, ', '), 'preset', ifnull(@preset, ''))
  FROM (SELECT * FROM (SELECT name FROM preset ORDER BY name) UNION ALL SELECT name FROM reuse_preset)
 GROUP BY NULL
HAVING max(name = @preset) IS NOT 1 AND @preset IS NOT 'default';

REPLACE INTO main.parameters (id) VALUES (1);
REPLACE INTO main.reuse_parameters (id) VALUES (1);

-- A pair is what shares a signature, however unlike: there is no second pass.
UPDATE main.parameters
   SET (scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most, fold, jaccard_least,
        edit_similarity_least)
     = (SELECT scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most, '', 0, 0
          FROM preset
         WHERE name = @preset)
 WHERE @preset IN (SELECT name FROM preset);

UPDATE main.reuse_parameters
   SET (seed, seed_words, gap, seeds_least, length_least, similarity_least, measure, occurrences_most, join_gap,
        unmatched_cost, shadow_most, ranking, score_least, misses_most)
     = (SELECT seed, seed_words, gap, seeds_least, length_least, similarity_least, measure, occurrences_most, join_gap,
               unmatched_cost, shadow_most, ranking, score_least, misses_most
          FROM reuse_preset
         WHERE name = @preset)
 WHERE @preset IN (SELECT name FROM reuse_preset);
