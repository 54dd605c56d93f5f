-- kinds.sql - stage 4: what kind of duplicates the pairs and clusters are.
--
--   pair_kind       pairs of distinct texts, each judged by duplicate_kind(): template, copyedit,
--                   drift, reference, other, or identical up to white space; and near misses that may
--                   contradict each other
--   pair_evidence   by what evidence
--   cluster         gets its kind, score, reason and mixed from its pairs
--   cluster_group   which sentences of a mixed cluster say the same
--   contradiction   a view: pairs that may not both be true, best first; finding_views.sql has it, and others
--   said_differently  a view: pairs that projection has found and that share few shingles, best first
--
-- The kinds are those of Weissman et al. 2015, section 3.

-- Each time a third of the batches is judged, which is kept, whatever comes then; one part more stands for what follows.
UPDATE main.stage SET parts = (SELECT count(*) + 1 FROM batch) WHERE name = 'kinds';

SELECT neardup_run('judge_batches.sql', json_object('first', done + 1, 'last', done + (parts + 1) / 3))
  FROM main.stage
 WHERE name = 'kinds';

UPDATE main.stage SET done = min(parts - 1, done + (parts + 1) / 3) WHERE name = 'kinds';

SELECT done < parts - 1 FROM main.stage WHERE name = 'kinds';
