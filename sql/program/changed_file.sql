-- changed_file.sql - the name of a file that was loaded in two states, so that most of its texts have a copy, or NULL.
-- (`neardup load` tells it of a table itself, and parts of a file are no states of it.)

SELECT name
  FROM main.source
 WHERE kind <> 'sqlite'
 GROUP BY path
HAVING count(DISTINCT fingerprint) > 1 AND max(options NOT LIKE '%part=%');
