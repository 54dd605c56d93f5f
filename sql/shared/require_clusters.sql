-- require_clusters.sql - refuses a database that the pipeline has not seen, or that require_tables.sql
-- refuses.

.read sql/shared/require_tables.sql

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no clusters yet. Find them first: neardup DATABASE, or sql/pipeline.sql')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'member_sentence');
