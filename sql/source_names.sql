-- source_names.sql - names sources so that no two are alike: by file and date, "dump.xml, 2024-01-01",
-- and by number if both are equal.

CREATE TEMP VIEW source_name AS
SELECT id, name || ifnull(', ' || dump_date, '')
       || iif(count(*) OVER (PARTITION BY name, dump_date) > 1, ' (source ' || id || ')', '') AS name
  FROM source;
