-- go_on.sql - which stages an earlier run has finished, with these texts and parameters and by this release:
-- temp.finished_stage (script).
--
-- A part of pipeline.sql. `neardup` and Python do not run those scripts again, nor the script that begins a stage of
-- which some parts are finished. The sqlite3 shell cannot leave a script out, so there a run begins anew.

.bail on
.read sql/tables/sentence_tables.sql
.read sql/sentences/require_vectors.sql
.read sql/sentences/stage_basis.sql
.read sql/shared/changed_articles.sql

DROP TABLE IF EXISTS temp.finished_stage;
CREATE TEMP TABLE finished_stage AS
WITH state AS MATERIALIZED (
    SELECT 0 AS place, name, basis = (SELECT basis FROM text_basis)
           AND EXISTS (SELECT * FROM compared_article WHERE result = 'pairs')
           AND NOT EXISTS (SELECT * FROM changed_article WHERE result = 'pairs') AS valid, done, parts
      FROM stage
     WHERE name = 'texts'
     UNION ALL
    SELECT place, name, made.basis = now.basis, done, parts
      FROM stage_basis AS now JOIN main.stage AS made USING (name)
)
SELECT 'sql/sentences/' || iif(done < parts, 'begin_', '') || name || '.sql' AS script, done = parts AS whole
  FROM state
 WHERE valid AND done > 0 AND place > 0
   AND place = (SELECT count(*) FROM state AS earlier WHERE earlier.place < state.place AND valid AND done = parts);

DROP VIEW temp.text_basis;
DROP VIEW temp.stage_basis;
DROP VIEW temp.article_fingerprint;
DROP VIEW temp.changed_since;
DROP TABLE temp.changed_article;
