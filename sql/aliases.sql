-- aliases.sql - makes the table of aliases. schema.sql reads this, and so may a script that needs the
-- table.

-- Other names of articles: where the redirects of a dump lead.
CREATE TABLE IF NOT EXISTS main.alias (
    source_id INTEGER NOT NULL REFERENCES source(id),
    title     TEXT NOT NULL COLLATE NOCASE,     -- of the redirect
    target    TEXT NOT NULL COLLATE NOCASE,     -- the title of the article that it leads to
    section   TEXT NOT NULL                     -- of that article; '' if it leads to all of it
);

CREATE INDEX IF NOT EXISTS main.alias_title  ON alias(title);
CREATE INDEX IF NOT EXISTS main.alias_target ON alias(target);
