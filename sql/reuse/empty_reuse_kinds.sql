-- empty_reuse_kinds.sql - empties the tables of reuse_kinds.sql.
--
-- A part of reuse.sql, since they say nothing about new cases, and of reuse_kinds.sql, which fills them.

DELETE FROM main.reuse_template;
DELETE FROM main.reuse_slot;
DELETE FROM main.reuse_missing;
DELETE FROM main.reuse_relation;
DELETE FROM main.reuse_divergence;
