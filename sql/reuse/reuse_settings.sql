-- reuse_settings.sql - what the stages of reuse.sql work with: the values of `reuse_parameters`, and in place
-- of each NULL what they have chosen. Each stage drops the view at its end.

CREATE TEMP VIEW reuse_setting AS
SELECT coalesce(compare,     (SELECT value FROM reuse_choice WHERE name = 'compare'))     AS compare,
       coalesce(bands,       (SELECT value FROM reuse_choice WHERE name = 'bands'))       AS bands,
       coalesce(bucket_most, (SELECT value FROM reuse_choice WHERE name = 'bucket_most')) AS bucket_most,
       passage_length, shingle, rows, comparisons_most, neighbours, representatives, seed, seed_words,
       gap, seeds_least, length_least, similarity_least, measure, occurrences_most, join_gap,
       unmatched_cost, shadow_most, overlap_least, ranking, score_least, rank_most, misses_most, threads, memory
  FROM reuse_parameters;
