-- parameters.sql - the one place where the pipeline is set.
--
-- One row. Change it and run the pipeline again:
--
--     sqlite3 my.db 'UPDATE parameters SET jaccard_least = 0.8'
--
-- Why these defaults:
--
--   shingle = 12            The papers' choice: long enough to cross a word boundary, so that the
--                           order of words counts; short enough for one changed word to cost
--                           little.
--   shingles_least/_most    The papers' window, 75 to 600 shingles (86 to 611 characters). Shorter
--                           sentences repeat by chance ("The village has a population of 12.");
--                           longer ones are lists and tables that lost their marks. Chinese and
--                           Japanese say more in fewer characters: 20 suits them better than 75.
--   bands = 25, rows = 4    Two sentences of Jaccard similarity s share a signature with probability
--                           1 - (1 - s^4)^25: 0.999998 at 0.8, 0.999 at 0.7, 0.97 at 0.6; and 0.04
--                           at 0.2, so that few candidates are wasted. The papers' own program, ten
--                           draws of ten out of twenty, finds 0.91 at 0.9 and 0.35 at 0.7.
--   jaccard_least = 0.6     Down to here the probability above is near 1, so that what is reported
--                           is nearly all there is. Change both together.
--   edit_similarity_least   1 - distance / length. Two sentences can share their shingles in another
--                           order; below one half they are better called something else.
--   bucket_most = 30        So many texts that share a signature are compared all with all; of more,
--   neighbours = 2          each with its neighbours in the alphabet and with the first texts of
--   representatives = 2     the bucket. 40,000 sentences of one template then cost seconds instead
--                           of hours, and a second set of bands finds what would be lost. Larger
--                           values find no more, they only note more of the pairs of a template.
--   clusters = 'connected'  What a chain of pairs leads to is one cluster. 'star': each text of a
--                           cluster is alike with its representative.
--   judged_most = 30        Larger clusters are templates, as a rule. So that those of thousands cost
--                           little, each text is compared with their representative alone.
--   tables = 0              Text of tables repeats by nature. 1 takes it in.

CREATE TABLE IF NOT EXISTS parameters (
    id                    INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),   -- there is one row
    shingle               INTEGER NOT NULL DEFAULT 12                     -- characters in a shingle
                          CHECK (shingle BETWEEN 1 AND 1024),
    shingles_least        INTEGER NOT NULL DEFAULT 75                     -- of a sentence; shorter
                          CHECK (shingles_least >= 1),                    -- ones are left out
    shingles_most         INTEGER NOT NULL DEFAULT 600                    -- longer ones likewise
                          CHECK (shingles_most >= shingles_least),
    bands                 INTEGER NOT NULL DEFAULT 25                     -- signatures of a sentence
                          CHECK (bands BETWEEN 1 AND 1024),               -- (the papers' M)
    rows                  INTEGER NOT NULL DEFAULT 4                      -- minhashes in a signature
                          CHECK (rows BETWEEN 1 AND 1024                  -- (K)
                                 AND bands * rows <= 65536),
    jaccard_least         REAL NOT NULL DEFAULT 0.6                       -- a pair is verified from
                          CHECK (jaccard_least BETWEEN 0 AND 1),          -- here on ...
    edit_similarity_least REAL NOT NULL DEFAULT 0.5                       -- ... and from here on
                          CHECK (edit_similarity_least BETWEEN 0 AND 1),
    bucket_most           INTEGER NOT NULL DEFAULT 30                     -- texts that are compared
                          CHECK (bucket_most >= 2),                       -- all with all
    neighbours            INTEGER NOT NULL DEFAULT 2                      -- in larger buckets: how
                          CHECK (neighbours >= 1),                        -- many of the next ones,
    representatives       INTEGER NOT NULL DEFAULT 2                      -- and of the first
                          CHECK (representatives >= 0),
    clusters              TEXT NOT NULL DEFAULT 'connected'               -- or 'star': around a
                          CHECK (clusters IN ('connected', 'star')),      -- representative
    judged_most           INTEGER NOT NULL DEFAULT 30                     -- texts of a cluster whose
                          CHECK (judged_most >= 2),                       -- pairs are all judged
    tables                INTEGER NOT NULL DEFAULT 0                      -- 1: text of tables, too
                          CHECK (tables IN (0, 1))
);

INSERT OR IGNORE INTO parameters (id) VALUES (1);
