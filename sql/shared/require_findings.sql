-- require_findings.sql - refuses a database without results of the pipeline, with half of them, or with those of an earlier
-- release.

.read sql/shared/require_clusters.sql

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no results yet. Find them first: neardup DATABASE, or sql/pipeline.sql to its end')
  FROM pragma_database_list
 WHERE name = 'main'
   AND (SELECT count(*) < 9
          FROM main.sqlite_schema
         WHERE name IN ('contradiction', 'pair_kind', 'pair_evidence', 'pair', 'member', 'signature',
                        'setting', 'detection', 'pair_kind_score'));
SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has the view contradiction of an earlier release. DROP VIEW contradiction, and run '
                     || 'sql/sentences/kinds.sql again')
  FROM pragma_database_list
 WHERE name = 'main'
   AND (NOT EXISTS (SELECT * FROM pragma_table_info('contradiction', 'main') WHERE name = 'best')
        OR NOT EXISTS (SELECT * FROM pragma_table_info('possible_contradiction', 'main')));
SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no results yet. Find them first: neardup DATABASE, or sql/pipeline.sql to its end')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM detection);
