-- near_misses.sql - candidates that are less similar than pairs, from contradiction_least on. kinds.sql looks for
-- contradictions among them, and the summary shows some of a database in which little is found. A part of pairs.sql,
-- which fills it, and of kinds.sql.
--
-- Nine of ten that contradict each other are of texts that resemble at most six others, and only those are kept. So
-- there are at most three for each text, however many follow a template.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.near_miss (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,
    jaccard REAL    NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
