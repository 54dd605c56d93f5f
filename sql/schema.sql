-- schema.sql - the tables of a neardup database.
--
-- The loader creates them; any other table of short texts can be brought in by hand: fill
-- `source`, `article` and `sentence`, and everything else works. docs/tables.md tells the whole
-- story of every column. Run on an existing database it changes nothing.

PRAGMA application_id = 1313109360;             -- 'NDup': how a database says that it is ours
PRAGMA user_version   = 2;                      -- the version of these tables

-- A dump or another file that texts came from.
CREATE TABLE IF NOT EXISTS source (
    id              INTEGER PRIMARY KEY,
    name            TEXT NOT NULL,              -- the file's name
    kind            TEXT NOT NULL,              -- the format: 'mediawiki', 'text', 'csv', ...
    path            TEXT,                       -- absolute; NULL for standard input
    size            INTEGER,                    -- bytes of the file; NULL for standard input
    fingerprint     TEXT,                       -- of its content; NULL for standard input
    options         TEXT NOT NULL,              -- what the loader was asked for
    program_version TEXT NOT NULL,
    started_at      TEXT NOT NULL,              -- UTC
    finished_at     TEXT,                       -- NULL while it is being loaded, or was interrupted
    base            TEXT,                       -- address of the wiki's main page
    language        TEXT,                       -- 'en', ...
    pages           INTEGER NOT NULL DEFAULT 0, -- all that were read, of any namespace
    articles        INTEGER NOT NULL DEFAULT 0, -- those that were kept
    redirects       INTEGER NOT NULL DEFAULT 0, -- those that were not, because they only redirect
    sentences       INTEGER NOT NULL DEFAULT 0,
    damaged         INTEGER NOT NULL DEFAULT 0  -- rows in `damage`
);

CREATE TABLE IF NOT EXISTS article (
    id            INTEGER PRIMARY KEY,
    source_id     INTEGER NOT NULL REFERENCES source(id),
    page_id       INTEGER,                      -- the wiki's own number
    namespace     INTEGER NOT NULL,
    title         TEXT NOT NULL,
    revision_id   INTEGER,
    revision_time TEXT                          -- UTC, as in the dump
);

CREATE TABLE IF NOT EXISTS sentence (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL REFERENCES article(id),
    position   INTEGER NOT NULL,                -- counts the article's sentences from 1
    section    TEXT NOT NULL,                   -- heading path, 'History > Early years'; '' in the lead
    block      TEXT NOT NULL,                   -- 'prose', 'list', 'table' or 'footer'
    text       TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS article_title     ON article(title);
CREATE INDEX IF NOT EXISTS sentence_position ON sentence(article_id, position);

-- What could not be read, and why. Everything else of the file was kept.
CREATE TABLE IF NOT EXISTS damage (
    source_id   INTEGER NOT NULL REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump, as UTF-8
    page_title  TEXT,                           -- where it is known
    message     TEXT NOT NULL
);

-- Where an interrupted load goes on. A source that is finished has no row here.
CREATE TABLE IF NOT EXISTS checkpoint (
    source_id   INTEGER PRIMARY KEY REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump: a page or record has just ended
    file_bit    INTEGER NOT NULL,               -- where its block begins in a bzip2 file; else -1
    bit_offset  INTEGER NOT NULL,               -- the byte of the dump with which that block begins
    checksum    INTEGER NOT NULL,               -- of the blocks before it in its stream; else -1
    closed      INTEGER NOT NULL,               -- 1 outside of <mediawiki>
    records     INTEGER NOT NULL                -- records or lines before it; 0 in a dump
);

-- The history of articles, filled by `neardup-load --history` alone: who wrote what, and when.
CREATE TABLE IF NOT EXISTS revision (
    id          INTEGER PRIMARY KEY,
    article_id  INTEGER NOT NULL REFERENCES article(id),
    revision_id INTEGER,                        -- the wiki's own number
    time        TEXT NOT NULL,                  -- UTC, as in the dump
    contributor TEXT                            -- user name or address; NULL where it is hidden
);

-- Every different sentence that an article ever had, once.
CREATE TABLE IF NOT EXISTS history_sentence (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL REFERENCES article(id),
    section    TEXT NOT NULL,
    block      TEXT NOT NULL,
    text       TEXT NOT NULL
);

-- The sentences of each revision, in order.
CREATE TABLE IF NOT EXISTS revision_sentence (
    revision_id INTEGER NOT NULL REFERENCES revision(id),
    position    INTEGER NOT NULL,               -- counts from 1
    history_sentence_id  INTEGER NOT NULL REFERENCES history_sentence(id),
    PRIMARY KEY (revision_id, position)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS revision_article ON revision(article_id, time);
CREATE INDEX IF NOT EXISTS history_sentence_article  ON history_sentence(article_id);
