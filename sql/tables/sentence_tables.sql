-- sentence_tables.sql - the tables that the stages of the pipeline fill.

-- What readers said of clusters, see labels/sample_clusters.sql.
CREATE TABLE IF NOT EXISTS main.label (
    cluster_id  INTEGER NOT NULL,
    size        INTEGER NOT NULL,               -- of the labelled cluster, to tell it from another
    texts       INTEGER NOT NULL,               -- that gets its id later
    reader      TEXT    NOT NULL CHECK (reader NOT IN ('', 'automatic')),
    kind        TEXT    NOT NULL CHECK (kind IN ('identical', 'template', 'copyedit', 'drift',
                                                 'reference', 'other', 'mixed')),
    labelled_at TEXT    NOT NULL DEFAULT (datetime()),      -- UTC
    PRIMARY KEY (cluster_id, size, texts, reader)
) WITHOUT ROWID;

-- How far the pipeline has come: a row for the texts that it has read, and one for each stage that was begun with them.
CREATE TABLE IF NOT EXISTS main.stage (
    name  TEXT PRIMARY KEY,                     -- 'texts', 'signatures', 'pairs', 'clusters' or 'kinds'
    basis TEXT NOT NULL,                        -- what the result depends on: ext/functions/runner/resumed_stages.c
    parts INTEGER NOT NULL DEFAULT 1,           -- into how many it is divided
    done  INTEGER NOT NULL DEFAULT 0            -- how many of these are finished
) WITHOUT ROWID;

-- What the pipeline has chosen for parameters that are NULL.
CREATE TABLE IF NOT EXISTS main.choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;

-- The sentences whose text an earlier one has, too, after folding.
CREATE TABLE IF NOT EXISTS main.copy (
    sentence_id INTEGER PRIMARY KEY,
    first_id    INTEGER NOT NULL                -- the first sentence with this text
);

-- How many sentences are not compared, and why.
CREATE TABLE IF NOT EXISTS main.not_compared (
    reason    TEXT PRIMARY KEY,                 -- 'shorter', 'longer', 'marks' or 'table'
    sentences INTEGER NOT NULL
) WITHOUT ROWID;

-- The signatures that several texts share. The texts that share one form a bucket.
CREATE TABLE IF NOT EXISTS main.signature (
    band        INTEGER NOT NULL,
    signature   INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;

-- Similar texts, a < b; copies are paired with the first sentence of their text.
CREATE TABLE IF NOT EXISTS main.pair (
    a             INTEGER NOT NULL,
    b             INTEGER NOT NULL,
    jaccard       REAL    NOT NULL,
    edit_distance INTEGER NOT NULL,             -- in characters
    cosine        REAL,                         -- of their vectors, if projection has found the pair
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- How many texts each text resembles. A text that resembles none has no row.
CREATE TABLE IF NOT EXISTS main.resemblance (
    sentence_id INTEGER PRIMARY KEY,
    texts       INTEGER NOT NULL                -- other texts with a Jaccard similarity of 0.4 or more
);

-- Candidates that are less similar than pairs, from contradiction_least on. kinds.sql looks for contradictions among
-- them, and the summary shows some of a database in which little is found.
--
-- Nine of ten contradictions among near misses are between texts that resemble at most six others each; only those
-- are kept, so there are at most three per text on average, however many follow a template.
CREATE TABLE IF NOT EXISTS main.near_miss (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,
    jaccard REAL    NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- How much work the run was: one row.
CREATE TABLE IF NOT EXISTS main.detection (
    compared               INTEGER,             -- sentences within the length limits
    texts                  INTEGER,             -- distinct texts among them
    texts_in_large_buckets INTEGER,             -- these have a second set of bands
    colliding_signatures   INTEGER,             -- rows of `signature`
    large_buckets          INTEGER,             -- buckets of more than `bucket_most` texts
    candidates             INTEGER,             -- pairs of distinct texts that were compared
    left_out               INTEGER,             -- pairs of large buckets that were not compared there
    pairs                  INTEGER,             -- rows of `pair`
    last_id                INTEGER              -- greatest id of a sentence; later ones are not compared yet
);

-- The same for projection; no row if there was none.
CREATE TABLE IF NOT EXISTS main.projection (
    vectors       TEXT    NOT NULL,             -- 'tfidf' or 'words'
    texts         INTEGER NOT NULL,             -- in large buckets
    candidates    INTEGER NOT NULL,             -- pairs of texts that share a band
    compared      INTEGER NOT NULL,             -- those of them whose bits are close enough
    large_buckets INTEGER NOT NULL,             -- of which not all pairs are candidates
    left_out      INTEGER NOT NULL,             -- pairs that are not, in these
    pairs         INTEGER NOT NULL,             -- that reach cosine_least
    added         INTEGER NOT NULL              -- those of them that MinHash has not found
);

-- Which sentence is in which cluster.
CREATE TABLE IF NOT EXISTS main.member (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

-- One row for each. Its id is its smallest sentence id.
CREATE TABLE IF NOT EXISTS main.cluster (
    id             INTEGER PRIMARY KEY,
    size           INTEGER NOT NULL,            -- sentences
    texts          INTEGER NOT NULL,            -- distinct texts among them, after folding
    articles       INTEGER NOT NULL,            -- articles that contain them
    representative INTEGER NOT NULL,            -- the sentence similar to most others
    kind           TEXT,                        -- 'identical': one text; kinds.sql sets the others ...
    reason         TEXT    DEFAULT 'All are the same text.', -- ... and says why
    mixed          INTEGER DEFAULT 0,           -- 1: pairs of several kinds, see cluster_group
    score          REAL    DEFAULT 0            -- of its best contradiction, 0 to 1
);

-- What kind of duplicates pairs and near misses are.
CREATE TABLE IF NOT EXISTS main.pair_kind (
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    cluster_id INTEGER,                         -- NULL: none, since they are a near miss
    kind       TEXT    NOT NULL,
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1
    reason     TEXT    NOT NULL,                -- why, in words
    type       TEXT,                            -- what kind of value conflicts: 'number', 'date', ...
    value_a    TEXT,                            -- the value in a, ...
    value_b    TEXT,                            -- ... and in b
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- (A table of its own: most queries of pair_kind do without, and these texts are long.)
CREATE TABLE IF NOT EXISTS main.pair_evidence (
    a     INTEGER NOT NULL,
    b     INTEGER NOT NULL,
    topic REAL,                                 -- how likely both are about one thing, 0 to 1
    why   TEXT,                                 -- the evidence that counted most, with its points
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- What duplicate_kinds() says of pairs while kinds.sql runs, which then fills pair_kind and empties it. An interrupted run
-- goes on from here.
CREATE TABLE IF NOT EXISTS main.judgement (
    a           INTEGER NOT NULL,
    b           INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    score       REAL    NOT NULL,
    reason      TEXT    NOT NULL,
    type        TEXT,
    value_a     TEXT,
    value_b     TEXT,
    topic       REAL,
    why         TEXT,
    conflicts   REAL,                           -- two features: how many there are,
    own_changed REAL,                           -- and how many changed words are of titles
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- The sentences of mixed clusters, grouped by what they say.
CREATE TABLE IF NOT EXISTS main.cluster_group (
    cluster_id  INTEGER NOT NULL,
    group_id    INTEGER NOT NULL,               -- its smallest sentence id
    sentence_id INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, group_id, sentence_id)
) WITHOUT ROWID;
