-- reuse_parameters.sql - the settings of sql/reuse.sql, in a table of one row.
--
-- Change it and run sql/reuse.sql again:
--
--     sqlite3 my.db 'UPDATE reuse_parameters SET length_least = 300'
--
-- NULL lets the script choose from the texts. The table `reuse_choice` has what it chose and why.
--
-- Why these defaults:
--
--   compare                 What is compared: articles of one source ('within'), articles of different sources
--                           ('between'), or both ('all'). If there are web archives, 'between' compares
--                           their pages with all that is not from the web, and 'within' each with its like.
--                           NULL: 'between' if there are web archives, otherwise 'within'.
--   passage_length = 400    Characters of a passage, about 65 words in English: a paragraph, or a few short
--                           ones. Reuse is found if the two passages share one signature, so a short
--                           case must not be a small part of a passage.
--   shingle = 5             Words in a shingle. Each changed word spoils five shingles. Four or three words
--                           stand a change better, but they repeat by chance: with three there are twice
--                           as many candidates for the same cases.
--   bands                   Signatures of a passage. NULL: as many as find a case of `length_least` characters
--                           in two passages of `passage_length` with a probability of 0.999, if half of
--                           its shingles were changed.
--   rows = 1                Minhashes in a signature. Passages share a case and little else, so that their
--                           Jaccard similarity is low, and more rows would miss them.
--   comparisons_most = 60   Articles with a common signature are all aligned with each other, if that takes
--   bucket_most             no more alignments than this for each article on average. In larger buckets, which
--   neighbours = 2          hold boilerplate and templates, an article is aligned with its neighbours and with
--   representatives = 2     the first articles of the bucket. bucket_most sets the size directly.
--   seed ... shadow_most    Of text_alignment(), with its defaults: see docs/text_alignment.md.
--   overlap_least = 0.5     Two cases are of one text if they overlap in an article by this part of the longer.
--   threads = 0             0: one for each processor. The results are the same with any number.
--   memory = 256            Signatures beyond this many megabytes go to a temporary file.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/require_tables.sql

SAVEPOINT stage;
.read sql/shared/guard_again.sql

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
    threads          INTEGER NOT NULL DEFAULT 0                         -- that hash and align
                     CHECK (threads BETWEEN 0 AND 256),
    memory           INTEGER NOT NULL DEFAULT 256                       -- megabytes for signatures
                     CHECK (memory BETWEEN 1 AND 1048576)
);

INSERT OR IGNORE INTO main.reuse_parameters (id) VALUES (1);

CREATE TABLE IF NOT EXISTS main.reuse_choice (
    name   TEXT PRIMARY KEY,                    -- of the parameter
    value  NOT NULL,
    reason TEXT NOT NULL                        -- why, in words
) WITHOUT ROWID;

RELEASE stage;
