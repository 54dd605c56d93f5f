-- require_passages.sql - refuses a database that reuse.sql has not seen, or that require_tables.sql refuses.

.read sql/shared/require_tables.sql

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no passages yet. Run sql/reuse.sql first')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'passage');
