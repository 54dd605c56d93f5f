-- empty_results.sql - makes void what the pipeline has found, for plain.sql, which fills some of its tables in its own way.

DROP INDEX IF EXISTS main.pair_kind_score;      -- these two say that there are results
DROP INDEX IF EXISTS main.member_sentence;
DELETE FROM main.compared_article WHERE result = 'pairs';
