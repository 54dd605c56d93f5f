-- begin.sql - the common start of the scripts in this folder that only read.
--
-- Opens a transaction, so that all queries of a script see the same state, and `blank` (see
-- blank.sql). Each script ends with ROLLBACK, which also drops its temporary tables, and with DETACH
-- blank. If a script is interrupted, type these two, or start a new session.

.read sql/analysis/open.sql
BEGIN;
.read sql/analysis/blank.sql
