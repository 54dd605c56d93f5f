-- cell_statement.sql - makes the statement that prints temp.csv_row, with as many columns as somebody's table has and two more.
--
-- A part of `neardup DB TABLE`, for CSV. The table is @table of the database `yours`.

SELECT 'SELECT ' || group_concat(printf('json_extract(cells, ''$[%d]'')', place), ', ') || ' FROM temp.csv_row ORDER BY place;'
  FROM (SELECT 0 AS place
         UNION ALL
        SELECT 1
         UNION ALL
        SELECT row_number() OVER () + 1 FROM pragma_table_xinfo(@table, 'yours') WHERE hidden <> 1);
