-- web.sql - the sites that have taken over text: how much, whether they say from where, and what it may earn.
--
-- It asks what passages the pages of web archives share with articles that are not from the web: each page with each article
-- (web_reuse), each page (web_page), each site (web_site), and the whole (web).
--
-- A page carries advertisements if it loads scripts, frames or images from a host in the table ad_host, or from a part of
-- one. A page of text, as in WET files, does not show any, and is taken to carry them.
--
-- The estimate is that of section 4 of Alshomary et al. 2019, by web_parameters. docs/figures/papers.md tells how to load page_views.

INSERT OR IGNORE INTO main.web_parameters (id) VALUES (1);

-- Some parts of doubleclick.net only count visits.
INSERT OR IGNORE INTO main.ad_host (host, advertises)
VALUES ('fls.doubleclick.net', 0), ('stats.g.doubleclick.net', 0);

INSERT OR IGNORE INTO main.ad_host (host)
VALUES ('33across.com'), ('adcash.com'), ('adform.net'), ('adnxs.com'), ('adriver.ru'), ('adsterra.com'), ('adtech.de'),
       ('adtechus.com'), ('adthrive.com'), ('advertising.com'), ('amazon-adsystem.com'), ('an.yandex.ru'),
       ('assoc-amazon.com'), ('atdmt.com'), ('begun.ru'), ('bidvertiser.com'), ('burstnet.com'), ('buysellads.com'),
       ('carbonads.com'), ('carbonads.net'), ('casalemedia.com'), ('chitika.net'), ('clicksor.com'), ('cpro.baidu.com'),
       ('cpro.baidustatic.com'), ('criteo.com'), ('criteo.net'), ('doubleclick.net'), ('exoclick.com'), ('ezoic.net'),
       ('fastclick.net'), ('googlesyndication.com'), ('googletagservices.com'), ('gumgum.com'), ('infolinks.com'),
       ('intellitxt.com'), ('juicyads.com'), ('kontera.com'), ('lijit.com'), ('media.net'), ('mediavine.com'), ('mgid.com'),
       ('openx.net'), ('outbrain.com'), ('popads.net'), ('propellerads.com'), ('pub.network'), ('pubmatic.com'),
       ('revcontent.com'), ('rubiconproject.com'), ('serving-sys.com'), ('sharethrough.com'), ('smartadserver.com'),
       ('sovrn.com'), ('taboola.com'), ('teads.tv'), ('tribalfusion.com'), ('triplelift.com'), ('undertone.com'),
       ('yieldmanager.com'), ('yieldmo.com'), ('zedo.com'), ('zergnet.com');

-- ---- Passages of pages ---------------------------------------------------------------------------

-- How many characters of a page passages of an article cover, and those of any, with the article NULL: each character counts once,
-- however many passages have it. A case of two pages, or of no page, is not about the encyclopedia.
CREATE TEMP TABLE covered AS
WITH taken(page_id, article_id, begin, end) AS MATERIALIZED (
    SELECT a, b, a_position, a_position + a_length
      FROM reuse
     WHERE a IN (SELECT article_id FROM page) AND b NOT IN (SELECT article_id FROM page)
     UNION ALL
    SELECT b, a, b_position, b_position + b_length
      FROM reuse
     WHERE b IN (SELECT article_id FROM page) AND a NOT IN (SELECT article_id FROM page)
)
SELECT page_id, article_id, count(*) AS cases, sum(max(0, end - max(begin, ifnull(reached, begin)))) AS reused
  FROM (SELECT *, max(end) OVER (PARTITION BY page_id, article_id ORDER BY begin, end
                                 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
          FROM (SELECT * FROM taken UNION ALL SELECT page_id, NULL, begin, end FROM taken))
 GROUP BY page_id, article_id;

INSERT INTO main.web_reuse
SELECT * FROM covered WHERE article_id IS NOT NULL;

-- ---- Pages and sites -----------------------------------------------------------------------------

INSERT INTO main.web_page
WITH RECURSIVE target AS (
    -- Where the links of these pages lead: the host, and for a wiki the title. What follows '/wiki/' or 'title=' is the title,
    -- with underscores for spaces and in percent-encoding.
    SELECT page_id, lower(substr(rest, 1, instr(rest || '/', '/') - 1)) AS host,
           iif(rest LIKE '%/wiki/%', '?', '&') AS last,
           CASE WHEN rest LIKE '%/wiki/%' THEN substr(rest, instr(rest, '/wiki/') + 6)
                WHEN rest LIKE '%title=%' THEN substr(rest, instr(rest, 'title=') + 6)
           END AS path
      FROM (SELECT DISTINCT article_id AS page_id, substr(address, instr(address, '://') + 3, 2000) AS rest
              FROM page_link
             WHERE article_id IN (SELECT page_id FROM covered))
), link AS MATERIALIZED (
    SELECT page_id, host,
           replace(substr(path, 1, min(instr(path || last, last), instr(path || '#', '#')) - 1), '_', ' ') AS title
      FROM target
), decoded(page_id, hexadecimal, rest) AS (
    -- Titles as the hexadecimal digits of their bytes, which percent-encoding has already.
    SELECT page_id, hex(substr(title, 1, instr(title || '%', '%') - 1)),
           substr(title || '%', instr(title || '%', '%') + 1)
      FROM link
     WHERE (host LIKE '%.wikipedia.org' OR host = 'wikipedia.org') AND title <> ''
     UNION ALL
    SELECT page_id,                             -- `rest` is what follows a '%', up to another one at its end
           hexadecimal || iif(rest GLOB '[0-9A-Fa-f][0-9A-Fa-f]*',
                              upper(substr(rest, 1, 2)) || hex(substr(rest, 3, instr(rest, '%') - 3)),
                              '25' || hex(substr(rest, 1, instr(rest, '%') - 1))),
           substr(rest, instr(rest, '%') + 1)
      FROM decoded
     WHERE rest <> ''
), linked_title AS MATERIALIZED (
    SELECT DISTINCT page_id,
           iif(hexadecimal BETWEEN '61' AND '7AZ',  -- the first letter of a title is a capital
               (substr(hexadecimal, 1, 1) - 2) || substr(hexadecimal, 2), hexadecimal) AS title
      FROM decoded
     WHERE rest = ''
), loaded(host, name) AS (
    -- The hosts from which pages load something, as far as they are in ad_host. The longest name that fits decides: the first
    -- that is there, as one label after the other is taken away.
    SELECT DISTINCT host, host FROM third_party_host WHERE article_id IN (SELECT page_id FROM covered)
     UNION ALL
    SELECT host, substr(name, instr(name, '.') + 1)
      FROM loaded
     WHERE instr(name, '.') AND name NOT IN (SELECT host FROM ad_host)
), advertiser AS (
    SELECT loaded.host, advertises FROM loaded JOIN ad_host ON ad_host.host = name
), examined AS MATERIALIZED (
    SELECT article_id AS page_id,
           EXISTS (SELECT * FROM json_each(hosts) WHERE value IN (SELECT host FROM advertiser WHERE advertises)) AS advertising
      FROM third_party
     WHERE article_id IN (SELECT page_id FROM covered)
), name(article_id, title) AS (
    SELECT id, title FROM article WHERE id IN (SELECT article_id FROM web_reuse)
     UNION
    SELECT article.id, alias.title
      FROM article JOIN alias ON alias.target = article.title AND alias.source_id = article.source_id
     WHERE article.id IN (SELECT article_id FROM web_reuse)
), article_link AS MATERIALIZED (
    -- The titles by which an article may be linked: its own, and those that redirect to it.
    SELECT DISTINCT page_id, article_id
      FROM web_reuse
      JOIN name USING (article_id)
      JOIN linked_title USING (page_id)
     WHERE linked_title.title = hex(upper(substr(name.title, 1, 1)) || substr(name.title, 2))
), viewed_article AS MATERIALIZED (
    -- Views of an article in a month.
    SELECT article.id AS article_id, replace(title, ' ', '_') AS title, ifnull(project, source.language) AS project,
           month_hours / view_hours AS months
      FROM web_parameters, article JOIN source ON source.id = source_id
     WHERE article.id IN (SELECT article_id FROM web_reuse)
), article_view AS MATERIALIZED (
    -- (CROSS JOIN reads page_views once, which may have billions of rows, and looks the titles up.)
    SELECT article_id, sum(views) * months AS views
      FROM page_views
     CROSS JOIN viewed_article ON viewed_article.title = page_views.title
     WHERE project IS NULL OR domain IN (project, project || '.m', project || '.zero')
     GROUP BY article_id
), ranked AS (
    SELECT page_id, article_id,
           count(*)     OVER page AS articles,
           row_number() OVER (page ORDER BY reused DESC, article_id) AS rank
      FROM web_reuse
    WINDOW page AS (PARTITION BY page_id)
)
SELECT page_id, page.site, ranked.article_id, articles, covered.cases, covered.reused,
       min(1.0, 1.0 * covered.reused / max(page.characters, 1)), page.names_wikipedia,
       page_id IN (SELECT page_id FROM article_link),
       page_id IN (SELECT page_id FROM link
                    WHERE host IN ('creativecommons.org', 'www.creativecommons.org', 'gnu.org', 'www.gnu.org')),
       advertising, view_share * views, ifnull(advertising, 1) * ads * cpm * earned / 1000 * view_share * views
  FROM web_parameters, ranked
  JOIN (SELECT * FROM covered WHERE article_id IS NULL) AS covered USING (page_id)
  JOIN page ON page.article_id = page_id
  LEFT JOIN examined USING (page_id)
  LEFT JOIN article_view ON article_view.article_id = ranked.article_id
 WHERE rank = 1;

INSERT INTO main.web_site
SELECT page.site, count(*), count(web_page.page_id), sum(page.characters), total(web_page.reused),
       min(1.0, total(web_page.reused) / max(sum(page.characters), 1)),
       total(web_page.names_wikipedia), total(links_article), total(links_licence), count(advertising), total(advertising),
       sum(views), sum(revenue)
  FROM page LEFT JOIN web_page ON web_page.page_id = page.article_id
 GROUP BY page.site;

INSERT INTO main.web
SELECT 1, count(*), total(pages_reusing > 0), total(pages), total(pages_reusing),
       (SELECT count(DISTINCT article_id) FROM web_reuse), (SELECT ifnull(sum(cases), 0) FROM web_reuse),
       total(pages_reusing - naming), total(examined > 0), total(advertising > 0), total(examined), total(advertising),
       sum(views), sum(revenue),
       sum(revenue) * (SELECT sites FROM web_parameters) / nullif(total(pages_reusing > 0), 0)
  FROM web_site;

-- ---- What was found ------------------------------------------------------------------------------

SELECT printf('%,d pages of %,d sites: %,d pages of %,d sites share passages with %,d articles.', pages, sites,
              pages_reusing, sites_reusing, articles)
       || iif(pages_reusing = 0, '', char(10)
              || printf('%,d of them (%.0f %%) do not name Wikipedia.', unattributed,
                        100.0 * unattributed / pages_reusing))
  FROM web;

SELECT printf('On %,d of them (%.0f %%) it is more than 90 %% of the main text.', total(share > 0.9), 100 * avg(share > 0.9))
  FROM web_page
 GROUP BY NULL
HAVING count(*) > 0;

SELECT printf('%,d of %,d pages (%.0f %%) and %,d of %,d sites (%.0f %%) carry advertisements.', pages_advertising, pages_examined,
              100.0 * pages_advertising / pages_examined, sites_advertising, sites_examined,
              100.0 * sites_advertising / sites_examined)
  FROM web
 WHERE pages_examined > 0;

SELECT iif(pages_examined > 0,
           printf('%,d more pages, such as texts, do not show it: they are assumed to.', pages_reusing - pages_examined),
           'These pages, such as texts, do not show whether they carry advertisements: they are assumed to.')
  FROM web
 WHERE pages_reusing > pages_examined;

SELECT char(10) || 'Sites with most pages that share passages'
       || char(10) || '  pages   share   name   link  licence    ads  site'
  FROM web
 WHERE pages_reusing > 0;

SELECT printf('%7d  %4.0f %%  %5d  %5d  %7d  %5s  %s', pages_reusing, 100 * share, naming, linking, licensed,
              iif(examined, CAST(advertising AS TEXT), '?'), neardup_wrap(site))
  FROM web_site
 WHERE pages_reusing > 0
 ORDER BY pages_reusing DESC, site
 LIMIT 10;

SELECT char(10) || CASE
       WHEN NOT EXISTS (SELECT * FROM page_views) THEN
           'No page views are loaded, so no revenue is estimated. papers.md in the documentation says how.'
       WHEN revenue IS NULL THEN
           'No article has page views, so no revenue is estimated.'
       WHEN pages_reusing = pages_examined AND pages_advertising = 0 THEN
           'None of these pages carries advertisements, so they earn nothing.'
       ELSE printf('Advertising on these pages may earn %.2f USD a month: %,d views%s, of which a thousand earn '
                   || '%g USD.', revenue,
                   CAST((SELECT sum(views) FROM web_page WHERE advertising IS NOT 0) AS INTEGER),
                   iif(pages_advertising < pages_examined, ' of pages that carry it', ''), ads * cpm * earned)
            || char(10) || printf('On %,d sites like these it would be %,d USD a month, %.3g %% of what Wikipedia raises.',
                                  CAST(web_parameters.sites AS INTEGER), CAST(revenue_of_web AS INTEGER),
                                  100 * 12 * revenue_of_web / fundraising)
       END
  FROM web, web_parameters
 WHERE pages_reusing > 0;
