-- reuse_tables.sql - the passages that articles share, and what follows from each: the jobs reuse and reuse_kinds fill these.

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

-- Consecutive sentences of an article, of about 400 characters.
CREATE TABLE IF NOT EXISTS main.passage (
    id         INTEGER PRIMARY KEY,             -- in the order of articles and text
    article_id INTEGER NOT NULL,
    first      INTEGER NOT NULL,                -- `sentence.position` of its first sentence
    last       INTEGER NOT NULL,                -- `sentence.position` of its last sentence
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
    id         INTEGER PRIMARY KEY,             -- in the order of a, b and the places
    a          INTEGER NOT NULL,                -- an article, ...
    b          INTEGER NOT NULL,                -- ... and another, a < b
    a_position INTEGER NOT NULL,                -- where its passage is in the text of a,
    a_length   INTEGER NOT NULL,                -- in characters, from 1
    b_position INTEGER NOT NULL,
    b_length   INTEGER NOT NULL,
    words      INTEGER NOT NULL,                -- that both passages have
    similarity REAL    NOT NULL,                -- of their words: see text_alignment()
    a_words    INTEGER NOT NULL,
    b_words    INTEGER NOT NULL,
    kind       TEXT,                            -- 'structure' or 'content'; reuse_judge.sql sets it ...
    reason     TEXT                             -- ... and says why
);

-- How much work the last run did: one row.
CREATE TABLE IF NOT EXISTS main.reuse_detection (
    compare       TEXT    NOT NULL,             -- 'within', 'between' or 'all'
    articles      INTEGER NOT NULL,             -- that have passages
    passages      INTEGER NOT NULL,
    signatures    INTEGER NOT NULL,             -- rows of `passage_signature`
    large_buckets INTEGER NOT NULL,             -- signatures of more than `bucket_most` passages; not all of their articles were
                                                -- aligned with each other
    candidates    INTEGER NOT NULL,             -- pairs of articles that were aligned
    aligned_pairs INTEGER NOT NULL,             -- those of them that share a passage
    cases         INTEGER NOT NULL              -- rows of `reuse`
);

-- The passages that share one text. The id of a cluster is the smallest of its cases.
CREATE TABLE IF NOT EXISTS main.reuse_cluster (
    id       INTEGER PRIMARY KEY,               -- the smallest `reuse.id` of its cases
    passages INTEGER NOT NULL,                  -- rows of `reuse_member`
    articles INTEGER NOT NULL,                  -- different articles among them
    cases    INTEGER NOT NULL                   -- rows of `reuse`
);

-- The passages of each cluster.
CREATE TABLE IF NOT EXISTS main.reuse_member (
    cluster_id INTEGER NOT NULL,
    article_id INTEGER NOT NULL,
    position   INTEGER NOT NULL,                -- in the text of the article, from 1
    length     INTEGER NOT NULL,                -- in characters. It reaches from the first to the last character that the
                                                -- passages of cases at this place have
    PRIMARY KEY (cluster_id, article_id, position)
) WITHOUT ROWID;

-- Structure reuse: the patterns that passages of three articles or more follow.
CREATE TABLE IF NOT EXISTS main.reuse_template (
    id       INTEGER PRIMARY KEY,               -- a cluster of `reuse_cluster`, most cases of which are structure
    text     TEXT    NOT NULL,                  -- what at least half of its passages have in the same place, with slots `{1}`,
                                                -- `{2}` …
    slots    INTEGER NOT NULL,                  -- number of slots
    articles INTEGER NOT NULL                   -- that fill them
);

-- What each article puts into the slots of a pattern.
CREATE TABLE IF NOT EXISTS main.reuse_slot (
    template_id INTEGER NOT NULL,
    slot        INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    text        TEXT    NOT NULL,               -- what the article has in that slot; `''` is nothing
    PRIMARY KEY (template_id, slot, article_id)
) WITHOUT ROWID;

-- Articles of the same category that do not follow the pattern.
CREATE TABLE IF NOT EXISTS main.reuse_missing (
    template_id INTEGER NOT NULL,
    article_id  INTEGER NOT NULL,
    PRIMARY KEY (template_id, article_id)
) WITHOUT ROWID;

-- Content reuse: how the titles of two articles are related, and which one should keep the passage.
CREATE TABLE IF NOT EXISTS main.reuse_relation (
    a            INTEGER NOT NULL,
    b            INTEGER NOT NULL,
    cases        INTEGER NOT NULL,              -- of content reuse
    relation     TEXT    NOT NULL,              -- of their titles: `alias`: a redirect leads from one to the other; `section`:
                                                -- the passage of one is in a section that is called like the other; `kind`: the
                                                -- shorter title ends the longer one; `part`: it is elsewhere in it; or `sibling`,
                                                -- `related`, `unrelated`
    broader      INTEGER,                       -- of `section`, `kind` and `part`: the article on the broader subject; otherwise
                                                -- NULL
    longer       INTEGER NOT NULL,              -- article with the longer text
    main_article INTEGER NOT NULL,              -- the candidate for the main article, which should keep the passage
    reason       TEXT    NOT NULL,              -- why this one
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Content reuse: pairs of sentences in the two passages that are not the same any more.
CREATE TABLE IF NOT EXISTS main.reuse_divergence (
    reuse_id   INTEGER NOT NULL,                -- the case
    a_sentence INTEGER NOT NULL,                -- a sentence in the passage of a, ...
    b_sentence INTEGER NOT NULL,                -- ... and the one in that of b which is most like it
    kind       TEXT    NOT NULL,                -- of duplicate_kind(), as for two sentences about one thing
    score      REAL    NOT NULL,                -- above 0: they may contradict each other. It is the score of two sentences about
                                                -- one thing, times (1 + their Jaccard similarity) / 2
    reason     TEXT    NOT NULL                 -- why, in words
);
CREATE INDEX IF NOT EXISTS main.reuse_divergence_case ON reuse_divergence(reuse_id);
