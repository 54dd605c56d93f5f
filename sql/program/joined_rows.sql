-- joined_rows.sql - prints somebody's rows that are in one cluster with others: in a list, below a heading and a warning.
--
-- A part of `neardup DB TABLE`, which has made temp.joined and temp.joined_row by row_statement.sql. Its parameter is
-- @format: list, csv or jsonl.

SELECT char(10) || 'Your rows, by cluster' || char(10)
       || neardup_wrap('  A cluster may hold texts that differ in numbers: to delete, use neardup keep.', 2)
 WHERE @format = 'list' AND EXISTS (SELECT * FROM temp.joined WHERE others > 0);

SELECT * FROM temp.joined_row;
