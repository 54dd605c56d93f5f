-- sample_to_csv.sql - the sample of clusters as CSV, to be labelled in a spreadsheet.
--
--     sqlite3 my.db '.read sql/analysis/sample_to_csv.sql' > sample.csv
--
-- sample_clusters.sql draws the sample. One row for each cluster. The column `kind` is to be filled
-- in with one of template, identical, copyedit, drift, reference, other, mixed; a cluster of one text,
-- identical by definition, has it already. csv_to_labels.sql reads the file back.

.mode csv
.headers on
SELECT cluster_id, iif(texts = 1, 'identical', '') AS kind, size AS sentences, texts, reading
  FROM sample
 ORDER BY place;
.mode list
.headers off
