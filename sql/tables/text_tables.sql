-- text_tables.sql - the tables of texts, and what marks a database as neardup's.
--
-- It adds what is missing and changes nothing that is there.

PRAGMA main.application_id = 1313109360;        -- 'NDup': marks the database as ours
PRAGMA main.user_version   = 8;                 -- version of these tables

-- A file from which texts or word vectors were loaded.
CREATE TABLE IF NOT EXISTS main.source (
    id              INTEGER PRIMARY KEY,        -- in the order of loading
    name            TEXT NOT NULL,              -- name of the file, without its folder; of a table of a database,
                                                -- `shop.db:review`
    kind            TEXT NOT NULL,              -- the format: `mediawiki`, `text`, `csv`, `tsv`, `jsonl`, `sqlite`, `warc`; of
                                                -- word vectors `word2vec`, `glove` or `fasttext`; for texts of your own, any word
    dump_date       TEXT,                       -- `YYYY-MM-DD`: the day of its newest revision; without revision times, the date
                                                -- in its name, as in `enwiki-20240101`; otherwise NULL
    path            TEXT,                       -- absolute; NULL for standard input
    size            INTEGER,                    -- bytes of the file as it is stored; NULL for standard input
    fingerprint     TEXT,                       -- checksum (CRC-64) of its content; with `size` it tells whether a file is new;
                                                -- NULL for standard input
    options         TEXT NOT NULL,              -- the loader's options that affect the result, such as `namespaces=0`, `columns:
                                                -- text=body,id=id,key=sku language=en`, `whole`, `part=2/3`
    program_version TEXT NOT NULL,              -- of the loader
    started_at      TEXT NOT NULL,              -- UTC, as in `2026-11-21 07:50:58`
    finished_at     TEXT,                       -- NULL until the load is complete
    base            TEXT,                       -- URL of the wiki's main page, from the dump
    language        TEXT,                       -- language code, such as `en`, from `--language` or else from the dump; NULL if
                                                -- unknown
    pages           INTEGER NOT NULL DEFAULT 0, -- pages read, in any namespace; in other formats, records, in web archives of any
                                                -- kind; of word vectors, words
    articles        INTEGER NOT NULL DEFAULT 0, -- pages kept
    redirects       INTEGER NOT NULL DEFAULT 0, -- pages that only redirect
    sentences       INTEGER NOT NULL DEFAULT 0, -- sentences of this source
    damaged         INTEGER NOT NULL DEFAULT 0  -- rows of this source in `damage`
);

-- A page of a dump, a record, or whatever else contains sentences.
CREATE TABLE IF NOT EXISTS main.article (
    id            INTEGER PRIMARY KEY,          -- in the order of the dump
    source_id     INTEGER NOT NULL REFERENCES source(id),
    page_id       INTEGER,                      -- the wiki's own number, as in `?curid=12`, or a record's id; NULL if there is
                                                -- none or it is not an integer
    namespace     INTEGER NOT NULL,             -- 0 for articles
    title         TEXT NOT NULL,                -- for a record without a title, `FILE:NUMBER`
    revision_id   INTEGER,                      -- the revision that was read; NULL if there is none
    revision_time TEXT,                         -- UTC, as in the dump: `2016-05-01T12:00:00Z`; for a record, its time as written;
                                                -- NULL if there is none
    titled        INTEGER NOT NULL DEFAULT 1,   -- 0: the title was made up, for people only; otherwise 1
    key                                         -- of a record: its key in its type, that of several columns as a JSON array;
                                                -- otherwise NULL
);

-- The languages that rows and web pages name for themselves. The others are in that of their source.
CREATE TABLE IF NOT EXISTS main.article_language (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    language   TEXT NOT NULL                    -- a code such as `de` or `pt-BR`, as it is written there, up to the first
                                                -- character that is no letter or digit of ASCII, hyphen or underscore
);

-- The language of each article, its own or that of its source: `article_id`, `language`; NULL if nobody names it.
CREATE VIEW IF NOT EXISTS main.written_in AS
SELECT article.id AS article_id, coalesce(article_language.language, source.language) AS language
  FROM article
  JOIN source ON source.id = source_id
  LEFT JOIN article_language ON article_language.article_id = article.id;

-- Further columns of the records, those that `--carry` names: a row for each of them and each article.
CREATE TABLE IF NOT EXISTS main.carried (
    article_id INTEGER NOT NULL REFERENCES article(id),
    name       TEXT NOT NULL,                   -- of the column
    value,                                      -- in its type; NULL if it is missing
    PRIMARY KEY (article_id, name)
) WITHOUT ROWID;

-- What the page of a wiki says besides its text. An article has one row, whatever it says, because a row for each link
-- would cost as much as the sentences; the views below show them as rows.
CREATE TABLE IF NOT EXISTS main.article_fact (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    categories TEXT,                            -- a JSON array of titles, without `Category:`; NULL for nothing, as in the next
                                                -- columns
    links      TEXT,                            -- a JSON array of the titles of articles, in the order of the page; repeated if
                                                -- the page repeats them
    languages  TEXT,                            -- a JSON object: the code of each other language, and the title there
    infoboxes  TEXT                             -- a JSON array of objects with `template`, a title, and `fields`, an object of
                                                -- names and values
);

-- The categories of articles: `article_id`, `title`.
CREATE VIEW IF NOT EXISTS main.category AS
SELECT article_id, value AS title
  FROM article_fact JOIN json_each(categories);

-- The articles that articles link: `article_id`, `title`, which may be one of an alias, or of no article that was loaded.
CREATE VIEW IF NOT EXISTS main.article_link AS
SELECT article_id, value AS title
  FROM article_fact JOIN json_each(links);

-- The titles of articles in other languages: `article_id`, `language`, `title`.
CREATE VIEW IF NOT EXISTS main.language_link AS
SELECT article_id, key AS language, value AS title
  FROM article_fact JOIN json_each(languages);

-- The fields of infoboxes: `article_id`, `infobox`, its number on the page, `template`, `name`, `value`.
CREATE VIEW IF NOT EXISTS main.infobox_field AS
SELECT article_id, box.key + 1 AS infobox, json_extract(box.value, '$.template') AS template,
       field.key AS name, field.value
  FROM article_fact
  JOIN json_each(infoboxes)          AS box
  JOIN json_each(box.value, '$.fields') AS field;

-- The web pages among the articles: where and when each was found.
CREATE TABLE IF NOT EXISTS main.page (
    article_id      INTEGER PRIMARY KEY REFERENCES article(id),
    site            TEXT NOT NULL,              -- the host of its address, in lower case, without `www.` and port; empty if it
                                                -- has none
    address         TEXT NOT NULL,              -- where it was found, as the crawler has written it; the same as `article.key`
    time            TEXT,                       -- when: UTC, `2024-05-18T01:58:10Z`; NULL if unknown
    status          INTEGER,                    -- of HTTP, which is 200; NULL if the archive does not keep the answer of a server
    content_type    TEXT,                       -- as the server named it: `text/html; charset=utf-8`
    encoding        TEXT,                       -- in which it was read, by its name on the web: `utf-8`, `windows-1252`
    names_wikipedia INTEGER NOT NULL,           -- 1: the word stands on the page, or in an address that it links; otherwise 0
    characters      INTEGER NOT NULL,           -- of its main text, which the sentences have
    boilerplate     INTEGER NOT NULL            -- of its other visible text: navigation, advertisements and the like, which are
                                                -- not loaded
);

-- Links of a web page to wikis of Wikimedia and to licences, in the order of the page, boilerplate included.
CREATE TABLE IF NOT EXISTS main.page_link (
    article_id INTEGER NOT NULL REFERENCES article(id),
    address    TEXT NOT NULL,                   -- of the link, absolute
    text       TEXT NOT NULL                    -- on which the link stands
);

-- From which hosts of others a web page in HTML loads scripts, frames and images. A page of text has no row.
CREATE TABLE IF NOT EXISTS main.third_party (
    article_id INTEGER PRIMARY KEY REFERENCES article(id),
    hosts      TEXT NOT NULL                    -- a JSON array of at most 100 hosts, in lower case, each once, in the order of
                                                -- the page; the text of a script adds none to 50 or more
);

-- The hosts of `third_party`, a row for each: `article_id`, `host`.
CREATE VIEW IF NOT EXISTS main.third_party_host AS
SELECT article_id, value AS host
  FROM third_party JOIN json_each(hosts);

-- The sentences of each article; a text that was loaded with `--whole` is one.
CREATE TABLE IF NOT EXISTS main.sentence (
    id         INTEGER PRIMARY KEY,             -- in the order of the dump
    article_id INTEGER NOT NULL REFERENCES article(id),
    position   INTEGER NOT NULL,                -- in the article, from 1
    paragraph  INTEGER NOT NULL DEFAULT 1,      -- number of its paragraph, list item or cell in the article, from 1; 1 unless you
                                                -- say so
    section    TEXT NOT NULL,                   -- headings, 'History > Early years'; '' in the lead
    block      TEXT NOT NULL,                   -- `prose`, `list`, `table` or `footer`
    text       TEXT NOT NULL                    -- the sentence without markup, on one line
);

CREATE INDEX IF NOT EXISTS main.article_title     ON article(title);
CREATE INDEX IF NOT EXISTS main.page_link_article ON page_link(article_id);
CREATE INDEX IF NOT EXISTS main.sentence_position ON sentence(article_id, position);

-- Other names of articles: where the redirects of a dump lead.
CREATE TABLE IF NOT EXISTS main.alias (
    source_id INTEGER NOT NULL REFERENCES source(id),
    title     TEXT NOT NULL COLLATE NOCASE,     -- of the redirect: the other name
    target    TEXT NOT NULL COLLATE NOCASE,     -- the title of the article that it leads to, as the dump says it, or else as the
                                                -- link in its text says it: without underscores, and with a capital first letter
                                                -- where the wiki has one
    section   TEXT NOT NULL                     -- name of the heading in that article, as in `#REDIRECT [[Target#Section]]`;
                                                -- empty if it leads to all of the article
);

CREATE INDEX IF NOT EXISTS main.alias_title  ON alias(title);
CREATE INDEX IF NOT EXISTS main.alias_target ON alias(target);

-- Places in a file that could not be read. The rest of the file was loaded.
CREATE TABLE IF NOT EXISTS main.damage (
    source_id   INTEGER NOT NULL REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump, as UTF-8
    page_title  TEXT,                           -- of the damaged page, if known; in a file of word vectors, the word
    message     TEXT NOT NULL                   -- what is wrong there
);

-- Where an interrupted load resumes. A finished source has no row here, except a part of a file: its row
-- says how many bytes of text and how many records or lines it has, and where its share of the file ends.
CREATE TABLE IF NOT EXISTS main.checkpoint (
    source_id   INTEGER PRIMARY KEY REFERENCES source(id),
    byte_offset INTEGER NOT NULL,               -- in the uncompressed dump; a page or record ends there. In a database, bytes of
                                                -- the values read
    file_bit    INTEGER NOT NULL,               -- in a bzip2 file, the bit at which the block with that byte starts; otherwise -1
    bit_offset  INTEGER NOT NULL,               -- the byte of the dump at which that block starts; of a table of a database, the
                                                -- rowid of the last row
    checksum    INTEGER NOT NULL,               -- in a bzip2 file, the checksum of the earlier blocks in its stream; -1 if
                                                -- unknown
    closed      INTEGER NOT NULL,               -- 1 outside `<mediawiki>`, and in other formats
    records     INTEGER NOT NULL                -- records or lines before it; 0 in a dump
);

-- Words with their vectors, in the order of the file: mostly the most frequent first.
CREATE TABLE IF NOT EXISTS main.word_vector (
    word   TEXT NOT NULL PRIMARY KEY,           -- as it stands in the file, in any case
    vector BLOB NOT NULL,                       -- its numbers as little-endian float32, 4 bytes each; all have the same number of
                                                -- dimensions
    weight REAL                                 -- of the word in the mean of a text; NULL, from files, means 1
);

-- The versions of each article. Only `neardup load --history` fills this and the next two tables.
CREATE TABLE IF NOT EXISTS main.revision (
    id             INTEGER PRIMARY KEY,         -- in the order of the dump
    article_id     INTEGER NOT NULL REFERENCES article(id),
    revision_id    INTEGER,                     -- the wiki's own number; NULL if there is none
    time           TEXT NOT NULL,               -- UTC, as in the dump
    contributor    TEXT,                        -- user name or IP address; NULL if hidden
    contributor_id INTEGER,                     -- the wiki's own number of the user; NULL for an IP address, and if hidden
    minor          INTEGER NOT NULL DEFAULT 0,  -- 1: its author called it a minor edit
    comment        TEXT,                        -- NULL if nothing was written, or if it is hidden
    has_text       INTEGER NOT NULL DEFAULT 1   -- 0: the text is hidden, the dump has only names and times, or the wiki has
                                                -- imported the page without it: then the first text is empty
);

-- Each distinct sentence in an article's history.
CREATE TABLE IF NOT EXISTS main.history_sentence (
    id         INTEGER PRIMARY KEY,             -- in the order of first occurrence in the dump
    article_id INTEGER NOT NULL REFERENCES article(id),
    section    TEXT NOT NULL,                   -- as in `sentence`
    block      TEXT NOT NULL,                   -- as in `sentence`
    text       TEXT NOT NULL                    -- as in `sentence`
);

-- When each sentence stood in its article: in every revision from the first to the last that has a text. A sentence that went and
-- came back has several rows.
CREATE TABLE IF NOT EXISTS main.history_span (
    history_sentence_id INTEGER NOT NULL REFERENCES history_sentence(id),
    first_revision_id   INTEGER NOT NULL REFERENCES revision(id), -- the row of `revision`, not the wiki's number
    last_revision_id    INTEGER NOT NULL REFERENCES revision(id),
    position            INTEGER NOT NULL,       -- in the first of them, from 1
    PRIMARY KEY (history_sentence_id, first_revision_id)
) WITHOUT ROWID;

-- The sentences of each revision: `revision_id`, `position`, `history_sentence_id`. Where nothing was moved, the order of
-- `position` is that of the revision. Ask for one revision at a time: all are as many rows as the dump has sentences.
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
    loss        REAL NOT NULL,                  -- per text, on texts that it has not learnt from, in nats
    frequencies BLOB NOT NULL,                  -- made by document_frequencies(); for tfidf_vector()
    model       BLOB NOT NULL                   -- for semantic_model()
);
