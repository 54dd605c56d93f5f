-- judge.sql - judges the pairs of sentences in temp.judged (a, b, near) as stage 4 does: fills temp.judgement.
--
-- a < b; `near` is 1 if they are a near miss, less similar than the pairs of clusters. Two sentences alone seldom show whether they
-- are about one thing. The evidence: how rare their words are, what else the two articles have in common and whether that agrees, and
-- how many other texts follow the same pattern. duplicate_kinds() weighs it; docs/functions/kinds.md describes each piece of evidence
-- and its weight. Evidence that the pipeline has not counted yet is NULL. A title that was made up of a file and a number does not
-- count.

SELECT neardup_run('judge_evidence.sql');
SELECT neardup_run('pair_evidence.sql');

CREATE TEMP TABLE judgement (a, b, kind, score, reason, type, value_a, value_b, topic, why, conflicts, own_changed,
                             PRIMARY KEY (a, b)) WITHOUT ROWID;

SELECT neardup_run('judge_batches.sql');
SELECT neardup_run('judge_aliases.sql');
