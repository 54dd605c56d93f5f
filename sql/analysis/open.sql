-- open.sql - loads the extension, and refuses a database that is locked, not neardup's, or of another
-- version. An empty database is fine, and so is a missing one. A script then makes temp.neardup_settings of its parameters,
-- and both tables refuse those that are wrong before a transaction begins. Those that a script left that was interrupted go.

.read sql/shared/connect.sql
DROP TABLE IF EXISTS temp.neardup_settings;
DROP TABLE IF EXISTS temp.neardup_whole;

-- Parameters that must be whole numbers, with their bounds. NULL: it is not set, or there is no bound.
CREATE TEMP TABLE neardup_whole (
    name  TEXT NOT NULL,
    value INTEGER,
    least INTEGER NOT NULL,
    most  INTEGER,
    CHECK (typeof(value) = 'integer' AND value BETWEEN least AND coalesce(most, value)
           OR neardup_error('must be a whole number from ' || least || iif(most IS NULL, '', ' to ' || most), name, value))
);

.mode list
.headers off

WITH database AS (
    SELECT ifnull(nullif(file, ''), 'this database') AS path, application_id, user_version,
           (SELECT type || ' ' || name FROM main.sqlite_schema ORDER BY rowid LIMIT 1) AS first
      FROM pragma_database_list, pragma_application_id, pragma_user_version
     WHERE name = 'main'
)
SELECT neardup_error(
           path || CASE
           WHEN application_id = 1313109360 THEN ' has tables of version ' || user_version
               || ', and this neardup needs version 8. Load the dump again, into a new file'
           ELSE ' is not neardup''s: '
               || CASE WHEN first IS NOT NULL THEN 'it holds the ' || first
                       WHEN application_id <> 0 THEN 'its application_id is ' || application_id
                       ELSE 'its user_version is ' || user_version END
               || '. Name a database of neardup''s own: neardup FILE makes one'
           END)
  FROM database
 WHERE (application_id, user_version) <> (1313109360, 8)
   AND (first IS NOT NULL OR application_id <> 0 OR user_version <> 0);
