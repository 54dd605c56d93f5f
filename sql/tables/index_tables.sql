-- index_tables.sql - how far the live index sentence_index has come: new_texts.sql and indexed.sql fill it.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.indexed (
    id          INTEGER PRIMARY KEY CHECK (id = 1),   -- there is one row
    sentence_id INTEGER NOT NULL                -- the last sentence that the index has
);
