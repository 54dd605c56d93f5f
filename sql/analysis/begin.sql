-- begin.sql - the common start of the scripts in this folder that only read, after open.sql.
--
-- Opens a transaction, so that all queries of a script see the same state, and `blank` (see
-- blank.sql). Each script ends with end.sql.

SELECT 'begun' WHERE neardup_begin('read');
.read sql/analysis/blank.sql
