-- sentence_tables.sql - the tables that the stages of the pipeline fill.

-- What readers said of clusters: see labels/sample_clusters.sql.
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
    basis TEXT NOT NULL,                        -- what the result depends on: the release and the parameters, as JSON; of
                                                -- `texts`, fingerprints
    parts INTEGER NOT NULL DEFAULT 1,           -- into how many parts it is divided: 1; of `pairs` one for each text in buckets,
                                                -- of `kinds` one for 1,000 pairs, and one for what follows
    done  INTEGER NOT NULL DEFAULT 0            -- how many of these are finished
) WITHOUT ROWID;

-- What the pipeline has chosen for parameters that are NULL.
CREATE TABLE IF NOT EXISTS main.choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,                            -- what was chosen
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;

-- The sentences whose text an earlier one has, too, after folding.
CREATE TABLE IF NOT EXISTS main.copy (
    sentence_id INTEGER PRIMARY KEY,
    first_id    INTEGER NOT NULL                -- the first sentence with this text
);

-- How many sentences are not compared, and why.
CREATE TABLE IF NOT EXISTS main.not_compared (
    reason    TEXT PRIMARY KEY,                 -- `shorter` or `longer` than the length limits; `marks`: nothing but punctuation;
                                                -- `table`: text of tables, without `tables`
    sentences INTEGER NOT NULL                  -- how many
) WITHOUT ROWID;

-- The signatures that several texts share. The texts that share one form a bucket.
CREATE TABLE IF NOT EXISTS main.signature (
    band        INTEGER NOT NULL,               -- from 1
    signature   INTEGER NOT NULL,               -- as in minhash_signatures()
    sentence_id INTEGER NOT NULL,               -- the first sentence with this text
    PRIMARY KEY (band, signature, sentence_id)
) WITHOUT ROWID;

-- Similar texts, verified. Copies are paired only with the first sentence of their text.
CREATE TABLE IF NOT EXISTS main.pair (
    a             INTEGER NOT NULL,
    b             INTEGER NOT NULL,             -- a < b
    jaccard       REAL    NOT NULL,             -- exact Jaccard similarity with shingles of `shingle` characters, after folding
    edit_distance INTEGER NOT NULL,             -- Levenshtein distance in characters, after folding; 0 for texts that folding
                                                -- makes equal
    cosine        REAL,                         -- exact cosine of their vectors, if projection has found the pair; otherwise NULL
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- How many texts each text resembles. A text that resembles none has no row.
CREATE TABLE IF NOT EXISTS main.resemblance (
    sentence_id INTEGER PRIMARY KEY,            -- the first sentence with its text
    texts       INTEGER NOT NULL                -- how many other texts have a Jaccard similarity of 0.4 or more with it, among
                                                -- the candidates; a text that resembles none has no row
);

-- Candidates that are a little less similar than pairs. Contradictions are looked for among them, and the summary shows
-- some of a database in which little is found.
--
-- Nine of ten contradictions among near misses are between texts that resemble at most six others each; only those
-- are kept, so there are at most three per text on average, however many follow a template.
CREATE TABLE IF NOT EXISTS main.near_miss (
    a       INTEGER NOT NULL,
    b       INTEGER NOT NULL,                   -- a < b
    jaccard REAL    NOT NULL,                   -- exact Jaccard similarity: from 0.4 up to 0.6, unless the parameters say otherwise
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- How much work the last run did: one row.
CREATE TABLE IF NOT EXISTS main.detection (
    compared               INTEGER,             -- sentences within the length limits
    texts                  INTEGER,             -- distinct texts among them
    texts_in_large_buckets INTEGER,             -- these have a second set of bands
    colliding_signatures   INTEGER,             -- rows of `signature`
    large_buckets          INTEGER,             -- buckets of more than `bucket_most` texts
    candidates             INTEGER,             -- pairs of distinct texts that were compared
    left_out               INTEGER,             -- pairs of large buckets that were not compared there. One that shares several
                                                -- large buckets counts in each, and may have been compared elsewhere, so this is
                                                -- an upper bound
    pairs                  INTEGER,             -- rows of `pair`
    last_id                INTEGER              -- the greatest id of a sentence; those that were loaded later are not compared
                                                -- yet
);

-- How much work projection did: one row, or none if `detection` is 'minhash'.
CREATE TABLE IF NOT EXISTS main.projection (
    vectors       TEXT    NOT NULL,             -- 'tfidf' or 'words'
    texts         INTEGER NOT NULL,             -- in large buckets
    candidates    INTEGER NOT NULL,             -- pairs of texts that share a band and were compared; one that shares several
                                                -- counts in each
    compared      INTEGER NOT NULL,             -- different ones of them that differ in few bits, and were compared exactly
    large_buckets INTEGER NOT NULL,             -- of which not all pairs are candidates
    left_out      INTEGER NOT NULL,             -- pairs that are not, in these
    pairs         INTEGER NOT NULL,             -- that reach cosine_least
    added         INTEGER NOT NULL              -- those of them that MinHash has not found
);

-- Which sentence is in which cluster.
CREATE TABLE IF NOT EXISTS main.member (
    cluster_id  INTEGER NOT NULL,
    sentence_id INTEGER NOT NULL,               -- a sentence is in at most one cluster
    PRIMARY KEY (cluster_id, sentence_id)
) WITHOUT ROWID;

-- Sentences that pairs connect: all that a chain of pairs reaches, or stars.
CREATE TABLE IF NOT EXISTS main.cluster (
    id             INTEGER PRIMARY KEY,         -- the smallest sentence id in it
    size           INTEGER NOT NULL,            -- sentences
    texts          INTEGER NOT NULL,            -- distinct texts among them, after folding
    articles       INTEGER NOT NULL,            -- articles that contain them
    representative INTEGER NOT NULL,            -- the sentence with most partners in `pair`; the first, if there are several
    kind           TEXT,                        -- `identical`, `template`, `copyedit`, `drift`, `reference` or `other`
    reason         TEXT    DEFAULT 'All are the same text.', -- why, in words
    mixed          INTEGER DEFAULT 0,           -- 1: pairs of several kinds, see cluster_group
    score          REAL    DEFAULT 0            -- how likely it contains a contradiction, 0 to 1: the score of its best pair
);

-- The verdicts that have shaped clusters: `duplicate` has united two of them, or kept both texts together where one was divided;
-- `no duplicate` has divided one. The clusters are those of a and b; a text that is left alone is in none.
CREATE TABLE IF NOT EXISTS main.cluster_link (
    a        INTEGER NOT NULL,                  -- the first sentence with one of the texts, in a cluster if there is one
    b        INTEGER NOT NULL,                  -- that of the other; a < b
    verdict  TEXT    NOT NULL,                  -- `duplicate` or `no duplicate`
    judge    TEXT    NOT NULL,                  -- who said so
    honoured INTEGER NOT NULL,                  -- 0: it is refused, since other verdicts together say the opposite
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Pairs of distinct texts, judged: all pairs of clusters of up to 30 texts (a parameter), of larger clusters the pairs with
-- the representative, and near misses that may contradict each other.
CREATE TABLE IF NOT EXISTS main.pair_kind (
    a          INTEGER NOT NULL,                -- as in `pair`
    b          INTEGER NOT NULL,                -- as in `pair`
    cluster_id INTEGER,                         -- the cluster of both; NULL: none, since they are a near miss
    kind       TEXT    NOT NULL,                -- as in `cluster`
    score      REAL    NOT NULL,                -- how likely they contradict each other, 0 to 1; in clusters of more than four
                                                -- texts multiplied by the share of pairs that are not templates
    reason     TEXT    NOT NULL,                -- why, in words
    type       TEXT,                            -- what kind of value conflicts: `number`, `date`, `name` ..., as in
                                                -- text_differences(); NULL if none does
    value_a    TEXT,                            -- what a says, if something conflicts
    value_b    TEXT,                            -- what b says, if something conflicts
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

-- Why a pair is judged as it is: a row for each pair of `pair_kind` whose kind depends on its topic. (A table of its own: most
-- queries of pair_kind do without, and these texts are long.)
CREATE TABLE IF NOT EXISTS main.pair_evidence (
    a     INTEGER NOT NULL,                     -- as in `pair_kind`
    b     INTEGER NOT NULL,                     -- as in `pair_kind`
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
    conflicts   REAL,                           -- two features: how many conflicts there are,
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
