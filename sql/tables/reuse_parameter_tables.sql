-- reuse_parameter_tables.sql - what a person sets for text reuse, and what its stages choose: see sql/reuse_parameters.sql.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.reuse_parameters (
    id               INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),      -- there is one row
    compare          TEXT DEFAULT NULL                                  -- 'within' sources, 'between'
                     CHECK (compare IN ('within', 'between', 'all')),   -- them, or 'all'
    passage_length   INTEGER NOT NULL DEFAULT 400                       -- characters
                     CHECK (passage_length BETWEEN 50 AND 1000000),
    shingle          INTEGER NOT NULL DEFAULT 5                         -- words in a shingle
                     CHECK (shingle BETWEEN 1 AND 1024),
    bands            INTEGER DEFAULT NULL                               -- signatures of a passage
                     CHECK (bands BETWEEN 1 AND 1024),
    rows             INTEGER NOT NULL DEFAULT 1                         -- minhashes in a signature
                     CHECK (rows BETWEEN 1 AND 64),
    comparisons_most REAL NOT NULL DEFAULT 60                           -- of an article, on average
                     CHECK (comparisons_most >= 0),
    bucket_most      INTEGER DEFAULT NULL                               -- articles of a bucket that
                     CHECK (bucket_most >= 2),                          -- are all aligned
    neighbours       INTEGER NOT NULL DEFAULT 2                         -- in larger buckets: the next
                     CHECK (neighbours >= 1),                           -- articles, ...
    representatives  INTEGER NOT NULL DEFAULT 2                         -- ... and the first of the
                     CHECK (representatives >= 0),                      -- bucket
    seed             TEXT NOT NULL DEFAULT 'skip'                       -- of an alignment, see
                     CHECK (seed IN ('ngrams', 'sorted', 'skip')),      -- text_alignment()
    seed_words       INTEGER NOT NULL DEFAULT 3
                     CHECK (seed_words BETWEEN 1 AND 16),
    gap              INTEGER NOT NULL DEFAULT 80
                     CHECK (gap BETWEEN 1 AND 10000),
    seeds_least      INTEGER NOT NULL DEFAULT 5
                     CHECK (seeds_least >= 1),
    length_least     INTEGER NOT NULL DEFAULT 200                       -- characters of a case
                     CHECK (length_least BETWEEN 1 AND 1000000),
    similarity_least REAL NOT NULL DEFAULT 0.6
                     CHECK (similarity_least BETWEEN 0 AND 1),
    measure          TEXT NOT NULL DEFAULT 'overlap'
                     CHECK (measure IN ('overlap', 'cosine', 'jaccard')),
    occurrences_most INTEGER NOT NULL DEFAULT 8
                     CHECK (occurrences_most BETWEEN 1 AND 64),
    join_gap         INTEGER NOT NULL DEFAULT 1000
                     CHECK (join_gap BETWEEN 0 AND 10000),
    unmatched_cost   REAL NOT NULL DEFAULT 0.2
                     CHECK (unmatched_cost BETWEEN 0 AND 100),
    shadow_most      REAL NOT NULL DEFAULT 0.5
                     CHECK (shadow_most BETWEEN 0 AND 1),
    overlap_least    REAL NOT NULL DEFAULT 0.5                          -- of cases of one text
                     CHECK (overlap_least BETWEEN 0 AND 1),
    ranking          TEXT NOT NULL DEFAULT 'none'                       -- of candidates: 'tfidf',
                     CHECK (ranking IN ('none', 'tfidf', 'stopwords',   -- 'stopwords', 'words',
                                        'words', 'hybrid')),            -- 'hybrid'
    score_least      REAL DEFAULT NULL                                  -- candidates of a lower one
                     CHECK (score_least BETWEEN 0 AND 1),               -- are not aligned
    rank_most        INTEGER DEFAULT NULL                               -- of an article, the best
                     CHECK (rank_most >= 1),                            -- are aligned
    misses_most      INTEGER DEFAULT NULL                               -- in a row, without a case,
                     CHECK (misses_most >= 1),                          -- before the rest is left out
    threads          INTEGER NOT NULL DEFAULT 0                         -- that hash and align
                     CHECK (threads BETWEEN 0 AND 256),
    memory           INTEGER NOT NULL DEFAULT 256                       -- megabytes for signatures
                     CHECK (memory BETWEEN 1 AND 1048576)
);

CREATE TABLE IF NOT EXISTS main.reuse_choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;
