-- published.sql - what the papers print, and their settings: views for the scripts that stand beside these.
--
--   temp.preset, temp.reuse_preset    the settings of each paper, for preset.sql and paper_clusters.sql
--   temp.paper_curve                  Figure 1 of Weissman et al. 2015, with the mark that draws each curve on a terminal
--   temp.published                    numbers: `paper` is a preset, `part` is where the number stands there. They are as printed,
--                                     but for three of Weissman et al., which are rounded there to 10.2m and the like

-- ---- Settings -----------------------------------------------------------------------------------

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

CREATE TEMP VIEW preset(name, scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most) AS
VALUES ('weissman',  'paper',            12, 75, 600, 10, 10, 20, NULL),
       ('wikiduper', 'wikiduper',        12, 76, 599, 10, 10, 20, NULL),
       ('ayhan',     'wikiduper-report', 12, 76, 599, 10, 10, 20, 20),
       ('meng',      'wikiduper',        12, 76, 599, 10, 10, 20, NULL);

CREATE TEMP VIEW reuse_preset(name, seed, seed_words, gap, seeds_least, length_least, similarity_least, measure, occurrences_most,
                              join_gap, unmatched_cost, shadow_most, ranking, score_least, misses_most) AS
VALUES ('alshomary', 'ngrams', 3, 150, 5, 200, 0.5, 'cosine', 64, 0, 0, 1, 'tfidf', 0.025, 250);

CREATE TEMP VIEW paper_curve(place, mark, name, bands, rows, hashes, scheme) AS
VALUES (1, '4', 'K = 4',       10,  4,  40, 'banded'),
       (2, '6', 'K = 6',       10,  6,  60, 'banded'),
       (3, '8', 'K = 8',       10,  8,  80, 'banded'),
       (4, '0', 'K = 10',      10, 10, 100, 'banded'),
       (5, '2', 'K = 12',      10, 12, 120, 'banded'),
       (6, 't', 'its text',    10, 10,  20, 'paper'),
       (7, 'p', 'its program', 10, 10,  20, 'wikiduper');

-- ---- Numbers ------------------------------------------------------------------------------------

CREATE TEMP VIEW published(paper, part, name, number) AS
-- Weissman et al. 2015, Experimental Results and Figure 2
VALUES ('weissman', 'found', 'articles',                        10200000),
       ('weissman', 'found', 'sentences',                       135800000),
       ('weissman', 'found', 'clusters',                        1150000),
       ('weissman', 'found', 'small clusters',                  0.99),
       ('weissman', 'found', 'sentences in clusters',           3500000),
       ('weissman', 'found', 'in the larger ones',              0.25),
       ('weissman', 'found', 'different texts among them',      2360000),
       ('weissman', 'found', 'articles in which they stand',    1090000),
       ('weissman', 'found', 'sentences in the largest cluster', '> 40,000'),
       ('weissman', 'found', 'clusters of 1,700 and more',      25),
-- its Table 1: clusters that were labelled by hand. Of `other` it prints 2.9 %; 103 of 2,094 are 4.9 %
       ('weissman', 'kinds', 'template',  632),
       ('weissman', 'kinds', 'identical', 948),
       ('weissman', 'kinds', 'copyedit',  283),
       ('weissman', 'kinds', 'drift',     121),
       ('weissman', 'kinds', 'reference', 7),
       ('weissman', 'kinds', 'other',     103),
-- Ayhan, Bradley, Weissman 2013, section 6 and Figure 3
       ('ayhan', 'found', 'articles',                        4113785),
       ('ayhan', 'found', 'similar pairs',                   9465881),
       ('ayhan', 'found', 'clusters',                        415936),
       ('ayhan', 'found', 'small clusters',                  0.99),
       ('ayhan', 'found', 'sentences in clusters',           1792748),
       ('ayhan', 'found', 'in the larger ones',              '1/3'),
       ('ayhan', 'found', 'different texts among them',      1305359),
       ('ayhan', 'found', 'articles in which they stand',    759297),
       ('ayhan', 'found', 'sentences in the largest cluster', 28008),
       ('ayhan', 'found', 'pairs of articles that share more than 50', 6500),
-- its Table 1
       ('ayhan', 'kinds', 'template',    52),
       ('ayhan', 'kinds', 'identical',   455),
       ('ayhan', 'kinds', 'copyedit',    214),
       ('ayhan', 'kinds', 'drift',       65),
       ('ayhan', 'kinds', 'reference',   23),
       ('ayhan', 'kinds', 'other',       12),
       ('ayhan', 'kinds', 'not similar', 3),
-- Meng, Zheng 2018, section 5
       ('meng', 'found', 'articles',                        5699192),
       ('meng', 'found', 'similar pairs',                   19143279),
       ('meng', 'found', 'clusters',                        2791865),
       ('meng', 'found', 'small clusters',                  0.98),
       ('meng', 'found', 'sentences in the largest cluster', 3964),
-- its Table 5, in part: each size up to 12, and then some
       ('meng', 'sizes', '2',  1466897),
       ('meng', 'sizes', '3',  312827),
       ('meng', 'sizes', '4',  179540),
       ('meng', 'sizes', '5',  125002),
       ('meng', 'sizes', '6',  99925),
       ('meng', 'sizes', '7',  83545),
       ('meng', 'sizes', '8',  76992),
       ('meng', 'sizes', '9',  74766),
       ('meng', 'sizes', '10', 96461),
       ('meng', 'sizes', '11', 150173),
       ('meng', 'sizes', '12', 14086),
       ('meng', 'sizes', '15', 8051),
       ('meng', 'sizes', '20', 4034),
       ('meng', 'sizes', '30', 1436),
       ('meng', 'sizes', '51', 411),
-- Alshomary et al. 2019, Table 1 left
       ('alshomary', 'read', 'articles',                  4200000),
       ('alshomary', 'read', 'passages of articles',      11400000),
       ('alshomary', 'read', 'web sites',                 1400000),
       ('alshomary', 'read', 'web pages',                 591000000),
       ('alshomary', 'read', 'passages of web pages',     187000000),
-- middle: recall and precision of source retrieval
       ('alshomary', 'recall',    'LSH',                  0.32),
       ('alshomary', 'recall',    'VDSH',                 0.73),
       ('alshomary', 'recall',    'tf-idf',               0.87),
       ('alshomary', 'recall',    'stop n-grams',         0.74),
       ('alshomary', 'recall',    'Par2vec',              0.67),
       ('alshomary', 'recall',    'hybrid',               0.76),
       ('alshomary', 'recall',    'VDSH + tf-idf',        0.66),
       ('alshomary', 'precision', 'LSH',                  9.8e-6),
       ('alshomary', 'precision', 'VDSH',                 4.5e-4),
       ('alshomary', 'precision', 'tf-idf',               0.007),
       ('alshomary', 'precision', 'stop n-grams',         0.007),
       ('alshomary', 'precision', 'Par2vec',              0.008),
       ('alshomary', 'precision', 'hybrid',               0.009),
       ('alshomary', 'precision', 'VDSH + tf-idf',        0.005),
-- right
       ('alshomary', 'within',  'cases',                  110000000),
       ('alshomary', 'within',  'articles with cases',    360000),
       ('alshomary', 'within',  'least words',            17),
       ('alshomary', 'within',  'mean words',             78),
       ('alshomary', 'within',  'most words',             6200),
       ('alshomary', 'without', 'cases',                  1600000),
       ('alshomary', 'without', 'articles with cases',    1000000),
       ('alshomary', 'without', 'pages with cases',       15000),
       ('alshomary', 'without', 'least words',            23),
       ('alshomary', 'without', 'mean words',             252),
       ('alshomary', 'without', 'most words',             1960),
-- and section 4
       ('alshomary', 'kinds',   'structure',              95500000),
       ('alshomary', 'kinds',   'share of structure',     0.87),
       ('alshomary', 'web',     'sites with cases',       4898),
       ('alshomary', 'web',     'sites with advertisements', 'nearly all'),
       ('alshomary', 'web',     'pages of the first site', 563),
       ('alshomary', 'web',     'pages of the second site', 55),
       ('alshomary', 'web',     'pages of the third site', 28),
       ('alshomary', 'web',     'pages without attribution', 0.94),
       ('alshomary', 'web',     'pages of nine tenths', 'nearly all'),
       ('alshomary', 'web',     'USD a month',            45000),
       ('alshomary', 'web',     'USD a month, whole web', 5500000),
       ('alshomary', 'web',     'share of fundraising',   0.72);
