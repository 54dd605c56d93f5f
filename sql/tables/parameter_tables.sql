-- parameter_tables.sql - what a person sets for the pipeline: see sql/parameters.sql, which says why these are the defaults.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.parameters (
    id INTEGER PRIMARY KEY DEFAULT 1 CONSTRAINT "id must be 1" CHECK (id = 1), -- there is one row
    shingle INTEGER DEFAULT NULL                              -- characters in a shingle
        CONSTRAINT "shingle must be a whole number from 1 to 1024"
        CHECK (shingle IS NULL OR typeof(shingle) = 'integer' AND shingle BETWEEN 1 AND 1024),
    shingles_least INTEGER DEFAULT NULL                       -- shorter texts are left out, ...
        CONSTRAINT "shingles_least must be a whole number from 1"
        CHECK (shingles_least IS NULL OR typeof(shingles_least) = 'integer' AND shingles_least >= 1),
    shingles_most INTEGER DEFAULT NULL                        -- ... and so are longer ones
        CONSTRAINT "shingles_most must be a whole number from 1"
        CHECK (shingles_most IS NULL OR typeof(shingles_most) = 'integer' AND shingles_most >= 1),
    bands INTEGER DEFAULT NULL                                -- signatures of a text (the papers' M)
        CONSTRAINT "bands must be a whole number from 1 to 1024"
        CHECK (bands IS NULL OR typeof(bands) = 'integer' AND bands BETWEEN 1 AND 1024),
    rows INTEGER DEFAULT NULL                                 -- minhashes in a signature (K)
        CONSTRAINT "rows must be a whole number from 1 to 1024"
        CHECK (rows IS NULL OR typeof(rows) = 'integer' AND rows BETWEEN 1 AND 1024),
    scheme TEXT NOT NULL DEFAULT 'banded'                     -- of minhash_signatures(), but not 'words'
        CONSTRAINT "scheme must be banded, paper, wikiduper, wikiduper-fixed or wikiduper-report"
        CHECK (scheme IN ('banded', 'paper', 'wikiduper', 'wikiduper-fixed', 'wikiduper-report')),
    hashes INTEGER DEFAULT NULL                               -- hash functions to draw from (N), which bands share
        CONSTRAINT "hashes must be a whole number from 1 to 65536"
        CHECK (hashes IS NULL OR typeof(hashes) = 'integer' AND hashes BETWEEN 1 AND 65536),
    seed INTEGER DEFAULT NULL                                 -- of hash functions and draws
        CONSTRAINT "seed must be a whole number below 9223372036854775807"
        CHECK (seed IS NULL OR typeof(seed) = 'integer' AND seed < 9223372036854775807),
    fold TEXT DEFAULT NULL                                    -- what fold_text() evens out
        CONSTRAINT "fold must be empty or a list of all, case, width, accents, punctuation, space, digits and notes"
        CHECK (trim(replace(replace(replace(replace(replace(replace(replace(replace(
                    ',' || replace(replace(fold, ' ', ','), ',', ',,') || ',', ',all,', ''), ',case,', ''), ',width,', ''),
                    ',accents,', ''), ',punctuation,', ''), ',space,', ''), ',digits,', ''), ',notes,', ''), ',') = ''),
    jaccard_least REAL NOT NULL DEFAULT 0.6                   -- a candidate is a pair if it reaches both of
        CONSTRAINT "jaccard_least must be a number from 0 to 1"
        CHECK (typeof(jaccard_least) = 'real' AND jaccard_least BETWEEN 0 AND 1),
    edit_similarity_least REAL NOT NULL DEFAULT 0.5           -- these
        CONSTRAINT "edit_similarity_least must be a number from 0 to 1"
        CHECK (typeof(edit_similarity_least) = 'real' AND edit_similarity_least BETWEEN 0 AND 1),
    contradiction_least REAL NOT NULL DEFAULT 0.4             -- below, a pair may contradict from here
        CONSTRAINT "contradiction_least must be a number from 0 to 1"
        CHECK (typeof(contradiction_least) = 'real' AND contradiction_least BETWEEN 0 AND 1),
    comparisons_most REAL NOT NULL DEFAULT 60                 -- of a text, on average
        CONSTRAINT "comparisons_most must be a number from 0"
        CHECK (typeof(comparisons_most) = 'real' AND comparisons_most >= 0),
    bucket_most INTEGER DEFAULT NULL                          -- texts of a bucket that are all compared
        CONSTRAINT "bucket_most must be a whole number from 2"
        CHECK (bucket_most IS NULL OR typeof(bucket_most) = 'integer' AND bucket_most >= 2),
    neighbours INTEGER NOT NULL DEFAULT 2                     -- in larger buckets: texts next in the alphabet,
        CONSTRAINT "neighbours must be a whole number from 1"
        CHECK (typeof(neighbours) = 'integer' AND neighbours >= 1),
    representatives INTEGER NOT NULL DEFAULT 2                -- and first of the bucket
        CONSTRAINT "representatives must be a whole number from 0"
        CHECK (typeof(representatives) = 'integer' AND representatives >= 0),
    detection TEXT NOT NULL DEFAULT 'minhash'                 -- what finds pairs
        CONSTRAINT "detection must be minhash, projection or both"
        CHECK (detection IN ('minhash', 'projection', 'both')),
    vectors TEXT NOT NULL DEFAULT 'tfidf'                     -- what is projected
        CONSTRAINT "vectors must be tfidf or words"
        CHECK (vectors IN ('tfidf', 'words')),
    cosine_least REAL DEFAULT NULL                            -- of pairs that projection finds
        CONSTRAINT "cosine_least must be a number from 0 to 1"
        CHECK (cosine_least IS NULL OR typeof(cosine_least) = 'real' AND cosine_least BETWEEN 0 AND 1),
    projection_bands INTEGER DEFAULT NULL                     -- signatures of a vector
        CONSTRAINT "projection_bands must be a whole number from 1 to 1024"
        CHECK (projection_bands IS NULL OR typeof(projection_bands) = 'integer' AND projection_bands BETWEEN 1 AND 1024),
    projection_rows INTEGER DEFAULT NULL                      -- bits in each
        CONSTRAINT "projection_rows must be a whole number from 1 to 64"
        CHECK (projection_rows IS NULL OR typeof(projection_rows) = 'integer' AND projection_rows BETWEEN 1 AND 64),
    clusters TEXT NOT NULL DEFAULT 'connected'                -- what a cluster holds together
        CONSTRAINT "clusters must be connected or star"
        CHECK (clusters IN ('connected', 'star')),
    judged_most INTEGER NOT NULL DEFAULT 30                   -- texts of a cluster whose pairs are all judged
        CONSTRAINT "judged_most must be a whole number from 2"
        CHECK (typeof(judged_most) = 'integer' AND judged_most >= 2),
    tables INTEGER NOT NULL DEFAULT 0                         -- 1: include table text
        CONSTRAINT "tables must be 0 or 1"
        CHECK (tables IN (0, 1)),
    threads INTEGER NOT NULL DEFAULT 0                        -- that hash, compare and judge texts
        CONSTRAINT "threads must be a whole number from 0 to 256"
        CHECK (typeof(threads) = 'integer' AND threads BETWEEN 0 AND 256),
    memory INTEGER NOT NULL DEFAULT 256                       -- megabytes, for signatures or texts
        CONSTRAINT "memory must be a whole number from 1 to 1048576"
        CHECK (typeof(memory) = 'integer' AND memory BETWEEN 1 AND 1048576),
    shown_least REAL NOT NULL DEFAULT 0.4                     -- the summary shows pairs of this score or more
        CONSTRAINT "shown_least must be a number from 0 to 1"
        CHECK (typeof(shown_least) = 'real' AND shown_least BETWEEN 0 AND 1),
    CONSTRAINT "together, shingles_least must be at most shingles_most"
    CHECK (shingles_most >= shingles_least),
    CONSTRAINT "together, bands * rows must be at most 65536"
    CHECK (bands * rows <= 65536),
    CONSTRAINT "together, hashes must not be set if scheme is banded"
    CHECK (hashes IS NULL OR scheme <> 'banded'),
    CONSTRAINT "together, bands or hashes must be at most 20 unless scheme is banded"
    CHECK (scheme = 'banded' OR min(coalesce(bands, 10), coalesce(hashes, 20)) <= 20),
    CONSTRAINT "together, rows must be at most hashes or 20 if scheme is paper"
    CHECK (scheme <> 'paper' OR coalesce(rows, 10) <= coalesce(hashes, 20)),
    CONSTRAINT "together, projection_bands * projection_rows must be at most 32768"
    CHECK (projection_bands * projection_rows <= 32768)
);
