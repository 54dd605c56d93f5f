-- begin_writing.sql - begins the transaction of a script that writes, on a database that is neardup's, and adds the tables
-- of texts that an earlier release did not make. connect.sql comes first.

.read sql/shared/require_tables.sql
SELECT 'begun' WHERE neardup_begin('write');
.read sql/tables/text_tables.sql
