-- text_tables.sql - the tables of texts, and what marks a database as neardup's.
--
-- It adds what is missing and changes nothing that is there.

PRAGMA main.application_id = 1313109360;        -- 'NDup': marks the database as ours
PRAGMA main.user_version   = 8;                 -- version of these tables

-- A dump or another file from which texts were loaded.
CREATE TABLE IF NOT EXISTS main.source (
    id              INTEGER PRIMARY KEY,
    name            TEXT NOT NULL,              -- name of the file
    kind            TEXT NOT NULL,              -- its format: 'mediawiki', 'text', 'csv', ...
    dump_date       TEXT,                       -- 'YYYY-MM-DD'; NULL if unknown
    path            TEXT,                       -- absolute; NULL for standard input
    size            INTEGER,                    -- bytes of the file; NULL for standard input
    fingerprint     TEXT,                       -- of its content; NULL for standard input
    options         TEXT NOT NULL,              -- those that affect what is loaded
    program_version TEXT NOT NULL,
    started_at      TEXT NOT NULL,              -- UTC
    finished_at     TEXT,                       -- NULL until the load is complete
    base            TEXT,                       -- URL of the wiki's main page
    language        TEXT,                       -- 'en', ...
    pages           INTEGER NOT NULL DEFAULT 0, -- pages read, in any namespace
    articles        INTEGER NOT NULL DEFAULT 0, -- pages kept
    redirects       INTEGER NOT NULL DEFAULT 0, -- pages that only redirect
    sentences       INTEGER NOT NULL DEFAULT 0,
    damaged         INTEGER NOT NULL DEFAULT 0  -- rows in `damage`
);

CREATE TABLE IF NOT EXISTS main.article (
    id            INTEGER PRIMARY KEY,
    source_id     INTEGER NOT NULL REFERENCES source(id),
    page_id       INTEGER,                      -- the wiki's own number
    namespace     INTEGER NOT NULL,
    title         TEXT NOT NULL,
    revision_id   INTEGER,
    revision_time TEXT,                         -- UTC, as in the dump; NULL if unknown
    titled        INTEGER NOT NULL DEFAULT 1,   -- 0: the title was made up, for people only
    key                                         -- of the row it was read from, in its type; or NULL
);

-- The languages that rows and web pages name for themselves. The others are in that of their source.
CREATE TABLE IF NOT EXISTS main.article_language (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    language   TEXT NOT NULL                    -- 'de', 'pt-BR', ...
);

-- The language of each article; NULL if nobody names it.
CREATE VIEW IF NOT EXISTS main.written_in AS
SELECT article.id AS article_id, coalesce(article_language.language, source.language) AS language
  FROM article
  JOIN source ON source.id = source_id
  LEFT JOIN article_language ON article_language.article_id = article.id;

-- Further columns of the rows from which articles were read.
CREATE TABLE IF NOT EXISTS main.carried (
    article_id INTEGER NOT NULL REFERENCES article(id),
    name       TEXT NOT NULL,                   -- of the column
    value,                                      -- in its type
    PRIMARY KEY (article_id, name)
) WITHOUT ROWID;

-- What the page of a wiki says besides its text. An article has one row, whatever it says, because a row for each link
-- would cost as much as the sentences; the views below show them as rows.
CREATE TABLE IF NOT EXISTS main.article_fact (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    categories TEXT,                            -- JSON, ["Islands", ...]; NULL for nothing, as the next three
    links      TEXT,                            -- ["Port Maurel", ...], to articles
    languages  TEXT,                            -- {"de": "Hafen", ...}
    infoboxes  TEXT                             -- [{"template": "Infobox port", "fields": {"depth": "9 m"}}, ...]
);

CREATE VIEW IF NOT EXISTS main.category AS
SELECT article_id, value AS title
  FROM article_fact JOIN json_each(categories);

CREATE VIEW IF NOT EXISTS main.article_link AS
SELECT article_id, value AS title
  FROM article_fact JOIN json_each(links);

CREATE VIEW IF NOT EXISTS main.language_link AS
SELECT article_id, key AS language, value AS title
  FROM article_fact JOIN json_each(languages);

CREATE VIEW IF NOT EXISTS main.infobox_field AS
SELECT article_id, box.key + 1 AS infobox, json_extract(box.value, '$.template') AS template,
       field.key AS name, field.value
  FROM article_fact
  JOIN json_each(infoboxes)          AS box
  JOIN json_each(box.value, '$.fields') AS field;

-- The web pages among the articles: where and when each was found.
CREATE TABLE IF NOT EXISTS main.page (
    article_id      INTEGER PRIMARY KEY REFERENCES article(id),
    site            TEXT NOT NULL,              -- host, in lower case, without 'www.' and port
    address         TEXT NOT NULL,              -- the same as article.key
    time            TEXT,                       -- UTC, 'YYYY-MM-DDThh:mm:ssZ'
    status          INTEGER,                    -- of HTTP; NULL if the archive has none
    content_type    TEXT,                       -- as the server sent it
    encoding        TEXT,                       -- in which it was read, such as 'utf-8'
    names_wikipedia INTEGER NOT NULL,           -- 1: the word stands on the page, or in an address it links
    characters      INTEGER NOT NULL,           -- of its main text, which the sentences have
    boilerplate     INTEGER NOT NULL            -- of its other visible text, which is dropped
);

-- Links of a web page to a wiki of Wikimedia or to a licence, in their order.
CREATE TABLE IF NOT EXISTS main.page_link (
    article_id INTEGER NOT NULL REFERENCES article(id),
    address    TEXT NOT NULL,                   -- absolute
    text       TEXT NOT NULL                    -- on which the link stands
);

-- From which hosts of others a web page in HTML loads scripts, frames and images. A page of text has no row.
CREATE TABLE IF NOT EXISTS main.third_party (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    hosts      TEXT NOT NULL                    -- JSON, ["cdn.example", ...]
);

CREATE VIEW IF NOT EXISTS main.third_party_host AS
SELECT article_id, value AS host
  FROM third_party JOIN json_each(hosts);

CREATE TABLE IF NOT EXISTS main.sentence (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL REFERENCES article(id),
    position   INTEGER NOT NULL,                -- in the article, from 1
    paragraph  INTEGER NOT NULL DEFAULT 1,      -- in the article, from 1: a paragraph, list item or cell
    section    TEXT NOT NULL,                   -- headings, 'History > Early years'; '' in the lead
    block      TEXT NOT NULL,                   -- 'prose', 'list', 'table' or 'footer'
    text       TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS main.article_title     ON article(title);
CREATE INDEX IF NOT EXISTS main.page_link_article ON page_link(article_id);
CREATE INDEX IF NOT EXISTS main.sentence_position ON sentence(article_id, position);

-- Other names of articles: where the redirects of a dump lead.
CREATE TABLE IF NOT EXISTS main.alias (
    source_id INTEGER NOT NULL REFERENCES source(id),
    title     TEXT NOT NULL COLLATE NOCASE,     -- of the redirect
    target    TEXT NOT NULL COLLATE NOCASE,     -- the title of the article that it leads to
    section   TEXT NOT NULL                     -- of that article; '' if it leads to all of it
);

CREATE INDEX IF NOT EXISTS main.alias_title  ON alias(title);
CREATE INDEX IF NOT EXISTS main.alias_target ON alias(target);

-- Places in a file that could not be read. The rest of the file was loaded.
CREATE TABLE IF NOT EXISTS main.damage (
    source_id   INTEGER NOT NULL REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump, as UTF-8
    page_title  TEXT,                           -- if known
    message     TEXT NOT NULL
);

-- Where an interrupted load resumes. A finished source has no row here, except a part of a file: its row
-- says how many bytes of text and how many records or lines it has, and where its share of the file ends.
CREATE TABLE IF NOT EXISTS main.checkpoint (
    source_id   INTEGER PRIMARY KEY REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump; a page or record ends here
    file_bit    INTEGER NOT NULL,               -- start of the bzip2 block that holds it, or -1
    bit_offset  INTEGER NOT NULL,               -- byte of the dump at which that block starts
    checksum    INTEGER NOT NULL,               -- of the earlier blocks in its bzip2 stream, or -1
    closed      INTEGER NOT NULL,               -- 1 outside <mediawiki>
    records     INTEGER NOT NULL                -- records or lines before it; 0 in a dump
);

-- Words with their vectors, in the order of the file: mostly the most frequent first.
CREATE TABLE IF NOT EXISTS main.word_vector (
    word   TEXT NOT NULL PRIMARY KEY,
    vector BLOB NOT NULL,                       -- float32, little-endian; all of one length
    weight REAL                                 -- of the word in the mean of a text; NULL: 1
);

-- Who wrote what, and when. Only `neardup-load --history` fills this and the next two tables.
CREATE TABLE IF NOT EXISTS main.revision (
    id             INTEGER PRIMARY KEY,
    article_id     INTEGER NOT NULL REFERENCES article(id),
    revision_id    INTEGER,                     -- the wiki's own number
    time           TEXT NOT NULL,               -- UTC, as in the dump
    contributor    TEXT,                        -- user name or IP address; NULL if hidden
    contributor_id INTEGER,                     -- the wiki's own number of the user; NULL for an IP address
    minor          INTEGER NOT NULL DEFAULT 0,  -- 1: its author called it a minor edit
    comment        TEXT,                        -- NULL if nothing was written, or if it is hidden
    has_text       INTEGER NOT NULL DEFAULT 1   -- 0: hidden, or not in the dump
);

-- Each distinct sentence in an article's history.
CREATE TABLE IF NOT EXISTS main.history_sentence (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL REFERENCES article(id),
    section    TEXT NOT NULL,
    block      TEXT NOT NULL,
    text       TEXT NOT NULL
);

-- The sentence stood in every revision of its article from the first to the last that has a text.
CREATE TABLE IF NOT EXISTS main.history_span (
    history_sentence_id INTEGER NOT NULL REFERENCES history_sentence(id),
    first_revision_id   INTEGER NOT NULL REFERENCES revision(id),
    last_revision_id    INTEGER NOT NULL REFERENCES revision(id),
    position            INTEGER NOT NULL,       -- in the first of them, from 1
    PRIMARY KEY (history_sentence_id, first_revision_id)
) WITHOUT ROWID;

-- The sentences of each revision. The order of `position` is that of the revision where nothing was moved.
CREATE VIEW IF NOT EXISTS main.revision_sentence AS
SELECT revision.id AS revision_id, position, history_sentence.id AS history_sentence_id
  FROM revision
  JOIN history_sentence USING (article_id)
  JOIN history_span ON history_sentence_id = history_sentence.id
                   AND revision.id BETWEEN first_revision_id AND last_revision_id
 WHERE has_text;

CREATE INDEX IF NOT EXISTS main.revision_article         ON revision(article_id);
CREATE INDEX IF NOT EXISTS main.history_sentence_article ON history_sentence(article_id);

-- Networks that hash vectors, for semantic_hash(). Only examples/train_semantic_hash.py fills this.
CREATE TABLE IF NOT EXISTS main.semantic_model (
    name        TEXT NOT NULL PRIMARY KEY,
    bits        INTEGER NOT NULL,               -- of a hash
    terms       INTEGER NOT NULL,               -- that it knows
    texts       INTEGER NOT NULL,               -- that it has learnt from
    loss        REAL NOT NULL,                  -- per text, on texts that it has not seen
    frequencies BLOB NOT NULL,                  -- made by document_frequencies(); for tfidf_vector()
    model       BLOB NOT NULL                   -- for semantic_model()
);
