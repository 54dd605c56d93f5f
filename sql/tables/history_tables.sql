-- history_tables.sql - who copied from whom, and which copies are stale: the job history fills these, except `bot`.

-- Users who are bots whatever their name, and users who are not, whatever it is. Others are bots if their name ends in
-- "bot", perhaps with a number.
CREATE TABLE IF NOT EXISTS main.bot (
    name   TEXT PRIMARY KEY,                    -- a user
    is_bot INTEGER NOT NULL DEFAULT 1           -- 1: a bot, whatever its name; 0: none
) WITHOUT ROWID;

-- One text in all its wordings and copies: what is connected by rewording within an article, or by likeness between
-- articles. Its id is the smallest of its sentences.
CREATE TABLE IF NOT EXISTS main.lineage (
    id        INTEGER PRIMARY KEY,
    wordings  INTEGER NOT NULL,                 -- different texts
    articles  INTEGER NOT NULL,                 -- that have or had it
    standing  INTEGER NOT NULL,                 -- that have it in their newest revision
    copies    INTEGER NOT NULL,                 -- rows of `copy_edge`
    depth     INTEGER NOT NULL,                 -- copies of copies in a row
    branches  INTEGER NOT NULL                  -- copies of which no further copy is known
);

-- The sentences of a lineage, and which one each has replaced in its article.
CREATE TABLE IF NOT EXISTS main.wording (
    history_sentence_id INTEGER PRIMARY KEY,
    lineage_id          INTEGER NOT NULL,
    article_id          INTEGER NOT NULL,
    replaced_id         INTEGER                 -- the text that it replaced in its article; NULL if it is new there
);

-- The copy of a lineage in an article: from when to when, and by whom.
CREATE TABLE IF NOT EXISTS main.birth (
    lineage_id       INTEGER NOT NULL,
    article_id       INTEGER NOT NULL,
    revision_id      INTEGER NOT NULL,          -- `revision`: the first that has it ...
    time             TEXT    NOT NULL,          -- of that revision
    first_id         INTEGER NOT NULL,          -- ... and how it was worded
    last_revision_id INTEGER NOT NULL,          -- the last that has it ...
    last_id          INTEGER NOT NULL,          -- ... and how
    standing         INTEGER NOT NULL,          -- 1: the last is the newest of the article
    contributor      TEXT,                      -- who made the first; NULL if hidden
    author           TEXT    NOT NULL,          -- 'registered', 'IP', 'bot' or 'unknown'
    depth            INTEGER NOT NULL,          -- copies between it and the first; 0 if it is not known to be a copy
    PRIMARY KEY (lineage_id, article_id)
) WITHOUT ROWID;

-- From which article each copy is most likely. With `lineage_id` and `target_id` as a key, these are trees.
CREATE TABLE IF NOT EXISTS main.copy_edge (
    lineage_id  INTEGER NOT NULL,
    source_id   INTEGER NOT NULL,               -- an article, ...
    target_id   INTEGER NOT NULL,               -- ... and the one that has the copy
    revision_id INTEGER NOT NULL,               -- that made it
    source_text INTEGER NOT NULL,               -- `history_sentence`: what was copied, ...
    target_text INTEGER NOT NULL,               -- ... and what became of it
    similarity  REAL    NOT NULL,               -- of both: Jaccard
    lag         INTEGER NOT NULL,               -- seconds since the source had it
    named       INTEGER NOT NULL,               -- 1: the comment of the revision names the source
    beside      INTEGER NOT NULL,               -- further sentences that the revision took from the source
    moved       INTEGER NOT NULL,               -- 1: the source lost it within a day
    sources     INTEGER NOT NULL,               -- articles with equally good evidence: 1 is certain
    decided     INTEGER NOT NULL,               -- 0: it may be the other way round, as far as times tell
    parted_id   INTEGER,                        -- `value_change`: after it they disagree; NULL: they do not
    agreed      INTEGER,                        -- seconds until then
    PRIMARY KEY (lineage_id, target_id)
) WITHOUT ROWID;

-- Where an article exchanged a value of a text for another one, which stayed.
CREATE TABLE IF NOT EXISTS main.value_change (
    id          INTEGER PRIMARY KEY,            -- the text that has the new value
    lineage_id  INTEGER,                        -- NULL: no other article has the text
    article_id  INTEGER NOT NULL,
    revision_id INTEGER NOT NULL,
    time        TEXT    NOT NULL,               -- of that revision
    old_text    INTEGER NOT NULL,               -- `history_sentence`
    new_text    INTEGER NOT NULL,
    type        TEXT    NOT NULL,               -- as in `pair_kind`
    old_value   TEXT    NOT NULL,               -- as in duplicate_kind()
    new_value   TEXT    NOT NULL,               -- as in duplicate_kind()
    copies      INTEGER NOT NULL,               -- that stood in other articles then, ...
    agreeing    INTEGER NOT NULL,               -- ... and that had the old value
    followed    INTEGER NOT NULL,               -- those that have the new one now
    old_sources INTEGER NOT NULL,               -- articles that came to the old value by themselves, ...
    new_sources INTEGER NOT NULL                -- ... and to the new one
);

-- Copies that still have the old value after all agreed and one was changed.
CREATE TABLE IF NOT EXISTS main.stale_copy (
    change_id   INTEGER NOT NULL,               -- `value_change`
    article_id  INTEGER NOT NULL,
    text_id     INTEGER NOT NULL,               -- `history_sentence`: as it stands
    own_subject INTEGER NOT NULL,               -- 1: the text names the article that has the old value, ...
    new_subject INTEGER NOT NULL,               -- ... or the one that was changed
    PRIMARY KEY (change_id, article_id)
) WITHOUT ROWID;

-- `revision` with `author`: who made it. (Old dumps name hosts, or leave out a part of an address.)
CREATE VIEW IF NOT EXISTS main.revision_author AS
SELECT revision.*,
       CASE WHEN contributor IS NULL THEN 'unknown'
            WHEN coalesce((SELECT is_bot FROM bot WHERE name = contributor),
                          contributor LIKE '%bot' OR contributor GLOB '*[Bb]ot[0-9]'
                          OR contributor GLOB '*[Bb]ot[ -][0-9IVX]*') THEN 'bot'
            WHEN contributor_id IS NOT NULL THEN 'registered'
            WHEN contributor GLOB '[0-9]*.[0-9]*.[0-9]*.[0-9x]*' OR contributor GLOB '*[0-9A-Fa-f]:*:*'
              OR contributor GLOB '*.*.[a-z][a-z]*' THEN 'IP'
            ELSE 'registered'
       END AS author
  FROM revision;

-- Which lineages the sentences of a cluster are of: `cluster_id`, `lineage_id`.
CREATE VIEW IF NOT EXISTS main.cluster_lineage AS
SELECT DISTINCT cluster_id, lineage_id
  FROM member
  JOIN sentence         AS stands ON stands.id = sentence_id
  JOIN history_sentence AS told   ON told.article_id = stands.article_id AND told.text = stands.text
  JOIN wording ON history_sentence_id = told.id;

-- From which article to which texts were copied, and by which revision: a row for a copied passage.
CREATE VIEW IF NOT EXISTS main.article_copy AS
SELECT source.title AS source, target.title AS target, copy_edge.revision_id, time, contributor, author, comment,
       count(*) AS sentences, avg(similarity) AS similarity, min(lag) / 86400.0 AS days, max(named) AS named,
       min(sources) AS sources, copy_edge.source_id, target_id, max(decided) AS decided
  FROM copy_edge
  JOIN revision_author ON revision_author.id = copy_edge.revision_id
  JOIN article AS source ON source.id = copy_edge.source_id
  JOIN article AS target ON target.id = target_id
 GROUP BY copy_edge.source_id, target_id, copy_edge.revision_id
 ORDER BY sentences DESC, time, copy_edge.source_id, target_id;

-- The rows of `stale_copy` on which nobody has given a verdict, on the text that was changed and the one that stands; or which were
-- fixed before the dump that still has them.
CREATE VIEW IF NOT EXISTS main.open_stale_copy AS
SELECT stale_copy.*
  FROM stale_copy
 CROSS JOIN value_change ON value_change.id = change_id
 CROSS JOIN history_sentence AS became ON became.id = new_text
 CROSS JOIN history_sentence AS stands ON stands.id = text_id
 WHERE NOT EXISTS (SELECT *
                     FROM newest_verdict
                    WHERE text_a = min(became.text, stands.text) AND text_b = max(became.text, stands.text) AND decides
                      AND (verdict <> 'fixed'
                           OR datetime(judged_at) >= (SELECT datetime(coalesce(dump_date, started_at))
                                                        FROM article JOIN source ON source.id = source_id
                                                       WHERE article.id = stale_copy.article_id)));

-- Stale copies on which nobody has given a verdict, the newest change first, with the evidence for either value.
CREATE VIEW IF NOT EXISTS main.stale AS
SELECT changed.title AS changed, value_change.time, made.contributor, made.author, made.comment, type, old_value, new_value,
       stale.title AS stale, was.text AS old_text, became.text AS new_text, stands.text AS stale_text,
       old_sources, new_sources, followed, own_subject, new_subject, birth.time AS stale_since, change_id, stale_copy.article_id
  FROM open_stale_copy AS stale_copy
  JOIN value_change ON value_change.id = change_id
  JOIN revision_author AS made ON made.id = value_change.revision_id
  JOIN article AS changed ON changed.id = value_change.article_id
  JOIN article AS stale ON stale.id = stale_copy.article_id
  JOIN history_sentence AS was ON was.id = value_change.old_text
  JOIN history_sentence AS became ON became.id = value_change.new_text
  JOIN history_sentence AS stands ON stands.id = text_id
  JOIN birth ON birth.lineage_id = value_change.lineage_id AND birth.article_id = stale_copy.article_id
 ORDER BY value_change.time DESC, change_id, stale_copy.article_id;
