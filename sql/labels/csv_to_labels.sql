-- csv_to_labels.sql - imports labels from a CSV file into the table label.
--
--     sqlite3 my.db '.load build/neardup' '.import --csv --schema temp sample.csv filled' \
--                   'SELECT neardup_run(''csv_to_labels'', ''{"reader": "ada"}'')'
--
-- The file is the output of sample_to_csv.sql with its column `kind` filled in; only `cluster_id` and
-- `kind` are read. Rows without a kind are skipped, and invalid rows are reported. Earlier labels of @reader are replaced.

SELECT neardup_error('must be a name other than ''automatic''', 'reader', '') WHERE @reader IS NULL;

CREATE TEMP TABLE answer AS
SELECT filled.rowid + 1 AS row, trim(filled.cluster_id) AS given_id,
       lower(trim(filled.kind)) AS kind, sample.cluster_id, sample.size, sample.texts
  FROM filled
  LEFT JOIN sample ON sample.cluster_id = CAST(filled.cluster_id AS INTEGER)
 WHERE trim(filled.kind) <> '';

INSERT OR REPLACE INTO main.label (cluster_id, size, texts, reader, kind)
SELECT cluster_id, size, texts, @reader, kind
  FROM answer
 WHERE cluster_id IS NOT NULL AND kind IN (SELECT kind FROM known_kind);

SELECT char(10) || neardup_wrap(printf('Taken: %,d %s of %s', taken,
                                       iif(taken = 1, 'label', 'labels'), @reader))
  FROM (SELECT total(cluster_id IS NOT NULL AND kind IN (SELECT kind FROM known_kind)) AS taken
          FROM answer);
SELECT neardup_wrap(printf('  row %,d: cluster %s is not in the sample', row, given_id))
  FROM answer
 WHERE cluster_id IS NULL
 ORDER BY row;
SELECT neardup_wrap(printf('  row %,d: "%s" is not a kind', row, kind))
  FROM answer
 WHERE kind NOT IN (SELECT kind FROM known_kind)
 ORDER BY row;
