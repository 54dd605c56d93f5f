-- not_compared.sql - makes the table that signatures.sql fills and summary.sql reads.

-- How many sentences are left out, and why.
CREATE TABLE IF NOT EXISTS main.not_compared (
    reason    TEXT PRIMARY KEY,                 -- 'shorter', 'longer', 'marks' or 'table'
    sentences INTEGER NOT NULL
) WITHOUT ROWID;
