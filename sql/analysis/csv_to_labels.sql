-- csv_to_labels.sql - takes labels out of a CSV file into the table label.
--
--     sqlite3 my.db '.import --csv --schema temp sample.csv filled' \
--                   '.parameter set @reader ada' '.read sql/analysis/csv_to_labels.sql'
--
-- The file is what sample_to_csv.sql wrote, with the column `kind` filled in; of its columns only
-- `cluster_id` and `kind` are read. Rows without a kind are left out, rows that make no sense are
-- named. What must be set:
--
--   @reader   the name under which the labels are kept; what it said before is replaced

.bail on
DROP TABLE IF EXISTS temp.wanted;
CREATE TEMP TABLE wanted (
    reader TEXT NOT NULL CONSTRAINT "@reader must be set to a name, and not to 'automatic'"
           CHECK (reader NOT IN ('', 'automatic'))
);
INSERT INTO wanted SELECT coalesce(@reader, '');

.read sql/analysis/begin.sql

DROP TABLE IF EXISTS temp.answer;
CREATE TEMP TABLE answer AS
SELECT filled.rowid + 1 AS row, trim(filled.cluster_id) AS given_id,
       lower(trim(filled.kind)) AS kind, sample.cluster_id, sample.size, sample.texts
  FROM filled
  LEFT JOIN sample ON sample.cluster_id = CAST(filled.cluster_id AS INTEGER)
 WHERE trim(filled.kind) <> '';

INSERT OR REPLACE INTO main.label (cluster_id, size, texts, reader, kind)
SELECT cluster_id, size, texts, reader, kind
  FROM wanted, answer
 WHERE cluster_id IS NOT NULL AND kind IN (SELECT kind FROM known_kind);

SELECT printf('%sTaken: %,d labels of %s', char(10),
              total(cluster_id IS NOT NULL AND kind IN (SELECT kind FROM known_kind)), reader)
  FROM wanted, answer;
SELECT printf('  row %,d: cluster %s is not in the sample', row, given_id)
  FROM answer
 WHERE cluster_id IS NULL
 ORDER BY row;
SELECT printf('  row %,d: "%s" is no kind', row, kind)
  FROM answer
 WHERE kind NOT IN (SELECT kind FROM known_kind)
 ORDER BY row;

DROP TABLE answer;
DROP TABLE temp.filled;
DROP TABLE wanted;
DETACH blank;
.bail off
