-- require_settings.sql - what the pipeline works with, for pairs.sql; refuses to go on if a parameter has
-- become NULL and nothing was chosen for it.

.read sql/settings.sql

SELECT neardup_error('parameters.' || name || ' is NULL, and the last run chose no value for it. Run '
                     || 'sql/signatures.sql first, or all of sql/pipeline.sql')
  FROM (SELECT CASE WHEN shingle IS NULL THEN 'shingle'
                    WHEN bands   IS NULL THEN 'bands'
                    WHEN rows    IS NULL THEN 'rows'
                    WHEN fold    IS NULL THEN 'fold' END AS name
          FROM setting)
 WHERE name IS NOT NULL;
