-- row_heading.sql - what stands above somebody's rows: the heading, a warning and the names of their columns, or nothing
-- if no two rows are in one cluster.
--
-- A part of `neardup DB TABLE`, which has made temp.joined by row_statement.sql.

SELECT char(10) || 'Your rows, by cluster' || char(10)
       || neardup_wrap('  A cluster may hold texts that differ in numbers: to delete, use neardup keep.', 2) || char(10) || names
  FROM temp.joined
 GROUP BY cluster_id
HAVING count(*) > 1
 LIMIT 1;
