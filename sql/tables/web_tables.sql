-- web_tables.sql - what sql/web.sql needs to know, and what it finds.

-- Who advertises: a host, and what is part of it, unless a longer name in this table says otherwise.
CREATE TABLE IF NOT EXISTS main.ad_host (
    host       TEXT NOT NULL PRIMARY KEY        -- in lower case, such as `doubleclick.net`, which stands for its parts, too
               CHECK (host GLOB '[a-z0-9]*' AND host NOT GLOB '*[^-._a-z0-9]*' AND host || '.' NOT GLOB '*..*'),
    advertises INTEGER NOT NULL DEFAULT 1 CHECK (advertises IN (0, 1)) -- 0: it does not, and neither do its parts; otherwise 1
) WITHOUT ROWID;

-- Wikimedia's hourly files, as they are. You load them; `sql/web.sql` only reads them.
CREATE TABLE IF NOT EXISTS main.page_views (
    domain TEXT NOT NULL,                       -- `en` for en.wikipedia.org, `en.m` for its mobile pages, `en.d` for
                                                -- en.wiktionary.org
    title  TEXT NOT NULL,                       -- of the article, with underscores for spaces
    views  INTEGER NOT NULL,                    -- in one hour
    bytes  INTEGER                              -- always 0 nowadays
);

-- One row for each page and article that share passages. Pages are the articles in `page`; articles are all others.
CREATE TABLE IF NOT EXISTS main.web_reuse (
    page_id    INTEGER NOT NULL,                -- article.id of the page
    article_id INTEGER NOT NULL,                -- article.id of the article
    cases      INTEGER NOT NULL,                -- rows of `reuse`
    reused     INTEGER NOT NULL,                -- characters of the page that these passages cover
    PRIMARY KEY (page_id, article_id)
) WITHOUT ROWID;

-- One row for each page that shares passages with articles.
CREATE TABLE IF NOT EXISTS main.web_page (
    page_id         INTEGER PRIMARY KEY,        -- article.id of the page
    site            TEXT NOT NULL,
    article_id      INTEGER NOT NULL,           -- the article with which it shares most
    articles        INTEGER NOT NULL,           -- with which it shares passages
    cases           INTEGER NOT NULL,
    reused          INTEGER NOT NULL,           -- characters of it that any of these passages covers
    share           REAL NOT NULL,              -- of the main text, from 0 to 1
    names_wikipedia INTEGER NOT NULL,
    links_article   INTEGER NOT NULL,           -- any article with which it shares passages
    links_licence   INTEGER NOT NULL,
    advertising     INTEGER,                    -- 1: it carries advertisements; 0: it does not; NULL if unknown, as of a text
    views           REAL,                       -- of the page in a month, estimated; NULL if the article has none
    revenue         REAL                        -- USD in a month, estimated; NULL likewise
);

-- One row for each site of the archives.
CREATE TABLE IF NOT EXISTS main.web_site (
    site            TEXT PRIMARY KEY,
    pages           INTEGER NOT NULL,           -- of the archives
    pages_reusing   INTEGER NOT NULL,           -- that share passages with articles
    characters      INTEGER NOT NULL,           -- of the main text of all pages
    reused          INTEGER NOT NULL,           -- of them
    share           REAL NOT NULL,              -- `reused` / `characters`, at most 1
    naming          INTEGER NOT NULL,           -- of the pages that share passages: name Wikipedia,
    linking         INTEGER NOT NULL,           -- link an article that they have text of,
    licensed        INTEGER NOT NULL,           -- link the licence,
    examined        INTEGER NOT NULL,           -- are in HTML, which shows advertisements,
    advertising     INTEGER NOT NULL,           -- and of these: carry some
    views           REAL,                       -- views a month, estimated; NULL if unknown
    revenue         REAL                        -- USD a month, estimated
) WITHOUT ROWID;

-- One row: the whole.
CREATE TABLE IF NOT EXISTS main.web (
    id              INTEGER PRIMARY KEY CHECK (id = 1),
    sites           INTEGER NOT NULL,
    sites_reusing   INTEGER NOT NULL,
    pages           INTEGER NOT NULL,
    pages_reusing   INTEGER NOT NULL,
    articles        INTEGER NOT NULL,           -- whose text was found
    cases           INTEGER NOT NULL,
    unattributed    INTEGER NOT NULL,           -- pages that share passages and do not name Wikipedia
    sites_examined  INTEGER NOT NULL,           -- of sites_reusing: with pages_examined,
    sites_advertising INTEGER NOT NULL,         -- and with pages_advertising
    pages_examined  INTEGER NOT NULL,           -- of pages_reusing: in HTML,
    pages_advertising INTEGER NOT NULL,         -- and of these: carry advertisements
    views           REAL,                       -- of these pages a month, estimated; NULL if unknown
    revenue         REAL,                       -- USD a month, estimated
    revenue_of_web  REAL                        -- `revenue` for `web_parameters.sites` instead of `sites_reusing`
);
