-- template_tables.sql - the slots of templates: sql/templates.sql fills these.

.bail on
.read sql/shared/require_tables.sql

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
