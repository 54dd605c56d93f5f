-- empty_results.sql - empties the tables that the pipeline fills, for plain.sql, which fills some of them in its own way.

DROP INDEX IF EXISTS main.pair_kind_score;      -- these two say that there are results
DROP INDEX IF EXISTS main.member_sentence;

DELETE FROM main.stage;
DELETE FROM main.compared_article WHERE result = 'pairs';
DELETE FROM main.setting;
DELETE FROM main.choice;
DELETE FROM main.copy;
DELETE FROM main.not_compared;
DELETE FROM main.signature;
DELETE FROM main.detection;
DELETE FROM main.projection;
DELETE FROM main.pair;
DELETE FROM main.resemblance;
DELETE FROM main.near_miss;
DELETE FROM main.member;
DELETE FROM main.cluster;
DELETE FROM main.cluster_group;
DELETE FROM main.judgement;
DELETE FROM main.pair_kind;
DELETE FROM main.pair_evidence;
