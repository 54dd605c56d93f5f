-- row_statement.sql - makes a statement that joins duplicates to the rows of somebody's table.
--
-- A part of `neardup DB TABLE`, which has attached the user's database as `yours`, for reading only. @path and @table
-- tell the source: the newest that was read from there. Its key is the columns that were named key=, else the column id,
-- the primary key or the rowid. The statement gives cluster_id, article_id and a row as it is printed; that of no cluster has
-- the names of the columns. @format is list, for a value after the other, jsonl, for an object, or csv, for an array; a blob is
-- written X'0AFF', what is infinite as a text, and in a list, what could control a terminal as U+FFFD. (A table may have more
-- columns than a function takes arguments, and than an expression has levels.) Our two columns have names that are free.

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
), our (place, sql, name) AS (
    VALUES (1, 'member.cluster_id', 'cluster'), (2, 'cluster.kind', 'kind')
     UNION ALL
    SELECT place, sql, 'neardup_' || name FROM our WHERE EXISTS (SELECT * FROM info WHERE info.name = our.name COLLATE NOCASE)
), value (name, sql) AS (
    SELECT *
      FROM (SELECT name, sql
              FROM our
             WHERE NOT EXISTS (SELECT * FROM info WHERE info.name = our.name COLLATE NOCASE)
             ORDER BY place)
     UNION ALL
    SELECT name, printf('CASE WHEN typeof("row"."%w") = ''blob'' THEN quote("row"."%w")'
                        || ' WHEN "row"."%w" IN (9e999, -9e999) THEN CAST("row"."%w" AS TEXT) ELSE "row"."%w" END',
                        name, name, name, name, name)
      FROM info
), print (cells) AS (
    VALUES (CASE @format WHEN 'list' THEN 'neardup_wrap(group_concat(ifnull(value, ''''), ''|''), 0, 1000000)'
                         WHEN 'csv' THEN 'json_group_array(value)'
                         ELSE 'json_group_object(name, value)' END)
)
SELECT 'SELECT NULL AS cluster_id, NULL AS article_id, (WITH cell (name, value) AS (VALUES '
       || (SELECT group_concat(printf('(%Q, %Q)', name, name), ', ') FROM value)
       || ') SELECT ' || cells || ' FROM cell) AS shown UNION ALL SELECT member.cluster_id, article.id, '
       || '(WITH cell (name, value) AS (VALUES '
       || (SELECT group_concat(printf('(%Q, %s)', name, sql), ', ') FROM value)
       || ') SELECT ' || cells || ' FROM cell)'
       || ' FROM main.article JOIN main.sentence ON sentence.article_id = article.id'
       || ' JOIN main.member ON member.sentence_id = sentence.id JOIN main.cluster ON cluster.id = member.cluster_id'
       || printf(' JOIN yours."%w" AS "row" ON ', @table)
       || (SELECT iif(count(*) > 1, 'json_array(', '') || group_concat(printf('"row"."%w"', name), ', ')
                  || iif(count(*) > 1, ')', '')
             FROM part)
       || ' = article.key WHERE article.source_id = ' || id || ' GROUP BY member.cluster_id, article.id'
  FROM newest, print;
