-- begin_kinds.sql - empties the tables that kinds.sql fills.
--
-- A part of kinds.sql. It is left out where an interrupted run goes on: see go_on.sql.

.bail on
.read sql/shared/require_tables.sql

DELETE FROM main.stage WHERE name = 'kinds';
INSERT INTO main.stage (name, basis) VALUES ('kinds', '');
.read sql/sentences/begun_stage.sql

DROP INDEX IF EXISTS main.pair_kind_cluster;    -- it is faster to build after the rows
DELETE FROM main.judgement;
DELETE FROM main.pair_kind;
DELETE FROM main.pair_evidence;
DELETE FROM main.cluster_group;
