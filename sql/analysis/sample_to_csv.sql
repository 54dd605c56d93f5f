-- sample_to_csv.sql - writes the sample of clusters as CSV, to label it in a spreadsheet.
--
--     sqlite3 my.db '.read sql/analysis/sample_to_csv.sql' > sample.csv
--
-- sample_clusters.sql draws the sample. There is one row for each cluster. Fill in the column `kind`
-- with template, identical, copyedit, drift, reference, other or mixed; a cluster of one text is
-- identical by definition and already filled in. csv_to_labels.sql imports the file. A spreadsheet runs nothing
-- in it: see csv_rows.sql.

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no sample. Draw one with sql/analysis/sample_clusters.sql')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.sqlite_schema WHERE name = 'sample');

SELECT neardup_run('csv_rows.sql');

INSERT INTO temp.csv_row (cells)
VALUES (json_array('cluster_id', 'kind', 'sentences', 'texts', 'reading'));
INSERT INTO temp.csv_row (cells)
SELECT json_array(cluster_id, iif(texts = 1, 'identical', ''), size, texts, reading)
  FROM sample
 ORDER BY place;

SELECT c1, c2, c3, c4, c5
  FROM csv_cell
 ORDER BY place;
