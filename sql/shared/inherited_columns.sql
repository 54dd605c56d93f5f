-- inherited_columns.sql - by which columns the newest table of texts in a database was read.
--
-- A part of `neardup add`. @table asks for the newest source that was this table of a database; else it is the newest
-- of the same format. The answer is a list for --columns, of what is not the default. There is none, or it is empty.

WITH newest AS (
    SELECT iif(@table IS NULL, options, substr(options, length(@table) + 8)) AS options
      FROM main.source
     WHERE iif(@table IS NULL, kind IN ('csv', 'tsv', 'jsonl'),
               kind = 'sqlite' AND substr(options, 1, length(@table) + 16) = 'table=' || @table || ' columns: ')
     ORDER BY id DESC
     LIMIT 1
)
SELECT group_concat(value)
  FROM (SELECT substr(replace(options, ' whole', ''), instr(options, 'columns: ') + 9) AS list FROM newest),
       json_each('[' || replace(json_quote(list), ',', '","') || ']')
 WHERE value NOT IN ('text=text', 'title=title', 'id=id', 'time=time') AND value NOT LIKE '%= %';
