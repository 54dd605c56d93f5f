-- inherited_columns.sql - by which columns the newest table of texts in a database was read.
--
-- @table asks for the newest source that was this table of a database; else it is the newest
-- file of a format with columns or, if there is none, the newest table. The answer is a list for --columns, of what is
-- not the default. There is none, or it is empty. With @carry, which is given, what was carried along is left out.

WITH newest AS (
    SELECT iif(@table IS NULL, substr(options, instr(' ' || options, ' columns: text=') + 9),
               substr(options, length(@table) + 17)) AS list
      FROM main.source
     WHERE iif(@table IS NULL, kind IN ('csv', 'tsv', 'jsonl', 'sqlite'),
               kind = 'sqlite' AND substr(options, 1, length(@table) + 16) = 'table=' || @table || ' columns: ')
     ORDER BY @table IS NULL AND kind = 'sqlite', id DESC
     LIMIT 1
), option (pattern) AS (
    VALUES ('whole'), ('no-header'), ('delimiter=*'), ('encoding=*'), ('language=*'), ('part=*')
), shorter AS (  -- without the options that follow the columns, from the last one on
    SELECT list, 0 AS number
      FROM newest
     UNION ALL
    SELECT rtrim(rtrim(list, replace(list, ' ', ''))), number + 1
      FROM shorter JOIN option ON substr(list, length(rtrim(list, replace(list, ' ', ''))) + 1) GLOB pattern
), halves AS (
    SELECT substr(list, 1, place - 1) AS columns, substr(list, place + 8) AS carried
      FROM (SELECT list, instr(list || ' carry: ', ' carry: ') AS place FROM shorter ORDER BY number DESC LIMIT 1)
)
SELECT group_concat(value)
  FROM (SELECT columns || iif(carried = '' OR @carry IS NOT NULL, '', ',carry=' || carried) AS list FROM halves),
       json_each('[' || replace(json_quote(list), ',', '","') || ']')
 WHERE value NOT IN ('text=text', 'title=title', 'id=id', 'time=time') OR (value = 'text=text' AND list LIKE '%,text=%');
