-- resemblance.sql - makes the table that pairs.sql fills and judge.sql reads.

.bail on
.read sql/shared/require_tables.sql

-- How many texts each text resembles. A text that resembles none has no row.
CREATE TABLE IF NOT EXISTS main.resemblance (
    sentence_id INTEGER PRIMARY KEY,
    texts       INTEGER NOT NULL                -- other texts with a Jaccard similarity of 0.4 or more
);
