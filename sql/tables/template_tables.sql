-- template_tables.sql - the slots of templates: sql/templates.sql fills these.

-- The pattern of each cluster of templates.
CREATE TABLE IF NOT EXISTS main.template (
    cluster_id INTEGER PRIMARY KEY,             -- a cluster of kind `template`
    slots      INTEGER NOT NULL,                -- number of slots
    pattern    TEXT    NOT NULL                 -- what its sentences have in common, with slots `{1}`, `{2}` …
);

-- What each sentence has in each slot.
CREATE TABLE IF NOT EXISTS main.template_value (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    value       TEXT    NOT NULL,               -- the text of the sentence in that slot
    PRIMARY KEY (cluster_id, sentence_id, slot)
) WITHOUT ROWID;

-- What each slot is called and holds, and whether infoboxes agree with it.
CREATE TABLE IF NOT EXISTS main.template_slot (
    cluster_id INTEGER NOT NULL,
    slot       INTEGER NOT NULL,
    name       TEXT    NOT NULL,                -- `title` if the slot mostly has the article's title, or else the name of the
                                                -- field, the words before the slot, or its number
    type       TEXT    NOT NULL,                -- `year`, `number` (nine values in ten are numbers) or `text`
    field      TEXT,                            -- the field of infoboxes that most often has the same value, in at least two
                                                -- articles and in half of those that have it; or NULL
    compared   INTEGER NOT NULL,                -- sentences whose article has the field
    agree      INTEGER NOT NULL,                -- of these, with the same value
    PRIMARY KEY (cluster_id, slot)
) WITHOUT ROWID;

-- Values that do not fit.
CREATE TABLE IF NOT EXISTS main.template_doubt (
    cluster_id  INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    value       TEXT    NOT NULL,
    reason      TEXT    NOT NULL,               -- `infobox`: the article's infobox says something else, where at least four
                                                -- articles, and four in five, agree; `far`: a number with a modified z-score of
                                                -- 3.5 or more, among twenty or more; `spelling`: it differs by one letter from
                                                -- what three sentences or more have
    other       TEXT    NOT NULL                -- what the infobox says, the median, or the usual value
);
