-- reuse.sql - finds the passages that articles share, and prints how many there are.
--
--     sqlite3 my.db < sql/reuse.sql
--
-- Run it in the project's folder, on a database that neardup-load or schema.sql has made; any other
-- database is refused and stays as it is. It does not need sql/pipeline.sql. Run it again at any time, for
-- instance with other reuse_parameters: each stage refills its tables. The stages are one transaction, so an
-- error leaves the database as it was; in an interactive shell, type ROLLBACK after one.
--
-- docs/guide/tables.md describes the tables, reuse_parameters.sql the parameters.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/connect.sql
.read sql/shared/begin_writing.sql

-- The page cache, for sorting and for the texts that are compared: 64 MB each instead of 2.
PRAGMA main.cache_size = -65536;
PRAGMA temp.cache_size = -65536;

.read sql/reuse/passages.sql
.read sql/reuse/reuse_candidates.sql
.read sql/reuse/reuse_cases.sql
.read sql/reuse/reuse_clusters.sql
COMMIT;
.read sql/reuse/reuse_figures.sql
.bail off
