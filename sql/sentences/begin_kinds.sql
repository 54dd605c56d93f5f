-- begin_kinds.sql - empties the tables that stage 4 fills.

DROP INDEX IF EXISTS main.pair_kind_cluster;    -- it is faster to build after the rows
DELETE FROM main.judgement;
DELETE FROM main.pair_kind;
DELETE FROM main.pair_evidence;
DELETE FROM main.cluster_group;
