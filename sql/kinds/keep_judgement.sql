-- keep_judgement.sql - keeps what judge_batches.sql has judged for kinds.sql, so that an interrupted run goes on there.

UPDATE main.stage
   SET done = min(parts - 1, done + (parts + 1) / 3)
 WHERE name = 'kinds' AND done < parts;

.read sql/shared/keep_stage.sql
