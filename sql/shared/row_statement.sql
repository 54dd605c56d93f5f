-- row_statement.sql - makes a statement that joins duplicates to the rows of somebody's table.
--
-- A part of `neardup DB TABLE`, which has attached the user's database as `yours`, for reading only. The newest
-- source tells the table and the key: the columns that were named key=, else the column id, the primary key or the
-- rowid. @format is list, for a value after the other, or jsonl, for an object. A blob is written X'0AFF'.

WITH newest AS (
    SELECT id, substr(options, 7, instr(options, ' columns: ') - 7) AS "table",
           ',' || substr(options, instr(options, ' columns: ') + 10) AS columns
      FROM main.source
     WHERE kind = 'sqlite' AND options LIKE 'table=%'
     ORDER BY id DESC
     LIMIT 1
), info AS (
    SELECT columns, name, pk FROM newest, pragma_table_info("table", 'yours')
), known (rank, place, name) AS (
    SELECT 1, max(instr(columns || ',', ',key=' || name || ','), instr(columns || ' ', ',key=' || name || ' ')), name
      FROM info
     WHERE instr(columns || ',', ',key=' || name || ',') OR instr(columns || ' ', ',key=' || name || ' ')
     UNION ALL
    SELECT 2, 0, name FROM info WHERE name = 'id' COLLATE NOCASE
     UNION ALL
    SELECT 3, pk, name FROM info WHERE pk > 0
     UNION ALL
    SELECT 4, 0, 'rowid'
), part (name) AS (
    SELECT name FROM known WHERE rank = (SELECT min(rank) FROM known) ORDER BY place
)
SELECT 'SELECT ' || iif(@format = 'jsonl', 'json_object(''cluster'', cluster_id, ''kind'', kind, ',
                        'cluster_id, kind, ')
       || (SELECT group_concat(iif(@format = 'jsonl', '''' || replace(name, '''', '''''') || ''', ', '')
                               || printf('iif(typeof("row"."%w") = ''blob'', quote("row"."%w"), "row"."%w")',
                                         name, name, name), ', ')
             FROM info)
       || iif(@format = 'jsonl', ')', '')
       || ' FROM main.article JOIN main.sentence ON article_id = article.id'
       || ' JOIN main.member ON sentence_id = sentence.id JOIN main.cluster ON cluster.id = cluster_id'
       || printf(' JOIN yours."%w" AS "row" ON ', "table")
       || (SELECT iif(count(*) > 1, 'json_array(', '') || group_concat(printf('"row"."%w"', name), ', ')
                  || iif(count(*) > 1, ')', '')
             FROM part)
       || ' = article.key WHERE source_id = ' || id || ' GROUP BY cluster_id, article.id'
       || ' ORDER BY cluster_id, article.id'
  FROM newest;
