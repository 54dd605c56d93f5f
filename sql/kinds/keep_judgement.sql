-- keep_judgement.sql - keeps what judge_batches.sql has judged for kinds.sql, so that an interrupted run goes on there.

.bail on
.read sql/shared/require_tables.sql

UPDATE main.stage
   SET done = min(parts - 1, done + (parts + 1) / 3)
 WHERE name = 'kinds';

DROP TABLE IF EXISTS temp.kept_stages;
CREATE TEMP TABLE kept_stages AS
SELECT json_group_array(json_array(name, basis, done)) AS stages FROM stage;

.read sql/shared/keep_stage.sql

-- Between two parts nobody has the lock.
SELECT neardup_error('another run has begun anew on this database, and goes on alone')
 WHERE NOT EXISTS (SELECT * FROM kept_stages
                    WHERE stages = (SELECT json_group_array(json_array(name, basis, done)) FROM stage));
