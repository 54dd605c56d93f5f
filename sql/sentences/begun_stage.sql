-- begun_stage.sql - records what the stages that have just begun depend on: their rows of `stage` have no basis yet.
-- Until kinds.sql ends, what an earlier run has left is no result: require_findings.sql looks for the index.

.bail on
.read sql/sentences/stage_basis.sql
.read sql/shared/article_fingerprints.sql

DELETE FROM main.compared_article
 WHERE result = 'pairs' AND EXISTS (SELECT * FROM stage WHERE name = 'texts' AND basis = '');

INSERT INTO main.compared_article
SELECT 'pairs', * FROM article_fingerprint WHERE EXISTS (SELECT * FROM stage WHERE name = 'texts' AND basis = '');

UPDATE main.stage
   SET basis = CASE name WHEN 'texts' THEN (SELECT basis FROM text_basis)
                    ELSE (SELECT basis FROM stage_basis WHERE stage_basis.name = stage.name) END
 WHERE basis = '';

SELECT neardup_error('the stage pairs is not finished. Run neardup DATABASE, or sql/pipeline.sql, first')
  FROM main.stage
 WHERE name = 'pairs' AND done > 0 AND done < parts;

DROP VIEW temp.text_basis;
DROP VIEW temp.stage_basis;
DROP VIEW temp.article_fingerprint;
DROP INDEX IF EXISTS main.pair_kind_score;
