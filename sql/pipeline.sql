-- pipeline.sql - finds near-duplicate sentences, groups them into clusters, says what kind they are, and prints a summary.
--
--     sqlite3 my.db < sql/pipeline.sql
--
-- Run it in the project's folder, on a database that `neardup load` has made, or neardup_run('schema') and statements of
-- yours; any other database is refused and stays as it is. The work has four stages:
--
--   signatures   which sentences share a signature: sentences/signatures.sql
--   pairs        which of these are similar, and how much: sentences/pairs.sql
--   clusters     which pairs are connected: sentences/clusters.sql
--   kinds        whether pairs and clusters copy, reword or contradict: sentences/kinds.sql
--
-- Each is a transaction, and the long ones are several. What is finished stays if a run is stopped, and the next one goes on
-- there. Run it again at any time: what depends on a parameter that was changed, or on texts, is found anew. plain.sql finds the
-- same by joins that one can read at once.

.bail on
.timeout 10000
.load build/neardup

SELECT neardup_run('find');
SELECT neardup_run('summary');
