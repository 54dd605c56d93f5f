-- watch_tables.sql - what `neardup watch` knows of the changes that it has followed: sql/watch/ fills these.

-- The wiki that is followed, and how far.
CREATE TABLE IF NOT EXISTS main.watch (
    id          INTEGER PRIMARY KEY CHECK (id = 1),   -- there is one row
    source_id   INTEGER NOT NULL,               -- the wiki that is followed
    article_id  INTEGER NOT NULL,               -- the greatest that was given: none is given again
    sentence_id INTEGER NOT NULL,               -- likewise
    event       TEXT,                           -- meta.id of the last event that was read
    event_time  TEXT,                           -- and its time
    written     INTEGER NOT NULL DEFAULT 0,     -- findings up to this seq are written
    journal     TEXT                            -- the journal mode that the database had before, and gets back when the watch
                                                -- ends; NULL between two watches
);

-- Each page that an event was about: what came last, so that nothing older counts any more.
CREATE TABLE IF NOT EXISTS main.watch_page (
    id            INTEGER PRIMARY KEY,
    page_id       INTEGER,                      -- the wiki's own number; NULL if it is not known. Has an index, as that of
                                                -- `article` has
    namespace     INTEGER NOT NULL,
    title         TEXT NOT NULL,
    state         TEXT NOT NULL,                -- 'article', 'redirect', 'deleted', 'unknown': its text is
    article_id    INTEGER,                      -- which it has, or had
    revision_id   INTEGER,                      -- of its text
    revision_time TEXT,                         -- of its text
    time          TEXT,                         -- when it got this title, or was deleted
    moved_to      INTEGER,                      -- the watch_page that left this redirect when it was moved
    edits         INTEGER NOT NULL DEFAULT 0    -- that changed the article
);

-- The sentences that came since.
CREATE TABLE IF NOT EXISTS main.watch_sentence (
    sentence_id INTEGER PRIMARY KEY,
    revision_id INTEGER,                        -- that brought it
    time        TEXT NOT NULL,
    contributor TEXT
);

-- The sentences that the last ten edits of each article took away: a revert gives them back their ids.
CREATE TABLE IF NOT EXISTS main.watch_removed (
    sentence_id INTEGER PRIMARY KEY,            -- the id that it had
    article_id  INTEGER NOT NULL,
    edit        INTEGER NOT NULL,               -- watch_page.edits
    text        TEXT NOT NULL
);

-- The contradictions that are known: those of `pair_kind` with a score of `shown_least` or more, and those that edits made.
CREATE TABLE IF NOT EXISTS main.watch_conflict (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,                   -- a < b
    score   REAL    NOT NULL,                   -- as in `pair_kind`, and so are the next four
    reason  TEXT    NOT NULL,
    type    TEXT,
    value_a TEXT,
    value_b TEXT,
    healed  TEXT,                               -- the time when one of them went; NULL if both are there
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Of these, the pairs that agreed until an edit parted them. When one of them is edited again, they are one text still.
CREATE TABLE IF NOT EXISTS main.watch_parted (
    a INTEGER NOT NULL,
    b INTEGER NOT NULL,                         -- a < b
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- What edits made, healed, left and copied, as it is written.
CREATE TABLE IF NOT EXISTS main.watch_finding (
    seq  INTEGER PRIMARY KEY,                   -- from 1, without a gap
    line TEXT NOT NULL                          -- JSON, as it is written
);

CREATE INDEX IF NOT EXISTS main.article_page         ON article(page_id);
CREATE INDEX IF NOT EXISTS main.watch_page_page      ON watch_page(page_id);
CREATE INDEX IF NOT EXISTS main.watch_page_title     ON watch_page(title);
CREATE INDEX IF NOT EXISTS main.watch_removed_article ON watch_removed(article_id);
CREATE INDEX IF NOT EXISTS main.watch_conflict_b     ON watch_conflict(b);
