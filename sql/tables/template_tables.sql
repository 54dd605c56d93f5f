-- template_tables.sql - the slots of templates: sql/templates.sql fills these.

CREATE TABLE IF NOT EXISTS main.template (
    cluster_id INTEGER PRIMARY KEY,
    slots      INTEGER NOT NULL,
    pattern    TEXT    NOT NULL
);

CREATE TABLE IF NOT EXISTS main.template_value (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    value       TEXT    NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id, slot)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.template_slot (
    cluster_id INTEGER NOT NULL,
    slot       INTEGER NOT NULL,
    name       TEXT    NOT NULL,                -- 'title', the field, the words before, or '{1}'
    type       TEXT    NOT NULL,                -- 'year', 'number' or 'text'
    field      TEXT,                            -- of infoboxes, that mostly has the same value; NULL: none
    compared   INTEGER NOT NULL,                -- sentences whose article has the field
    agree      INTEGER NOT NULL,                -- of these, with the same value
    PRIMARY KEY (cluster_id, slot)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.template_doubt (
    cluster_id  INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    value       TEXT    NOT NULL,
    reason      TEXT    NOT NULL,               -- 'infobox', 'far' or 'spelling'
    other       TEXT    NOT NULL                -- what the infobox says, the median, or the usual value
);
