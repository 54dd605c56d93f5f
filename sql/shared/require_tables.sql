-- require_tables.sql - refuses a database without the tables of schema.sql, or that guard.sql refuses.

.read sql/shared/guard.sql

SELECT neardup_error(ifnull(nullif(file, ''), 'this database') || ' has no table sentence. Load a file '
                     || 'into it first: neardup load FILE DATABASE')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sentence');
