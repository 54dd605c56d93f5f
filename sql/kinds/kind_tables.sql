-- kind_tables.sql - the tables that kinds.sql fills, emptied. A part of kinds.sql, which makes the indexes
-- after the rows.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.pair_kind (
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    cluster_id INTEGER,                         -- NULL: none, since they are a near miss
    kind       TEXT    NOT NULL,
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL,                -- why, in words
    type       TEXT,                            -- what kind of value conflicts: 'number', 'date', ...
    value_a    TEXT,                            -- the value in a, ...
    value_b    TEXT,                            -- ... and in b
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DROP INDEX IF EXISTS main.pair_kind_score;
DROP INDEX IF EXISTS main.pair_kind_cluster;
DELETE FROM main.pair_kind;

-- (A table of its own: most queries of pair_kind do without, and these texts are long.)
CREATE TABLE IF NOT EXISTS main.pair_evidence (
    a     INTEGER NOT NULL,
    b     INTEGER NOT NULL,
    topic REAL,                                 -- how likely both are about one thing, 0 to 1
    why   TEXT,                                 -- the evidence that counted most, with its points
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DELETE FROM main.pair_evidence;

-- The sentences of mixed clusters, grouped by what they say.
CREATE TABLE IF NOT EXISTS main.cluster_group (
    cluster_id  INTEGER NOT NULL,
    group_id    INTEGER NOT NULL,               -- its smallest sentence id
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, group_id, sentence_id)
) WITHOUT ROWID;
DELETE FROM main.cluster_group;

.read sql/kinds/label_table.sql
