-- row_statement.sql - makes a statement that joins duplicates to the rows of somebody's table.
--
-- A part of `neardup DB TABLE`, which has attached the user's database as `yours`, for reading only. @path and @table
-- tell the source: the newest that was read from there. Its key is the columns that were named key=, else the column id,
-- the primary key or the rowid. The statement gives cluster_id, article_id, a row as it is printed and, for a list, the names of
-- its columns. @format is list, for a value after the other, jsonl, for an object, or csv, for an array; a blob is written
-- X'0AFF', what is infinite as a text, and in a list, what could control a terminal as U+FFFD. (A table may have more
-- columns than json_object() takes arguments.)

WITH newest AS (
    SELECT id, ',' || substr(options, length(@table) + 17) AS columns
      FROM main.source
     WHERE kind = 'sqlite' AND path = @path AND instr(options, 'table=' || @table || ' columns: ') = 1
     ORDER BY id DESC
     LIMIT 1
), info AS (
    SELECT columns, name, pk FROM newest, pragma_table_xinfo(@table, 'yours') WHERE hidden <> 1
), known (rank, place, name) AS (
    SELECT 1, max(instr(columns || ',', ',key=' || name || ','), instr(columns || ' ', ',key=' || name || ' ')), name
      FROM info
     WHERE instr(columns || ',', ',key=' || name || ',') OR instr(columns || ' ', ',key=' || name || ' ')
     UNION ALL
    SELECT 2, 0, name FROM info WHERE name = 'id' COLLATE NOCASE
     UNION ALL
    SELECT 3, pk, name FROM info WHERE pk > 0
     UNION ALL
    SELECT 4, 0, CASE WHEN NOT EXISTS (SELECT * FROM info WHERE name = 'rowid' COLLATE NOCASE) THEN 'rowid'
                      WHEN NOT EXISTS (SELECT * FROM info WHERE name = '_rowid_' COLLATE NOCASE) THEN '_rowid_'
                      ELSE 'oid' END
), part (name) AS (
    SELECT name FROM known WHERE rank = (SELECT min(rank) FROM known) ORDER BY place
), value (name, sql) AS (
    SELECT name, printf('CASE WHEN typeof("row"."%w") = ''blob'' THEN quote("row"."%w")'
                        || ' WHEN "row"."%w" IN (9e999, -9e999) THEN CAST("row"."%w" AS TEXT) ELSE "row"."%w" END',
                        name, name, name, name, name)
      FROM info
)
SELECT 'SELECT cluster_id, article.id AS article_id, '
       || iif(@format = 'list',
              'neardup_wrap(cluster_id || ''|'' || ifnull(kind, '''')'
              || (SELECT group_concat(' || ''|'' || ifnull(' || sql || ', '''')', '') FROM value) || ', 0, 1000000)',
              '(WITH cell (name, value) AS (VALUES (''cluster'', cluster_id), (''kind'', kind)'
              || (SELECT group_concat(printf(', (%Q, %s)', name, sql), '') FROM value)
              || ') SELECT ' || iif(@format = 'csv', 'json_group_array(value)', 'json_group_object(name, value)') || ' FROM cell)')
       || ' AS shown, neardup_wrap('
       || (SELECT quote('cluster|kind|' || group_concat(name, '|')) FROM value) || ', 0, 1000000) AS names'
       || ' FROM main.article JOIN main.sentence ON article_id = article.id'
       || ' JOIN main.member ON sentence_id = sentence.id JOIN main.cluster ON cluster.id = cluster_id'
       || printf(' JOIN yours."%w" AS "row" ON ', @table)
       || (SELECT iif(count(*) > 1, 'json_array(', '') || group_concat(printf('"row"."%w"', name), ', ')
                  || iif(count(*) > 1, ')', '')
             FROM part)
       || ' = article.key WHERE source_id = ' || id || ' GROUP BY cluster_id, article.id'
  FROM newest;
