-- begin_writing.sql - begins the transaction of a script that writes, on a database that is neardup's.
--
-- The lock is tried first, because neardup_begin() says who to wait for.

.bail on
.timeout 10000
.load build/neardup

SELECT 'begun' WHERE neardup_begin('read');
COMMIT;
.read sql/require_tables.sql
SELECT 'begun' WHERE neardup_begin('write');
.read sql/guard.sql
