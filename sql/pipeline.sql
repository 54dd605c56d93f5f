-- pipeline.sql - from sentences to clusters of near-duplicates, and what was found.
--
--     sqlite3 my.db < sql/pipeline.sql
--
-- Run it in the project's folder, on a database that neardup-load has filled (or any that has the
-- tables of schema.sql). It can be run again at any time, with other parameters too: every stage
-- makes its tables anew.

.bail on
.load build/neardup

.read sql/parameters.sql
BEGIN;
.read sql/signatures.sql
.read sql/pairs.sql
.read sql/clusters.sql
COMMIT;
.read sql/summary.sql
