-- guard.sql - refuses a database that is not neardup's, before anything is read or written.
--
-- An empty database passes: it is nobody's yet. Otherwise application_id and user_version must be ours. Where something is
-- written, so must be every table: tables with our names must have our columns, there are no others, and no trigger acts on them.
-- Views, and indexes under other names, are welcome: no script drops or changes them.
--
-- Scripts change only the database main, by that name. A temporary table with one of our names would hide ours from its queries,
-- so such a session is refused, too, as is one with a temporary trigger on our tables. Like SQLite, all checks ignore the case of
-- names. @schema is what neardup_schema() gives.

WITH ours (application_id, user_version) AS MATERIALIZED (
    SELECT json_extract(value, '$.application_id'), json_extract(value, '$.user_version')
      FROM json_each(@schema)
     WHERE json_extract(value, '$.type') = 'database'
), known (type, name, belongs_to, columns) AS MATERIALIZED (
    SELECT json_extract(value, '$.type'), json_extract(value, '$.name'), json_extract(value, '$.belongs_to'),
           json_extract(value, '$.columns')
      FROM json_each(@schema)
     WHERE json_extract(value, '$.type') <> 'database'
     UNION ALL
    SELECT iif(value = '_members', 'view', 'table'), 'sentence_index' || value, 'sentence_index' || value, NULL
      FROM json_each('["", "_data", "_log", "_dead", "_pairs", "_members", "_labels", "_clusters", "_content"]')
), object AS (
    SELECT rowid AS place, type, name COLLATE NOCASE AS name, tbl_name COLLATE NOCASE AS belongs_to,
           iif(name COLLATE NOCASE IN (SELECT name FROM known),
               CASE WHEN sql LIKE 'CREATE TABLE%' THEN
                        (SELECT group_concat(name, ' ') FROM pragma_table_xinfo(object.name, 'main'))
                    WHEN type = 'index' THEN
                        (SELECT group_concat(name, ' ') FROM pragma_index_info(object.name, 'main'))
               END, NULL) COLLATE NOCASE AS columns
      FROM main.sqlite_schema AS object
     WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'
), misfit AS (
    SELECT place, 'holds the ' || object.type || ' ' || object.name
           || iif(object.name = 'parameters', ' of an older version of neardup',
                  ' with the columns ' || replace(object.columns, ' ', ', ') || ', which is not neardup''s') AS message
      FROM object JOIN known USING (type, name, belongs_to)
     WHERE object.columns <> known.columns
     UNION ALL
    SELECT place, 'holds the ' || object.type || ' ' || object.name || ', but neardup '
           || 'uses this name for ' || iif(known.type = 'index', 'an', 'a') || ' ' || known.type
      FROM object JOIN known USING (name)
     WHERE object.type <> known.type OR object.belongs_to <> known.belongs_to
        OR (object.columns IS NULL AND known.columns IS NOT NULL)
     UNION ALL
    SELECT place, 'holds the trigger ' || name || ' on neardup''s table ' || belongs_to
      FROM object
     WHERE type = 'trigger' AND belongs_to IN (SELECT name FROM known)
     UNION ALL
    SELECT place, 'holds the table ' || name || ', which is not neardup''s'
      FROM object
     WHERE type = 'table' AND name NOT IN (SELECT name FROM known)
), database AS (
    SELECT ifnull(nullif(file, ''), 'this database') AS path, application_id, user_version,
           (SELECT type || ' ' || name FROM object ORDER BY place LIMIT 1) AS first
      FROM pragma_database_list, pragma_application_id, pragma_user_version
     WHERE name = 'main'
), refused (message) AS MATERIALIZED (
    SELECT CASE
           WHEN first IS NULL AND database.application_id = 0
                              AND database.user_version = 0 THEN NULL
           WHEN database.application_id <> ours.application_id THEN
               path || ' is not neardup''s: '
               || CASE WHEN first IS NOT NULL THEN 'it holds the ' || first
                       WHEN database.application_id <> 0
                           THEN 'its application_id is ' || database.application_id
                       ELSE 'its user_version is ' || database.user_version END
               || iif(@writes, '. Nothing was written. Name a new file for neardup, and ATTACH one to the other '
                               || 'to join them', '. Name a database of neardup''s own: neardup FILE makes one')
           WHEN database.user_version <> ours.user_version THEN
               path || ' has tables of version ' || database.user_version || ', and this neardup '
               || 'needs version ' || ours.user_version || '. Nothing was written. Load the dump '
               || 'again, into a new file'
           WHEN @writes THEN
                (SELECT path || ' ' || message || '. Nothing was written. '
                        || iif(message LIKE '%of an older version of neardup', 'Load the dump again, into a new file',
                               'Keep tables of your own in a file of their own, and ATTACH one to the other to join them')
                   FROM misfit ORDER BY place LIMIT 1)
           END
      FROM database, ours
     UNION ALL
    SELECT 'this session has a temporary ' || type || ' ' || name
           || iif(type = 'trigger', ' on neardup''s table ' || tbl_name, ', which hides neardup''s')
           || '. Nothing was written. Run this in a session of its own'
      FROM temp.sqlite_schema
     WHERE iif(type = 'trigger', tbl_name, name) COLLATE NOCASE IN (SELECT name FROM known)
)
SELECT neardup_error(message)
  FROM refused
 WHERE message IS NOT NULL;
