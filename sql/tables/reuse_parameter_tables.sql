-- reuse_parameter_tables.sql - what a person sets for text reuse, and what its stages choose: see sql/reuse_parameters.sql.

.bail on
.read sql/shared/require_tables.sql

CREATE TABLE IF NOT EXISTS main.reuse_parameters (
    id INTEGER PRIMARY KEY DEFAULT 1 CONSTRAINT "id must be 1" CHECK (id = 1), -- there is one row
    compare TEXT DEFAULT NULL                                 -- articles of one source, of different ones, or both
        CONSTRAINT "compare must be within, between or all"
        CHECK (compare IS NULL OR compare IN ('within', 'between', 'all')),
    passage_length INTEGER NOT NULL DEFAULT 400               -- characters
        CONSTRAINT "passage_length must be a whole number from 50 to 1000000"
        CHECK (typeof(passage_length) = 'integer' AND passage_length BETWEEN 50 AND 1000000),
    shingle INTEGER NOT NULL DEFAULT 5                        -- words in a shingle
        CONSTRAINT "shingle must be a whole number from 1 to 1024"
        CHECK (typeof(shingle) = 'integer' AND shingle BETWEEN 1 AND 1024),
    bands INTEGER DEFAULT NULL                                -- signatures of a passage
        CONSTRAINT "bands must be a whole number from 1 to 1024"
        CHECK (bands IS NULL OR typeof(bands) = 'integer' AND bands BETWEEN 1 AND 1024),
    rows INTEGER NOT NULL DEFAULT 1                           -- minhashes in a signature
        CONSTRAINT "rows must be a whole number from 1 to 64"
        CHECK (typeof(rows) = 'integer' AND rows BETWEEN 1 AND 64),
    comparisons_most REAL NOT NULL DEFAULT 60                 -- of an article, on average
        CONSTRAINT "comparisons_most must be a number from 0"
        CHECK (typeof(comparisons_most) = 'real' AND comparisons_most >= 0),
    bucket_most INTEGER DEFAULT NULL                          -- articles of a bucket that are all aligned
        CONSTRAINT "bucket_most must be a whole number from 2"
        CHECK (bucket_most IS NULL OR typeof(bucket_most) = 'integer' AND bucket_most >= 2),
    neighbours INTEGER NOT NULL DEFAULT 2                     -- in larger buckets: the next articles, ...
        CONSTRAINT "neighbours must be a whole number from 1"
        CHECK (typeof(neighbours) = 'integer' AND neighbours >= 1),
    representatives INTEGER NOT NULL DEFAULT 2                -- ... and the first of the bucket
        CONSTRAINT "representatives must be a whole number from 0"
        CHECK (typeof(representatives) = 'integer' AND representatives >= 0),
    seed TEXT NOT NULL DEFAULT 'skip'                         -- of an alignment, see text_alignment()
        CONSTRAINT "seed must be ngrams, sorted or skip"
        CHECK (seed IN ('ngrams', 'sorted', 'skip')),
    seed_words INTEGER NOT NULL DEFAULT 3
        CONSTRAINT "seed_words must be a whole number from 1 to 16"
        CHECK (typeof(seed_words) = 'integer' AND seed_words BETWEEN 1 AND 16),
    gap INTEGER NOT NULL DEFAULT 80
        CONSTRAINT "gap must be a whole number from 1 to 10000"
        CHECK (typeof(gap) = 'integer' AND gap BETWEEN 1 AND 10000),
    seeds_least INTEGER NOT NULL DEFAULT 5
        CONSTRAINT "seeds_least must be a whole number from 1"
        CHECK (typeof(seeds_least) = 'integer' AND seeds_least >= 1),
    length_least INTEGER NOT NULL DEFAULT 200                 -- characters of a case
        CONSTRAINT "length_least must be a whole number from 1 to 1000000"
        CHECK (typeof(length_least) = 'integer' AND length_least BETWEEN 1 AND 1000000),
    similarity_least REAL NOT NULL DEFAULT 0.6
        CONSTRAINT "similarity_least must be a number from 0 to 1"
        CHECK (typeof(similarity_least) = 'real' AND similarity_least BETWEEN 0 AND 1),
    measure TEXT NOT NULL DEFAULT 'overlap'
        CONSTRAINT "measure must be overlap, cosine or jaccard"
        CHECK (measure IN ('overlap', 'cosine', 'jaccard')),
    occurrences_most INTEGER NOT NULL DEFAULT 8
        CONSTRAINT "occurrences_most must be a whole number from 1 to 64"
        CHECK (typeof(occurrences_most) = 'integer' AND occurrences_most BETWEEN 1 AND 64),
    join_gap INTEGER NOT NULL DEFAULT 1000
        CONSTRAINT "join_gap must be a whole number from 0 to 10000"
        CHECK (typeof(join_gap) = 'integer' AND join_gap BETWEEN 0 AND 10000),
    unmatched_cost REAL NOT NULL DEFAULT 0.2
        CONSTRAINT "unmatched_cost must be a number from 0 to 100"
        CHECK (typeof(unmatched_cost) = 'real' AND unmatched_cost BETWEEN 0 AND 100),
    shadow_most REAL NOT NULL DEFAULT 0.5
        CONSTRAINT "shadow_most must be a number from 0 to 1"
        CHECK (typeof(shadow_most) = 'real' AND shadow_most BETWEEN 0 AND 1),
    overlap_least REAL NOT NULL DEFAULT 0.5                   -- of cases of one text
        CONSTRAINT "overlap_least must be a number from 0 to 1"
        CHECK (typeof(overlap_least) = 'real' AND overlap_least BETWEEN 0 AND 1),
    ranking TEXT NOT NULL DEFAULT 'none'                      -- of candidates
        CONSTRAINT "ranking must be none, tfidf, stopwords, words or hybrid"
        CHECK (ranking IN ('none', 'tfidf', 'stopwords', 'words', 'hybrid')),
    score_least REAL DEFAULT NULL                             -- candidates of a lower one are not aligned
        CONSTRAINT "score_least must be a number from 0 to 1"
        CHECK (score_least IS NULL OR typeof(score_least) = 'real' AND score_least BETWEEN 0 AND 1),
    rank_most INTEGER DEFAULT NULL                            -- of an article, the best are aligned
        CONSTRAINT "rank_most must be a whole number from 1"
        CHECK (rank_most IS NULL OR typeof(rank_most) = 'integer' AND rank_most >= 1),
    misses_most INTEGER DEFAULT NULL                          -- in a row, without a case, before the rest is left out
        CONSTRAINT "misses_most must be a whole number from 1"
        CHECK (misses_most IS NULL OR typeof(misses_most) = 'integer' AND misses_most >= 1),
    threads INTEGER NOT NULL DEFAULT 0                        -- that hash and align
        CONSTRAINT "threads must be a whole number from 0 to 256"
        CHECK (typeof(threads) = 'integer' AND threads BETWEEN 0 AND 256),
    memory INTEGER NOT NULL DEFAULT 256                       -- megabytes for signatures
        CONSTRAINT "memory must be a whole number from 1 to 1048576"
        CHECK (typeof(memory) = 'integer' AND memory BETWEEN 1 AND 1048576)
);

CREATE TABLE IF NOT EXISTS main.reuse_choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;
