-- schema.sql - makes the tables of a neardup database, in a file of its own.
--
--     sqlite3 new.db < sql/schema.sql
--
-- The loader does the same by itself. Run this when your texts come from elsewhere: fill `source`,
-- `article` and `sentence`, and the pipeline does the rest. docs/guide/tables.md describes every column.
--
-- A database that holds anything else is refused and stays as it is. In a neardup database the script
-- adds what is missing and changes nothing that is there.

.bail on
.load build/neardup

SELECT neardup_run('schema');
