-- pipeline.sql - from sentences to clusters of near-duplicates, and what was found.
--
--     sqlite3 my.db < sql/pipeline.sql
--
-- Run it in the project's folder, on a database that neardup-load has filled (or any that has the
-- tables of schema.sql). It can be run again at any time, with other parameters too: every stage
-- makes its tables anew, and all of them in one transaction, so that after an error everything is
-- as it was.

.bail on
.timeout 10000
.load build/neardup

-- Room to sort in, and for the texts that are compared: 64 MB each instead of 2.
PRAGMA main.cache_size = -65536;
PRAGMA temp.cache_size = -65536;

-- Tables are dropped and made here: only in a database that is ours.
DROP TABLE IF EXISTS temp.kind_of_database;
CREATE TEMP TABLE kind_of_database (
    id CONSTRAINT "this is no neardup database; neardup-load or sql/schema.sql makes one"
       CHECK (id = 1313109360)
);
INSERT INTO kind_of_database SELECT application_id FROM pragma_application_id;

BEGIN IMMEDIATE;
.read sql/parameters.sql
.read sql/signatures.sql
.read sql/pairs.sql
.read sql/clusters.sql
.read sql/kinds.sql
COMMIT;
.read sql/summary.sql
.bail off
