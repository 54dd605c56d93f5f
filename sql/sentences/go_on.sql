-- go_on.sql - which stages an earlier run has finished, with these texts and parameters and by this release:
-- temp.finished_stage (script).
--
-- A part of pipeline.sql. `neardup` and Python do not run those scripts again, nor the script that begins a stage of
-- which some parts are finished. The sqlite3 shell cannot leave a script out, so there a run begins anew.

.bail on
.read sql/tables/sentence_tables.sql
.read sql/sentences/stage_basis.sql

DROP TABLE IF EXISTS temp.finished_stage;
CREATE TEMP TABLE finished_stage AS
WITH state AS MATERIALIZED (
    SELECT place, name, made.basis IS now.basis AS valid, coalesce(done, 0) AS done, coalesce(parts, 1) AS parts
      FROM stage_basis AS now LEFT JOIN main.stage AS made USING (name)
)
SELECT 'sql/sentences/' || iif(done < parts, 'begin_', '') || name || '.sql' AS script, done = parts AS whole
  FROM state
 WHERE valid AND done > 0
   AND NOT EXISTS (SELECT * FROM state AS earlier
                    WHERE earlier.place < state.place AND NOT (earlier.valid AND earlier.done = earlier.parts));

DROP VIEW temp.stage_basis;
