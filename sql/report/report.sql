-- report.sql - writes the findings as one page of HTML that needs nothing else.
--
--     sqlite3 -readonly my.db < sql/report/report.sql > my.html
--
-- Run it in the project's folder after the pipeline; neardup-report.sh does, and so does make report. It changes
-- nothing. @url, if it is set, says where titles lead (report_links.sql), and @papers asks for the figures that take long
-- (report_papers.sql). The last SELECT gives the whole page: page.html with report.css, report_figures.js, report.js and the
-- data in JSON in place of its marks. docs/guide/report.md describes the page and the JSON.
--
-- The page has at most 1,900,000 bytes. What does not fit is left out, and the page says so: see
-- report_page.sql.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/connect.sql
.read sql/shared/require_findings.sql

.mode list
.headers off

.read sql/report/absent.sql

SELECT 'begun' WHERE neardup_begin('read');
.read sql/shared/changed_articles.sql
PRAGMA temp.cache_size = -65536;

.read sql/report/report_links.sql
.read sql/shared/nouns.sql
.read sql/shared/unknown_languages.sql
.read sql/shared/findings.sql
.read sql/shared/contradiction_estimate.sql
.read sql/shared/source_names.sql
.read sql/shared/article_names.sql
.read sql/report/report_pairs.sql
.read sql/report/report_clusters.sql
.read sql/report/report_reuse.sql
.read sql/report/report_history.sql
.read sql/reuse/reuse_places.sql
.read sql/report/report_figures.sql
.read sql/report/report_papers.sql
.read sql/report/report_json.sql
.read sql/report/report_page.sql

ROLLBACK;
DETACH absent;
.bail off
