-- guard_again.sql - within a transaction, takes the lock for writing, then checks the database again:
-- another program may have changed it after guard.sql saw it.

SELECT 'locked' WHERE neardup_begin('lock');
.read sql/shared/guard.sql
