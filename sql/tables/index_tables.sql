-- index_tables.sql - how far the live index sentence_index has come, and what `neardup add` has still to tell.

CREATE TABLE IF NOT EXISTS main.indexed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),   -- there is one row
    sentence_id INTEGER NOT NULL                -- the last sentence that the index was told of: later ones have greater ids
);

-- The sources that `neardup add` has loaded, and has not told about yet. neardup-load notes them, with the first row.
CREATE TABLE IF NOT EXISTS main.adding (
    source_id  INTEGER PRIMARY KEY REFERENCES source(id),
    article_id INTEGER NOT NULL                 -- the articles of the source after this one are new
);
