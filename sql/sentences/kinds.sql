-- kinds.sql - stage 4: what kind of duplicates the pairs and clusters are.
--
-- Pairs of distinct texts, and near misses that may contradict each other, are judged by duplicate_kind(): template, copyedit,
-- drift, reference, other, or identical up to white space, which are the kinds of Weissman et al. 2015, section 3. A cluster gets
-- its kind from its pairs.

-- Each time a third of the batches is judged, which is kept, whatever comes then; one part more stands for what follows.
UPDATE main.stage SET parts = (SELECT count(*) + 1 FROM batch) WHERE name = 'kinds';

SELECT neardup_run('judge_batches.sql', json_object('first', done + 1, 'last', done + (parts + 1) / 3))
  FROM main.stage
 WHERE name = 'kinds';

UPDATE main.stage SET done = min(parts - 1, done + (parts + 1) / 3) WHERE name = 'kinds';

SELECT done < parts - 1 FROM main.stage WHERE name = 'kinds';
