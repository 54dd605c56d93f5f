-- history.sql - finds who copied a text from whom, and which copies still have what others have corrected.
--
--     sqlite3 my.db < sql/history.sql
--
-- Run it in the project's folder, after sql/pipeline.sql, on a database that was loaded with --history; any other one is
-- refused and stays as it is. Run it again at any time: it refills its tables in one transaction, so an error leaves the
-- database as it was; in an interactive shell, type ROLLBACK after one.
--
-- Texts of all revisions count, also those that no article has any more. docs/guide/history.md tells a case from beginning to
-- end, and what an order of time proves.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/connect.sql
.read sql/shared/require_clusters.sql

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no history. Load a dump of all revisions: neardup --history DUMP --db NEW')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.history_sentence);

SELECT neardup_error('this session has a temporary ' || type || ' ' || name || ', and the summary needs '
                     || 'that name. Nothing was written. Run this in a session of its own')
  FROM temp.sqlite_schema
 WHERE name COLLATE NOCASE IN ('style', 'shell_command', 'lineage_shape', 'lineage_tree', 'shown_lineage');

.read sql/shared/begin_writing.sql

-- The page cache, for sorting and for the texts that are compared: 64 MB each instead of 2.
PRAGMA main.cache_size = -65536;
PRAGMA temp.cache_size = -65536;

.read sql/tables/history_tables.sql
.read sql/history/history_texts.sql
.read sql/history/lineages.sql
.read sql/history/copies.sql
.read sql/history/stale_copies.sql
DROP TABLE temp.succession;
DROP TABLE temp.alike;
DROP TABLE temp.life;
DROP TABLE temp.presence;
DROP TABLE temp.told;
DROP TABLE temp.moment;
COMMIT;
.read sql/history_summary.sql
