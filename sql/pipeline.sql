-- pipeline.sql - finds near-duplicate sentences, groups them into clusters, and prints a summary.
--
--     sqlite3 my.db < sql/pipeline.sql
--
-- Run it in the project's folder, on a database that neardup-load or schema.sql has made; any other
-- database is refused and stays as it is. Run it again at any time, for instance with other
-- parameters: each stage refills its tables. Each is a transaction, and pairs.sql and kinds.sql have up to three, so
-- what is finished stays if a run is stopped. `neardup my.db` then goes on, and this script begins anew. In an
-- interactive shell, type ROLLBACK after an error. Between BEGIN and COMMIT of your own, the stages are one transaction.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/connect.sql

SELECT neardup_error('this session has a temporary ' || type || ' ' || name || ', and the summary needs '
                     || 'that name. Nothing was written. Run this in a session of its own')
  FROM temp.sqlite_schema
 WHERE name COLLATE NOCASE IN ('style', 'source_name', 'article_name', 'sentence_place',
                               'sentence_origin', 'noun', 'finding_pair', 'rewording', 'wording',
                               'contradiction_estimate', 'drift_estimate', 'drift_said', 'kind_measure', 'listed',
                               'place', 'entry', 'sort', 'differently', 'restatement', 'sentence_total',
                               'shell_command', 'unknown_language');

-- The page cache, for sorting and for the texts that are compared: 64 MB each instead of 2.
PRAGMA main.cache_size = -65536;
PRAGMA temp.cache_size = -65536;

.read sql/parameters.sql
.read sql/sentences/go_on.sql
.read sql/sentences/signatures.sql
.read sql/sentences/pairs.sql
.read sql/sentences/clusters.sql
.read sql/sentences/kinds.sql
DROP TABLE temp.finished_stage;
.read sql/summary.sql
.bail off
