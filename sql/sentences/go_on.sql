-- go_on.sql - which stages an earlier run has finished, with these texts and parameters and by this release:
-- temp.finished_stage (script).
--
-- A part of pipeline.sql. `neardup` and Python do not run those scripts again. The sqlite3 shell cannot leave a script
-- out, so there a run begins anew.

.bail on
.read sql/tables/sentence_tables.sql
.read sql/sentences/stage_basis.sql

DROP TABLE IF EXISTS temp.finished_stage;
CREATE TEMP TABLE finished_stage AS
WITH now AS MATERIALIZED (
    SELECT place, name, basis FROM stage_basis
), changed(place) AS (
    SELECT min(place)
      FROM now LEFT JOIN main.stage AS made USING (name)
     WHERE made.basis IS NOT now.basis OR done < parts
)
SELECT 'sql/sentences/' || name || '.sql' AS script
  FROM now, changed
 WHERE now.place < coalesce(changed.place, 5);

DROP VIEW temp.stage_basis;
