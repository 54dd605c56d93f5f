-- published.sql - what the papers print, and their settings: views for the scripts that stand beside these.
--
--   temp.preset         the settings of each paper, for preset.sql and paper_clusters.sql
--   temp.paper_curve    Figure 1 of Weissman et al. 2015, with the mark that draws each curve on a terminal
--   temp.published      numbers: `paper` is a preset, `part` is where the number stands there. They are as printed,
--                       but for three of Weissman et al., which are rounded there to 10.2m and the like

-- ---- Settings -----------------------------------------------------------------------------------

--   weissman    Weissman, Ayhan, Bradley, Lin 2015, as the text says it: ten draws of ten different functions out of
--               twenty, and no second pass, so every pair of texts that share a signature counts
--   wikiduper   the same as its program does it: bit for bit its functions and draws, and 76 to 599 shingles
--   ayhan       Ayhan, Bradley, Weissman 2013: the program of that time, of whose buckets only the first twenty
--               sentences count
--   meng        Meng, Zheng 2018: the program of 2015 again; its clusters are neighbourhoods
--
-- `bucket_most` of ayhan is what comes nearest: there the pipeline compares the other sentences of a larger bucket with
-- a few, and loses none of them. NULL: it makes no difference to the clusters.

CREATE TEMP VIEW preset(name, scheme, shingle, shingles_least, shingles_most, bands, rows, hashes, bucket_most) AS
VALUES ('weissman',  'paper',            12, 75, 600, 10, 10, 20, NULL),
       ('wikiduper', 'wikiduper',        12, 76, 599, 10, 10, 20, NULL),
       ('ayhan',     'wikiduper-report', 12, 76, 599, 10, 10, 20, 20),
       ('meng',      'wikiduper',        12, 76, 599, 10, 10, 20, NULL);

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
SELECT column1, column2, key, value
  FROM (VALUES
-- Weissman et al. 2015, Experimental Results and Figure 2
    ('weissman', 'found', '{"articles": 10200000, "sentences": 135800000, "clusters": 1150000,
        "small clusters": 0.99, "sentences in clusters": 3500000, "in the larger ones": 0.25,
        "different texts among them": 2360000, "articles in which they stand": 1090000,
        "sentences in the largest cluster": "> 40,000", "clusters of 1,700 and more": 25}'),
-- its Table 1: clusters that were labelled by hand. Of `other` it prints 2.9 %; 103 of 2,094 are 4.9 %
    ('weissman', 'kinds', '{"template": 632, "identical": 948, "copyedit": 283, "drift": 121,
        "reference": 7, "other": 103}'),
-- Ayhan, Bradley, Weissman 2013, section 6 and Figure 3
    ('ayhan', 'found', '{"articles": 4113785, "similar pairs": 9465881, "clusters": 415936,
        "small clusters": 0.99, "sentences in clusters": 1792748, "in the larger ones": "1/3",
        "different texts among them": 1305359, "articles in which they stand": 759297,
        "sentences in the largest cluster": 28008, "pairs of articles that share more than 50": 6500}'),
-- its Table 1
    ('ayhan', 'kinds', '{"template": 52, "identical": 455, "copyedit": 214, "drift": 65,
        "reference": 23, "other": 12, "not similar": 3}'),
-- Meng, Zheng 2018, section 5
    ('meng', 'found', '{"articles": 5699192, "similar pairs": 19143279, "clusters": 2791865,
        "small clusters": 0.98, "sentences in the largest cluster": 3964}'),
-- its Table 5, in part: each size up to 12, and then some
    ('meng', 'sizes', '{"2": 1466897, "3": 312827, "4": 179540, "5": 125002, "6": 99925, "7": 83545,
        "8": 76992, "9": 74766, "10": 96461, "11": 150173, "12": 14086, "15": 8051, "20": 4034,
        "30": 1436, "51": 411}'),
-- Alshomary et al. 2019, Table 1 left
    ('alshomary', 'read', '{"articles": 4200000, "passages of articles": 11400000,
        "web sites": 1400000, "web pages": 591000000, "passages of web pages": 187000000}'),
-- middle: recall and precision of source retrieval
    ('alshomary', 'recall', '{"LSH": 0.32, "VDSH": 0.73, "tf-idf": 0.87, "stop n-grams": 0.74,
        "Par2vec": 0.67, "hybrid": 0.76, "VDSH + tf-idf": 0.66}'),
    ('alshomary', 'precision', '{"LSH": 9.8e-6, "VDSH": 4.5e-4, "tf-idf": 0.007, "stop n-grams": 0.007,
        "Par2vec": 0.008, "hybrid": 0.009, "VDSH + tf-idf": 0.005}'),
-- right
    ('alshomary', 'within', '{"cases": 110000000, "articles with cases": 360000, "least words": 17,
        "mean words": 78, "most words": 6200}'),
    ('alshomary', 'without', '{"cases": 1600000, "articles with cases": 1000000,
        "pages with cases": 15000, "least words": 23, "mean words": 252, "most words": 1960}'),
-- and section 4
    ('alshomary', 'kinds', '{"structure": 95500000, "share of structure": 0.87}'),
    ('alshomary', 'web', '{"sites with cases": 4898, "sites with advertisements": "nearly all",
        "pages of the first site": 563, "pages of the second site": 55, "pages of the third site": 28,
        "pages without attribution": 0.94, "pages of nine tenths": "nearly all", "USD a month": 45000,
        "USD a month, whole web": 5500000, "share of fundraising": 0.72}')), json_each(column3);
