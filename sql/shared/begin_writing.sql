-- begin_writing.sql - begins the transaction of a script that writes, on a database that is neardup's.
-- connect.sql comes first.

.read sql/shared/require_tables.sql
SELECT 'begun' WHERE neardup_begin('write');
.read sql/shared/guard.sql
