-- begun_stage.sql - records what the stages that have just begun depend on: their rows of `stage` have no basis yet.
-- Until kinds.sql ends, no query shall take what an earlier run has left for findings: the view `contradiction` goes.

.bail on
.read sql/sentences/stage_basis.sql

UPDATE main.stage
   SET basis = CASE name WHEN 'texts' THEN (SELECT basis FROM text_basis)
                    ELSE (SELECT basis FROM stage_basis WHERE stage_basis.name = stage.name) END
 WHERE basis = '';

DROP VIEW temp.text_basis;
DROP VIEW temp.stage_basis;
DROP VIEW IF EXISTS main.contradiction;
