-- reuse_beside.sql - text reuse within an encyclopedia and on the web, beside what Alshomary et al. found.
--
-- It needs the jobs reuse and reuse_kinds, and for the web the job web. It reproduces of Alshomary et al. 2019 Table 1 left
-- and right, and the figures of section 4. A case is within if no page of a web archive is in it. source_retrieval.sql has
-- its middle.

SELECT neardup_run('published.sql');

CREATE TEMP TABLE beside AS
WITH sided_case AS MATERIALIZED (
    SELECT iif((a IN (SELECT article_id FROM page)) <> (b IN (SELECT article_id FROM page)), 'without', 'within') AS side,
           a, b, a_words, b_words, kind
      FROM reuse
     WHERE NOT (a IN (SELECT article_id FROM page) AND b IN (SELECT article_id FROM page))
), counted AS (
    SELECT side, count(*) AS cases, min(min(a_words, b_words)) AS least, avg((a_words + b_words) / 2.0) AS mean,
           max(max(a_words, b_words)) AS most
      FROM sided_case
     GROUP BY side
), spread AS (
    SELECT side, count(DISTINCT iif(id IN (SELECT article_id FROM page), NULL, id)) AS articles,
           count(DISTINCT iif(id IN (SELECT article_id FROM page), id, NULL)) AS pages
      FROM (SELECT side, a AS id FROM sided_case UNION ALL SELECT side, b FROM sided_case)
     GROUP BY side
)
SELECT 'read' AS part, 'articles' AS name, 'articles' AS printed, (SELECT count(*) FROM article WHERE id NOT IN (SELECT article_id FROM page)) AS number
 UNION ALL
SELECT 'read', 'passages of articles', '  their passages',
       nullif(count(*) FILTER (WHERE article_id NOT IN (SELECT article_id FROM page)), 0)
  FROM passage
 UNION ALL
SELECT 'read', 'web sites', 'web sites', nullif(count(DISTINCT site), 0) FROM page
 UNION ALL
SELECT 'read', 'web pages', '  their pages', nullif(count(*), 0) FROM page
 UNION ALL
SELECT 'read', 'passages of web pages', '  their passages',
       nullif(count(*) FILTER (WHERE article_id IN (SELECT article_id FROM page)), 0)
  FROM passage
 UNION ALL
SELECT side, 'cases', 'cases', cases FROM counted
 UNION ALL
SELECT side, 'articles with cases', '  articles with cases', articles FROM spread
 UNION ALL
SELECT side, 'pages with cases', '  pages with cases', pages FROM spread WHERE side = 'without'
 UNION ALL
SELECT side, 'least words', '  words in a case, at least', least FROM counted
 UNION ALL
SELECT side, 'mean words', '    on average', CAST(round(mean) AS INTEGER) FROM counted
 UNION ALL
SELECT side, 'most words', '    at most', most FROM counted
 UNION ALL
SELECT 'kinds', 'structure', 'cases of structure', nullif(count(*) FILTER (WHERE kind = 'structure'), 0)
  FROM sided_case
 WHERE side = 'within'
 UNION ALL
SELECT 'kinds', 'share of structure', '  of all cases', avg(kind = 'structure')
  FROM sided_case
 WHERE side = 'within' AND kind IS NOT NULL
 UNION ALL
SELECT 'web', 'sites with cases', 'sites with cases', sites_reusing FROM web
 UNION ALL
SELECT 'web', 'sites with advertisements', '  with advertisements', 1.0 * sites_advertising / sites_examined FROM web
 WHERE sites_examined > 0
 UNION ALL
SELECT 'web', 'pages of the ' || column2 || ' site', '  pages of the ' || column2 || ' of them', pages_reusing
  FROM (VALUES (1, 'first'), (2, 'second'), (3, 'third'))
  JOIN (SELECT pages_reusing, row_number() OVER (ORDER BY pages_reusing DESC, site) AS place FROM web_site
         WHERE pages_reusing > 0)
    ON place = column1
 UNION ALL
SELECT 'web', 'pages without attribution', 'pages that do not name Wikipedia', 1.0 * unattributed / pages_reusing
  FROM web
 WHERE pages_reusing > 0
 UNION ALL
SELECT 'web', 'pages of nine tenths', '  with more than 0.9 of their text', avg(share > 0.9) FROM web_page
 UNION ALL
SELECT 'web', 'USD a month', 'revenue, USD a month', CAST(round(revenue) AS INTEGER) FROM web
 UNION ALL
SELECT 'web', 'USD a month, whole web', '  of the whole web', CAST(round(revenue_of_web) AS INTEGER) FROM web
 UNION ALL
SELECT 'web', 'share of fundraising', '  of what Wikipedia raises', 12 * revenue_of_web / fundraising FROM web, web_parameters;

-- ---- What is printed -----------------------------------------------------------------------------

WITH part_heading(number, part, heading, why) AS (
    VALUES (1, 'read',    'Table 1, left: what was read',
            'Their paragraphs are joined until they have 70 words, and of each article the last one is lost; passages have about '
            || '400 characters here.'),
           (2, 'within',  'Table 1, right: within the encyclopedia',
            'Candidates share one of 16 bits learnt by a network there, and one of 49 MinHash signatures of five words here, where '
            || 'a family of articles with one pattern connects each with a few others only, not with all.'),
           (3, 'without', 'Table 1, right: on the web', 'A tenth of the Common Crawl there.'),
           (4, 'kinds',   'Section 4: structure and content',
            'Their rule is right for all of a hundred cases that it calls structure, and for 57 of a hundred that it calls '
            || 'content. passages.md in the documentation has the figures of ours.'),
           (5, 'web',     'Section 4: the web',
            'Views are those of the hours that you load, and what is assumed stands in web_parameters. Every page earns '
            || 'there; here one in HTML does only if it loads something from a host in ad_host.')
), printed_number(part, name, here, text) AS (
    SELECT part, name, here,
           CASE WHEN number IS NULL THEN ''
                WHEN typeof(number) = 'real' AND (number BETWEEN 0 AND 1 OR name = 'share of fundraising') THEN printf('%.1f %%', 100 * number)
                WHEN typeof(number) = 'text' THEN number
                ELSE printf('%,d', CAST(number AS INTEGER)) END
      FROM (SELECT part, name, 1 AS here, number FROM beside
             UNION ALL
            SELECT part, name, 0, number FROM published WHERE paper = 'alshomary')
)
SELECT rtrim(text)
  FROM (SELECT number AS heading, 0 AS place, char(10) || printf('%-36s%14s%14s', heading, 'theirs', 'neardup') AS text
          FROM part_heading
         UNION ALL
        SELECT part_heading.number, beside.rowid,
               printf('  %-34s%14s%14s', printed,
                      ifnull((SELECT text FROM printed_number AS n WHERE n.part = beside.part AND n.name = beside.name
                                                                     AND NOT here), ''),
                      ifnull((SELECT text FROM printed_number AS n WHERE n.part = beside.part AND n.name = beside.name
                                                                     AND here), ''))
          FROM part_heading JOIN beside USING (part)
         UNION ALL
        SELECT number, 1000, neardup_wrap('  Why they differ: ' || why, 2) FROM part_heading)
 WHERE heading IN (SELECT part_heading.number FROM part_heading JOIN beside USING (part) WHERE beside.number IS NOT NULL)
 ORDER BY heading, place;

SELECT char(10) || 'There are no passages yet. Find them first: neardup reuse DB' WHERE NOT EXISTS (SELECT * FROM passage);
SELECT char(10) || 'No cases have a kind: neardup reuse DB.'
 WHERE EXISTS (SELECT * FROM reuse) AND NOT EXISTS (SELECT * FROM reuse WHERE kind IS NOT NULL);
SELECT char(10) || 'There is no web archive: neardup load crawl.warc.gz DB, neardup reuse DB, and '
       || 'SELECT neardup_run(''web'').'
 WHERE NOT EXISTS (SELECT * FROM page);
SELECT char(10) || 'The sites were not judged: SELECT neardup_run(''web'').'
 WHERE EXISTS (SELECT * FROM page) AND NOT EXISTS (SELECT * FROM web);
