-- joined_rows.sql - prints somebody's rows that are in one cluster with others: in a list, below a heading, a warning and
-- the names of their columns.
--
-- A part of `neardup DB TABLE`, which has made temp.joined by row_statement.sql. @format is list or jsonl.

CREATE TEMP VIEW joined_row AS
SELECT *
  FROM temp.joined
 WHERE cluster_id IN (SELECT cluster_id FROM temp.joined GROUP BY cluster_id HAVING count(*) > 1);

SELECT char(10) || 'Your rows, by cluster' || char(10)
       || neardup_wrap('  A cluster may hold texts that differ in numbers: to delete, use neardup keep.', 2) || char(10) || names
  FROM temp.joined_row
 WHERE @format = 'list'
 LIMIT 1;

SELECT shown
  FROM temp.joined_row
 ORDER BY cluster_id, article_id;
