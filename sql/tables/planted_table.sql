-- planted_table.sql - what analysis/plant.sql has changed in a copy of a database.

-- The changes that `neardup drill` has planted in its copy of the database. Yours never has rows here.
CREATE TABLE IF NOT EXISTS main.planted_change (
    sentence_id INTEGER PRIMARY KEY,            -- the sentence that was changed
    other_id    INTEGER NOT NULL,               -- one of another article, which still has the text that both had
    type        TEXT    NOT NULL,               -- `number`, `year`, `month`, `name`, `negation`; `adverb`, `comma`, `wording`
    contradicts INTEGER NOT NULL,               -- 1: both cannot be true; 0: both say the same
    at          INTEGER NOT NULL,               -- which character of the text is the first that was changed, from 1
    old         TEXT    NOT NULL,               -- what was there
    new         TEXT    NOT NULL                -- what is there now
);
