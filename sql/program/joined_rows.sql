-- joined_rows.sql - prints somebody's rows that are in one cluster with others, which row_statement.sql has found: in a list, below a
-- heading and a warning, or by @format.

SELECT char(10) || 'Your rows, by cluster' || char(10)
       || neardup_wrap('  A cluster may hold texts that differ in numbers: to delete, use neardup keep.', 2)
 WHERE @format = 'list' AND EXISTS (SELECT * FROM temp.joined WHERE others > 0);

SELECT * FROM temp.joined_row;
