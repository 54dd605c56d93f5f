-- index_tables.sql - how far the live index sentence_index has come, and what `neardup add` has still to tell.

-- How far the live index `sentence_index` has come, which `neardup add` makes.
CREATE TABLE IF NOT EXISTS main.indexed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),   -- there is one row
    sentence_id INTEGER NOT NULL                -- the greatest id that the index was told of; later sentences come in when
                                                -- `neardup` runs next, and ids up to it are not given again
);

-- The sources that `neardup add` has loaded and not yet reported: after an interruption, the next `add` reports them.
CREATE TABLE IF NOT EXISTS main.adding (
    source_id  INTEGER PRIMARY KEY REFERENCES source(id),
    article_id INTEGER NOT NULL                 -- the articles of the source after this one are new
);
