-- report.sql - writes the findings as one page of HTML that needs nothing else.
--
--     sqlite3 -readonly my.db < sql/report/report.sql > my.html
--
-- Run it in the project's folder after the pipeline; neardup-report.sh does, and so does make report. It
-- changes nothing. The last SELECT gives the whole page: page.html with report.css, report.js and the data
-- in JSON in place of its marks. docs/report.md describes the page and the JSON.
--
-- The page has at most 1,900,000 bytes. What does not fit is left out, and the page says so: see
-- report_page.sql.

.bail on
.shell test -e sql/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/connect.sql
.read sql/require_findings.sql

.mode list
.headers off

.read sql/report/absent.sql

SELECT 'begun' WHERE neardup_begin('read');
PRAGMA temp.cache_size = -65536;

.read sql/nouns.sql
.read sql/findings.sql
.read sql/contradiction_estimate.sql
.read sql/source_names.sql
.read sql/article_names.sql
.read sql/report/report_pairs.sql
.read sql/report/report_clusters.sql
.read sql/report/report_reuse.sql
.read sql/reuse_places.sql
.read sql/report/report_figures.sql
.read sql/report/report_json.sql
.read sql/report/report_page.sql

ROLLBACK;
DETACH absent;
.bail off
