-- sample_to_csv.sql - writes the sample of clusters as CSV, to label it in a spreadsheet.
--
-- There is one row for each cluster. Fill in the column `kind` with template, identical, copyedit, drift, reference, other
-- or mixed; a cluster of one text is identical by definition and already filled in. csv_to_labels.sql imports the file.

SELECT cluster_id, iif(texts = 1, 'identical', '') AS kind, size AS sentences, texts, reading
  FROM sample
 ORDER BY place;
