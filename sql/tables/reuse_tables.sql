-- reuse_tables.sql - the passages that articles share, and what follows from each: reuse.sql and reuse_kinds.sql fill these.

-- What text reuse has chosen for parameters that are NULL.
CREATE TABLE IF NOT EXISTS main.reuse_choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;

-- The whole text of each article: its sentences in prose and lists, in order. One character joins two: a space within a
-- paragraph, a line end between paragraphs.
CREATE VIEW IF NOT EXISTS main.article_text AS
SELECT article.id AS article_id,
       coalesce((SELECT substr(group_concat(joint || text, ''), 2)
                   FROM (SELECT CASE paragraph - lag(paragraph) OVER (ORDER BY position)
                                WHEN 0 THEN ' ' ELSE char(10) END AS joint, text
                           FROM sentence
                          WHERE article_id = article.id AND block IN ('prose', 'list')
                          ORDER BY position)), '') AS text
  FROM article;

-- Consecutive sentences of an article, of about reuse_parameters.passage_length characters.
CREATE TABLE IF NOT EXISTS main.passage (
    id         INTEGER PRIMARY KEY,
    article_id INTEGER NOT NULL,
    first      INTEGER NOT NULL,                -- sentence.position of its first ...
    last       INTEGER NOT NULL,                -- ... and its last sentence
    position   INTEGER NOT NULL,                -- in the text of the article, from 1
    length     INTEGER NOT NULL                 -- in characters
);

-- The signatures that passages of different articles share. Band 0 stands for the whole text.
CREATE TABLE IF NOT EXISTS main.passage_signature (
    band       INTEGER NOT NULL,
    signature  INTEGER NOT NULL,
    passage_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, passage_id)
) WITHOUT ROWID;

-- A row for each case: passages of two articles, of which one reuses the other, or both a third.
CREATE TABLE IF NOT EXISTS main.reuse (
    id         INTEGER PRIMARY KEY,
    a          INTEGER NOT NULL,                -- an article, ...
    b          INTEGER NOT NULL,                -- ... and another, a < b
    a_position INTEGER NOT NULL,                -- where its passage is in the text of a,
    a_length   INTEGER NOT NULL,                -- in characters, from 1
    b_position INTEGER NOT NULL,
    b_length   INTEGER NOT NULL,
    words      INTEGER NOT NULL,                -- that both passages have
    similarity REAL    NOT NULL,                -- of their words
    a_words    INTEGER NOT NULL,
    b_words    INTEGER NOT NULL,
    kind       TEXT,                            -- 'structure' or 'content'; reuse_kinds.sql sets it ...
    reason     TEXT                             -- ... and says why
);

-- How much work the run was: one row.
CREATE TABLE IF NOT EXISTS main.reuse_detection (
    compare       TEXT    NOT NULL,             -- 'within', 'between' or 'all'
    articles      INTEGER NOT NULL,             -- that have passages
    passages      INTEGER NOT NULL,
    signatures    INTEGER NOT NULL,             -- rows of `passage_signature`
    large_buckets INTEGER NOT NULL,             -- of which not all articles are aligned with each other
    candidates    INTEGER NOT NULL,             -- pairs of articles that were aligned
    aligned_pairs INTEGER NOT NULL,             -- those of them that share a passage
    cases         INTEGER NOT NULL              -- rows of `reuse`
);

-- The passages that share one text. The id of a cluster is the smallest of its cases.
CREATE TABLE IF NOT EXISTS main.reuse_cluster (
    id       INTEGER PRIMARY KEY,
    passages INTEGER NOT NULL,                  -- rows of `reuse_member`
    articles INTEGER NOT NULL,                  -- that have them
    cases    INTEGER NOT NULL                   -- rows of `reuse`
);

-- Where they are.
CREATE TABLE IF NOT EXISTS main.reuse_member (
    cluster_id INTEGER NOT NULL,
    article_id INTEGER NOT NULL,
    position   INTEGER NOT NULL,                -- in the text of the article, from 1
    length     INTEGER NOT NULL,                -- in characters
    PRIMARY KEY (cluster_id, article_id, position)
) WITHOUT ROWID;

-- Structure: the pattern of each cluster,
CREATE TABLE IF NOT EXISTS main.reuse_template (
    id       INTEGER PRIMARY KEY,               -- of its cluster
    text     TEXT    NOT NULL,                  -- the pattern, with numbered slots in braces
    slots    INTEGER NOT NULL,
    articles INTEGER NOT NULL                   -- that fill them
);

-- what its articles put into the slots,
CREATE TABLE IF NOT EXISTS main.reuse_slot (
    template_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    text        TEXT    NOT NULL,
    PRIMARY KEY (template_id, slot, article_id)
) WITHOUT ROWID;

-- and articles of the same category without it.
CREATE TABLE IF NOT EXISTS main.reuse_missing (
    template_id INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    PRIMARY KEY (template_id, article_id)
) WITHOUT ROWID;

-- Content: how the titles of two articles are related, and which one should keep the passage.
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

-- Content: sentences that have diverged.
CREATE TABLE IF NOT EXISTS main.reuse_divergence (
    reuse_id   INTEGER NOT NULL,
    a_sentence INTEGER NOT NULL,
    b_sentence INTEGER NOT NULL,
    kind       TEXT    NOT NULL,                -- of duplicate_kind()
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL
);
CREATE INDEX IF NOT EXISTS main.reuse_divergence_case ON reuse_divergence(reuse_id);
