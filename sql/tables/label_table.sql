-- label_table.sql - what readers said of clusters, see analysis/sample_clusters.sql.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.label (
    cluster_id  INTEGER NOT NULL,
    size        INTEGER NOT NULL,               -- of the labelled cluster, to tell it from another
    texts       INTEGER NOT NULL,               -- that gets its id later
    reader      TEXT    NOT NULL CHECK (reader NOT IN ('', 'automatic')),
    kind        TEXT    NOT NULL CHECK (kind IN ('identical', 'template', 'copyedit', 'drift',
                                                 'reference', 'other', 'mixed')),
    labelled_at TEXT    NOT NULL DEFAULT (datetime()),      -- UTC
    PRIMARY KEY (cluster_id, size, texts, reader)
) WITHOUT ROWID;
