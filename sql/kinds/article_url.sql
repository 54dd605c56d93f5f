-- article_url.sql - a view: the address of an article, if one is known: its page's, its key if that is an address, or
-- that of its title in a wiki.
--
-- A part of contradictions.sql.

.bail on
.read sql/shared/require_tables.sql

-- A wiki's address is that of its main page up to the last slash. (In a title, %, ? and # would end its path.) What
-- a hostile dump or archive gives is no address if it is not of the web: "javascript:…" would run in a browser.
CREATE VIEW IF NOT EXISTS main.article_url(id, wiki, url) AS
SELECT article.id, rtrim(base, replace(base, '/', '')),
       CASE WHEN lower(page.address) GLOB 'http://*' OR lower(page.address) GLOB 'https://*' THEN page.address
            WHEN lower(key) GLOB 'http://*' OR lower(key) GLOB 'https://*' THEN key
            WHEN titled AND (lower(base) GLOB 'http://*' OR lower(base) GLOB 'https://*')
            THEN rtrim(base, replace(base, '/', ''))
                 || replace(replace(replace(replace(title, ' ', '_'), '%', '%25'), '?', '%3F'), '#', '%23') END
  FROM article
  JOIN source    ON source.id = source_id
  LEFT JOIN page ON page.article_id = article.id;
