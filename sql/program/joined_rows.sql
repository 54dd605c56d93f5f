-- joined_rows.sql - prints somebody's rows that are in one cluster with others: in a list, below a heading, a warning and
-- the names of their columns. Those of CSV, and the names first, are put into temp.csv_row, for cell_statement.sql.
--
-- A part of `neardup DB TABLE`, which has made temp.joined by row_statement.sql, from @table of the database `yours`.
-- @format is list, csv or jsonl.

CREATE TEMP VIEW joined_row AS
SELECT *
  FROM temp.joined
 WHERE cluster_id IN (SELECT cluster_id FROM temp.joined GROUP BY cluster_id HAVING count(*) > 1);

SELECT char(10) || 'Your rows, by cluster' || char(10)
       || neardup_wrap('  A cluster may hold texts that differ in numbers: to delete, use neardup keep.', 2) || char(10) || shown
  FROM temp.joined
 WHERE cluster_id IS NULL AND @format = 'list' AND EXISTS (SELECT * FROM temp.joined_row);

SELECT shown
  FROM temp.joined_row
 WHERE @format <> 'csv'
 ORDER BY cluster_id, article_id;

SELECT neardup_run('csv_rows.sql');

INSERT INTO temp.csv_row (cells)
SELECT shown FROM temp.joined WHERE cluster_id IS NULL AND @format = 'csv';
INSERT INTO temp.csv_row (cells)
SELECT shown FROM temp.joined_row WHERE @format = 'csv' ORDER BY cluster_id, article_id;
