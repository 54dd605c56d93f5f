-- live_index_statement.sql - makes the statement that makes a live index, @index, of the texts in @column of somebody's @table; no
-- row if the table has no INTEGER PRIMARY KEY. @options may be NULL.

SELECT printf('CREATE VIRTUAL TABLE "%w" USING neardup("%w", content=%Q, content_rowid=%Q%s)',
              @index, @column, @table, min(name), ifnull(', ' || @options, ''))
  FROM pragma_table_info(@table, 'main')
 WHERE pk > 0
 GROUP BY NULL
HAVING count(*) = 1 AND upper(min(type)) = 'INTEGER';
