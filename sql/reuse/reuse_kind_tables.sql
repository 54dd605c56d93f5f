-- reuse_kind_tables.sql - the tables of reuse_kinds.sql, emptied.
--
-- A part of reuse.sql, since they say nothing about new cases, and of reuse_kinds.sql, which fills them.

.bail on
.read sql/shared/require_tables.sql
.read sql/kinds/likelihood.sql

CREATE TABLE IF NOT EXISTS main.reuse_template (
    id       INTEGER PRIMARY KEY,               -- of its cluster
    text     TEXT    NOT NULL,                  -- the pattern, with numbered slots in braces
    slots    INTEGER NOT NULL,
    articles INTEGER NOT NULL                   -- that fill them
);
DELETE FROM main.reuse_template;

CREATE TABLE IF NOT EXISTS main.reuse_slot (
    template_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    PRIMARY KEY (template_id, slot, article_id)
) WITHOUT ROWID;
DELETE FROM main.reuse_slot;

CREATE TABLE IF NOT EXISTS main.reuse_missing (
    template_id INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    PRIMARY KEY (template_id, article_id)
) WITHOUT ROWID;
DELETE FROM main.reuse_missing;

CREATE TABLE IF NOT EXISTS main.reuse_relation (
    a            INTEGER NOT NULL,
    b            INTEGER NOT NULL,
    cases        INTEGER NOT NULL,
    relation     TEXT    NOT NULL,
    broader      INTEGER,                       -- article of the broader title, of kind, part and section
    longer       INTEGER NOT NULL,              -- article with the longer text
    main_article INTEGER NOT NULL,              -- candidate for the main article of the passage
    reason       TEXT    NOT NULL,              -- why this one
    PRIMARY KEY (a, b)
) WITHOUT ROWID;
DELETE FROM main.reuse_relation;

CREATE TABLE IF NOT EXISTS main.reuse_divergence (
    reuse_id   INTEGER NOT NULL,
    a_sentence INTEGER NOT NULL,
    b_sentence INTEGER NOT NULL,
    kind       TEXT    NOT NULL,                -- of duplicate_kind()
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL
);
CREATE INDEX IF NOT EXISTS main.reuse_divergence_case ON reuse_divergence(reuse_id);
DELETE FROM main.reuse_divergence;
