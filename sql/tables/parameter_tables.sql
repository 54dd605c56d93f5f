-- parameter_tables.sql - what a person sets for the pipeline: see sql/parameters.sql, which says why these are the defaults.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.parameters (
    id                    INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),   -- there is one row
    shingle               INTEGER DEFAULT NULL                            -- characters in a shingle
                          CHECK (shingle BETWEEN 1 AND 1024),
    shingles_least        INTEGER DEFAULT NULL                            -- shorter texts are left
                          CHECK (shingles_least >= 1),                    -- out, ...
    shingles_most         INTEGER DEFAULT NULL                            -- ... and so are longer
                          CHECK (shingles_most >= shingles_least),        -- ones
    bands                 INTEGER DEFAULT NULL                            -- signatures of a text
                          CHECK (bands BETWEEN 1 AND 1024),               -- (the papers' M)
    rows                  INTEGER DEFAULT NULL                            -- minhashes in a signature
                          CHECK (rows BETWEEN 1 AND 1024                  -- (K)
                                 AND bands * rows <= 65536),
    scheme                TEXT NOT NULL DEFAULT 'banded'                  -- of minhash_signatures(),
                          CHECK (scheme IN ('banded', 'paper', 'wikiduper',   -- but not 'words'
                                            'wikiduper-fixed', 'wikiduper-report')
                                 AND (scheme = 'banded' OR min(coalesce(bands, 10), coalesce(hashes, 20)) <= 20)),
    hashes                INTEGER DEFAULT NULL                            -- hash functions to draw
                          CHECK (hashes IS NULL OR scheme <> 'banded'     -- from (N), which bands share
                                                   AND hashes BETWEEN 1 AND 65536),
    seed                  INTEGER DEFAULT NULL                            -- of hash functions and
                          CHECK (seed < 9223372036854775807),             -- draws
    fold                  TEXT DEFAULT NULL,                              -- what fold_text() evens out,
                                                                          -- '' for nothing
    jaccard_least         REAL NOT NULL DEFAULT 0.6                       -- a candidate is a pair if
                          CHECK (jaccard_least BETWEEN 0 AND 1),          -- it reaches both of
    edit_similarity_least REAL NOT NULL DEFAULT 0.5                       -- these
                          CHECK (edit_similarity_least BETWEEN 0 AND 1),
    contradiction_least   REAL NOT NULL DEFAULT 0.4                       -- below, a pair may
                          CHECK (contradiction_least BETWEEN 0 AND 1),    -- contradict from here
    comparisons_most      REAL NOT NULL DEFAULT 60                        -- of a text, on average
                          CHECK (comparisons_most >= 0),
    bucket_most           INTEGER DEFAULT NULL                            -- texts of a bucket that
                          CHECK (bucket_most >= 2),                       -- are all compared
    neighbours            INTEGER NOT NULL DEFAULT 2                      -- in larger buckets: texts
                          CHECK (neighbours >= 1),                        -- next in the alphabet,
    representatives       INTEGER NOT NULL DEFAULT 2                      -- and first of the bucket
                          CHECK (representatives >= 0),
    detection             TEXT NOT NULL DEFAULT 'minhash'                 -- or 'projection', or 'both'
                          CHECK (detection IN ('minhash', 'projection', 'both')),
    vectors               TEXT NOT NULL DEFAULT 'tfidf'                   -- or 'words'
                          CHECK (vectors IN ('tfidf', 'words')),
    cosine_least          REAL DEFAULT NULL                               -- of pairs that projection
                          CHECK (cosine_least BETWEEN 0 AND 1),           -- finds
    projection_bands      INTEGER DEFAULT NULL                            -- signatures of a vector
                          CHECK (projection_bands BETWEEN 1 AND 1024),
    projection_rows       INTEGER DEFAULT NULL                            -- bits in each
                          CHECK (projection_rows BETWEEN 1 AND 64
                                 AND projection_bands * projection_rows <= 32768),
    clusters              TEXT NOT NULL DEFAULT 'connected'               -- or 'star'
                          CHECK (clusters IN ('connected', 'star')),
    judged_most           INTEGER NOT NULL DEFAULT 30                     -- texts of a cluster whose
                          CHECK (judged_most >= 2),                       -- pairs are all judged
    tables                INTEGER NOT NULL DEFAULT 0                      -- 1: include table text
                          CHECK (tables IN (0, 1)),
    threads               INTEGER NOT NULL DEFAULT 0                      -- that hash, compare
                          CHECK (threads BETWEEN 0 AND 256),              -- and judge texts
    memory                INTEGER NOT NULL DEFAULT 256                    -- megabytes, for
                          CHECK (memory BETWEEN 1 AND 1048576),           -- signatures or texts
    shown_least           REAL NOT NULL DEFAULT 0.4                       -- the summary shows pairs of
                          CHECK (shown_least BETWEEN 0 AND 1)             -- this score or more
);
