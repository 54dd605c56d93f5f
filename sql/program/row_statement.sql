-- row_statement.sql - makes the statements that join duplicates to the rows of somebody's table, in the database `yours`.
--
-- @path and @table tell the source: the newest that was read from there. Its key is the columns that were named key=, else the column id,
-- the primary key or the rowid. temp.joined has the rows that are in a cluster, and how many others are; temp.joined_row
-- those with others, as joined_rows.sql prints them: in a list, the values one after the other. A blob is written X'0AFF',
-- what is infinite as a text, and in a list, what could control a terminal as U+FFFD. (A table may have more columns than a
-- function takes arguments, and than an expression has levels.) Our two columns have names that are free.

WITH newest AS (
    SELECT id, ',' || substr(options, length(@table) + 17) AS columns
      FROM main.source
     WHERE kind = 'sqlite' AND path = @path AND instr(options, 'table=' || @table || ' columns: ') = 1
     ORDER BY id DESC
     LIMIT 1
), info AS (
    SELECT columns, name, pk,
           ',key=' || iif(name LIKE '%,%' OR name LIKE '"%', '"' || replace(name, '"', '""') || '"', name) AS item
      FROM newest, pragma_table_xinfo(@table, 'yours')
     WHERE hidden <> 1
), known (rank, place, name) AS (
    SELECT 1, max(instr(columns || ',', item || ','), instr(columns || ' ', item || ' ')) AS place, name
      FROM info
     WHERE place
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
    VALUES (1, 'joined.cluster_id', 'cluster'), (2, 'cluster.kind', 'kind')
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
), own_row (sql) AS (
    SELECT printf(' JOIN yours."%w" AS "row" ON ', @table) || iif(count(*) > 1, 'json_array(', '')
           || group_concat(printf('"row"."%w"', name), ', ') || iif(count(*) > 1, ')', '') || ' = article.key'
      FROM part
), shown (names, sql) AS (
    SELECT printf('WITH cell (name) AS (VALUES %s) SELECT group_concat(name, ''|'') FROM cell UNION ALL ',
                  group_concat(printf('(%Q)', name), ', ')),
           printf('(WITH cell (value) AS (VALUES %s) SELECT neardup_wrap(group_concat(ifnull(value, ''''), ''|''), 0, 1000000) '
                  || 'FROM cell)', group_concat('(' || sql || ')', ', '))
      FROM value
     WHERE @format = 'list'
     GROUP BY NULL
     UNION ALL
    SELECT '', group_concat(printf('%s AS "%w"', sql, name), ', ')
      FROM value
     WHERE @format <> 'list'
     GROUP BY NULL
)
SELECT 'CREATE TEMP TABLE joined AS SELECT cluster_id, article_id, count(*) OVER (PARTITION BY cluster_id) - 1 AS others'
       || ' FROM (SELECT member.cluster_id, article.id AS article_id FROM main.article'
       || ' JOIN main.sentence ON sentence.article_id = article.id JOIN main.member ON member.sentence_id = sentence.id'
       || own_row.sql || ' WHERE article.source_id = ' || id || ' GROUP BY member.cluster_id, article.id); '
       || 'CREATE TEMP VIEW joined_row AS ' || names || 'SELECT * FROM (SELECT ' || shown.sql
       || ' FROM temp.joined JOIN main.cluster ON cluster.id = joined.cluster_id JOIN main.article ON article.id = joined.article_id'
       || own_row.sql || ' WHERE joined.others > 0 GROUP BY joined.cluster_id, joined.article_id'
       || ' ORDER BY joined.cluster_id, joined.article_id)'
  FROM newest, own_row, shown;
