-- presets.sql - the settings of the papers: the tables temp.preset and temp.reuse_preset, a row for each.
--
-- For preset.sql, which sets the parameters, and papers.sql, which counts what they find. Whoever reads this drops both tables.
--
--   weissman    Weissman, Ayhan, Bradley, Lin 2015, as the text says it: ten draws of ten different functions out of
--               twenty, and no second pass, so every pair of texts that share a signature counts
--   wikiduper   the same as its program does it: bit for bit its functions and draws, and 76 to 599 shingles
--   ayhan       Ayhan, Bradley, Weissman 2013: the program of that time, of whose buckets only the first twenty
--               sentences count
--   meng        Meng, Zheng 2018: the program of 2015 again; its clusters are neighbourhoods
--   alshomary   Alshomary et al. 2019: the alignment of its footnote 2, in characters (200 words would leave a
--               twentieth of the cases of PAN-13); it concerns text reuse only, and ranks
--               candidates by tf-idf, down to 0.025 or to 250 misses in a row
--
-- `bucket_most` of ayhan is what comes nearest: there the pipeline compares the other sentences of a larger bucket with
-- a few, and loses none of them. NULL: it makes no difference to the clusters.

CREATE TEMP TABLE preset (
    name           TEXT PRIMARY KEY,
    scheme         TEXT,
    shingle        INTEGER,
    shingles_least INTEGER,
    shingles_most  INTEGER,
    bands          INTEGER,
    rows           INTEGER,
    hashes         INTEGER,
    bucket_most    INTEGER
) WITHOUT ROWID;

INSERT INTO temp.preset
VALUES ('weissman',  'paper',            12, 75, 600, 10, 10, 20, NULL),
       ('wikiduper', 'wikiduper',        12, 76, 599, 10, 10, 20, NULL),
       ('ayhan',     'wikiduper-report', 12, 76, 599, 10, 10, 20, 20),
       ('meng',      'wikiduper',        12, 76, 599, 10, 10, 20, NULL);

CREATE TEMP TABLE reuse_preset (
    name             TEXT PRIMARY KEY,
    seed             TEXT,
    seed_words       INTEGER,
    gap              INTEGER,
    seeds_least      INTEGER,
    length_least     INTEGER,
    similarity_least REAL,
    measure          TEXT,
    occurrences_most INTEGER,
    join_gap         INTEGER,
    unmatched_cost   REAL,
    shadow_most      REAL,
    ranking          TEXT,
    score_least      REAL,
    misses_most      INTEGER
) WITHOUT ROWID;

INSERT INTO temp.reuse_preset
VALUES ('alshomary', 'ngrams', 3, 150, 5, 200, 0.5, 'cosine', 64, 0, 0, 1, 'tfidf', 0.025, 250);
